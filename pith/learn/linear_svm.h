// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "pith/base/context.h"
#include "pith/base/view.h"
#include "pith/learn/model.h"

namespace pith {

/// A linear support vector machine with squared hinge loss, one class against the rest (LIBLINEAR's
/// trust region method on the primal problem, which uses no random numbers).
class LinearSvm {
 public:
  struct Options {
    double cost = 1;          ///< weighs the loss
    double tolerance = 1e-3;  ///< how far the gradient may be from 0, as a share of the first one
  };
  /// `rows` is row-major; `classes` are below `class_count`, and at least two of them occur. When
  /// the context is told to stop, training stops within a step of Newton's method, and what
  /// LIBLINEAR had allocated is lost.
  LinearSvm(const MatrixView<const double>& rows, std::span<const std::uint32_t> classes,
            std::size_t class_count, const Options& options, const Context& context = {});

  /// One score per class, the larger the likelier; -infinity for a class that did not occur.
  std::vector<double> scores(std::span<const double> row) const;
  /// The class with the best score; the lowest of equals.
  std::uint32_t predict(std::span<const double> row) const;

 private:
  std::size_t features_;
  std::vector<std::vector<double>> weights_;  // per class, with the bias at the end; may be empty
};

/// The same as a model.
std::unique_ptr<const Model> fit_linear_svm(const Examples& examples,
                                            const LinearSvm::Options& options,
                                            const Context& context = {});

}  // namespace pith
