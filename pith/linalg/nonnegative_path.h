// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <span>
#include <vector>

#include "pith/base/context.h"
#include "pith/linalg/cholesky_face.h"

namespace pith {
inline namespace linalg {

/// The solutions of min 1/2 |y - sum[j] a_j x_j|^2 + level * sum[j] a_j, a >= 0, for falling levels
/// (non-negative LARS): from a = 0 down, the variables enter and leave one at a time, and between
/// these events the solution is linear in the level.
///
/// No product <x_i, x_j> may be negative. Then a variable is correlated with the rest of y no more
/// than its known products say, and those that cannot enter next need no further products: most
/// variables never need any.
class NonnegativePath {
 public:
  struct Event {
    bool enters = true;  ///< or leaves
    std::size_t variable = 0;
    double level = 0;
  };

  /// Products of a variable with the entered ones from place `known` on are wanted.
  struct Request {
    std::size_t variable = 0;
    std::size_t known = 0;
  };
  using Products = std::function<std::vector<std::vector<double>>(
      std::span<const Request> requests, std::span<const std::size_t> entered)>;

  /// `correlations` are <x_j, y>.
  NonnegativePath(std::vector<double> correlations, Products products);

  /// The event at the highest level up to the current one; none above `floor` (not negative): none.
  /// Ties go to the lowest index.
  std::optional<Event> next(double floor, const Context& context);
  /// Takes the event that next() returned. A variable that depends linearly on the active ones does
  /// not enter.
  void take(const Event& event);

  /// In the order in which they entered.
  const std::vector<std::size_t>& active() const { return active_; }
  /// The solution for the active variables at a level between the next event and the last one.
  std::vector<double> coefficients(double level) const;

 private:
  void solve();
  /// Where an inactive variable would enter, for all that is known of it.
  double entry_level(std::size_t variable) const;
  bool is_exact(std::size_t variable) const { return known_[variable].size() == entered_.size(); }
  bool is_candidate(std::size_t variable) const;
  void learn(std::span<const Request> requests);
  void refine(std::vector<double>& levels, double floor, const Context& context);
  std::optional<Event> next_leaving() const;

  std::vector<double> correlations_;
  Products products_;
  double level_ = 0;
  std::vector<std::size_t> active_;
  std::vector<std::size_t> places_;         // of active_ in entered_
  std::vector<std::size_t> entered_;        // ever, in this order
  std::vector<std::vector<double>> known_;  // for each variable: products with the first entered
  std::vector<char> is_active_;
  std::vector<double> excluded_;  // at this level and above
  std::vector<double> entry_;     // for each variable: the level at which it entered last
  CholeskyFace face_;             // of the active variables
  std::vector<double> offset_;    // the coefficients are offset - level * slope,
  std::vector<double> slope_;     // by place in entered_
};

}  // namespace linalg
}  // namespace pith
