// SPDX-License-Identifier: Apache-2.0
#include "pith/learn/linear/linear_model.h"

#include <utility>

#include "pith/base/assert.h"
#include "pith/linalg/vector_kernels.h"

namespace pith {

LinearModel::LinearModel(std::vector<double> weights, double bias)
    : weights_(std::move(weights)), bias_(bias) {}

void LinearModel::score(const MatrixView<const double>& rows,
                        const MatrixView<double>& scores) const {
  for (std::size_t row = 0; row < rows.extent(0); ++row) {
    const double* const first = rows.data_handle() + row * rows.stride(0);
    scores(row, 0) = bias_ + dot(weights_.data(), first, weights_.size());
  }
}

CentredExamples::CentredExamples(const Examples& examples, Order order)
    : means(examples.rows.extent(1)), numbers(examples.numbers.begin(), examples.numbers.end()) {
  PITH_ASSERT(examples.has_numbers() && numbers.size() == examples.rows.extent(0));
  const std::size_t rows = examples.rows.extent(0);
  const std::size_t columns = means.size();
  const auto count = static_cast<double>(rows);
  for (std::size_t row = 0; row < rows; ++row) {
    mean += numbers[row] / count;
    for (std::size_t column = 0; column < columns; ++column)
      means[column] += examples.rows(row, column) / count;
  }
  values.resize(rows * columns);
  for (std::size_t row = 0; row < rows; ++row) {
    numbers[row] -= mean;
    for (std::size_t column = 0; column < columns; ++column) {
      const std::size_t place = order == Order::rows ? row * columns + column : column * rows + row;
      values[place] = examples.rows(row, column) - means[column];
    }
  }
}

std::unique_ptr<const Model> CentredExamples::model(std::vector<double> weights) const {
  const double bias = mean - dot(weights.data(), means.data(), means.size());
  return std::make_unique<LinearModel>(std::move(weights), bias);
}

std::uint64_t CentredExamples::bytes(const FitSize& size) {
  const auto rows = static_cast<double>(size.rows);
  const auto columns = static_cast<double>(size.columns);
  return whole_bytes(sizeof(double) * (rows * columns + rows + 2 * columns));
}

}  // namespace pith
