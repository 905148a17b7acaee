// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "pith/learn/model/learner.h"
#include "pith/learn/model/model.h"

namespace pith {

/// Predicts the number bias + weights'x.
class LinearModel : public Model {
 public:
  LinearModel(std::vector<double> weights, double bias);

  void score(const MatrixView<const double>& rows, const MatrixView<double>& scores) const override;
  const std::vector<double>& weights() const { return weights_; }
  double bias() const { return bias_; }

 private:
  std::vector<double> weights_;
  double bias_;
};

/// The training rows of a linear model without their means, so that the bias needs no penalty.
struct CentredExamples {
  /// By row, or by column.
  enum class Order { rows, columns };
  CentredExamples(const Examples& examples, Order order);

  /// The model of the rows as they were given.
  std::unique_ptr<const Model> model(std::vector<double> weights) const;

  std::vector<double> values;  ///< rows x columns, or columns x rows
  std::vector<double> means;   ///< of the columns
  std::vector<double> numbers;
  double mean = 0;  ///< of the numbers

  static std::uint64_t bytes(const FitSize& size);
};

}  // namespace pith
