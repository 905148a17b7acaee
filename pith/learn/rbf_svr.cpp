// SPDX-License-Identifier: Apache-2.0
#include <optional>

#include "pith/learn/model/learner.h"
#include "pith/learn/model/model.h"
#include "pith/learn/svm/kernel_svm.h"
#include "pith/learn/svm/parameters.h"

namespace pith::learn {
namespace {

KernelSvmOptions options_of(const Params& params) {
  const std::optional<double> gamma =
      params.is_word("gamma") ? std::nullopt : std::optional(params.real("gamma"));
  return {.kernel = Kernel::rbf,
          .cost = params.real("cost"),
          .gamma = gamma,
          .tolerance = params.real("tolerance")};
}

std::uint64_t bytes(const FitSize& size, const Params& params) {
  return kernel_svm_bytes(size, options_of(params));
}

std::unique_ptr<const Model> fit(const Examples& examples, const Params& params,
                                 const Context& context) {
  return fit_rbf_svr(examples, params.real("epsilon"), options_of(params), context);
}

}  // namespace

Learner rbf_svr() {
  return {
      .id = "rbf-svr",
      .title = "Support vector regression with an RBF kernel",
      .summary =
          "Predicts a number by a linear function in the space of the Gaussian (RBF) kernel that "
          "ignores small errors (LIBSVM); the target is scaled to standard deviation 1 before.",
      .formula = "f(x) = sum[i] a_i exp(-gamma |x_i - x|^2) + b, -C <= a_i <= C",
      .parameters = {svm_cost(), svr_epsilon(),
                     Parameter::real_or("scale",
                                        Parameter::real("gamma", 1, 1e-9, 1e9,
                                                        "kernel coefficient; scale: 1 / (features "
                                                        "* variance)"),
                                        {"scale"}),
                     svm_tolerance()},
      .references = {svr_reference(), libsvm_reference()},
      .predicts = Predicts::numbers,
      .bytes = bytes,
      .fit = fit,
  };
}

}  // namespace pith::learn
