// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <memory>
#include <optional>

#include "pith/base/context.h"
#include "pith/learn/model/learner.h"
#include "pith/learn/model/model.h"

namespace pith {

enum class Kernel {
  linear,  ///< a'b
  rbf,     ///< exp(-gamma |a - b|^2)
};

struct KernelSvmOptions {
  Kernel kernel = Kernel::rbf;
  double cost = 1;              ///< weight of the loss
  std::optional<double> gamma;  ///< default: 1 / (columns * variance of all entries)
  double tolerance = 1e-3;      ///< by how much the optimality conditions may be violated
  /// MiB for parts of the kernel matrix, if a quarter of what is available suffices for them.
  std::size_t cache = 200;
  /// Up to this number of rows the whole kernel matrix is computed first, which is faster and takes
  /// 16 bytes per entry.
  std::size_t max_matrix_rows = 4000;
};

/// Support vector machines with hinge loss and an unpenalised bias, one for each pair of classes
/// (LIBSVM). With two classes the scores are plus and minus the decision value. With more, the
/// score of a class is the number of pairs that it wins plus s / (3 (|s| + 1)), where s is the sum
/// of its decision values. Where several classes win the most pairs, the lowest of them is
/// predicted, as by LIBSVM, and its score is increased by 1.
///
/// When the context is told to stop, training stops within a thousand steps, and the memory that
/// LIBSVM had allocated leaks.
/// The cache beyond its least size is reserved here, and the rest is not.
std::unique_ptr<const Model> fit_kernel_svm(const Examples& examples,
                                            const KernelSvmOptions& options,
                                            const Context& context = {});

/// Support vector regression with epsilon-insensitive loss, an RBF kernel and an unpenalised bias
/// (LIBSVM). The numbers are scaled to mean 0 and standard deviation 1 first, so that cost and
/// epsilon do not depend on their unit. Cancelled as above.
std::unique_ptr<const Model> fit_rbf_svr(const Examples& examples, double epsilon,
                                         const KernelSvmOptions& options,
                                         const Context& context = {});

/// What fit_kernel_svm(), or fit_rbf_svr(), and scoring by its model need at most, beside the
/// examples and the scores, and without the cache beyond its least size.
std::uint64_t kernel_svm_bytes(const FitSize& size, const KernelSvmOptions& options);

}  // namespace pith
