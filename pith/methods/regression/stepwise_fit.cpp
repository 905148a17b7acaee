// SPDX-License-Identifier: Apache-2.0
#include "pith/methods/regression/stepwise_fit.h"

#include <algorithm>
#include <utility>

#include "pith/base/assert.h"
#include "pith/base/parallel.h"
#include "pith/linalg/inner_products.h"

namespace pith {
inline namespace families {
namespace {

/// A smaller share of a column outside the set counts as none.
constexpr double combination_share = 1e-10;
/// q is computed anew when it has fallen below this share of its last exact value.
constexpr double worn_share = 1e-2;
/// Residuals with a smaller share of the sum of squares may be rounding errors.
constexpr double rounding_share = 1e-12;

/// Small enough that a block takes a few milliseconds.
std::size_t columns_per_block(std::size_t rows) {
  constexpr std::size_t numbers = std::size_t{1} << 18U;
  return std::clamp(numbers / std::max<std::size_t>(rows, 1), std::size_t{4}, std::size_t{256});
}

double squares(std::span<const double> numbers) {
  return inner_product(numbers, numbers);
}

}  // namespace

StepwiseFit::StepwiseFit(const MatrixView<const double>& columns, Directions responses,
                         const Context& context)
    : columns_(columns),
      residuals_(std::move(responses)),
      basis_(columns.extent(1)),
      outside_(columns.extent(0), 1.0),
      exact_(columns.extent(0), 1.0),
      products_(columns.extent(0) * residuals_.count) {
  PITH_ASSERT(columns.stride(1) == 1 && columns.extent(1) == residuals_.rows);
  for (std::size_t c = 0; c < residuals_.count; ++c)
    total_ += squares(residuals_.at(c));
  parallel_blocks(context, this->columns(), columns_per_block(residuals_.rows),
                  [&](std::size_t begin, std::size_t end) { multiply_residuals(begin, end); });
}

/// In groups that stay in the cache while all responses are multiplied with them.
void StepwiseFit::multiply_residuals(std::size_t begin, std::size_t end) {
  constexpr std::size_t group = 4;
  for (std::size_t i = begin; i < end; i += group) {
    const std::size_t count = std::min(group, end - i);
    double out[group];
    for (std::size_t c = 0; c < residuals_.count; ++c) {
      inner_products({column(i).data(), count, residuals_.rows, columns_.stride(0), 1},
                     residuals_.at(c), {out, count});
      for (std::size_t k = 0; k < count; ++k)
        products(i + k)[c] = out[k];
    }
  }
}

double StepwiseFit::squared_products(std::size_t i) const {
  double sum = 0;
  for (std::size_t c = 0; c < residuals_.count; ++c) {
    const double product = products_[i * residuals_.count + c];
    sum += product * product;
  }
  return sum;
}

double StepwiseFit::gain(std::size_t i) const {
  if (is_combination(i) || total_ == 0) return 0;
  return squared_products(i) / outside_[i] / total_;
}

double StepwiseFit::share(std::size_t i) const {
  return gain(i) / std::max(unexplained_, rounding_share);
}

double StepwiseFit::squared_correlation(std::size_t i) const {
  if (is_combination(i) || total_ == 0) return 0;
  return squared_products(i) / total_ / std::max(unexplained_, rounding_share);
}

void StepwiseFit::add(std::size_t i, std::size_t first, const Context& context) {
  PITH_ASSERT(!is_combination(i));
  explained_ = std::min(1.0, explained_ + gain(i));
  std::vector<double> part(column(i).begin(), column(i).end());
  basis_.reduce(part);
  basis_.append(part);
  const std::span<const double> latest = basis_.vector(basis_.size() - 1);
  std::vector<double> moved(residuals_.count);  // what the column explains of each response
  double left = 0;
  for (std::size_t c = 0; c < residuals_.count; ++c) {
    const std::span<double> residual = residuals_.at(c);
    moved[c] = inner_product(latest, residual);
    for (std::size_t row = 0; row < residual.size(); ++row)
      residual[row] -= moved[c] * latest[row];
    left += squares(residual);
  }
  unexplained_ = total_ > 0 ? left / total_ : 1;
  outside_[i] = 0;
  parallel_blocks(
      context, columns() - first, columns_per_block(residuals_.rows),
      [&](std::size_t begin, std::size_t end) { update(first + begin, first + end, moved); });
}

void StepwiseFit::update(std::size_t begin, std::size_t end, std::span<const double> moved) {
  const std::span<const double> latest = basis_.vector(basis_.size() - 1);
  std::vector<double> shares(end - begin);
  inner_products({column(begin).data(), end - begin, residuals_.rows, columns_.stride(0), 1},
                 latest, shares);
  for (std::size_t i = begin; i < end; ++i) {
    if (is_combination(i)) continue;
    const double share = shares[i - begin];
    outside_[i] -= share * share;
    for (std::size_t c = 0; c < moved.size(); ++c)
      products(i)[c] -= share * moved[c];
    if (outside_[i] < worn_share * exact_[i]) refresh(i);
  }
}

void StepwiseFit::refresh(std::size_t i) {
  std::vector<double> part(column(i).begin(), column(i).end());
  outside_[i] = basis_.reduce(part);
  exact_[i] = outside_[i];
  if (outside_[i] <= combination_share) outside_[i] = 0;
  for (std::size_t c = 0; c < residuals_.count; ++c)
    products(i)[c] = outside_[i] == 0 ? 0 : inner_product(part, residuals_.at(c));
}

}  // namespace families
}  // namespace pith
