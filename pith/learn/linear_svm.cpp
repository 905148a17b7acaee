// SPDX-License-Identifier: Apache-2.0
#include "pith/learn/model/learner.h"
#include "pith/learn/model/model.h"
#include "pith/learn/svm/kernel_svm.h"
#include "pith/learn/svm/liblinear.h"
#include "pith/learn/svm/parameters.h"
#include "pith/learn/svm/wide_svm.h"

namespace pith::learn {
namespace {

std::uint64_t bytes(const FitSize& size, const Params& params) {
  return params.choice("solver") == "liblinear"
             ? linear_svm_bytes(size)
             : kernel_svm_bytes(size, {.kernel = Kernel::linear});
}

std::unique_ptr<const Model> fit(const Examples& examples, const Params& params,
                                 const Context& context) {
  const double cost = params.real("cost");
  const double tolerance = params.real("tolerance");
  if (params.choice("solver") == "liblinear") {
    if (is_wide(examples.rows)) return fit_wide_svm(examples, cost, context);
    return fit_linear_svm(examples, {.cost = cost, .tolerance = tolerance}, context);
  }
  return fit_kernel_svm(examples, {.kernel = Kernel::linear, .cost = cost, .tolerance = tolerance},
                        context);
}

}  // namespace

Learner linear_svm() {
  return {
      .id = "linear-svm",
      .title = "Linear support vector machine",
      .summary =
          "Separates classes by maximum-margin hyperplanes: LIBLINEAR trains one class against "
          "the rest with squared hinge loss (Newton's method where there are at most 500 rows, and no "
          "more than columns), LIBSVM each pair of classes with hinge loss.",
      .formula =
          "min 1/2 |w|^2 + C sum[i] max(0, 1 - y_i w'x_i)^p, p = 2 (liblinear) or 1 (libsvm)",
      .parameters = {Parameter::choice("solver", {"liblinear", "libsvm"},
                                       "one-vs-rest with squared hinge loss, or one-vs-one with "
                                       "hinge loss"),
                     svm_cost(), svm_tolerance()},
      .references = {svm_reference(),
                     {"R.-E. Fan and K.-W. Chang and C.-J. Hsieh and X.-R. Wang and C.-J. Lin",
                      "LIBLINEAR: a library for large linear classification",
                      "Journal of Machine Learning Research", 2008, ""},
                     libsvm_reference()},
      .bytes = bytes,
      .fit = fit,
  };
}

}  // namespace pith::learn
