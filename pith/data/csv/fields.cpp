// SPDX-License-Identifier: Apache-2.0
#include "pith/data/csv/fields.h"

#include <cstring>

namespace pith {
namespace {

std::size_t distance(const char* begin, const char* end) {
  return static_cast<std::size_t>(end - begin);
}

const char* find(const char* begin, const char* end, char letter) {
  const void* found = std::memchr(begin, letter, distance(begin, end));
  return found == nullptr ? end : static_cast<const char*>(found);
}

const char* behind_last(const char* begin, const char* end, char letter) {
  const void* found = ::memrchr(begin, letter, distance(begin, end));
  return found == nullptr ? begin : static_cast<const char*>(found) + 1;
}

const char* find_stop(const char* begin, const char* end, char delimiter) {
  const char* p = begin;
  while (p < end && *p != delimiter && *p != '\n')
    ++p;
  return p;
}

void note_fault(CsvField& field, CsvFault fault, const char* at) {
  if (field.fault != CsvFault::none) return;
  field.fault = fault;
  field.fault_at = at;
}

void check_text(CsvField& field) {
  const char* const begin = field.raw.data();
  const char* const end = begin + field.raw.size();
  if (field.raw.size() > csv_longest_field) note_fault(field, CsvFault::too_long, begin);
  if (const char* nul = find(begin, end, '\0'); nul != end) note_fault(field, CsvFault::nul, nul);
}

/// `open` is the quote that opens the field.
CsvField scan_quoted(const char* open, const char* end, const CsvDialect& dialect) {
  CsvField field;
  const char* p = open + 1;
  for (;;) {
    p = find(p, end, '"');
    if (p == end) {
      field.raw = {open + 1, distance(open + 1, end)};
      field.stop = end;
      const bool is_long = field.raw.size() > csv_longest_field;
      note_fault(field, is_long ? CsvFault::too_long : CsvFault::open_quote, open);
      return field;
    }
    if (p + 1 == end || p[1] != '"') break;
    field.has_escapes = true;
    p += 2;
  }
  field.raw = {open + 1, distance(open + 1, p)};
  check_text(field);
  ++p;
  while (p < end && dialect.is_blank(*p))
    ++p;
  if (p + 1 < end && *p == '\r' && p[1] == '\n') ++p;
  if (p < end && *p != dialect.delimiter && *p != '\n') {
    note_fault(field, *p == '\r' ? CsvFault::lone_return : CsvFault::text_after_quote, p);
  }
  field.stop = find_stop(p, end, dialect.delimiter);
  return field;
}

}  // namespace

CsvField scan_csv_field(const char* begin, const char* end, const CsvDialect& dialect) {
  while (begin < end && dialect.is_blank(*begin))
    ++begin;
  if (begin < end && *begin == '"') return scan_quoted(begin, end, dialect);
  CsvField field;
  field.stop = find_stop(begin, end, dialect.delimiter);
  const char* last = field.stop;
  const bool is_line_end = last < end && *last == '\n';
  if (is_line_end && last > begin && last[-1] == '\r') --last;
  while (last > begin && dialect.is_blank(last[-1]))
    --last;
  field.raw = {begin, distance(begin, last)};
  if (const char* at = find(begin, last, '\r'); at != last) {
    note_fault(field, CsvFault::lone_return, at);
  }
  check_text(field);
  return field;
}

std::string_view csv_text(const CsvField& field, std::string& memory) {
  if (!field.has_escapes) return field.raw;
  memory.clear();
  for (std::size_t i = 0; i < field.raw.size(); ++i) {
    memory += field.raw[i];
    if (field.raw[i] == '"') ++i;
  }
  return memory;
}

const char* skip_blank_line(const char* begin, const char* end, const CsvDialect& dialect) {
  const char* p = begin;
  while (p < end && dialect.is_blank(*p))
    ++p;
  if (p + 1 < end && *p == '\r' && p[1] == '\n') ++p;
  return p < end && *p == '\n' ? p + 1 : nullptr;
}

CsvCut last_row_end(const char* begin, const char* end, const CsvDialect& dialect) {
  if (find(begin, end, '"') == end) {
    const char* const cut = behind_last(begin, end, '\n');
    return {.end = cut, .open_field = behind_last(cut, end, dialect.delimiter)};
  }
  CsvCut cut{.end = begin, .open_field = begin};
  const char* p = begin;
  while (p < end) {
    const CsvField field = scan_csv_field(p, end, dialect);
    cut.open_field = p;
    if (field.stop == end) break;
    p = field.stop + 1;
    if (*field.stop == '\n') cut.end = p;
  }
  return cut;
}

}  // namespace pith
