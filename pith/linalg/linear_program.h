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

/// Minimise c'x where A x >= b and x >= l. A is given by columns: column j has the elements
/// values[k] in rows[k] for k from starts[j] to starts[j + 1].
struct LinearProgramData {
  std::vector<double> right;   ///< b
  std::vector<double> costs;   ///< c
  std::vector<double> lowers;  ///< l; -infinity: none
  std::vector<std::size_t> starts = {0};
  std::vector<int> rows;
  std::vector<double> values;
};

/// A linear programme that can be solved again with other costs, from the last solution. Solved by
/// the simplex method of CLP, which is loaded when it is first needed. Silent and deterministic.
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

  void set_cost(std::size_t column, double cost);
  /// Returns whether an optimum was found. Calls `tick` once for every iteration after they are
  /// done, on this thread.
  bool solve(const Context& context, const std::function<void()>& tick = {});

  double objective() const;
  std::span<const double> values() const;

 private:
  class Solver;
  std::unique_ptr<Solver> solver_;
};

}  // namespace linalg
}  // namespace pith
