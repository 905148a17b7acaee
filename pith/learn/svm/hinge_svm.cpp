// SPDX-License-Identifier: Apache-2.0
#include "pith/learn/svm/hinge_svm.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "pith/base/assert.h"
#include "pith/linalg/product_kernels.h"

namespace pith {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr std::size_t none = std::numeric_limits<std::size_t>::max();

/// What is promised; mostly the violation is as small as rounding allows.
constexpr double tolerance = 1e-6;
/// Below this, pairs give way to whole faces at a cold start.
constexpr double rough_tolerance = 1e-2;
constexpr std::size_t max_idle = 20;
constexpr std::size_t max_rounds = 10'000;
/// From this round on, rounding errors of the gradient are removed every time.
constexpr std::size_t many_rounds = 4;
/// Attempts to get below the tolerance.
constexpr std::size_t max_polishing = 200;
constexpr std::size_t max_conjugate_steps = 60;
constexpr std::size_t products_between_checks = 256;
/// More conjugate steps than this are a sign that the factor has lost precision.
constexpr std::size_t many_conjugate_steps = 8;

double dot(std::span<const double> a, std::span<const double> b) {
  return std::inner_product(a.begin(), a.end(), b.begin(), 0.0);
}

/// Makes the sum 0 but for rounding.
void remove_mean(std::span<double> v) {
  const double mean = std::accumulate(v.begin(), v.end(), 0.0) / static_cast<double>(v.size());
  for (double& part : v)
    part -= mean;
}

}  // namespace

HingeSvm::HingeSvm(std::vector<double> signs, std::span<const double> costs)
    : signs_(std::move(signs)),
      lower_(signs_.size()),
      upper_(signs_.size()),
      beta_(signs_.size()),
      gradient_(signs_.size()),
      diagonal_(signs_.size()),
      place_of_(signs_.size(), none),
      change_(signs_.size()),
      product_(signs_.size()) {
  PITH_ASSERT(costs.size() == signs_.size());
  for (std::size_t i = 0; i < rows(); ++i)
    (signs_[i] > 0 ? upper_ : lower_)[i] = signs_[i] * costs[i];
}

void HingeSvm::solve(const MatrixView<const double>& gram, const Context& context) {
  PITH_ASSERT(gram.extent(0) == rows() && gram.extent(1) == rows() && gram.stride(1) == 1);
  gram_ = gram.data_handle();
  stride_ = gram.stride(0);
  for (std::size_t i = 0; i < rows(); ++i)
    diagonal_[i] = gram_row(i)[i];
  refresh_gradient(context);
  if (is_cold_) improve_pairs(rough_tolerance, 20 * rows(), context);
  is_cold_ = false;
  double best = -infinity;
  std::size_t idle = 0;  // rounds without a gain
  for (std::size_t round = 0;; ++round) {
    context.check_cancelled();
    settle_face(context);
    measure_violation();
    if (violation_ <= tolerance || round >= many_rounds) {
      refresh_gradient(context);
      measure_violation();
    }
    if (violation_ <= rounding_error()) break;
    if (violation_ <= tolerance && round >= max_polishing) break;
    const double objective = dual_objective();
    idle = objective > best + 1e-13 * std::abs(best) ? 0 : idle + 1;
    best = std::max(best, objective);
    if (idle >= max_idle || round >= max_rounds) break;  // the matrix has too few digits
    improve_pairs(0.1 * violation_, 10 + rows() / 4, context);
  }
}

void HingeSvm::lose(std::span<const double> x) {
  scratch_.resize(face_.size());
  for (std::size_t k = 0; k < face_.size(); ++k)
    scratch_[k] = x[face_[k]];
  if (!face_.empty() && !factor_.downdate(scratch_)) forget_matrix();
}

void HingeSvm::forget_matrix() {
  for (const std::size_t i : face_)
    place_of_[i] = none;
  face_.clear();
  factor_.clear();
}

double HingeSvm::primal_objective() const {
  double objective = 0;
  for (std::size_t i = 0; i < rows(); ++i) {
    const double image = gradient_[i] + signs_[i];  // w'x_i
    const double cost = upper_[i] - lower_[i];
    objective += 0.5 * beta_[i] * image + cost * std::max(0.0, 1 - signs_[i] * (image + bias_));
  }
  return objective;
}

double HingeSvm::dual_objective() const {
  double objective = 0;
  for (std::size_t i = 0; i < rows(); ++i)
    objective += beta_[i] * (signs_[i] - 0.5 * (gradient_[i] + signs_[i]));
  return objective;
}

void HingeSvm::refresh_gradient(const Context& context) {
  row_pointers_.clear();
  factors_.clear();
  for (std::size_t i = 0; i < rows(); ++i) {
    gradient_[i] = 0;
    if (beta_[i] == 0) continue;
    row_pointers_.push_back(gram_row(i));
    factors_.push_back(-beta_[i]);
  }
  double* const out = gradient_.data();
  const std::span<const double* const> pointers = row_pointers_;
  for (std::size_t from = 0; from < pointers.size(); from += products_between_checks) {
    context.check_cancelled();
    const std::size_t count = std::min(products_between_checks, pointers.size() - from);
    subtract_products(pointers.subspan(from, count), &factors_[from], {&out, 1}, 0, rows());
  }
  for (std::size_t i = 0; i < rows(); ++i)
    gradient_[i] -= signs_[i];
}

void HingeSvm::measure_violation() {
  double most = -infinity;  // the least bias that those that can rise allow
  double least = infinity;
  for (std::size_t i = 0; i < rows(); ++i) {
    if (can_rise(i)) most = std::max(most, -gradient_[i]);
    if (can_fall(i)) least = std::min(least, -gradient_[i]);
  }
  violation_ = std::max(0.0, most - least);
  bias_ = std::isfinite(most) && std::isfinite(least) ? most + (least - most) / 2
          : std::isfinite(most)                       ? most
          : std::isfinite(least)                      ? least
                                                      : 0;
}

/// Of an element of the gradient.
double HingeSvm::rounding_error() const {
  double size = 1;
  for (std::size_t i = 0; i < rows(); ++i)
    size = std::max(size, std::abs(gradient_[i]));
  double sum = 0;
  for (std::size_t i = 0; i < rows(); ++i)
    sum += std::abs(beta_[i]) * std::sqrt(diagonal_[i]);
  const double largest = *std::max_element(diagonal_.begin(), diagonal_.end());
  return 1e-14 * (size + sum * std::sqrt(std::max(0.0, largest)));
}

void HingeSvm::improve_pairs(double target, std::size_t limit, const Context& context) {
  for (std::size_t step = 0; step < limit; ++step) {
    if (step % 64 == 0) context.check_cancelled();
    if (!improve_pair(target)) return;
  }
}

bool HingeSvm::improve_pair(double target) {
  std::size_t up = none;
  double most = -infinity;
  double least = infinity;
  for (std::size_t i = 0; i < rows(); ++i) {
    const double value = -gradient_[i];
    if (value > most && can_rise(i)) {
      most = value;
      up = i;
    }
    if (value < least && can_fall(i)) least = value;
  }
  if (!(most - least > target)) return false;
  const double* const row = gram_row(up);
  std::size_t down = none;
  double best = 0;
  double curvature = 0;
  for (std::size_t i = 0; i < rows(); ++i) {
    const double slope = most + gradient_[i];
    if (!(slope > 0) || !can_fall(i)) continue;
    const double bend = std::max(0.0, diagonal_[up] + diagonal_[i] - 2 * row[i]);
    const double gain = bend > 0 ? slope * slope / bend : infinity;
    if (gain > best) {
      best = gain;
      down = i;
      curvature = bend;
    }
  }
  if (down == none) return false;
  const double up_room = upper_[up] - beta_[up];
  const double down_room = beta_[down] - lower_[down];
  const double wanted = curvature > 0 ? (most + gradient_[down]) / curvature : infinity;
  const double step = std::min({wanted, up_room, down_room});
  beta_[up] = step == up_room ? upper_[up] : beta_[up] + step;
  beta_[down] = step == down_room ? lower_[down] : beta_[down] - step;
  const double* const other = gram_row(down);
  for (std::size_t i = 0; i < rows(); ++i)
    gradient_[i] += step * (row[i] - other[i]);
  return true;
}

void HingeSvm::settle_face(const Context& context) {
  gather_face(context);
  bool is_rebuilt = false;
  double before = infinity;
  while (face_.size() > 1) {
    context.check_cancelled();
    if (!step_on_face(is_rebuilt, context)) {
      before = infinity;
      continue;
    }
    // A full step: repeated as long as that removes rounding errors.
    const double spread = face_spread();
    if (spread <= 1e-15 || !(spread < 0.25 * before)) return;
    before = spread;
  }
}

/// Makes the face the free coefficients. Those whose rows depend on the others are moved to a bound
/// along the direction in which only the linear part of the objective changes.
void HingeSvm::gather_face(const Context& context) {
  renew_shift();
  for (std::size_t place = face_.size(); place-- > 0;) {
    if (!is_free(face_[place])) leave_face(place);
  }
  for (std::size_t i = 0; i < rows(); ++i) {
    if (i % 64 == 0) context.check_cancelled();
    while (is_free(i) && place_of_[i] == none && !join_face(i)) {
      context.check_cancelled();
      // K times e_i - combination is 0.
      const std::span<const double> combination = factor_.combination();
      direction_.resize(face_.size() + 1);
      double slope = gradient_[i];
      for (std::size_t k = 0; k < face_.size(); ++k) {
        direction_[k] = -combination[k];
        slope += direction_[k] * gradient_[face_[k]];
      }
      direction_.back() = 1;
      face_.push_back(i);
      if (slope > 0) {
        for (double& part : direction_)
          part = -part;
      }
      remove_mean(direction_);
      multiply_face(direction_, change_);
      const std::size_t place = move(best_length());
      face_.pop_back();
      if (place > face_.size()) break;  // too few digits for a direction
      if (place < face_.size()) leave_face(place);
      if (place > face_.size()) break;  // at no bound: not quite dependent, and left to pairs
    }
  }
}

/// The shift is about the mean of the diagonal. Features leave, so that it shrinks: where the shift
/// is much larger, it would hide what distinguishes rows.
void HingeSvm::renew_shift() {
  constexpr double max_ratio = 4;
  const double sum = std::accumulate(diagonal_.begin(), diagonal_.end(), 0.0);
  const double mean = sum > 0 ? sum / static_cast<double>(rows()) : 1;
  if (!face_.empty() && shift_ <= max_ratio * mean) return;
  forget_matrix();
  shift_ = mean;
}

/// Where the objective is largest along the direction; infinite where it has no curvature there.
double HingeSvm::best_length() const {
  double slope = 0;
  double curvature = 0;
  double size = 0;
  for (std::size_t k = 0; k < face_.size(); ++k) {
    slope -= direction_[k] * gradient_[face_[k]];
    curvature += direction_[k] * change_[face_[k]];
    size += direction_[k] * direction_[k] * diagonal_[face_[k]];
  }
  return curvature > 1e-12 * size ? std::max(0.0, slope) / curvature : infinity;
}

bool HingeSvm::join_face(std::size_t i) {
  scratch_.resize(face_.size());
  const double* const row = gram_row(i);
  for (std::size_t k = 0; k < face_.size(); ++k)
    scratch_[k] = row[face_[k]] + shift_;
  if (!factor_.append(scratch_, row[i] + shift_)) return false;
  place_of_[i] = face_.size();
  face_.push_back(i);
  return true;
}

void HingeSvm::leave_face(std::size_t place) {
  factor_.remove(place);
  place_of_[face_[place]] = none;
  face_.erase(face_.begin() + static_cast<std::ptrdiff_t>(place));
  for (std::size_t k = place; k < face_.size(); ++k)
    place_of_[face_[k]] = k;
}

void HingeSvm::rebuild_face(const Context& context) {
  std::vector<std::size_t> members = face_;
  std::sort(members.begin(), members.end());
  forget_matrix();
  for (const std::size_t i : members) {
    context.check_cancelled();
    join_face(i);
  }
}

bool HingeSvm::step_on_face(bool& is_rebuilt, const Context& context) {
  const double length = find_step(is_rebuilt, context);
  if (length < 0) {
    // The factor is not good enough.
    is_rebuilt = true;
    rebuild_face(context);
    gather_face(context);
    return false;
  }
  const std::size_t place = move(length);
  if (place == face_.size()) return true;
  leave_face(place);
  return false;
}

void HingeSvm::precondition(std::span<const double> residual, std::span<double> out) const {
  factor_.solve(residual, out);
  const double total = std::accumulate(of_ones_.begin(), of_ones_.end(), 0.0);
  const double sum = std::accumulate(out.begin(), out.end(), 0.0);
  for (std::size_t k = 0; k < out.size(); ++k)
    out[k] -= of_ones_[k] * (sum / total);
  remove_mean(out);  // the factor may have few digits
}

void HingeSvm::multiply_face(std::span<const double> v, std::span<double> out) {
  row_pointers_.resize(v.size());
  factors_.resize(v.size());
  for (std::size_t k = 0; k < v.size(); ++k) {
    row_pointers_[k] = gram_row(face_[k]);
    factors_[k] = -v[k];
  }
  std::fill(out.begin(), out.end(), 0.0);
  double* const target = out.data();
  subtract_products(row_pointers_, factors_.data(), {&target, 1}, 0, rows());
}

/// Conjugate gradients among the directions of sum 0.
double HingeSvm::find_step(bool is_patient, const Context& context) {
  const std::size_t size = face_.size();
  scratch_.assign(size, 1.0);
  of_ones_.resize(size);
  factor_.solve(scratch_, of_ones_);
  direction_.assign(size, 0.0);
  std::fill(change_.begin(), change_.end(), 0.0);
  residual_.resize(size);
  for (std::size_t k = 0; k < size; ++k)
    residual_[k] = -gradient_[face_[k]];
  // The residual matters up to a constant; a small one keeps digits.
  remove_mean(residual_);
  improved_.resize(size);
  precondition(residual_, improved_);
  conjugate_ = improved_;
  double decrease = dot(residual_, improved_);
  const double first = decrease;
  for (std::size_t step = 0; step < max_conjugate_steps && decrease > 0; ++step) {
    context.check_cancelled();
    multiply_face(conjugate_, product_);
    double curvature = 0;
    for (std::size_t k = 0; k < size; ++k)
      curvature += conjugate_[k] * product_[face_[k]];
    if (!(curvature > 1e-14 * decrease)) {
      if (step > 0) break;
      direction_ = conjugate_;
      change_ = product_;
      return infinity;
    }
    const double length = decrease / curvature;
    for (std::size_t k = 0; k < size; ++k) {
      direction_[k] += length * conjugate_[k];
      residual_[k] -= length * product_[face_[k]];
    }
    for (std::size_t i = 0; i < rows(); ++i)
      change_[i] += length * product_[i];
    precondition(residual_, improved_);
    const double next = dot(residual_, improved_);
    if (!(next > 1e-18 * first)) break;
    if (!is_patient && step + 1 == many_conjugate_steps) return -1;
    for (std::size_t k = 0; k < size; ++k)
      conjugate_[k] = improved_[k] + next / decrease * conjugate_[k];
    decrease = next;
  }
  return 1;
}

std::size_t HingeSvm::move(double length) {
  std::size_t place = face_.size();
  for (std::size_t k = 0; k < face_.size(); ++k) {
    const std::size_t i = face_[k];
    if (direction_[k] == 0) continue;
    const double room = (direction_[k] > 0 ? upper_[i] : lower_[i]) - beta_[i];
    if (room / direction_[k] < length) {
      length = room / direction_[k];
      place = k;
    }
  }
  if (!std::isfinite(length)) return place;
  for (std::size_t k = 0; k < face_.size(); ++k) {
    const std::size_t i = face_[k];
    beta_[i] = std::clamp(beta_[i] + length * direction_[k], lower_[i], upper_[i]);
  }
  if (place < face_.size()) {
    const std::size_t i = face_[place];
    beta_[i] = direction_[place] > 0 ? upper_[i] : lower_[i];
  }
  for (std::size_t i = 0; i < rows(); ++i)
    gradient_[i] += length * change_[i];
  return place;
}

double HingeSvm::face_spread() const {
  double least = infinity;
  double most = -infinity;
  for (const std::size_t i : face_) {
    least = std::min(least, gradient_[i]);
    most = std::max(most, gradient_[i]);
  }
  return most - least;
}

}  // namespace pith
