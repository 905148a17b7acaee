// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "pith/base/context.h"
#include "pith/data/column.h"

namespace pith {

/// Gaussian kernel densities within the classes, evaluated at the rows themselves and given as
/// logarithms, so that nothing underflows however far out a row lies.
///
/// Scott's bandwidths: h = sd n^(-1/5) for one number and sd n^(-1/6) for each of two, with n and
/// sd (divisor n-1) of the class. The denominator of p(x|s,c) has the bandwidth of its numerator,
/// so that the conditional density integrates to one. Where a number varies by less than 1/1000 of
/// its sd over all rows, that is taken for the sd (and 1 where it is 0 as well).
///
/// Leave-one-out: a row has no part in the density of its own class. With weights (= repetition)
/// one copy of the row is left out; where nothing would be left, the row keeps its part.
///
/// All results are rows x classes, row by row, and only the rows asked for are written; each costs
/// O(n). A row's own class never gets minus infinity.
class KernelDensity {
 public:
  enum class Rule { leave_one_out, resubstitution };

  /// `target`: codes without gaps; `weights`: empty, or one positive weight per row, referred to.
  /// Densities of many rows take long, so that all of this throws Error(cancelled) when `context`
  /// says so.
  KernelDensity(const Column& target, std::span<const double> weights, Rule rule,
                Context context = {});

  /// log p(x_i | c)
  void log_density(std::span<const double> x, std::span<const std::uint32_t> rows,
                   std::span<double> result) const;
  /// log p(x_i | s_i, c) for two features without gaps, at least one of them numbers:
  /// two numbers: product kernels; a number x given a level s: kernels within the rows of that
  /// level (fewer than two rows: log p(x_i | c)); a level x given a number s: the share of the
  /// kernels at s_i that belongs to rows with level x_i, minus infinity where the class has none.
  void log_conditional(const Column& x, const Column& s, std::span<const std::uint32_t> rows,
                       std::span<double> result) const;

 private:
  using Rows = std::vector<std::uint32_t>;
  class Cloud;

  std::size_t classes() const { return classes_.size(); }
  std::vector<Rows> by_level(const Rows& members, const Column& codes) const;
  void density_in(const Rows& members, std::span<const double> x, double floor,
                  std::span<const std::uint32_t> rows, std::span<double> column) const;
  void numbers_given_numbers(std::span<const double> x, std::span<const double> s,
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

}  // namespace pith
