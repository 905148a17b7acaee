// SPDX-License-Identifier: Apache-2.0
#include "pith/data/csv/rows.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <span>

#include "pith/data/csv/stops.h"
#include "pith/data/number.h"

namespace pith {
namespace {

constexpr double missing_number = std::numeric_limits<double>::quiet_NaN();
constexpr double largest_number = std::numeric_limits<double>::max();

/// Parses one block. Everything but ordinary numbers goes to take_field().
///
/// Without quotes in the block, the ends of all fields are found first (run_plain): then a number
/// does not depend on the previous one, and the processor works on several at a time. With quotes,
/// fields are parsed one after the other (run_quoted).
class RowParser {
 public:
  RowParser(const CsvPlan& plan, const CsvBlock& block, CsvRows& rows)
      : plan_(plan),
        block_(block),
        rows_(rows),
        delimiter_(plan.dialect.delimiter),
        is_empty_missing_(plan.missing->contains(std::string_view())) {}

  void run() {
    const bool has_quotes = std::memchr(block_.begin(), '"', block_.size) != nullptr;
    if (has_quotes) {
      run_quoted();
    } else {
      run_plain();
    }
  }

 private:
  static constexpr std::size_t window_size = std::size_t{1} << 13U;

  /// Where run_plain() is.
  struct Cursor {
    const char* row = nullptr;
    const char* field = nullptr;
    std::size_t column = 0;
    double* number = nullptr;
  };

  void run_quoted() {
    const char* p = block_.begin();
    while (p < block_.end() && !rows_.problem) {
      if (const char* next = skip_blank(p)) {
        p = next;
        continue;
      }
      make_room();
      p = take_row(p);
      if (!rows_.problem) ++rows_.rows;
    }
  }

  void run_plain() {
    std::vector<std::uint32_t> stops(window_size + csv_stops_slack);
    const CsvStopsKernel kernel = best_csv_stops_kernel();
    Cursor cursor{.row = block_.begin(), .field = block_.begin()};
    const char* window = block_.begin();
    while (window < block_.end()) {
      const std::string_view text(
          window, std::min(window_size, static_cast<std::size_t>(block_.end() - window)));
      const std::size_t count = find_csv_stops(text, delimiter_, stops.data(), kernel);
      for (std::size_t i = 0; i < count;) {
        if (cursor.column == 0) {
          if (const char* next = skip_blank(cursor.field)) {
            cursor.field = next;
            ++i;
            continue;
          }
          begin_row(cursor);
        }
        i = take_fields(cursor, window, {stops.data(), count}, i);
        if (rows_.problem) return;
      }
      window += text.size();
    }
  }

  /// The end of the line at `p` if it is blank, else nullptr.
  const char* skip_blank(const char* p) const {
    if (static_cast<unsigned char>(*p) > ' ') return nullptr;
    return skip_blank_line(p, block_.end(), plan_.dialect);
  }

  void begin_row(Cursor& cursor) {
    make_room();
    cursor.row = cursor.field;
    cursor.number = rows_.numbers.data() + rows_.rows * plan_.number_columns.size();
  }

  /// Takes the fields that end at stops[i] and so on, up to the end of the row or of the stops.
  /// Returns the first stop that was not used.
  std::size_t take_fields(Cursor& cursor, const char* window, std::span<const std::uint32_t> stops,
                          std::size_t i) {
    const std::size_t columns = plan_.columns();
    const CsvPlan::Kind* const kinds = plan_.kinds.data();
    const char* field = cursor.field;
    double* number = cursor.number;
    std::size_t column = cursor.column;
    bool is_last = false;
    for (; i < stops.size() && !is_last; ++i) {
      const char* const stop = window + stops[i];
      if (kinds[column] == CsvPlan::Kind::number) {
        if (!parse_short_number(field, stop, *number) &&
            !parse_short_integer(field, stop, *number) && !take_number(field, stop, column, number))
            [[unlikely]] {
          return i;
        }
        ++number;
      } else if (kinds[column] == CsvPlan::Kind::text) {
        if (!take_text(field, stop, column)) [[unlikely]]
          return i;
      } else if (take_field(field, column, nullptr) == nullptr) {
        return i;
      }
      is_last = ++column == columns;
      if ((*stop == '\n') != is_last) [[unlikely]] {
        set_ragged(cursor.row);
        return i;
      }
      field = stop + 1;
    }
    cursor.field = field;
    cursor.number = number;
    cursor.column = is_last ? 0 : column;
    if (is_last) ++rows_.rows;
    return i;
  }

  /// A number of any shape up to `stop`; false when there is a problem.
  bool take_number(const char* field, const char* stop, std::size_t column, double* number) {
    if (field == stop && is_empty_missing_) {
      *number = missing_number;
      rows_.has_missing[plan_.slots[column]] = 1;
      return true;
    }
    const ParsedNumber parsed = parse_padded_number(field, block_.end());
    // Always written; take_field() overwrites it if the field is something else.
    *number = parsed.value;
    if (std::abs(parsed.value) <= largest_number) [[likely]] {
      if (parsed.end == stop) return true;
      if (parsed.end != nullptr && *parsed.end == '\r' && parsed.end + 1 == stop) return true;
    }
    return take_field(field, column, number) != nullptr;
  }

  /// A text up to `stop`; false when there is a problem.
  bool take_text(const char* field, const char* stop, std::size_t column) {
    // A return before a line feed is not part of the field; elsewhere it is a fault, and a field
    // with a fault is not remembered.
    const bool has_return = *stop == '\n' && stop > field && stop[-1] == '\r';
    const auto size = static_cast<std::size_t>(stop - field) - (has_return ? 1 : 0);
    if (!RecentTexts::takes(size)) return take_field(field, column, nullptr) != nullptr;
    const std::uint32_t slot = plan_.slots[column];
    std::uint32_t& code = rows_.codes[rows_.rows * plan_.text_columns.size() + slot];
    const RecentTexts::Key key = RecentTexts::key_of(field, size);
    if (rows_.recent[slot].find(key, code)) [[likely]]
      return true;
    if (take_field(field, column, nullptr) == nullptr) return false;
    rows_.recent[slot].add(key, code, rows_.rows, rows_.levels[slot].size());
    return true;
  }

  void make_room() {
    const std::size_t numbers = (rows_.rows + 1) * plan_.number_columns.size();
    if (rows_.numbers.size() < numbers) {
      const std::size_t room = std::max({numbers, block_.size / 8, 3 * rows_.numbers.size() / 2});
      rows_.numbers.reserve(room);  // exactly
      rows_.numbers.resize(room);
    }
    const std::size_t codes = (rows_.rows + 1) * plan_.text_columns.size();
    if (rows_.codes.capacity() < codes) rows_.codes.reserve(std::max(codes, 3 * codes / 2));
    rows_.codes.resize(codes);
  }

  /// Returns the start of the next row.
  const char* take_row(const char* p) {
    const char* const row = p;
    const char* const end = block_.end();
    const std::size_t columns = plan_.columns();
    double* number = rows_.numbers.data() + rows_.rows * plan_.number_columns.size();
    for (std::size_t column = 0; column < columns; ++column) {
      const char* stop = nullptr;
      if (plan_.kinds[column] == CsvPlan::Kind::number) {
        const ParsedNumber parsed = parse_padded_number(p, end);
        // Always written; take_field() overwrites it if the field is something else.
        *number = parsed.value;
        if (parsed.end != nullptr && (*parsed.end == delimiter_ || *parsed.end == '\n') &&
            std::abs(parsed.value) <= largest_number) [[likely]] {
          stop = parsed.end;
        } else {
          stop = take_field(p, column, number);
        }
        ++number;
      } else {
        stop = plan_.kinds[column] == CsvPlan::Kind::text ? near_stop(p) : nullptr;
        if (stop == nullptr) {
          stop = take_field(p, column, nullptr);
        } else if (!take_text(p, stop, column)) {
          stop = nullptr;
        }
      }
      if (stop == nullptr) return end;
      const bool is_last = column + 1 == columns;
      if ((*stop == '\n') != is_last) [[unlikely]] {
        set_ragged(row);
        return end;
      }
      p = stop + 1;
    }
    return p;
  }

  bool is_stop(char letter) const { return letter == delimiter_ || letter == '\n'; }

  /// What ends the field at `p`, if the field is short and has no blanks around quotes and no
  /// quotes inside; else nullptr.
  const char* near_stop(const char* p) const {
    const char* const far =
        p + std::min<std::ptrdiff_t>(RecentTexts::max_size, block_.end() - 1 - p);
    if (plan_.dialect.is_blank(*p)) return nullptr;
    const char* q = p;
    if (*p == '"') {
      do
        ++q;
      while (q < far && *q != '"');
      return q < far && is_stop(q[1]) ? q + 1 : nullptr;
    }
    while (q < far && !is_stop(*q))
      ++q;
    return is_stop(*q) ? q : nullptr;
  }

  /// Any field; returns what ends it, or nullptr when there is a problem.
  [[gnu::noinline]] const char* take_field(const char* p, std::size_t column, double* number) {
    const CsvField field = scan_csv_field(p, block_.end(), plan_.dialect);
    if (field.fault != CsvFault::none) {
      set_problem(field.fault_at, csv_fault_message(field.fault));
      return nullptr;
    }
    const std::uint32_t slot = plan_.slots[column];
    if (plan_.kinds[column] == CsvPlan::Kind::skip) return field.stop;
    const std::string_view text = csv_text(field, unescaped_);
    const bool is_missing = plan_.missing->contains(text);
    if (number == nullptr) {
      rows_.codes[rows_.rows * plan_.text_columns.size() + slot] =
          is_missing ? csv_missing_code : rows_.levels[slot].code_of(text);
      return field.stop;
    }
    if (!is_missing) return take_other_number(field, text, column, number);
    *number = missing_number;
    rows_.has_missing[slot] = 1;
    return field.stop;
  }

  /// A number in quotes or between blanks, an infinite one, or no number at all.
  const char* take_other_number(const CsvField& field, std::string_view text, std::size_t column,
                                double* number) {
    const std::uint32_t slot = plan_.slots[column];
    const std::optional<double> value = number_of(text);
    *number = value.value_or(missing_number);
    if (!value) {
      if (plan_.must_be_number[column]) {
        set_problem(field.raw.data(),
                    fmt::format("{} is not a number; correct it, name it in {} if it stands for a "
                                "missing value, or leave the column out of {}",
                                quoted(text), option("na"), option("numeric")),
                    column);
        return nullptr;
      }
      rows_.is_text[slot] = 1;
      if (plan_.collects_others) take_other(slot, text);
    } else if (std::isinf(*value)) {
      if (rows_.is_infinite[slot] == 0) {
        rows_.infinities.push_back({slot, offset_of(field.raw.data()), std::string(text)});
      }
      rows_.is_infinite[slot] = 1;
    }
    return field.stop;
  }

  void take_other(std::uint32_t slot, std::string_view text) {
    std::vector<CsvOther>& others = rows_.others[slot];
    if (others.size() == max_csv_others) return;  // what comes now does not matter any more
    const auto known = std::find_if(others.begin(), others.end(),
                                    [&](const CsvOther& other) { return other.text == text; });
    if (known == others.end()) {
      others.push_back({.text = std::string(text), .count = 1, .row = rows_.rows});
    } else {
      ++known->count;
    }
  }

  std::uint64_t offset_of(const char* at) const {
    return block_.offset + static_cast<std::uint64_t>(at - block_.begin());
  }

  void set_problem(const char* at, std::string message,
                   std::optional<std::size_t> column = std::nullopt) {
    rows_.problem = CsvProblem{offset_of(at), column, std::move(message)};
  }

  /// A row with too few or too many fields. Counts them; a fault further on in the row is not
  /// looked for.
  void set_ragged(const char* row) {
    std::size_t fields = 0;
    const char* p = row;
    do {
      p = scan_csv_field(p, block_.end(), plan_.dialect).stop + 1;
      ++fields;
    } while (p < block_.end() && p[-1] != '\n');
    set_problem(row,
                fmt::format("this row has {}, but the first has {}; check that {} is the "
                            "delimiter, and put text that contains it in quotes",
                            counted(fields, "field"), plan_.columns(),
                            plan_.dialect.is_blanks ? "a run of blanks"
                                                    : quoted(std::string_view(&delimiter_, 1))));
  }

  const CsvPlan& plan_;
  const CsvBlock& block_;
  CsvRows& rows_;
  char delimiter_;
  bool is_empty_missing_;
  std::string unescaped_;
};

}  // namespace

CsvPlan::CsvPlan(CsvDialect how, const MissingTokens& tokens, std::vector<Kind> what,
                 std::vector<bool> declared)
    : dialect(how),
      missing(&tokens),
      kinds(std::move(what)),
      slots(kinds.size()),
      must_be_number(std::move(declared)) {
  for (std::size_t column = 0; column < kinds.size(); ++column) {
    if (kinds[column] == Kind::skip) continue;
    auto& members = kinds[column] == Kind::number ? number_columns : text_columns;
    slots[column] = static_cast<std::uint32_t>(members.size());
    members.push_back(static_cast<std::uint32_t>(column));
  }
}

std::size_t CsvRows::bytes() const {
  std::size_t total = numbers.capacity() * sizeof(double) + codes.capacity() * sizeof(codes[0]);
  for (const TextIndex& part : levels)
    total += part.bytes();
  for (const RecentTexts& part : recent)
    total += part.bytes();
  return total;
}

namespace {

/// What a block takes for each column, whatever its rows.
std::uint64_t bytes_of_columns(const CsvPlan& plan) {
  constexpr std::uint64_t smallest_index = 256;
  const std::uint64_t others = plan.collects_others ? sizeof(std::vector<CsvOther>) : 0;
  return (3 + others) * plan.number_columns.size() +
         plan.text_columns.size() * (sizeof(TextIndex) + sizeof(RecentTexts) + smallest_index);
}

/// While vectors grow, they are in memory twice and have some room to spare.
constexpr std::uint64_t growing = 5;
constexpr std::uint64_t growing_divisor = 2;

}  // namespace

std::uint64_t csv_rows_bytes(const CsvPlan& plan, std::size_t size) {
  constexpr std::uint64_t bytes_per_letter = 24;
  return bytes_of_columns(plan) + bytes_per_letter * size;
}

std::uint64_t csv_rows_bytes(const CsvPlan& plan, const CsvBlock& block) {
  constexpr std::uint64_t bytes_per_text = 48;
  const auto rows = static_cast<std::uint64_t>(std::count(block.begin(), block.end(), '\n'));
  const std::uint64_t numbers =
      std::max<std::uint64_t>(rows * plan.number_columns.size() * sizeof(double), block.size);
  const std::uint64_t texts = rows * plan.text_columns.size();
  const std::uint64_t letters = texts > 0 ? 3 * block.size : 0;
  return bytes_of_columns(plan) + growing * numbers / growing_divisor + texts * bytes_per_text +
         letters;
}

void parse_csv_rows(const CsvPlan& plan, const CsvBlock& block, CsvRows& rows) {
  rows.rows = 0;
  rows.has_missing.assign(plan.number_columns.size(), 0);
  rows.is_text.assign(plan.number_columns.size(), 0);
  rows.is_infinite.assign(plan.number_columns.size(), 0);
  rows.levels.resize(plan.text_columns.size());
  for (TextIndex& levels : rows.levels)
    levels.clear();
  rows.recent.resize(plan.text_columns.size());
  for (RecentTexts& recent : rows.recent)
    recent.clear();
  rows.codes.clear();
  rows.infinities.clear();
  if (plan.collects_others) {
    rows.others.resize(plan.number_columns.size());
    for (std::vector<CsvOther>& others : rows.others)
      others.clear();
  }
  rows.problem.reset();
  RowParser(plan, block, rows).run();
}

std::string csv_fault_message(CsvFault fault) {
  switch (fault) {
    case CsvFault::open_quote:
      return "the quote that opens here is never closed; close it, or write \"\" if it is text";
    case CsvFault::text_after_quote:
      return "text follows a closing quote; write \"\" for a quote that is part of the text";
    case CsvFault::lone_return:
      return "there is a carriage return without a line feed; convert the line ends to LF or CRLF";
    case CsvFault::nul:
      return "there is a NUL byte; is this a text file? If it is UTF-16, pass " +
             option("encoding", "utf-16");
    case CsvFault::too_long:
      return "the field that starts here is longer than 1 MiB; is a closing quote missing?";
    case CsvFault::none:
      break;
  }
  return "";
}

}  // namespace pith
