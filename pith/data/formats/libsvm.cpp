// SPDX-License-Identifier: Apache-2.0
#include "pith/data/formats/libsvm.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>
#include <map>
#include <memory>
#include <string_view>
#include <utility>

#include "pith/base/error.h"
#include "pith/base/text.h"
#include "pith/data/boolean.h"
#include "pith/data/dense.h"
#include "pith/data/formats/lines.h"
#include "pith/data/number.h"

namespace pith {
namespace {

bool is_blank(char letter) {
  return letter == ' ' || letter == '\t';
}

/// The next word without blanks; empty at the end.
std::string_view next_word(const char*& place, const char* end) {
  while (place != end && is_blank(*place))
    ++place;
  const char* const begin = place;
  while (place != end && !is_blank(*place))
    ++place;
  return {begin, static_cast<std::size_t>(place - begin)};
}

double number(std::string_view text, const Lines& lines, std::string_view what) {
  const ParsedNumber parsed = parse_number(text.data(), text.data() + text.size());
  if (parsed.end != text.data() + text.size() || text.empty()) {
    const bool is_nan = text.size() == 3 && (text[0] | 0x20) == 'n' && (text[1] | 0x20) == 'a' &&
                        (text[2] | 0x20) == 'n';
    if (is_nan) return std::numeric_limits<double>::quiet_NaN();
    lines.fail(text.data(), fmt::format("{} {} is not a number", what, quoted(text)));
  }
  if (std::isinf(parsed.value)) {
    lines.fail(
        text.data(),
        fmt::format("{} {} is infinite; replace it with a number, or with nan if it is missing",
                    what, quoted(text)),
        Cause::infinite_value);
  }
  return parsed.value;
}

/// What the first words of lines may be.
enum class Labels {
  any,      ///< nothing is checked yet
  one,      ///< a number
  several,  ///< a list of numbers, or nothing: the first word is a pair already
};

bool is_pair(std::string_view word) {
  return word.find(':') != std::string_view::npos;
}

double label(std::string_view text, const Lines& lines) {
  if (is_pair(text)) {
    lines.fail(text.data(),
               fmt::format("the line begins with {}; it must begin with the label", quoted(text)));
  }
  return number(text, lines, "label");
}

/// Calls `take(label)` for each label of a list.
template <class Take>
void each_label(std::string_view list, const Lines& lines, Take take) {
  for (std::size_t begin = 0; !list.empty() && begin <= list.size();) {
    const std::size_t end = std::min(list.find(',', begin), list.size());
    const std::string_view text = list.substr(begin, end - begin);
    const double value = number(text, lines, "label");
    if (std::isnan(value)) {
      lines.fail(text.data(),
                 fmt::format("label {} is missing; leave it out of the list", quoted(text)));
    }
    take(value);
    begin = end + 1;
  }
}

std::uint64_t index_of(std::string_view text, const Lines& lines, std::uint64_t last) {
  std::uint64_t index = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), index);
  if (error == std::errc::result_out_of_range || (error == std::errc() && index > max_columns)) {
    lines.fail(text.data(), fmt::format("index {} is larger than {}", quoted(text), max_columns));
  }
  if (error != std::errc() || end != text.data() + text.size() || index == 0) {
    lines.fail(text.data(), fmt::format("index {} must be an integer of at least 1", quoted(text)));
  }
  if (index <= last) {
    lines.fail(text.data(),
               fmt::format("index {} follows {}; indices must be ascending", index, last));
  }
  return index;
}

/// Calls `take(index, value)` for each pair of the line and returns the text of the labels;
/// `has_row` is false for a line without content.
template <class Take>
std::string_view parse_line(const Lines& lines, Labels labels, bool& has_row, Take take) {
  const std::string_view text = lines.text();
  const char* place = text.data();
  const char* const end = text.data() + std::min(text.find('#'), text.size());
  std::string_view first = next_word(place, end);
  has_row = !first.empty();
  if (!has_row) return {};
  if (labels != Labels::one && is_pair(first)) {
    first = {};
    place = text.data();
  }
  std::uint64_t last = 0;
  for (std::string_view word = next_word(place, end); !word.empty(); word = next_word(place, end)) {
    const std::size_t colon = word.find(':');
    if (colon == std::string_view::npos) {
      lines.fail(word.data(), fmt::format("index:value was expected (got {})", quoted(word)));
    }
    if (word.substr(0, colon) == "qid") continue;
    last = index_of(word.substr(0, colon), lines, last);
    take(last, number(word.substr(colon + 1), lines, "value"));
  }
  return first;
}

struct Extents {
  std::uint64_t rows = 0;
  std::uint64_t cols = 0;
  bool has_lists = false;  ///< of labels
};

Extents measure(Input& input, const Context& context) {
  Extents extents;
  Lines lines(input, context);
  while (lines.next()) {
    bool has_row = false;
    const std::string_view labels = parse_line(
        lines, Labels::any, has_row,
        [&](std::uint64_t index, double) { extents.cols = std::max(extents.cols, index); });
    if (!has_row) continue;
    ++extents.rows;
    if (labels.find(',') != std::string_view::npos) extents.has_lists = true;
  }
  return extents;
}

/// Fills the features, and gives the labels of each row to `take(row, labels, lines)`.
template <class Take>
void fill(Input& input, const Extents& extents, const MatrixView<double>& matrix, Take take,
          const Context& context) {
  const Labels labels = extents.has_lists ? Labels::several : Labels::one;
  Lines lines(input, context);
  std::size_t row = 0;
  while (lines.next() && row < extents.rows) {
    bool has_row = false;
    const std::string_view text =
        parse_line(lines, labels, has_row, [&](std::uint64_t index, double value) {
          if (index <= extents.cols) matrix(row, index - 1) = value;
        });
    if (has_row) take(row++, text, lines);
  }
}

/// The label is one more column, after the features.
Columns read_one_label(Input& input, const Extents& extents, const Context& context) {
  Dense dense(input.name(), extents.rows, extents.rows > 0 ? extents.cols + 1 : 0, context);
  const MatrixView<double> matrix = dense.view();
  fill(
      input, extents, matrix,
      [&](std::size_t row, std::string_view text, const Lines& lines) {
        matrix(row, extents.cols) = label(text, lines);
      },
      context);
  Columns columns;
  columns.names = feature_names(extents.cols, 1);
  columns.names.emplace_back("target");
  columns.columns = dense.columns(columns.names);
  return columns;
}

/// Every label becomes a boolean column named after it, after the features, in ascending order. A
/// label of every row is left out.
Columns read_label_lists(Input& input, const Extents& extents, const Context& context) {
  std::map<double, std::vector<std::uint8_t>> rows_of;
  Reservation held;
  Dense dense(input.name(), extents.rows, extents.cols, context);
  fill(
      input, extents, dense.view(),
      [&](std::size_t row, std::string_view text, const Lines& lines) {
        each_label(text, lines, [&](double value) {
          std::vector<std::uint8_t>& rows = rows_of[value];
          if (rows.empty()) {
            // The flags, and the column that is made of them.
            context.grow(held, rows_of.size() * 2 * extents.rows,
                         input.name() + ": the labels of all rows");
            rows.resize(extents.rows);
          }
          rows[row] = 1;
        });
      },
      context);
  Columns columns;
  columns.names = feature_names(extents.cols, 1);
  columns.columns = dense.columns(columns.names);
  const auto memory = std::make_shared<const Reservation>(std::move(held));
  columns.labels = 0;
  for (auto& [value, rows] : rows_of) {
    const std::string name = number_text(value);
    if (std::find(rows.begin(), rows.end(), 0) == rows.end()) {
      columns.notes.push_back(fmt::format("left out label {}, which every row has", quoted(name)));
      continue;
    }
    columns.names.push_back(name);
    columns.columns.push_back(boolean_column(std::move(rows)).holding(memory));
    ++columns.labels;
  }
  if (columns.labels == 0) {
    throw Error(ErrorKind::bad_data,
                input.name() + ": every row has the same labels; there is nothing to predict");
  }
  return columns;
}

}  // namespace

Columns read_libsvm(Input& input, const Context& context) {
  const Extents extents = measure(input, context);
  if (extents.rows > 0 && extents.cols == 0) {
    throw Error(ErrorKind::bad_data,
                input.name() + ": no line has an index:value pair; is this a LIBSVM file?");
  }
  Columns columns = extents.has_lists ? read_label_lists(input, extents, context)
                                      : read_one_label(input, extents, context);
  columns.source = input.name();
  return columns;
}

}  // namespace pith
