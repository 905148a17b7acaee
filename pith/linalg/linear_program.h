// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "pith/base/context.h"

namespace pith {
inline namespace linalg {

/// Minimise c'x where l <= x <= u, and each row a of the programme has lower <= a'x <= upper.
struct LinearProgramData {
  std::vector<double> costs;   ///< c
  std::vector<double> lowers;  ///< l; -infinity: none
  std::vector<double> uppers;  ///< u; infinity: none
};

struct LinearProgramRow {
  std::vector<double> elements;  ///< a, one for each variable
  double lower = 0;
  double upper = 0;
};

/// A linear programme that can be solved again with more rows or other bounds of them, from the
/// last basis: neither changes the costs, so that the dual simplex method continues. Solved by CLP,
/// which is loaded when it is first needed. Silent and deterministic.
class LinearProgram {
 public:
  /// Why there are no linear programmes in this build, and the remedy; empty: there are.
  static std::string unavailable();

  /// Throws Error(bad_argument) where there are none, and Error(io) where CLP was found when the
  /// library was built but cannot be loaded.
  explicit LinearProgram(const LinearProgramData& data);
  LinearProgram(const LinearProgram&) = delete;
  LinearProgram& operator=(const LinearProgram&) = delete;
  ~LinearProgram();

  void add_rows(std::span<const LinearProgramRow> rows);
  void set_bounds(std::size_t row, double lower, double upper);
  /// Returns whether an optimum was found. Calls `tick` once for every iteration after they are
  /// done, on this thread.
  bool solve(const Context& context, const std::function<void()>& tick = {});

  double objective() const;
  std::span<const double> values() const;
  /// The multiplier of each row: how the objective changes with the bound that holds it.
  std::span<const double> prices() const;

 private:
  class Solver;
  std::unique_ptr<Solver> solver_;
};

}  // namespace linalg
}  // namespace pith
