// SPDX-License-Identifier: Apache-2.0
#include "pith/learn/qda.h"

#include <Eigen/Cholesky>
#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <vector>

#include "pith/base/assert.h"
#include "pith/learn/log_sum.h"

namespace pith {
namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

Eigen::Map<const VectorXd> row_of(const MatrixView<const double>& rows, std::size_t row) {
  return {rows.data_handle() + row * rows.stride(0), static_cast<Index>(rows.extent(1))};
}

/// Whether what each column has that others do not explain is more than rounding.
bool is_regular(const Eigen::LLT<MatrixXd>& factor, const MatrixXd& matrix) {
  constexpr double rounding = 1e-14;
  if (factor.info() != Eigen::Success) return false;
  for (Index j = 0; j < matrix.rows(); ++j) {
    const double pivot = factor.matrixLLT()(j, j) * factor.matrixLLT()(j, j);
    if (!(pivot > rounding * matrix(j, j))) return false;
  }
  return true;
}

/// The Cholesky factor of a matrix, to whose diagonal is added what is needed.
Eigen::LLT<MatrixXd> factor_of(MatrixXd matrix) {
  Eigen::LLT<MatrixXd> factor(matrix);
  const double mean = matrix.rows() > 0 ? matrix.diagonal().mean() : 1;
  for (double added = 1e-10 * (mean > 0 ? mean : 1); !is_regular(factor, matrix); added *= 10) {
    matrix.diagonal().array() += added;
    factor.compute(matrix);
  }
  return factor;
}

/// A normal distribution and how frequent it is.
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
  // Relative to the first row, so that constant columns have no variance at all.
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
  normal.constant = std::log(count / static_cast<double>(examples.classes.size()));
  for (Index j = 0; j < columns; ++j)
    normal.constant -= std::log(normal.factor.matrixLLT()(j, j));
  return normal;
}

class Qda : public Model {
 public:
  Qda(const Examples& examples, const QdaOptions& options, const Context& context)
      : classes_(examples.class_count) {
    std::vector<std::vector<std::size_t>> rows_of(examples.class_count);
    for (std::size_t row = 0; row < examples.classes.size(); ++row)
      rows_of[examples.classes[row]].push_back(row);
    for (std::size_t c = 0; c < classes_.size(); ++c) {
      context.check_cancelled();
      if (!rows_of[c].empty()) classes_[c] = learn(examples, rows_of[c], options.shrinkage);
    }
  }

  void score(const MatrixView<const double>& rows,
             const MatrixView<double>& scores) const override {
    constexpr std::size_t block = 64;
    // However far a row is, a class that occurs keeps a score.
    constexpr double farthest = 1e290;
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
          const double far = solved.col(static_cast<Index>(row - begin)).squaredNorm();
          scores(row, c) = classes_[c]->constant - 0.5 * (far < farthest ? far : farthest);
        }
      }
      for (std::size_t row = begin; row < end; ++row)
        normalise_logs({scores.data_handle() + row * scores.stride(0), classes_.size()});
    }
  }

 private:
  std::vector<std::optional<ClassNormal>> classes_;  // none: does not occur
};

}  // namespace

std::unique_ptr<const Model> fit_qda(const Examples& examples, const QdaOptions& options,
                                     const Context& context) {
  PITH_ASSERT(examples.rows.extent(0) == examples.classes.size());
  return std::make_unique<Qda>(examples, options, context);
}

}  // namespace pith
