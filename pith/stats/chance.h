// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace pith {
inline namespace stats {

/// E[k log(k/m) - k + m], where k is the number of marked rows among `a` rows that are drawn
/// without replacement from `n`, of which `b` are marked, and m = a b / n is its mean. Not
/// negative. a, b <= n; n >= 1.
///
/// The information of two variables with level counts a_i and b_j that are paired at random is on
/// average (1/n) sum[i,j] chance_term(n, a_i, b_j) nats (Vinh, Epps and Bailey, 2010). Takes at
/// most some hundred steps: a sum for small means, a series of central moments for large ones.
double chance_term(std::uint64_t n, std::uint64_t a, std::uint64_t b);

/// The information that a variable x shares by chance with another one, whose level counts within
/// each of some strata are given: the mean over all ways to permute x within the strata. It is a
/// sum over the levels of x in each stratum, and depends only on their counts; so every value is
/// computed once, when it is asked for first. Safe to be used from several threads.
///
/// Values of more than 256 rows are interpolated between exact ones (a polynomial of degree 7 in
/// steps of at most 1/64 of the count). An expectation is correct to 1e-12 nats.
class ChanceTable {
 public:
  /// counts[stratum * levels + level], whole numbers. The expectations are per row of all strata.
  ChanceTable(std::span<const double> counts, std::size_t levels);

  /// The part of a level of x that has `count` rows in a stratum; `count` is at most the number of
  /// rows of the stratum. To be added up and converted by nats(): sums of integers do not depend on
  /// their order.
  std::int64_t operator()(std::size_t stratum, std::uint64_t count) const {
    const Stratum& here = strata_[stratum];
    if (count < here.room) {
      const std::int64_t known = values_[here.start + count].load(std::memory_order_relaxed);
      if (known != 0) return known - 1;
    }
    return find(here, count);
  }
  /// The part in nats of several levels.
  static double nats(std::int64_t sum) { return std::ldexp(static_cast<double>(sum), -shift); }

  std::size_t strata() const { return strata_.size(); }
  std::size_t bytes() const;

 private:
  // Expectations are below log n < 64, and this many bits follow the point.
  static constexpr int shift = 56;

  struct Level {
    std::uint64_t count = 0;
    double times = 0;  // how many levels have this count
  };
  struct Stratum {
    std::uint64_t rows = 0;
    std::size_t first_level = 0;
    std::size_t last_level = 0;
    std::size_t start = 0;   // in values_
    std::uint64_t room = 0;  // counts below this have a place in values_
  };

  std::int64_t find(const Stratum& stratum, std::uint64_t count) const;
  std::int64_t exact(const Stratum& stratum, std::uint64_t count) const;
  static bool is_node(const Stratum& stratum, std::uint64_t count);
  std::int64_t interpolated(const Stratum& stratum, std::uint64_t count) const;

  std::vector<Level> levels_;
  std::vector<Stratum> strata_;
  double total_ = 0;
  mutable std::vector<std::atomic<std::int64_t>> values_;  // plus 1; 0 is unknown
};

/// The mean information, in nats, of two variables with these level counts (whole numbers) over all
/// ways to pair their values.
double expected_information(std::span<const double> x_counts, std::span<const double> y_counts);

}  // namespace stats
}  // namespace pith
