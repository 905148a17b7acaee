// SPDX-License-Identifier: Apache-2.0
#include "pith/data/csv/head.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string_view>
#include <utility>

#include "pith/base/error.h"
#include "pith/data/csv/blocks.h"
#include "pith/data/csv/delimiter.h"
#include "pith/data/csv/rows.h"
#include "pith/data/files/written_number.h"
#include "pith/data/growing_memory.h"
#include "pith/data/number.h"

namespace pith {
namespace {

constexpr std::string_view byte_order_mark = "\xef\xbb\xbf";
/// What a letter of a line that does not fit will take in all: the line and its names are copied
/// several times, and columns follow.
constexpr std::uint64_t bytes_per_letter = 14;

/// One row of the first lines.
struct FirstRow {
  std::vector<std::string> fields;  ///< all, or only the first
  std::size_t count = 0;            ///< of fields
  std::vector<bool> is_quoted;
  bool is_last_empty = false;  ///< the last of them
  bool has_number = false;
  bool has_bare_number = false;             ///< not in quotes
  std::vector<std::size_t> quoted_numbers;  ///< positions
  bool is_complete = false;
  std::size_t size = 0;  ///< with its line end
};

void check_delimiter(char delimiter) {
  const auto byte = static_cast<unsigned char>(delimiter);
  const bool is_alphanumeric =
      (byte >= '0' && byte <= '9') || ((byte | 0x20U) >= 'a' && (byte | 0x20U) <= 'z');
  constexpr std::string_view reserved = "\"\n\r.+-";
  if (!is_alphanumeric && reserved.find(delimiter) == std::string_view::npos) return;
  throw Error(ErrorKind::bad_argument,
              fmt::format("the delimiter cannot be {}; use a comma, a semicolon or a tab",
                          quoted(std::string_view(&delimiter, 1))));
}

void check_encoding(std::string_view bytes, const std::string& name) {
  if (!bytes.starts_with("\xff\xfe") && !bytes.starts_with("\xfe\xff")) return;
  throw Error(ErrorKind::bad_data,
              name + ":1:1: the file is UTF-16; pass " + option("encoding", "utf-16"));
}

/// The first lines of a file, with a line end at the end of the file.
class FirstLines {
 public:
  FirstLines(Input& input, const CsvOptions& options, const Context& context)
      : input_(input), options_(options), context_(context) {
    input_.rewind();
  }

  CsvHead read() {
    for (;;) {
      context_.check_cancelled();
      read_more();
      find_start();
      forget_skipped();
      if (is_at_end_ && start_ == text_.size()) {
        throw Error(ErrorKind::bad_data, input_.name() + ": no rows: the file is empty");
      }
      // Blanks become tabs in what may be a comment only once its end is there.
      const bool has_line = is_at_end_ || text_.find('\n', start_) != std::string::npos;
      if (!has_line && text_.size() - start_ <= csv_longest_line) continue;
      set_dialect();
      FirstRow row = start_ == text_.size() ? FirstRow{} : split_row(start_);
      const bool is_short = text_.size() - start_ <= csv_longest_line;
      const bool has_enough =
          row.quoted_numbers.empty() || is_at_end_ || !is_short || next_row(row).is_complete;
      if (row.is_complete && has_enough) return head_of(std::move(row));
      if (!is_at_end_ && is_short) continue;
      throw Error(
          ErrorKind::bad_data,
          csv_place(input_, skipped_ + start_) +
              (is_short
                   ? "a quote in the line that starts here is never closed"
                   : "the line that starts here is longer than 256 MiB; is this a text file?"));
    }
  }

 private:
  void read_more() {
    constexpr std::size_t first = std::size_t{1} << 16U;
    const std::size_t before = text_.size();
    const std::size_t wanted = std::max(first, before);
    // While it grows, the text is in memory twice.
    grow_by_plan(context_, text_held_, 2 * before + wanted + 1,
                 {.what = input_.name() + ": reading the first line",
                  .later = bytes_per_letter * (before + wanted)});
    text_.reserve(before + wanted + 1);
    text_.resize(before + wanted);
    const std::size_t got = input_.read({text_.data() + before, wanted});
    text_.resize(before + got);
    is_at_end_ = got < wanted;
    if (skipped_ == 0) check_encoding(text_, input_.name());
    if (is_at_end_ && !text_.empty() && text_.back() != '\n') text_ += '\n';
  }

  /// Skips the byte-order mark, blank lines and comments, from the last start on.
  void find_start() {
    if (skipped_ + start_ == 0 && text_.starts_with(byte_order_mark))
      start_ = byte_order_mark.size();
    for (;;) {
      const char* const line = text_.data() + start_;
      const char* const end = text_.data() + text_.size();
      if (const char* next = skip_blank_line(line, end, {})) {
        start_ = static_cast<std::size_t>(next - text_.data());
      } else if (is_comment(std::string_view(text_).substr(start_))) {
        ++comments_;
        comment_ = start_;
        start_ = std::min(text_.size(), text_.find('\n', start_) + 1);
      } else {
        return;
      }
    }
  }

  /// Gives up the text before the last comment, or the first row if there is none.
  void forget_skipped() {
    constexpr std::size_t enough = std::size_t{1} << 15U;
    const std::size_t gone = comments_ > 0 ? comment_ : start_;
    if (gone < enough) return;
    text_.erase(0, gone);
    skipped_ += gone;
    start_ -= gone;
    comment_ -= comments_ > 0 ? gone : 0;
  }

  /// A line that begins with `#`, complete, unless this is the whole name of the first column.
  bool is_comment(std::string_view line) const {
    constexpr std::string_view delimiters = ",;\t|";
    if (line.size() < 2 || line[0] != '#' || line.find('\n') == std::string_view::npos) {
      return false;
    }
    return line[1] != options_.delimiter && delimiters.find(line[1]) == std::string_view::npos;
  }

  void set_dialect() {
    const std::string_view rest = std::string_view(text_).substr(start_);
    char delimiter = options_.delimiter;
    // Blanks that were delimiters are tabs by now.
    const bool was_blanks = dialect_.is_blanks && blanks_start_ == skipped_ + start_;
    if (delimiter == 0) delimiter = was_blanks ? ' ' : find_delimiter(rest, options_.decimal);
    blanks_start_ = skipped_ + start_;
    dialect_ = delimiter == ' ' ? CsvDialect{.delimiter = '\t', .is_blanks = true}
                                : CsvDialect{.delimiter = delimiter};
    if (!dialect_.is_blanks) return;
    split_blanks(text_.data() + start_, text_.data() + text_.size());
    if (comments_ > 0) split_blanks(text_.data() + comment_ + 1, text_.data() + start_);
  }

  FirstRow split_row(std::size_t start, bool keeps_all = true) {
    FirstRow row;
    std::string memory;
    std::uint64_t long_bytes = 0;
    const char* const begin = text_.data() + start;
    const char* const end = text_.data() + text_.size();
    const char* p = begin;
    while (p < end) {
      const CsvField field = scan_csv_field(p, end, dialect_);
      if (field.stop == end) return row;
      if (field.fault != CsvFault::none) {
        const auto at = skipped_ + static_cast<std::uint64_t>(field.fault_at - text_.data());
        throw Error(ErrorKind::bad_data, csv_place(input_, at) + csv_fault_message(field.fault));
      }
      const std::string_view content = csv_text(field, memory);
      const bool is_quoted = field.raw.data() != p && field.raw.data()[-1] == '"';
      if (is_csv_header_number(content, dialect_.delimiter)) {
        row.has_number = true;
        if (is_quoted) row.quoted_numbers.push_back(row.count);
        row.has_bare_number = row.has_bare_number || !is_quoted;
      }
      row.is_quoted.push_back(is_quoted);
      if (keeps_all || row.count == 0) {
        long_bytes += content.size();
        reserve_fields(row.fields, long_bytes);
        row.fields.emplace_back(content);
      }
      row.is_last_empty = content.empty();
      if (++row.count > csv_max_columns) {
        throw Error(ErrorKind::bad_data, fmt::format("{}: there are more than {} columns",
                                                     input_.name(), csv_max_columns));
      }
      p = field.stop + 1;
      if (*field.stop != '\n') continue;
      row.is_complete = true;
      row.size = static_cast<std::size_t>(p - begin);
      break;
    }
    return row;
  }

  /// The row after the first one.
  FirstRow next_row(const FirstRow& first) {
    const char* const end = text_.data() + text_.size();
    const char* place = text_.data() + start_ + first.size;
    while (const char* next = skip_blank_line(place, end, dialect_))
      place = next;
    return place == end ? FirstRow{}
                        : split_row(static_cast<std::size_t>(place - text_.data()), false);
  }

  /// Numbers in quotes are names where the fields below them are not in quotes.
  bool is_header(const FirstRow& first) {
    if (first.has_bare_number) return false;
    if (first.quoted_numbers.empty()) return true;
    const FirstRow next = next_row(first);
    return std::none_of(first.quoted_numbers.begin(), first.quoted_numbers.end(),
                        [&](std::size_t i) { return i >= next.count || next.is_quoted[i]; });
  }

  /// Makes room for one more field, before a vector would allocate more.
  void reserve_fields(std::vector<std::string>& fields, std::uint64_t long_bytes) {
    if (fields.size() < fields.capacity()) return;
    const std::size_t room = std::max<std::size_t>(64, 2 * fields.size());
    grow_by_plan(context_, fields_held_,
                 std::uint64_t{fields.size() + room} * (sizeof(std::string) + sizeof(std::size_t)) +
                     2 * long_bytes,
                 {.what = fmt::format("{}: reading the names of more than {}", input_.name(),
                                      counted(fields.size(), "column")),
                  .later = bytes_per_letter * text_.size()});
    fields.reserve(room);
  }

  /// The names in the last comment, if it is the header of rows such as the first one.
  std::vector<std::string> names_in_comment(const FirstRow& first) {
    if (comments_ == 0 || options_.has_header == false) return {};
    const char next = text_[comment_ + 1];
    const bool is_marked = next != '#' && next != ' ' && next != '\t';
    if (!first.has_number && !is_marked) return {};
    const Reservation first_held = std::exchange(fields_held_, {});
    FirstRow row = split_row(comment_ + 1);
    if (row.count != first.count || row.has_number) return {};
    return std::move(row.fields);
  }

  /// True when all of the next rows have a field more than the header, and the first of these can
  /// be the name of the row: text, in quotes, or a running number.
  bool has_row_names(std::size_t start, std::size_t names) {
    constexpr std::size_t enough = 20;
    std::size_t rows = 0;
    bool has_last = false;
    for (std::size_t at = start; rows < enough && at < text_.size();) {
      const char* const end = text_.data() + text_.size();
      if (const char* next = skip_blank_line(text_.data() + at, end, dialect_)) {
        at = static_cast<std::size_t>(next - text_.data());
        continue;
      }
      const FirstRow row = split_row(at, false);
      if (!row.is_complete) break;
      if (row.count != names + 1) return false;
      const std::optional<double> number = number_of(row.fields.front());
      const bool is_running = number == static_cast<double>(rows + 1);
      if (number && !is_running && text_[at] != '"') return false;
      has_last = has_last || !row.is_last_empty;
      ++rows;
      at += row.size;
    }
    return rows > 1 && has_last;
  }

  CsvHead head_of(FirstRow first) {
    CsvHead head;
    head.dialect = dialect_;
    head.start = skipped_ + start_;
    head.line_size = first.size;
    head.names = names_in_comment(first);
    const std::size_t skipped = comments_ - (head.names.empty() ? 0 : 1);
    if (skipped > 0) {
      head.notes.push_back(fmt::format("skipped {} that {} with '#'", counted(skipped, "line"),
                                       agree(skipped, "begins", "begin")));
    }
    if (!head.names.empty()) return head;
    const bool has_header = options_.has_header ? *options_.has_header : is_header(first);
    head.names = std::move(first.fields);
    if (has_header) {
      head.start += first.size;
      if (has_row_names(start_ + first.size, head.names.size())) {
        head.names.insert(head.names.begin(), "");
        head.notes.emplace_back(
            "the header has one name less than the rows have fields; the first column was taken "
            "for row names");
      }
      return head;
    }
    if (!options_.has_header) {
      head.notes.emplace_back("the first line contains numbers, so it was not read as a header");
    }
    for (std::size_t i = 0; i < head.names.size(); ++i)
      head.names[i] = fmt::format("column {}", i);
    return head;
  }

  Input& input_;
  const CsvOptions& options_;
  const Context& context_;
  Reservation text_held_;
  Reservation fields_held_;
  std::string text_;
  std::uint64_t skipped_ = 0;  ///< bytes of the input before text_
  bool is_at_end_ = false;
  std::size_t start_ = 0;     ///< of the first line that is not blank and not a comment
  std::size_t comment_ = 0;   ///< start of the last comment
  std::size_t comments_ = 0;  ///< lines
  CsvDialect dialect_;
  std::uint64_t blanks_start_ = 0;  ///< of the line for which dialect_ was found
};

}  // namespace

bool is_csv_header_number(std::string_view text, char delimiter) {
  if (std::isfinite(number_of(text).value_or(NAN))) return true;
  return delimiter != ',' && styled_number(text, {.group = 0, .decimal = ','}).has_value();
}

CsvHead read_csv_head(Input& input, const CsvOptions& options, const Context& context) {
  if (options.delimiter != 0) check_delimiter(options.delimiter);
  return FirstLines(input, options, context).read();
}

}  // namespace pith
