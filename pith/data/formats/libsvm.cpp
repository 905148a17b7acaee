// SPDX-License-Identifier: Apache-2.0
#include "pith/data/formats/libsvm.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>
#include <string_view>
#include <utility>

#include "pith/base/error.h"
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

double label(std::string_view text, const Lines& lines) {
  if (text.find(':') != std::string_view::npos) {
    lines.fail(text.data(),
               fmt::format("the line begins with {}; it must begin with the label", quoted(text)));
  }
  if (text.find(',') != std::string_view::npos) {
    lines.fail(text.data(),
               fmt::format("there are several labels ({}); keep one per line", quoted(text)));
  }
  return number(text, lines, "label");
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

/// Calls `take(index, value)` for each pair of the line and returns the label; `has_row` is false
/// for a line without content.
template <class Take>
double parse_line(const Lines& lines, bool& has_row, Take take) {
  const std::string_view text = lines.text();
  const char* place = text.data();
  const char* const end = text.data() + std::min(text.find('#'), text.size());
  const std::string_view first = next_word(place, end);
  has_row = !first.empty();
  if (!has_row) return 0;
  const double target = label(first, lines);
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
  return target;
}

struct Extents {
  std::uint64_t rows = 0;
  std::uint64_t cols = 0;
};

Extents measure(Input& input, const Context& context) {
  Extents extents;
  Lines lines(input, context);
  while (lines.next()) {
    bool has_row = false;
    parse_line(lines, has_row,
               [&](std::uint64_t index, double) { extents.cols = std::max(extents.cols, index); });
    if (has_row) ++extents.rows;
  }
  return extents;
}

}  // namespace

Columns read_libsvm(Input& input, const Context& context) {
  const Extents extents = measure(input, context);
  if (extents.rows > 0 && extents.cols == 0) {
    throw Error(ErrorKind::bad_data,
                input.name() + ": no line has an index:value pair; is this a LIBSVM file?");
  }
  // The label is one more column, after the features.
  Dense dense(input.name(), extents.rows, extents.rows > 0 ? extents.cols + 1 : 0, context);
  const MatrixView<double> matrix = dense.view();
  Lines lines(input, context);
  std::size_t row = 0;
  while (lines.next() && row < extents.rows) {
    bool has_row = false;
    const double target = parse_line(lines, has_row, [&](std::uint64_t index, double value) {
      if (index <= extents.cols) matrix(row, index - 1) = value;
    });
    if (has_row) matrix(row++, extents.cols) = target;
  }
  Columns columns;
  columns.names = feature_names(extents.cols, 1);
  columns.names.emplace_back("target");
  columns.columns = dense.columns(columns.names);
  columns.source = input.name();
  return columns;
}

}  // namespace pith
