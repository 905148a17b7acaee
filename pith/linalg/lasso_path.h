// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

#include "pith/base/context.h"
#include "pith/base/view.h"
#include "pith/linalg/cholesky_face.h"
#include "pith/linalg/directions.h"

namespace pith {
inline namespace linalg {

/// The solutions of min 1/2 |y - sum[j] a_j x_j|^2 + level * sum[j] |a_j| for falling levels (LARS
/// with the lasso modification): from a = 0 down, the variables enter and leave one at a time, and
/// between these events the solution is linear in the level. An event costs one pass over x.
class LassoPath {
 public:
  struct Event {
    bool enters = true;  ///< or leaves
    std::size_t variable = 0;
    double level = 0;
  };

  /// Row j of `vectors` is x_j, of length 1 and contiguous; it must outlive the path.
  LassoPath(const MatrixView<const double>& vectors, std::span<const double> response,
            const Context& context);

  /// Goes down to the next event and takes it; none above 1e-12 of the first level: none. Ties go
  /// to the lowest index. A variable that depends linearly on the active ones does not enter.
  std::optional<Event> advance(const Context& context);

  /// In the order in which they entered.
  const std::vector<std::size_t>& active() const { return active_; }
  /// The solution for the active variables at a level between the last event and the next one.
  std::vector<double> coefficients(double level) const;

 private:
  std::span<const double> vector(std::size_t variable) const {
    return {vectors_.data_handle() + variable * vectors_.stride(0), response_.rows};
  }
  std::optional<Event> next_entering(const Context& context);
  std::optional<Event> next_leaving() const;
  /// False for a variable that depends on the active ones.
  bool enter(const Event& event);
  void leave(const Event& event);
  void solve();

  MatrixView<const double> vectors_;
  Directions response_;
  std::vector<double> correlations_;  // <x_j, y>
  // The correlations at a level are rest + level * fall, [2 * variable] and the next.
  std::vector<double> rests_;
  double level_ = 0;
  double floor_ = 0;
  std::vector<std::size_t> active_;
  std::vector<double> signs_;  // of the active variables
  std::vector<char> is_active_;
  std::vector<double> excluded_;  // at this level and above
  std::vector<double> entry_;     // for each variable: the level at which it entered last
  CholeskyFace face_;             // of the active variables
  std::vector<double> offset_;    // the coefficients are offset - level * slope
  std::vector<double> slope_;
};

}  // namespace linalg
}  // namespace pith
