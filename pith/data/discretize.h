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

/// How numbers are binned into codes. With m the mean and s the standard deviation (divisor n-1):
///   sigma        x <= m-s | m-s < x <= m+s | x > m+s       (the three bins of the papers; the
///   default);
///                x <= m | x > m where these would put all rows into one bin
///   sigma:n      the same with divisor n
///   width:N      N intervals of equal width from the smallest to the largest value
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
/// The same for a target, which cannot be binned by a target.
Bins parse_target_bins(std::string_view text);
std::string bins_text(const Bins& bins);

/// What a rule may use in addition to the column. A row weight w counts as w repetitions.
struct BinsEvidence {
  const Column* target = nullptr;  ///< needed by mdl
  std::span<const double> weights;
};

/// The cuts in ascending order, from the rows that are not missing and whose weight is not zero.
/// None for a constant column.
std::vector<double> cut_points(const Column& numbers, const Bins& bins,
                               const BinsEvidence& evidence);

/// Numbers as codes; empty bins are left out; the mask is kept. Levels are named by their
/// intervals. A column of codes is returned unchanged.
Column discretize(const Column& column, const Bins& bins, const BinsEvidence& evidence);

/// The table with integer-coded features (is_integer_coded) as categories, and a note. In parallel
/// over features.
Table integers_as_codes(const Table& table, const Context& context);

/// The table with numeric features that are not integer-coded declared numeric, so that they stay
/// so when only some of the rows are left. In parallel over features.
Table with_fixed_kinds(const Table& table, const Context& context);

/// The table with every numeric feature as categories, if none has more than `max_distinct`
/// distinct values; nothing otherwise.
std::optional<Table> few_as_codes(const Table& table, std::size_t max_distinct,
                                  const Context& context);
/// Bins every numeric feature, integers too. In parallel over features. Adds a note.
Table bin_all(const Table& table, const Bins& bins, const Context& context);

/// Every feature as codes: codes stay, integer-coded features (is_integer_coded) become categories,
/// other numbers are binned. In parallel over features. Adds a note about the binned features.
Table discretize(const Table& table, const Bins& bins, const Context& context);

}  // namespace pith
