// SPDX-License-Identifier: Apache-2.0
#include <Eigen/Cholesky>
#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <vector>

#include "pith/base/assert.h"
#include "pith/base/elementary.h"
#include "pith/learn/model/learner.h"
#include "pith/learn/model/log_sum.h"
#include "pith/learn/model/model.h"

namespace pith::learn {
namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

Eigen::Map<const VectorXd> row_of(const MatrixView<const double>& rows, std::size_t row) {
  return {rows.data_handle() + row * rows.stride(0), static_cast<Index>(rows.extent(1))};
}

/// Whether the part of each column that the previous ones do not explain exceeds rounding.
bool is_regular(const Eigen::LLT<MatrixXd>& factor, const MatrixXd& matrix) {
  constexpr double rounding = 1e-14;
  if (factor.info() != Eigen::Success) return false;
  for (Index j = 0; j < matrix.rows(); ++j) {
    const double pivot = factor.matrixLLT()(j, j) * factor.matrixLLT()(j, j);
    if (!(pivot > rounding * matrix(j, j))) return false;
  }
  return true;
}

/// The Cholesky factor of a matrix. Where that is singular, its diagonal is increased in growing
/// steps until it is regular.
Eigen::LLT<MatrixXd> factor_of(MatrixXd matrix) {
  Eigen::LLT<MatrixXd> factor(matrix);
  const double mean = matrix.rows() > 0 ? matrix.diagonal().mean() : 1;
  for (double added = 1e-10 * (mean > 0 ? mean : 1); !is_regular(factor, matrix); added *= 10) {
    matrix.diagonal().array() += added;
    factor.compute(matrix);
  }
  return factor;
}

/// The normal distribution of a class.
struct ClassNormal {
  VectorXd mean;
  Eigen::LLT<MatrixXd> factor;
  double constant = 0;  ///< log prior - 1/2 log det
};

ClassNormal learn(const Examples& examples, const std::vector<std::size_t>& taken,
                  double shrinkage) {
  const auto columns = static_cast<Index>(examples.rows.extent(1));
  const auto count = static_cast<double>(taken.size());
  ClassNormal normal;
  // Relative to the first row, so that the variance of constant columns is exactly 0.
  const auto first = row_of(examples.rows, taken.front());
  normal.mean = VectorXd::Zero(columns);
  for (const std::size_t row : taken)
    normal.mean += row_of(examples.rows, row) - first;
  normal.mean = first + normal.mean / count;
  MatrixXd centred(columns, static_cast<Index>(taken.size()));
  for (std::size_t i = 0; i < taken.size(); ++i)
    centred.col(static_cast<Index>(i)) = row_of(examples.rows, taken[i]) - normal.mean;
  MatrixXd covariance = MatrixXd::Zero(columns, columns);
  if (taken.size() > 1)
    covariance.selfadjointView<Eigen::Lower>().rankUpdate(centred, (1 - shrinkage) / (count - 1));
  covariance.diagonal().array() += shrinkage;
  normal.factor = factor_of(std::move(covariance));
  normal.constant = portable::log(count / static_cast<double>(examples.classes.size()));
  for (Index j = 0; j < columns; ++j)
    normal.constant -= portable::log(normal.factor.matrixLLT()(j, j));
  return normal;
}

/// Each class is normal with its own mean and the covariance (1 - r) S + r I, where r is the
/// shrinkage and S the sum of squares divided by n - 1 (0 for a class of one row). Priors are the
/// class frequencies. O(n d^2 + c d^3).
class Qda : public Model {
 public:
  Qda(const Examples& examples, double shrinkage, const Context& context)
      : classes_(examples.class_count) {
    std::vector<std::vector<std::size_t>> rows_of(examples.class_count);
    for (std::size_t row = 0; row < examples.classes.size(); ++row)
      rows_of[examples.classes[row]].push_back(row);
    for (std::size_t c = 0; c < classes_.size(); ++c) {
      context.check_cancelled();
      if (!rows_of[c].empty()) classes_[c] = learn(examples, rows_of[c], shrinkage);
    }
  }

  void score(const MatrixView<const double>& rows,
             const MatrixView<double>& scores) const override {
    constexpr std::size_t block = 64;
    // The score of a class that occurs is finite, however far the row is.
    constexpr double max_distance = 1e290;
    MatrixXd solved;
    for (std::size_t begin = 0; begin < rows.extent(0); begin += block) {
      const std::size_t end = std::min(begin + block, rows.extent(0));
      for (std::size_t c = 0; c < classes_.size(); ++c) {
        if (!classes_[c]) {
          for (std::size_t row = begin; row < end; ++row)
            scores(row, c) = -std::numeric_limits<double>::infinity();
          continue;
        }
        solved.resize(classes_[c]->mean.size(), static_cast<Index>(end - begin));
        for (std::size_t row = begin; row < end; ++row)
          solved.col(static_cast<Index>(row - begin)) = row_of(rows, row) - classes_[c]->mean;
        classes_[c]->factor.matrixL().solveInPlace(solved);
        for (std::size_t row = begin; row < end; ++row) {
          const double distance = solved.col(static_cast<Index>(row - begin)).squaredNorm();
          scores(row, c) =
              classes_[c]->constant - 0.5 * (distance < max_distance ? distance : max_distance);
        }
      }
      for (std::size_t row = begin; row < end; ++row)
        normalise_logs({scores.data_handle() + row * scores.stride(0), classes_.size()});
    }
  }

 private:
  std::vector<std::optional<ClassNormal>> classes_;  // empty for a class that does not occur
};

/// A factor for each class; while one is made, its covariance, a copy of it and the centred rows.
std::uint64_t bytes(const FitSize& size, const Params& /*params*/) {
  constexpr double number = sizeof(double);
  constexpr double block = 64;
  const auto rows = static_cast<double>(size.rows);
  const auto columns = static_cast<double>(size.columns);
  return whole_bytes(number * ((size.found() + 2) * columns * (columns + 1) +
                               columns * (rows + block) + 3 * rows) +
                     static_cast<double>(size.classes) *
                         (sizeof(std::optional<ClassNormal>) + sizeof(std::vector<std::size_t>)));
}

std::unique_ptr<const Model> fit(const Examples& examples, const Params& params,
                                 const Context& context) {
  PITH_ASSERT(examples.rows.extent(0) == examples.classes.size());
  return std::make_unique<Qda>(examples, params.real("shrinkage"), context);
}

}  // namespace

Learner qda() {
  return {
      .id = "qda",
      .title = "Quadratic discriminant analysis",
      .summary =
          "Models each class by a normal distribution with its own covariance, shrunk towards the "
          "identity.",
      .formula = "P(c|x) ~ P(c) N(x; mean_c, (1 - r) S_c + r I)",
      .parameters = {Parameter::real("shrinkage", 0.1, 0, 1,
                                     "weight of the identity in each covariance")},
      .references = {{"J. H. Friedman", "Regularized discriminant analysis",
                      "Journal of the American Statistical Association", 1989,
                      "10.1080/01621459.1989.10478752"}},
      .gives_probabilities = true,
      .bytes = bytes,
      .fit = fit,
  };
}

}  // namespace pith::learn
