// SPDX-License-Identifier: Apache-2.0
#include "pith/linalg/arrowhead.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "pith/base/assert.h"
#include "pith/linalg/matrix_kernels.h"

namespace pith {
inline namespace linalg {
namespace {

constexpr double epsilon = std::numeric_limits<double>::epsilon();
constexpr int max_steps = 200;  // bisection alone needs fewer

/// A root of the secular function, stored as its distance from the nearer pole. Only so do the
/// differences between roots and poles, from which everything else is computed, keep their relative
/// precision.
struct Root {
  std::size_t pole = 0;
  double offset = 0;
};

/// f(x) = corner - x - sum border_i^2 / (pole_i - x). Between neighbouring poles it falls from
/// infinity to minus infinity, as it does to the left and to the right of all of them.
class SecularFunction {
 public:
  SecularFunction(std::span<const double> poles, std::span<const double> border, double corner)
      : poles_(poles), corner_(corner) {
    for (const double element : border)
      squares_.push_back(element * element);
    weights_ = squares_;
  }

  Root outer_root(std::size_t pole, bool is_above);
  Root inner_root(std::size_t left);

 private:
  /// f without the term of the nearest pole, and the scale of the rounding error of the full f.
  struct Rest {
    double value = 0;
    double slope = 0;
    double magnitude = 0;
  };

  /// The search interval: offsets in (low, high) from a pole with the squared coupling `square`.
  struct Bracket {
    double square = 0;
    double low = 0;
    double high = 0;
    double start = 0;
  };

  Rest rest(const PoleSums& sums, std::size_t pole, double offset) const;
  Rest with_far_pole(Rest rest, double square, double distance) const;
  template <class Evaluate, class Step>
  double iterate(Bracket bracket, Rest at_offset, const Evaluate& evaluate, const Step& step) const;

  std::span<const double> poles_;
  double corner_;
  std::vector<double> squares_;
  std::vector<double> weights_;  // squares, but 0 for the poles that are treated separately
};

SecularFunction::Rest SecularFunction::rest(const PoleSums& sums, std::size_t pole,
                                            double offset) const {
  const double height = corner_ - poles_[pole];
  return {(height - offset) - sums.value, -1 - sums.slope,
          std::abs(height) + std::abs(offset) + sums.magnitude};
}

SecularFunction::Rest SecularFunction::with_far_pole(Rest rest, double square,
                                                     double distance) const {
  const double term = square / distance;
  return {rest.value - term, rest.slope - term / distance, rest.magnitude + std::abs(term)};
}

/// A point between two bounds, neither of which has the opposite sign of the other: the geometric
/// mean when they differ greatly, because roots may lie many orders of magnitude nearer to the pole
/// than to the other end.
double between(double low, double high) {
  const double small = std::min(std::abs(low), std::abs(high));
  const double large = std::max(std::abs(low), std::abs(high));
  const double sign = low + high < 0 ? -1 : 1;
  if (large <= 4 * small) return low + (high - low) / 2;
  return sign * std::sqrt(std::max(small, large * 0x1p-60)) * std::sqrt(large);
}

/// The offset where square / offset + rest is zero. `step` solves a model of it.
template <class Evaluate, class Step>
double SecularFunction::iterate(Bracket bracket, Rest at_offset, const Evaluate& evaluate,
                                const Step& step) const {
  auto& [square, low, high, offset] = bracket;
  for (int count = 0; count < max_steps; ++count) {
    const double term = square / offset;
    const double value = term + at_offset.value;
    if (std::abs(value) <= epsilon * (at_offset.magnitude + std::abs(term))) break;
    (value > 0 ? low : high) = offset;
    // Bisection helps when the model converges from one side only.
    const bool is_slow = count >= 20 && count % 2 == 0;
    double next = is_slow ? between(low, high) : step(offset, at_offset);
    if (!(next > low && next < high)) next = between(low, high);
    if (!(next > low && next < high)) break;
    const double change = std::abs(next - offset);
    offset = next;
    if (change <= epsilon * std::abs(next)) break;
    at_offset = evaluate(offset);
  }
  return offset;
}

/// The root below the first or above the last pole. The model keeps the term of that pole and
/// linearises the others.
Root SecularFunction::outer_root(std::size_t pole, bool is_above) {
  const double square = squares_[pole];
  const double sign = is_above ? 1 : -1;
  const auto root_of = [&](double curvature, double height, double weight) {
    // Solves curvature x^2 - height x - weight = 0 for the root of this sign, without cancellation.
    const double root = std::sqrt(height * height + 4 * curvature * weight);
    if (sign * height > 0) return (height + sign * root) / (2 * curvature);
    return 2 * weight / (sign * root - height);
  };
  // With all weight on the nearest pole the root would lie farther out than it does.
  double total = 0;
  for (const double each : squares_)
    total += each;
  const double start = root_of(1, corner_ - poles_[pole], total);
  const double bound = start * (1 + 16 * epsilon) + sign * 16 * epsilon;
  weights_[pole] = 0;
  const auto evaluate = [&](double offset) {
    return rest(pole_sums(poles_, weights_, poles_[pole], offset), pole, offset);
  };
  const auto step = [&](double offset, const Rest& at) {
    return root_of(-at.slope, at.value - at.slope * offset, square);
  };
  const double offset = iterate({square, std::min(0.0, bound), std::max(0.0, bound), start},
                                evaluate(start), evaluate, step);
  weights_[pole] = square;
  return {pole, offset};
}

/// The root between poles `left` and left + 1. The model keeps the term of the nearer one and
/// replaces the others by a constant and a term of the farther one.
Root SecularFunction::inner_root(std::size_t left) {
  const std::size_t right = left + 1;
  const double gap = poles_[right] - poles_[left];
  weights_[left] = weights_[right] = 0;
  const double half = gap / 2;
  const PoleSums middle = pole_sums(poles_, weights_, poles_[left], half);
  const double at_middle =
      rest(middle, left, half).value + squares_[left] / half - squares_[right] / half;
  const bool is_right = at_middle > 0;
  const std::size_t pole = is_right ? right : left;
  const double square = squares_[pole];
  const double far_square = squares_[is_right ? left : right];
  const double far = is_right ? -gap : gap;
  const double start = far / 2;
  const auto evaluate = [&](double offset) {
    const PoleSums sums = pole_sums(poles_, weights_, poles_[pole], offset);
    return with_far_pole(rest(sums, pole, offset), far_square, far - offset);
  };
  const auto step = [&](double offset, const Rest& at) {
    const double distance = far - offset;
    const double constant = at.value - at.slope * distance;
    // Solves constant x^2 - b x - square far = 0 for the root between 0 and far; b is
    // constant far + slope distance^2 - square with the large terms cancelled analytically.
    const double b = at.value * far - at.slope * distance * offset - square;
    const double root = std::sqrt(std::max(0.0, b * b + 4 * constant * square * far));
    return b > 0 ? (b + root) / (2 * constant) : 2 * square * far / (root - b);
  };
  const Rest at_start = with_far_pole(rest(middle, pole, start), far_square, far - start);
  const double offset = iterate({square, std::min(0.0, start), std::max(0.0, start), start},
                                at_start, evaluate, step);
  weights_[left] = squares_[left];
  weights_[right] = squares_[right];
  return {pole, offset};
}

/// Splits off the axes whose coupling is below the rounding error, and records the rotations that
/// decouple one of two axes with nearly equal values.
class Deflation {
 public:
  Deflation(std::vector<double> poles, std::vector<double> border, double tolerance)
      : poles_(std::move(poles)), border_(std::move(border)), tolerance_(tolerance) {}

  void run(ArrowEigensystem& result);
  /// The poles and the border of the remaining axes.
  const std::vector<double>& poles() const { return poles_; }
  const std::vector<double>& border() const { return border_; }

 private:
  bool rotate(std::size_t first, std::size_t second, ArrowEigensystem& result);

  std::vector<double> poles_;
  std::vector<double> border_;
  double tolerance_;
};

void Deflation::run(ArrowEigensystem& result) {
  for (std::size_t i = 0; i < poles_.size(); ++i) {
    if (std::abs(border_[i]) <= tolerance_) {
      result.singles.push_back({i, poles_[i]});
      continue;
    }
    if (!result.axes.empty() && rotate(result.axes.back(), i, result)) result.axes.pop_back();
    result.axes.push_back(i);
  }
  for (std::size_t i = 0; i < result.axes.size(); ++i) {
    poles_[i] = poles_[result.axes[i]];
    border_[i] = border_[result.axes[i]];
  }
  poles_.resize(result.axes.size());
  border_.resize(result.axes.size());
}

/// Rotates the two axes so that the first has no coupling to the border, provided that the coupling
/// this creates between them is negligible.
bool Deflation::rotate(std::size_t first, std::size_t second, ArrowEigensystem& result) {
  const double length = std::hypot(border_[first], border_[second]);
  const double cosine = border_[second] / length;
  const double sine = border_[first] / length;
  const double gap = poles_[second] - poles_[first];
  if (std::abs(gap * cosine * sine) > tolerance_) return false;
  result.rotations.push_back({first, second, cosine, sine});
  result.singles.push_back({first, poles_[first] + sine * sine * gap});
  poles_[second] -= sine * sine * gap;
  border_[second] = length;
  return true;
}

/// The eigenvectors of the block, computed from its poles and roots. Row k, column i first holds
/// root k - pole i. These differences give the border for which the roots are exact, which gives
/// the vectors.
std::vector<double> block_vectors(std::span<const double> poles, std::span<const double> border,
                                  std::span<const Root> roots) {
  const std::size_t size = poles.size();
  const std::size_t columns = size + 1;
  std::vector<double> rows(columns * columns);
  std::vector<double> products(size, 1.0);
  for (std::size_t k = 0; k < columns; ++k) {
    double* row = &rows[k * columns];
    const double origin = poles[roots[k].pole];
    for (std::size_t i = 0; i < size; ++i)
      row[i] = (origin - poles[i]) + roots[k].offset;
    if (k == 0 || k == size) {
      for (std::size_t i = 0; i < size; ++i)
        products[i] *= std::abs(row[i]);
      continue;
    }
    // Each factor lies in (0, 1], so no product overflows.
    for (std::size_t i = 0; i < k; ++i)
      products[i] *= row[i] / (poles[k] - poles[i]);
    for (std::size_t i = k; i < size; ++i)
      products[i] *= row[i] / (poles[k - 1] - poles[i]);
  }
  for (std::size_t i = 0; i < size; ++i)
    products[i] = std::copysign(std::sqrt(products[i]), border[i]);
  for (std::size_t k = 0; k < columns; ++k) {
    double* row = &rows[k * columns];
    row[size] = 1;
    double sum = 1;
    for (std::size_t i = 0; i < size; ++i) {
      row[i] = products[i] / row[i];
      sum += row[i] * row[i];
    }
    const double scale = 1 / std::sqrt(sum);
    for (std::size_t i = 0; i < columns; ++i)
      row[i] *= scale;
  }
  return rows;
}

void solve_block(std::span<const double> poles, std::span<const double> border, double corner,
                 ArrowEigensystem& result) {
  if (poles.empty()) {
    result.values = {corner};
    result.vectors = {1};
    return;
  }
  SecularFunction function(poles, border, corner);
  std::vector<Root> roots;
  roots.reserve(poles.size() + 1);
  roots.push_back(function.outer_root(0, false));
  for (std::size_t left = 0; left + 1 < poles.size(); ++left)
    roots.push_back(function.inner_root(left));
  roots.push_back(function.outer_root(poles.size() - 1, true));
  for (const Root& root : roots)
    result.values.push_back(poles[root.pole] + root.offset);
  result.vectors = block_vectors(poles, border, roots);
}

}  // namespace

ArrowEigensystem solve(const ArrowMatrix& matrix) {
  PITH_ASSERT(matrix.diagonal.size() == matrix.border.size());
  PITH_ASSERT(std::is_sorted(matrix.diagonal.begin(), matrix.diagonal.end()));
  double largest = std::abs(matrix.corner);
  for (const double element : matrix.diagonal)
    largest = std::max(largest, std::abs(element));
  for (const double element : matrix.border)
    largest = std::max(largest, std::abs(element));
  PITH_ASSERT(std::isfinite(largest));
  // The squares below must neither overflow nor underflow; scaling by a power of two is exact.
  int exponent = 0;
  std::frexp(largest, &exponent);
  const auto scaled = [&](std::span<const double> elements) {
    std::vector<double> result(elements.begin(), elements.end());
    for (double& element : result)
      element = std::ldexp(element, -exponent);
    return result;
  };
  std::vector<double> border = scaled(matrix.border);
  double squares = 0;
  for (const double element : border)
    squares += element * element;
  const double norm = std::max(std::ldexp(largest, -exponent), std::sqrt(squares));
  ArrowEigensystem result;
  Deflation deflation(scaled(matrix.diagonal), std::move(border), 8 * epsilon * norm);
  deflation.run(result);
  solve_block(deflation.poles(), deflation.border(), std::ldexp(matrix.corner, -exponent), result);
  for (double& value : result.values)
    value = std::ldexp(value, exponent);
  for (ArrowEigensystem::Single& single : result.singles)
    single.value = std::ldexp(single.value, exponent);
  return result;
}

}  // namespace linalg
}  // namespace pith
