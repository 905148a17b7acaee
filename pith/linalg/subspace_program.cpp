// SPDX-License-Identifier: Apache-2.0
#include "pith/linalg/subspace_program.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "pith/base/assert.h"
#include "pith/base/error.h"

namespace pith {
inline namespace linalg {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

double dot(const double* a, const double* b, std::size_t count) {
  return std::inner_product(a, a + count, b, 0.0);
}

/// The point z nearest to a centre c with b'z = 1 and B z >= 0, b being the sum of the rows of B.
/// The programme has this form in the coordinates z = sqrt((1 - alpha) L) y.
class NearestPoint {
 public:
  NearestPoint(std::vector<double> rows, std::vector<double> centre)
      : dimension_(centre.size()),
        rows_(std::move(rows)),
        count_(rows_.size() / dimension_),
        sum_(dimension_),
        point_(std::move(centre)),
        axes_(dimension_ * dimension_),
        is_active_(count_) {
    for (std::size_t i = 0; i < count_; ++i) {
      for (std::size_t k = 0; k < dimension_; ++k)
        sum_[k] += rows_[i * dimension_ + k];
    }
    for (std::size_t k = 0; k < dimension_; ++k)
      axes_[k * (dimension_ + 1)] = 1;
  }

  /// B z at the solution.
  std::vector<double> solve(const Context& context) {
    const double excess = dot(sum_.data(), point_.data(), dimension_) - 1;
    satisfy(count_, excess);
    const std::size_t max_steps = 50 * (count_ + dimension_) + 1000;
    for (std::size_t step = 0; step < max_steps; ++step) {
      context.check_cancelled();
      std::vector<double> slacks(count_);
      std::size_t worst = count_;
      double least = -1e-14;
      for (std::size_t i = 0; i < count_; ++i) {
        slacks[i] = dot(&rows_[i * dimension_], point_.data(), dimension_);
        if (is_active_[i] == 0 && slacks[i] < least) {
          least = slacks[i];
          worst = i;
        }
      }
      if (worst == count_) return slacks;
      satisfy(worst, least);
    }
    throw Error(ErrorKind::bad_data,
                "the quadratic programme in the subspace did not converge; use " +
                    option("repair", "shift"));
  }

 private:
  /// Constraint `which` (count_: the equality) is violated by `slack`; moves the point until it
  /// holds. Releases constraints whose multipliers reach 0 on the way.
  void satisfy(std::size_t which, double slack) {
    std::vector<double> normal = which == count_
                                     ? sum_
                                     : std::vector<double>(&rows_[which * dimension_],
                                                           &rows_[which * dimension_] + dimension_);
    const bool is_reversed = which == count_ && slack > 0;
    if (is_reversed) {
      for (double& number : normal)
        number = -number;
      slack = -slack;
    }
    double multiplier = 0;
    for (;;) {
      const std::size_t q = active_.size();
      const std::vector<double> turned = along_axes(normal);
      std::vector<double> direction(dimension_);
      for (std::size_t k = q; k < dimension_; ++k) {
        for (std::size_t i = 0; i < dimension_; ++i)
          direction[i] += turned[k] * axes_[k * dimension_ + i];
      }
      const std::vector<double> change = back_substitute(turned);
      const double square = dot(turned.data() + q, turned.data() + q, dimension_ - q);
      const double length = dot(turned.data(), turned.data(), dimension_);
      const double full = square > 1e-24 * length ? -slack / square : infinity;
      double partial = infinity;
      std::size_t leaving = 0;
      for (std::size_t j = 0; j < q; ++j) {
        if (active_[j] == count_ || change[j] <= 0) continue;
        const double step = multipliers_[j] / change[j];
        if (step < partial) {
          partial = step;
          leaving = j;
        }
      }
      const double step = std::min(full, partial);
      if (step == infinity) {
        throw Error(ErrorKind::bad_data,
                    "the subspace contains no point with nonnegative weights; use " +
                        option("repair", "shift") + " or a smaller " + option("delta"));
      }
      for (std::size_t j = 0; j < q; ++j)
        multipliers_[j] -= step * change[j];
      multiplier += step;
      if (full < infinity) {
        for (std::size_t i = 0; i < dimension_; ++i)
          point_[i] += step * direction[i];
        slack += step * square;
      }
      if (step == full) {
        activate(which, turned, multiplier);
        return;
      }
      release(leaving);
    }
  }

  std::vector<double> along_axes(const std::vector<double>& normal) const {
    std::vector<double> turned(dimension_);
    for (std::size_t k = 0; k < dimension_; ++k)
      turned[k] = dot(&axes_[k * dimension_], normal.data(), dimension_);
    return turned;
  }
  /// R^-1 times the first components: the change of the active constraints' multipliers.
  std::vector<double> back_substitute(const std::vector<double>& turned) const {
    const std::size_t q = active_.size();
    std::vector<double> change(turned.begin(), turned.begin() + static_cast<std::ptrdiff_t>(q));
    for (std::size_t j = q; j-- > 0;) {
      change[j] /= triangle_[j][j];
      for (std::size_t i = 0; i < j; ++i)
        change[i] -= triangle_[j][i] * change[j];
    }
    return change;
  }
  /// Rotates axes a and b so that a pair (first, second) of components becomes (length, 0).
  void rotate_axes(std::size_t a, std::size_t b, double cosine, double sine) {
    for (std::size_t i = 0; i < dimension_; ++i) {
      const double first = axes_[a * dimension_ + i];
      const double second = axes_[b * dimension_ + i];
      axes_[a * dimension_ + i] = cosine * first + sine * second;
      axes_[b * dimension_ + i] = cosine * second - sine * first;
    }
  }
  void activate(std::size_t which, std::vector<double> turned, double multiplier) {
    const std::size_t q = active_.size();
    for (std::size_t k = dimension_ - 1; k > q; --k) {
      if (turned[k] == 0) continue;
      const double length = std::hypot(turned[k - 1], turned[k]);
      rotate_axes(k - 1, k, turned[k - 1] / length, turned[k] / length);
      turned[k - 1] = length;
      turned[k] = 0;
    }
    turned.resize(q + 1);
    triangle_.push_back(std::move(turned));
    active_.push_back(which);
    multipliers_.push_back(multiplier);
    if (which < count_) is_active_[which] = 1;
  }
  void release(std::size_t place) {
    if (active_[place] < count_) is_active_[active_[place]] = 0;
    const auto offset = static_cast<std::ptrdiff_t>(place);
    active_.erase(active_.begin() + offset);
    multipliers_.erase(multipliers_.begin() + offset);
    triangle_.erase(triangle_.begin() + offset);
    for (std::size_t j = place; j < triangle_.size(); ++j) {
      const double length = std::hypot(triangle_[j][j], triangle_[j][j + 1]);
      const double cosine = triangle_[j][j] / length;
      const double sine = triangle_[j][j + 1] / length;
      rotate_axes(j, j + 1, cosine, sine);
      for (std::size_t i = j; i < triangle_.size(); ++i) {
        const double first = triangle_[i][j];
        const double second = triangle_[i][j + 1];
        triangle_[i][j] = cosine * first + sine * second;
        triangle_[i][j + 1] = cosine * second - sine * first;
      }
      triangle_[j].pop_back();
    }
  }

  std::size_t dimension_;
  std::vector<double> rows_;
  std::size_t count_;
  std::vector<double> sum_;
  std::vector<double> point_;
  std::vector<double> axes_;  // row k is axis k; those that span the active normals come first
  std::vector<std::vector<double>> triangle_;  // column j has j + 1 elements
  std::vector<std::size_t> active_;
  std::vector<double> multipliers_;
  std::vector<char> is_active_;
};

}  // namespace

SubspacePoint minimize_in_subspace(const SubspaceProblem& problem, const Context& context) {
  const std::size_t rank = problem.values.size();
  const std::size_t size = problem.linear.size();
  PITH_ASSERT(problem.alpha < 1 && problem.vectors.size() == rank * size);
  std::vector<double> rows(size * rank);
  std::vector<double> centre(rank);
  for (std::size_t k = 0; k < rank; ++k) {
    const double unit = 1 / std::sqrt((1 - problem.alpha) * problem.values[k]);
    for (std::size_t i = 0; i < size; ++i)
      rows[i * rank + k] = unit * problem.vectors[k * size + i];
    centre[k] =
        problem.alpha * unit * dot(problem.vectors.data() + k * size, problem.linear.data(), size);
  }
  SubspacePoint found{.weights = NearestPoint(std::move(rows), std::move(centre)).solve(context)};
  for (double& weight : found.weights)
    weight = std::max(0.0, weight);
  // y = U'x, because the vectors are orthonormal.
  for (std::size_t k = 0; k < rank; ++k) {
    const double y = dot(problem.vectors.data() + k * size, found.weights.data(), size);
    found.objective += 0.5 * (1 - problem.alpha) * problem.values[k] * y * y;
  }
  found.objective -= problem.alpha * dot(problem.linear.data(), found.weights.data(), size);
  return found;
}

}  // namespace linalg
}  // namespace pith
