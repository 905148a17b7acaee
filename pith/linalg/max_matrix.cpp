// SPDX-License-Identifier: Apache-2.0
#include "pith/linalg/max_matrix.h"

#include <algorithm>
#include <numeric>

namespace pith {
inline namespace linalg {

MaxMatrix::MaxMatrix(std::span<const double> s) : s_(s), order_(s.size()) {
  std::iota(order_.begin(), order_.end(), std::size_t{0});
  std::stable_sort(order_.begin(), order_.end(),
                   [&](std::size_t a, std::size_t b) { return s[a] < s[b]; });
}

void MaxMatrix::multiply(std::span<const double> x, std::span<double> out) const {
  double below = 0;
  for (const std::size_t i : order_) {
    below += x[i];
    out[i] = s_[i] * below;
  }
  double above = 0;
  for (auto place = order_.rbegin(); place != order_.rend(); ++place) {  // NOLINT(modernize-*)
    out[*place] += above;
    above += s_[*place] * x[*place];
  }
}

}  // namespace linalg
}  // namespace pith
