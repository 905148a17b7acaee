// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "pith/base/context.h"
#include "pith/base/view.h"
#include "pith/learn/model/learner.h"
#include "pith/learn/model/model.h"

namespace pith {

/// A linear support vector machine with squared hinge loss, one class against the rest (LIBLINEAR's
/// trust region method on the primal problem, which uses no random numbers).
class LinearSvm {
 public:
  struct Options {
    double cost = 1;          ///< weight of the loss
    double tolerance = 1e-3;  ///< norm of the gradient, as a share of that at the start
  };
  /// `rows` is row-major; `classes` are below `class_count`, and at least two of them occur. When
  /// the context is told to stop, training stops within a step of Newton's method, and the memory
  /// that LIBLINEAR had allocated leaks.
  LinearSvm(const MatrixView<const double>& rows, std::span<const std::uint32_t> classes,
            std::size_t class_count, const Options& options, const Context& context = {});

  /// One score per class: larger means more likely; -infinity for a class without training rows.
  std::vector<double> scores(std::span<const double> row) const;
  /// The class with the largest score; ties go to the lowest class.
  std::uint32_t predict(std::span<const double> row) const;

 private:
  std::size_t features_;
  std::vector<std::vector<double>>
      weights_;  // per class, with the bias at the end; empty for a class without rows
};

/// The same machine as a Model.
std::unique_ptr<const Model> fit_linear_svm(const Examples& examples,
                                            const LinearSvm::Options& options,
                                            const Context& context = {});

struct LinearSvrOptions {
  double cost = 1;          ///< weight of the loss
  double epsilon = 0.1;     ///< errors up to it cost nothing
  double tolerance = 1e-3;  ///< norm of the gradient, as a share of that at the start
};
/// A linear support vector machine that predicts numbers, with squared epsilon-insensitive loss, by
/// LIBLINEAR's trust region method on the primal problem. The numbers are scaled to mean 0 and
/// standard deviation 1 first, so that cost and epsilon do not depend on their unit.
std::unique_ptr<const Model> fit_linear_svr(const Examples& examples,
                                            const LinearSvrOptions& options,
                                            const Context& context = {});

/// What training and scoring need at most, beside the rows and the scores. Nothing here reserves
/// it.
std::uint64_t linear_svm_bytes(const FitSize& size);

}  // namespace pith
