// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "pith/base/context.h"
#include "pith/data/column.h"

namespace pith {
inline namespace families {

/// Gaussian kernel densities within the classes, evaluated at the rows themselves and returned as
/// logarithms, so that outliers do not underflow.
///
/// Scott's bandwidths: h = sd n^(-1/5) for one feature and sd n^(-1/6) for each of two, with n and
/// sd (divisor n-1) of the class. The denominator of p(x|s,c) has the bandwidth of its numerator,
/// so that the conditional density integrates to one. If the sd of a
/// class is less than 1/1000 of the sd over all rows, the latter value is used (and 1 if it is 0).
///
/// Leave-one-out: a row does not contribute to the density of its own class. With weights
/// (repetition) one copy of the row is left out; the only row of a class is not left out.
///
/// All results are rows x classes, row-major, and only the requested rows are written, at O(n)
/// each. The value of a row's own class is never minus infinity.
class KernelDensity {
 public:
  enum class Rule { leave_one_out, resubstitution };

  /// `target`: categorical, without missing values; `weights`: empty, or one positive weight per
  /// row; not owned. All functions throw Error(cancelled) if `context` is cancelled.
  KernelDensity(const Column& target, std::span<const double> weights, Rule rule,
                Context context = {});

  /// log p(x_i | c)
  void log_density(std::span<const double> x, std::span<const std::uint32_t> rows,
                   std::span<double> result) const;
  /// log p(x_i | s_i, c) for two features without missing values, at least one of them numeric.
  /// Both numeric: product kernels; numeric x given categorical s: kernels within the rows of that
  /// level (fewer than two rows: log p(x_i | c)); categorical x given numeric s: the share of the
  /// kernels at s_i from rows with level x_i, minus infinity if the class has none.
  struct Given {
    const Column& s;
    std::span<const double> log_kernel_sums = {};  ///< empty: they are computed
  };
  void log_conditional(const Column& x, const Given& given, std::span<const std::uint32_t> rows,
                       std::span<double> result) const;
  /// What depends on s alone where both are numeric: the logarithms of the sums of kernels at s_i.
  void log_kernel_sums(std::span<const double> s, std::span<const std::uint32_t> rows,
                       std::span<double> result) const;

 private:
  using Rows = std::vector<std::uint32_t>;
  class Cloud;

  std::size_t classes() const { return classes_.size(); }
  std::vector<Rows> by_level(const Rows& members, const Column& codes) const;
  void density_in(const Rows& members, std::span<const double> x, double floor,
                  std::span<const std::uint32_t> rows, std::span<double> column) const;
  void numbers_given_numbers(std::span<const double> x, const Given& given,
                             std::span<const std::uint32_t> rows, std::span<double> result) const;
  void numbers_given_codes(std::span<const double> x, const Column& s,
                           std::span<const std::uint32_t> rows, std::span<double> result) const;
  void codes_given_numbers(const Column& x, std::span<const double> s,
                           std::span<const std::uint32_t> rows, std::span<double> result) const;

  std::vector<Rows> classes_;  // the rows of each class, ascending
  Rows all_;
  std::span<const double> weights_;
  Rule rule_;
  Context context_;
};

}  // namespace families
}  // namespace pith
