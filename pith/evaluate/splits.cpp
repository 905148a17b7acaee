// SPDX-License-Identifier: Apache-2.0
#include "pith/evaluate/splits.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <optional>
#include <string>
#include <string_view>

#include "pith/base/assert.h"
#include "pith/base/error.h"
#include "pith/base/random.h"
#include "pith/evaluate/row_blocks.h"
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

void check_length(std::size_t size, std::size_t rows, std::string_view what,
                  std::string_view name) {
  if (size == rows) return;
  throw Error(ErrorKind::bad_argument,
              fmt::format("{} has {}, but the table has {}; give one value for each row",
                          option(name), counted(size, what), counted(rows, "row")));
}

void check_groups(const Splitting& how, std::size_t rows) {
  check_length(how.group_of.size(), rows, "value", "groups");
  const std::size_t groups = evaluate_internal::distinct_groups(how.group_of);
  if (groups < 2) {
    throw Error(ErrorKind::bad_data,
                fmt::format("all rows are in one group ({}); training and test rows need at least "
                            "two",
                            option("groups")));
  }
  if (how.folds >= 2 && how.folds <= groups) return;
  throw Error(ErrorKind::bad_argument,
              fmt::format("{} must be at least 2 and at most the number of groups, {} (got {})",
                          option("folds"), groups, how.folds));
}

void check_times(const Splitting& how, std::size_t rows) {
  check_length(how.times.size(), rows, "value", "time");
  if (std::any_of(how.times.begin(), how.times.end(),
                  [](double time) { return !std::isfinite(time); })) {
    throw Error(ErrorKind::bad_data,
                fmt::format("{} has a value that is not finite", option("time")));
  }
  const std::size_t times = evaluate_internal::distinct_times(how.times);
  if (times < 2) {
    throw Error(ErrorKind::bad_data,
                fmt::format("all rows have the same time ({}), so none is later than another",
                            option("time")));
  }
  if (how.folds >= 1 && how.folds < times) return;
  throw Error(ErrorKind::bad_argument,
              fmt::format("{} must be at least 1 and less than the number of distinct times, {} "
                          "(got {})",
                          option("folds"), times, how.folds));
}

void check(const Splitting& how, std::size_t rows) {
  if (how.kind == Kind::folds) check_folds(how.folds, rows);
  if (how.kind == Kind::groups) check_groups(how, rows);
  if (how.kind == Kind::time) check_times(how, rows);
  if (how.kind == Kind::given) check_given(how, rows);
  if (how.kind == Kind::holdout && !(how.test_share > 0 && how.test_share < 1)) {
    throw Error(ErrorKind::bad_argument, fmt::format("{} must be above 0 and below 1 (got {})",
                                                     option("holdout"), how.test_share));
  }
  const bool has_repeats =
      how.kind == Kind::folds || how.kind == Kind::groups || how.kind == Kind::holdout;
  if (has_repeats && how.repeats == 0) {
    throw Error(ErrorKind::bad_argument,
                fmt::format("{} must be at least 1 (got 0)", option("repeats")));
  }
}

/// The rows of each class that has rows, ordered by their first rows. Numbers are all of one class.
std::vector<std::vector<std::size_t>> rows_by_class(const Column& target) {
  const bool has_classes = target.is_codes();
  std::vector<std::vector<std::size_t>> rows_of(has_classes ? target.levels() : 1);
  for (std::size_t row = 0; row < target.rows(); ++row)
    rows_of[has_classes ? target.code(row) : 0].push_back(row);
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
    throw Error(
        ErrorKind::bad_argument,
        fmt::format("a holdout of {} is less than half a row{}; hold out a larger share ({})",
                    share, rows_of.size() > 1 ? " of every class" : "", option("holdout")));
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
  const auto tested = static_cast<std::size_t>(std::count(fold_of.begin(), fold_of.end(), fold));
  split.test.reserve(tested);
  split.train.reserve(fold_of.size() - tested);
  for (std::size_t row = 0; row < fold_of.size(); ++row)
    (fold_of[row] == fold ? split.test : split.train).push_back(row);
  return split;
}

void add_folds(const Column& target, const Splitting& how, std::uint64_t seed,
               std::vector<Split>& splits) {
  const std::vector<std::uint32_t> fold_of =
      how.kind == Kind::groups
          ? evaluate_internal::group_folds(target, how.group_of, how.folds, seed)
          : stratified_folds(target, how.folds, seed);
  for (std::uint32_t fold = 0; fold < how.folds; ++fold)
    splits.push_back(split_of(fold_of, fold));
}

/// Each block of time but the first is tested, and all earlier ones are for training.
std::vector<Split> time_splits(const Splitting& how) {
  const std::vector<std::uint32_t> block_of =
      evaluate_internal::time_blocks(how.times, how.folds + 1);
  std::vector<Split> splits(how.folds);
  for (std::size_t row = 0; row < block_of.size(); ++row) {
    if (block_of[row] > 0) splits[block_of[row] - 1].test.push_back(row);
    for (std::size_t split = block_of[row]; split < how.folds; ++split)
      splits[split].train.push_back(row);
  }
  return splits;
}

/// What is to be predicted of a row.
double value_of(const Column& target, std::size_t row) {
  return target.is_codes() ? target.code(row) : target.numbers()[row];
}

/// Whether the first block of time has at least two classes, or numbers.
bool varies_at_first(const Column& target, const Splitting& how, std::size_t folds) {
  const std::vector<std::uint32_t> block_of = evaluate_internal::time_blocks(how.times, folds + 1);
  std::optional<double> first;
  for (std::size_t row = 0; row < block_of.size(); ++row) {
    if (block_of[row] > 0) continue;
    if (first && *first != value_of(target, row)) return true;
    first = value_of(target, row);
  }
  return false;
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
  if (how.kind == Kind::time) return time_splits(how);
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
    if (how.kind == Kind::holdout) {
      add_holdout(target, how.test_share, seeds.bits(repeat), splits);
    } else {
      add_folds(target, how, seeds.bits(repeat), splits);
    }
  }
  return splits;
}

/// How to have rows of both classes for training.
std::string remedy_for_classes(Kind kind) {
  switch (kind) {
    case Kind::given:
      return fmt::format("put both classes into more than one fold ({})", option("split"));
    case Kind::groups:
      return fmt::format("use other folds ({}, {}), or groups that hold both classes ({})",
                         option("folds"), option("seed"), option("groups"));
    default:
      return fmt::format(
          "add rows of this class or use a holdout ({}), which leaves a row of every "
          "class for training",
          option("holdout"));
  }
}

/// Methods and learners need two different numbers.
void check_numbers(const Column& target, const Split& split) {
  const auto numbers = target.numbers();
  const double first = numbers[split.train.front()];
  if (std::any_of(split.train.begin(), split.train.end(),
                  [&](std::size_t row) { return numbers[row] != first; })) {
    return;
  }
  throw Error(ErrorKind::bad_data,
              fmt::format("the target is {} in all {} of a training set, so there is nothing to "
                          "learn from them; add rows, or split them in another way",
                          number_text(first), counted(split.train.size(), "row")));
}

void check_classes(const Column& target, const Split& split, Kind kind) {
  const std::uint32_t first = target.code(split.train.front());
  const auto differs = [&](std::size_t row) { return target.code(row) != first; };
  if (std::any_of(split.train.begin(), split.train.end(), differs)) return;
  if (kind == Kind::time) {
    throw Error(
        ErrorKind::bad_data,
        fmt::format("the first training set by time ({}) has {} and only class {}; use fewer "
                    "folds ({}), which makes it larger",
                    option("time"), counted(split.train.size(), "row"), quoted(target.level(first)),
                    option("folds")));
  }
  const std::size_t absent = *std::find_if(split.test.begin(), split.test.end(), differs);
  throw Error(ErrorKind::bad_data,
              fmt::format("a test set has all rows of class {}, so only class {} is left for "
                          "training; {}",
                          quoted(target.level(target.code(absent))), quoted(target.level(first)),
                          remedy_for_classes(kind)));
}

}  // namespace

std::size_t usable_folds(const Column& target, const Splitting& how) {
  if (!how.allows_fewer_folds) return how.folds;
  if (how.kind == Kind::folds && how.folds > target.rows()) {
    std::size_t smallest = target.rows();
    for (const auto& rows : rows_by_class(target))
      smallest = std::min(smallest, rows.size());
    return std::max<std::size_t>(2, smallest);
  }
  if (how.kind == Kind::groups && how.group_of.size() == target.rows())
    return std::min(how.folds, evaluate_internal::distinct_groups(how.group_of));
  if (how.kind != Kind::time || how.times.size() != target.rows()) return how.folds;
  const std::size_t times = evaluate_internal::distinct_times(how.times);
  if (times < 2) return how.folds;
  std::size_t folds = std::min(how.folds, times - 1);
  while (folds > 1 && !varies_at_first(target, how, folds))
    --folds;
  return folds;
}

std::vector<Split> make_splits(const Column& target, const Splitting& how, std::uint64_t seed) {
  PITH_ASSERT(!target.has_missing());
  const auto rows_of = rows_by_class(target);
  if (target.is_codes() && rows_of.size() < 2) {
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
    if (target.is_codes()) {
      check_classes(target, split, how.kind);
    } else {
      check_numbers(target, split);
    }
  }
  return splits;
}

}  // namespace pith
