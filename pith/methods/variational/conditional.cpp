// SPDX-License-Identifier: Apache-2.0
#include "pith/methods/variational/conditional.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <variant>

#include "pith/base/elementary.h"

namespace pith {
inline namespace families {
namespace {

constexpr double minus_infinity = -std::numeric_limits<double>::infinity();

std::vector<std::uint32_t> wide_codes(const Column& column) {
  return std::visit(
      [](auto codes) { return std::vector<std::uint32_t>(codes.begin(), codes.end()); },
      column.codes());
}

}  // namespace

std::vector<double> conditional(const Counts& counts) {
  const std::vector<double> totals = counts.y_totals();
  std::vector<double> result(counts.cells().begin(), counts.cells().end());
  for (std::size_t cell = 0; cell < result.size(); ++cell) {
    const double total = totals[cell % totals.size()];
    result[cell] = total > 0 ? result[cell] / total : 1.0;
  }
  return result;
}

Condition::Condition(const Column& s, const Column& target, std::span<const double> weights)
    : classes_(target.levels()),
      levels_(s.levels()),
      s_(wide_codes(s)),
      target_(wide_codes(target)),
      weights_(weights) {
  constexpr std::size_t largest = 65536;  // half a megabyte of logarithms
  if (weights.empty()) {
    whole_logs_.resize(std::min(s.rows(), largest) + 1);
    for (std::size_t count = 0; count < whole_logs_.size(); ++count)
      whole_logs_[count] = portable::log(static_cast<double>(count));
  }
  Counts counts(levels_, classes_);
  counts.update(s, target, weights);
  log_counts_.assign(counts.cells().begin(), counts.cells().end());
  for (double& cell : log_counts_)
    cell = log_of(cell);
}

double Condition::log_of(double count) const {
  const auto whole = static_cast<std::size_t>(count);
  return weights_.empty() && whole < whole_logs_.size() ? whole_logs_[whole] : portable::log(count);
}

/// Numbers the pairs (x,s), and returns their count. If few pairs are possible, the number is
/// x * levels + s; otherwise only those that occur are numbered, so that two identifiers do not
/// take memory quadratic in the rows.
template <class Code>
std::size_t Condition::number_pairs(std::span<const Code> x, std::size_t levels,
                                    Scratch& scratch) const {
  scratch.joints.resize(x.size());
  scratch.keys.clear();
  if (levels * levels_ <= 2 * x.size() + 64) {
    for (std::size_t row = 0; row < x.size(); ++row)
      scratch.joints[row] = static_cast<std::uint32_t>(x[row] * levels_ + s_[row]);
    return levels * levels_;
  }
  const auto key = [&](std::size_t row) { return std::uint64_t{x[row]} * levels_ + s_[row]; };
  std::vector<std::uint64_t>& keys = scratch.keys;
  keys.resize(x.size());
  for (std::size_t row = 0; row < x.size(); ++row)
    keys[row] = key(row);
  std::sort(keys.begin(), keys.end());
  keys.erase(std::unique(keys.begin(), keys.end()), keys.end());
  for (std::size_t row = 0; row < x.size(); ++row) {
    const auto place = std::lower_bound(keys.begin(), keys.end(), key(row));
    scratch.joints[row] = static_cast<std::uint32_t>(place - keys.begin());
  }
  return keys.size();
}

void Condition::take_logs(std::size_t pairs, bool is_ranked, Scratch& scratch) const {
  for (std::size_t pair = 0; pair < pairs; ++pair) {
    const std::size_t s = (is_ranked ? scratch.keys[pair] : pair) % levels_;
    for (std::size_t c = 0; c < classes_; ++c) {
      double& cell = scratch.cells[pair * classes_ + c];
      const double condition = log_counts_[s * classes_ + c];
      cell = condition == minus_infinity ? 0.0 : log_of(cell) - condition;
    }
  }
}

void Condition::add_logs(const Column& x, std::span<const std::uint32_t> rows,
                         std::span<double> sums, Scratch& scratch) const {
  const std::size_t pairs =
      std::visit([&](auto codes) { return number_pairs(codes, x.levels(), scratch); }, x.codes());
  scratch.cells.assign(pairs * classes_, 0.0);
  for (std::size_t row = 0; row < s_.size(); ++row) {
    scratch.cells[scratch.joints[row] * classes_ + target_[row]] +=
        weights_.empty() ? 1.0 : weights_[row];
  }
  take_logs(pairs, !scratch.keys.empty(), scratch);
  for (const std::uint32_t row : rows) {
    const double* const logs = &scratch.cells[scratch.joints[row] * classes_];
    double* const sum = &sums[row * classes_];
    for (std::size_t c = 0; c < classes_; ++c)
      sum[c] += logs[c];
  }
}

}  // namespace families
}  // namespace pith
