// SPDX-License-Identifier: Apache-2.0
#include "pith/measure/information_bounds.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <numeric>

#include "pith/base/elementary.h"
#include "pith/measure/entropy.h"

namespace pith {
inline namespace measure {
namespace {

/// H(y|S) = H(y) - I.
double conditional_entropy(double information, std::span<const double> class_weights) {
  const double whole = entropy(class_weights);
  return std::clamp(whole - information, 0.0, whole);
}

/// 1 - max p, without cancellation.
double prior_error(std::span<const double> class_weights) {
  const auto most = std::max_element(class_weights.begin(), class_weights.end());
  double others = 0;
  for (auto weight = class_weights.begin(); weight != class_weights.end(); ++weight)
    others += weight == most ? 0 : *weight;
  return others > 0 ? others / (others + *most) : 0;
}

double positive_count(std::span<const double> class_weights) {
  return static_cast<double>(std::count_if(class_weights.begin(), class_weights.end(),
                                           [](double weight) { return weight > 0; }));
}

/// h(e) + e log(c - 1), the largest H(y|S) that an error e allows; increases up to e = 1 - 1/c.
double most_entropy(double error, double classes) {
  if (error <= 0) return 0;
  return -error * portable::log(error) - (1 - error) * portable::log1p(-error) +
         error * portable::log(classes - 1);
}

}  // namespace

double fano_bound(double information, std::span<const double> class_weights) {
  const double classes = positive_count(class_weights);
  if (classes < 2) return 0;
  const double left = conditional_entropy(information, class_weights);
  // 1 - max p allows an entropy of at least H(y), so that the bound is below it.
  double low = 0;
  double high = prior_error(class_weights);
  constexpr int halvings = 200;  // until the ends are adjacent, also near 0
  for (int i = 0; i < halvings && left > 0; ++i) {
    const double middle = std::midpoint(low, high);
    if (middle <= low || middle >= high) break;
    (most_entropy(middle, classes) < left ? low : high) = middle;
  }
  return left > 0 ? high : 0;
}

double hellman_raviv_bound(double information, std::span<const double> class_weights) {
  const double left = conditional_entropy(information, class_weights);
  return std::min(left / (2 * std::numbers::ln2), prior_error(class_weights));
}

ErrorBounds information_error(double information, std::span<const double> class_weights) {
  const double upper = hellman_raviv_bound(information, class_weights);
  return {.lower = std::min(fano_bound(information, class_weights), upper), .upper = upper};
}

}  // namespace measure
}  // namespace pith
