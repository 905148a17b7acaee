// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <memory>
#include <optional>

#include "pith/base/context.h"
#include "pith/learn/model.h"

namespace pith {

enum class Kernel {
  linear,  ///< a'b
  rbf,     ///< exp(-gamma |a - b|^2)
};

struct KernelSvmOptions {
  Kernel kernel = Kernel::rbf;
  double cost = 1;              ///< weighs the loss
  std::optional<double> gamma;  ///< none: 1 / (columns * variance of all entries)
  double tolerance = 1e-3;      ///< by how much the optimality conditions may be violated
  std::size_t cache = 200;      ///< MiB for parts of the kernel matrix
  /// Up to so many rows the kernel matrix is made at once, which is faster: 16 bytes per entry.
  std::size_t matrix_rows = 4000;
};

/// Support vector machines with hinge loss and an unpenalised bias, one for each pair of classes
/// (LIBSVM). With two classes the scores are plus and minus the decision value; with more, a class
/// scores one for each pair that it wins, and less than a half by how clearly: s / (3 (|s| + 1))
/// for the sum s of its decision values. Where several classes win the most pairs, the lowest of
/// them is predicted, as by LIBSVM, and scores one more.
///
/// When the context is told to stop, training stops within a thousand steps, and what LIBSVM had
/// allocated is lost.
std::unique_ptr<const Model> fit_kernel_svm(const Examples& examples,
                                            const KernelSvmOptions& options,
                                            const Context& context = {});

}  // namespace pith
