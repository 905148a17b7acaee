// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "pith/base/context.h"
#include "pith/data/table.h"

namespace pith {

/// How numbers become codes. With m the mean and s the standard deviation (divisor n-1):
///   sigma        x <= m-s | m-s < x <= m+s | x > m+s       (the papers' three bins; the default);
///                x <= m | x > m where those would leave all rows in one bin
///   width:N      N intervals of equal width from the smallest to the largest value
///   sigma:n      the same with divisor n
///   frequency:N  cuts at the linear-interpolation quantiles 1/N .. (N-1)/N, repeated cuts once
///   ranks:N      cuts at the values of rank round(n i/N), i = 1 .. N-1, of the n sorted rows
///   mdl          Fayyad and Irani's recursive entropy splits with WEKA's better encoding
///   mdl:plain    the same with the plain encoding of the paper
/// Bins are closed on the right: the code of x is the number of cuts strictly below x.
struct Bins {
  enum class Rule { sigma, width, frequency, ranks, mdl };
  Rule rule = Rule::sigma;
  std::size_t count = 0;            ///< of intervals, for width, frequency and ranks
  bool has_better_encoding = true;  ///< for mdl
  bool divides_by_n = false;        ///< for sigma
};

/// Throws Error(bad_argument) that lists the rules.
Bins parse_bins(std::string_view text);
/// The same for a target, whose bins cannot look at a target.
Bins parse_target_bins(std::string_view text);
std::string bins_text(const Bins& bins);

/// What a rule may look at beside the column. Row weights count as repetition.
struct BinsEvidence {
  const Column* target = nullptr;  ///< needed by mdl
  std::span<const double> weights;
};

/// The cuts in ascending order, from the rows that are not missing and whose weight is not zero.
/// None for a constant column.
std::vector<double> cut_points(const Column& numbers, const Bins& bins,
                               const BinsEvidence& evidence);

/// Numbers as codes; bins without a row are left out; the mask is kept. Levels are named by their
/// intervals. Columns of codes come back as they are.
Column discretize(const Column& column, const Bins& bins, const BinsEvidence& evidence);

/// Integer-coded features (is_integer_coded) as categories by value, the rest as it is, with a
/// note. In parallel over features.
Table integers_as_codes(const Table& table, const Context& context);

/// Every feature of numbers as categories by value, if none has more than `few` values; nothing
/// otherwise.
std::optional<Table> few_as_codes(const Table& table, std::size_t few, const Context& context);
/// Every feature of numbers binned, integers too. In parallel over features. Adds a note.
Table bin_all(const Table& table, const Bins& bins, const Context& context);

/// Every feature as codes: codes stay, integer-coded features (is_integer_coded) become categories
/// by value, other numbers are binned. In parallel over features. Adds a note about what was
/// binned.
Table discretize(const Table& table, const Bins& bins, const Context& context);

}  // namespace pith
