// SPDX-License-Identifier: Apache-2.0
#include "pith/evaluate/splits.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <string>

#include "pith/base/assert.h"
#include "pith/base/error.h"
#include "pith/base/random.h"
#include "pith/learn/model/folds.h"

namespace pith {
namespace {

/// A random stream under the seed of the caller, distinct from those of methods and resampling.
constexpr std::uint64_t seeds_stream = std::uint64_t{4} << 32U;

using Kind = Splitting::Kind;

void check_folds(std::size_t folds, std::size_t rows) {
  if (folds >= 2 && folds <= rows) return;
  throw Error(ErrorKind::bad_argument,
              fmt::format("{} must be at least 2 and at most the number of rows, {} (got {})",
                          option("folds"), rows, folds));
}

void check_given(const Splitting& how, std::size_t rows) {
  const std::vector<std::uint32_t>& fold_of = how.fold_of;
  if (fold_of.size() != rows) {
    throw Error(
        ErrorKind::bad_argument,
        fmt::format("the split ({}) has {}, but the table has {}; give one fold for each row",
                    option("split"), counted(fold_of.size(), "row"), counted(rows, "row")));
  }
  const auto [min, max] = std::minmax_element(fold_of.begin(), fold_of.end());
  if (how.is_train_test && *max > 1) {
    throw Error(ErrorKind::bad_argument,
                fmt::format("row {} has fold {}; a train/test split ({}) needs fold 0 for training "
                            "rows and fold 1 for test rows",
                            max - fold_of.begin() + 1, *max, option("split")));
  }
  if (*min == *max) {
    throw Error(ErrorKind::bad_argument,
                how.is_train_test
                    ? fmt::format("the split ({}) has no {} rows; it needs training and test rows "
                                  "(rows dropped for missing values do not count)",
                                  option("split"), *max == 0 ? "test" : "training")
                    : fmt::format("the split ({}) has only one fold; it needs at least two (rows "
                                  "dropped for missing values do not count)",
                                  option("split")));
  }
}

void check(const Splitting& how, std::size_t rows) {
  if (how.kind == Kind::folds) check_folds(how.folds, rows);
  if (how.kind == Kind::given) check_given(how, rows);
  if (how.kind == Kind::holdout && !(how.test_share > 0 && how.test_share < 1)) {
    throw Error(ErrorKind::bad_argument, fmt::format("{} must be above 0 and below 1 (got {})",
                                                     option("holdout"), how.test_share));
  }
  const bool has_repeats = how.kind == Kind::folds || how.kind == Kind::holdout;
  if (has_repeats && how.repeats == 0) {
    throw Error(ErrorKind::bad_argument,
                fmt::format("{} must be at least 1 (got 0)", option("repeats")));
  }
}

/// The rows of each class that has rows, ordered by their first rows.
std::vector<std::vector<std::size_t>> rows_by_class(const Column& target) {
  std::vector<std::vector<std::size_t>> rows_of(target.levels());
  for (std::size_t row = 0; row < target.rows(); ++row)
    rows_of[target.code(row)].push_back(row);
  std::erase_if(rows_of, [](const auto& rows) { return rows.empty(); });
  std::sort(rows_of.begin(), rows_of.end());
  return rows_of;
}

/// The number of rows of each class to hold out.
std::vector<std::size_t> held_out(const std::vector<std::vector<std::size_t>>& rows_of,
                                  double share) {
  std::vector<std::size_t> counts;
  for (const auto& rows : rows_of) {
    const auto nearest = std::llround(share * static_cast<double>(rows.size()));
    counts.push_back(std::min(static_cast<std::size_t>(nearest), rows.size() - 1));
  }
  if (std::accumulate(counts.begin(), counts.end(), std::size_t{0}) > 0) return counts;
  const bool has_more =
      std::any_of(rows_of.begin(), rows_of.end(), [](const auto& rows) { return rows.size() > 1; });
  if (has_more) {
    throw Error(ErrorKind::bad_argument,
                fmt::format("a holdout of {} is less than half a row of every class; hold out a "
                            "larger share ({})",
                            share, option("holdout")));
  }
  throw Error(
      ErrorKind::bad_data,
      fmt::format("each of the {} classes has only one row, which is needed for training, so "
                  "there are no test rows; add rows",
                  rows_of.size()));
}

/// The rows of one fold are test rows, all others training rows.
Split split_of(const std::vector<std::uint32_t>& fold_of, std::uint32_t fold) {
  Split split;
  for (std::size_t row = 0; row < fold_of.size(); ++row)
    (fold_of[row] == fold ? split.test : split.train).push_back(row);
  return split;
}

void add_folds(const Column& target, std::size_t folds, std::uint64_t seed,
               std::vector<Split>& splits) {
  const std::vector<std::uint32_t> fold_of = stratified_folds(target, folds, seed);
  for (std::uint32_t fold = 0; fold < folds; ++fold)
    splits.push_back(split_of(fold_of, fold));
}

void add_holdout(const Column& target, double share, std::uint64_t seed,
                 std::vector<Split>& splits) {
  const auto rows_of = rows_by_class(target);
  const std::vector<std::size_t> counts = held_out(rows_of, share);
  std::vector<std::uint32_t> is_tested(target.rows(), 0);
  for (std::size_t c = 0; c < rows_of.size(); ++c) {
    const std::vector<std::size_t> order = Random(seed, c).permutation(rows_of[c].size());
    for (std::size_t i = 0; i < counts[c]; ++i)
      is_tested[rows_of[c][order[i]]] = 1;
  }
  splits.push_back(split_of(is_tested, 1));
}

std::vector<Split> given_splits(const Splitting& how) {
  if (how.is_train_test) return {split_of(how.fold_of, 1)};
  std::vector<std::uint32_t> folds = how.fold_of;
  std::sort(folds.begin(), folds.end());
  folds.erase(std::unique(folds.begin(), folds.end()), folds.end());
  std::vector<Split> splits(folds.size());
  std::transform(folds.begin(), folds.end(), splits.begin(),
                 [&](std::uint32_t fold) { return split_of(how.fold_of, fold); });
  return splits;
}

std::vector<Split> splits_of(const Column& target, const Splitting& how, std::uint64_t seed) {
  if (how.kind == Kind::given) return given_splits(how);
  std::vector<Split> splits;
  if (how.kind == Kind::leave_one_out) {
    std::vector<std::uint32_t> fold_of(target.rows());
    std::iota(fold_of.begin(), fold_of.end(), 0U);
    for (const std::uint32_t fold : fold_of)
      splits.push_back(split_of(fold_of, fold));
    return splits;
  }
  const Random seeds(seed, seeds_stream);
  for (std::size_t repeat = 0; repeat < how.repeats; ++repeat) {
    if (how.kind == Kind::folds) {
      add_folds(target, how.folds, seeds.bits(repeat), splits);
    } else {
      add_holdout(target, how.test_share, seeds.bits(repeat), splits);
    }
  }
  return splits;
}

void check_classes(const Column& target, const Split& split, Kind kind) {
  const std::uint32_t first = target.code(split.train.front());
  const auto differs = [&](std::size_t row) { return target.code(row) != first; };
  if (std::any_of(split.train.begin(), split.train.end(), differs)) return;
  const std::size_t absent = *std::find_if(split.test.begin(), split.test.end(), differs);
  const std::string remedy =
      kind == Kind::given
          ? fmt::format("put both classes into more than one fold ({})", option("split"))
          : fmt::format(
                "add rows of this class or use a holdout ({}), which leaves a row of every "
                "class for training",
                option("holdout"));
  throw Error(
      ErrorKind::bad_data,
      fmt::format("a test set has all rows of class {}, so only class {} is left for "
                  "training; {}",
                  quoted(target.level(target.code(absent))), quoted(target.level(first)), remedy));
}

}  // namespace

std::vector<Split> make_splits(const Column& target, const Splitting& how, std::uint64_t seed) {
  PITH_ASSERT(target.is_codes() && !target.has_missing());
  const auto rows_of = rows_by_class(target);
  if (rows_of.size() < 2) {
    throw Error(ErrorKind::bad_data,
                rows_of.empty()
                    ? "the table has no rows; learners need rows of at least two classes"
                    : fmt::format("all rows have class {}, so there is nothing to learn; name "
                                  "another target ({})",
                                  quoted(target.level(target.code(0))), option("target")));
  }
  check(how, target.rows());
  std::vector<Split> splits = splits_of(target, how, seed);
  for (const Split& split : splits) {
    PITH_ASSERT(!split.train.empty() && !split.test.empty());
    check_classes(target, split, how.kind);
  }
  return splits;
}

}  // namespace pith
