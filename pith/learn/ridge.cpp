// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <utility>
#include <vector>

#include "pith/learn/linear/linear_model.h"
#include "pith/learn/model/learner.h"
#include "pith/learn/model/model.h"
#include "pith/linalg/definite_solve.h"
#include "pith/linalg/matrix_kernels.h"

namespace pith::learn {
namespace {

using Input = MatrixView<const double>;
using Output = MatrixView<double>;

/// A A' + alpha I for a matrix A, row-major and contiguous. The products of some rows at a time,
/// between checks for cancellation.
std::vector<double> penalised_products(const Input& values, double alpha, const Context& context) {
  constexpr std::size_t block = 32;
  const std::size_t count = values.extent(0);
  const std::size_t length = values.extent(1);
  std::vector<double> matrix(count * count);
  for (std::size_t begin = 0; begin < count; begin += block) {
    context.check_cancelled();
    const std::size_t end = std::min(begin + block, count);
    multiply(Input::row_major(values.data_handle() + begin * length, end - begin, length),
             Input::row_major(values.data_handle(), end, length).transposed(),
             Output(matrix.data() + begin * count, end - begin, end, count, 1));
  }
  for (std::size_t i = 0; i < count; ++i)
    matrix[i * count + i] += alpha;
  return matrix;
}

/// X'X + alpha I and, where there are more columns than rows, X X' + alpha I.
std::unique_ptr<const Model> fit(const Examples& examples, const Params& params,
                                 const Context& context) {
  context.check_cancelled();
  const double alpha = params.real("alpha");
  const std::size_t rows = examples.rows.extent(0);
  const std::size_t columns = examples.rows.extent(1);
  std::vector<double> weights(columns);
  if (columns <= rows) {
    const CentredExamples centred(examples, CentredExamples::Order::columns);
    const auto values = Input::row_major(centred.values.data(), columns, rows);
    multiply(values, Input(centred.numbers.data(), rows, 1, 1, 1),
             Output(weights.data(), columns, 1, 1, 1));
    std::vector<double> matrix = penalised_products(values, alpha, context);
    solve_definite(matrix, weights, context);
    return centred.model(std::move(weights));
  }
  const CentredExamples centred(examples, CentredExamples::Order::rows);
  const auto values = Input::row_major(centred.values.data(), rows, columns);
  std::vector<double> matrix = penalised_products(values, alpha, context);
  std::vector<double> dual = centred.numbers;
  solve_definite(matrix, dual, context);
  multiply(Input::row_major(dual.data(), 1, rows), values,
           Output::row_major(weights.data(), 1, columns));
  return centred.model(std::move(weights));
}

std::uint64_t bytes(const FitSize& size, const Params&) {
  const auto side = static_cast<double>(std::min(size.rows, size.columns));
  const auto columns = static_cast<double>(size.columns);
  return CentredExamples::bytes(size) + whole_bytes(sizeof(double) * (side * (side + 2) + columns));
}

}  // namespace

Learner ridge() {
  return {
      .id = "ridge",
      .title = "Ridge regression",
      .summary = "Predicts a number by a linear function, whose weights are kept small.",
      .formula = "min sum[i] (y_i - b - w'x_i)^2 + alpha |w|^2",
      .parameters = {Parameter::real("alpha", 1, 1e-9, 1e9,
                                     "weight of the penalty; larger values regularise more")},
      .references = {{"A. E. Hoerl and R. W. Kennard",
                      "Ridge regression: biased estimation for nonorthogonal problems",
                      "Technometrics", 1970, "10.1080/00401706.1970.10488634"}},
      .predicts = Predicts::numbers,
      .bytes = bytes,
      .fit = fit,
  };
}

}  // namespace pith::learn
