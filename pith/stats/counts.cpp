// SPDX-License-Identifier: Apache-2.0
#include "pith/stats/counts.h"

#include <algorithm>
#include <cstdint>
#include <functional>
#include <numeric>
#include <variant>

#include "pith/base/assert.h"

namespace pith {
inline namespace stats {
namespace {

/// Adds the counts of the rows to cells, using `Lanes` tables in turn: with four of them a row need
/// not wait until the cell of the previous one is written.
template <std::size_t Lanes, class X, class Y>
void count_plain(std::span<const X> x, std::span<const Y> y, std::size_t y_levels,
                 std::span<double> cells) {
  constexpr std::size_t block = std::size_t{1} << 31U;  // rows; 32-bit counts cannot overflow
  const std::size_t size = cells.size();
  std::vector<std::uint32_t> tables(Lanes * size);
  for (std::size_t start = 0; start < x.size(); start += block) {
    const std::size_t stop = std::min(x.size(), start + block);
    std::fill(tables.begin(), tables.end(), 0U);
    std::size_t row = start;
    for (; row + Lanes <= stop; row += Lanes) {
      for (std::size_t lane = 0; lane < Lanes; ++lane) {
        ++tables[lane * size + std::size_t{x[row + lane]} * y_levels + y[row + lane]];
      }
    }
    for (; row < stop; ++row)
      ++tables[std::size_t{x[row]} * y_levels + y[row]];
    for (std::size_t i = 0; i < tables.size(); ++i)
      cells[i % size] += tables[i];
  }
}

}  // namespace

void Counts::update(const Column& x, const Column& y, std::span<const double> weights) {
  PITH_ASSERT(x.levels() <= x_levels_ && y.levels() <= y_levels_ && x.rows() == y.rows());
  const bool is_plain = weights.empty() && !x.has_missing() && !y.has_missing();
  std::visit(
      [&](auto x_codes, auto y_codes) {
        if (is_plain) {
          // Several tables do not pay with few rows, which do not offset clearing them, or with
          // many cells, which do not fit in the cache.
          constexpr std::size_t few = 4096;
          if (cells_.size() <= std::min(few, x_codes.size())) {
            count_plain<4>(x_codes, y_codes, y_levels_, std::span(cells_));
          } else {
            count_plain<1>(x_codes, y_codes, y_levels_, std::span(cells_));
          }
          return;
        }
        for (std::size_t row = 0; row < x_codes.size(); ++row) {
          const double weight = weights.empty() ? 1.0 : weights[row];
          const bool has_x = !x.missing().test(row);
          const bool has_y = !y.missing().test(row);
          double& place = has_x && has_y
                              ? cells_[std::size_t{x_codes[row]} * y_levels_ + y_codes[row]]
                          : has_x ? missing_y_[x_codes[row]]
                          : has_y ? missing_x_[y_codes[row]]
                                  : missing_both_;
          place += weight;
        }
      },
      x.codes(), y.codes());
}

void Counts::add(const Cells& other) {
  const std::size_t rows = x_levels_ + (other.has_missing_x ? 1 : 0);
  const std::size_t stride = y_levels_ + (other.has_missing_y ? 1 : 0);
  PITH_ASSERT(other.cells.size() == rows * stride);
  for (std::size_t x = 0; x < rows; ++x) {
    for (std::size_t y = 0; y < stride; ++y) {
      const bool has_x = x < x_levels_;
      const bool has_y = y < y_levels_;
      double& place = has_x && has_y ? cells_[x * y_levels_ + y]
                      : has_x        ? missing_y_[x]
                      : has_y        ? missing_x_[y]
                                     : missing_both_;
      place += static_cast<double>(other.cells[x * stride + y]);
    }
  }
}

bool Counts::has_missing() const {
  const auto is_positive = [](double count) { return count > 0; };
  return missing_both_ > 0 || std::any_of(missing_x_.begin(), missing_x_.end(), is_positive) ||
         std::any_of(missing_y_.begin(), missing_y_.end(), is_positive);
}

std::vector<double> Counts::x_totals() const {
  std::vector<double> totals(x_levels_);
  for (std::size_t x = 0; x < x_levels_; ++x) {
    for (std::size_t y = 0; y < y_levels_; ++y)
      totals[x] += (*this)(x, y);
  }
  return totals;
}

std::vector<double> Counts::y_totals() const {
  std::vector<double> totals(y_levels_);
  for (std::size_t x = 0; x < x_levels_; ++x) {
    for (std::size_t y = 0; y < y_levels_; ++y)
      totals[y] += (*this)(x, y);
  }
  return totals;
}

double Counts::total() const {
  return std::accumulate(cells_.begin(), cells_.end(), 0.0);
}

Counts Counts::spread() const {
  if (!has_missing()) return *this;
  // The frequency of each level, whether or not the other column is missing.
  std::vector<double> x_seen = x_totals();
  std::vector<double> y_seen = y_totals();
  std::transform(x_seen.begin(), x_seen.end(), missing_y_.begin(), x_seen.begin(), std::plus<>());
  std::transform(y_seen.begin(), y_seen.end(), missing_x_.begin(), y_seen.begin(), std::plus<>());
  const double x_sum = std::accumulate(x_seen.begin(), x_seen.end(), 0.0);
  const double y_sum = std::accumulate(y_seen.begin(), y_seen.end(), 0.0);
  const double both_sum = total();
  Counts complete(x_levels_, y_levels_);
  for (std::size_t x = 0; x < x_levels_; ++x) {
    for (std::size_t y = 0; y < y_levels_; ++y) {
      double& cell = complete.cells_[x * y_levels_ + y];
      cell = (*this)(x, y);
      if (x_sum > 0) cell += missing_x_[y] * (x_seen[x] / x_sum);
      if (y_sum > 0) cell += missing_y_[x] * (y_seen[y] / y_sum);
      if (both_sum > 0) cell += missing_both_ * ((*this)(x, y) / both_sum);
    }
  }
  return complete;
}

}  // namespace stats
}  // namespace pith
