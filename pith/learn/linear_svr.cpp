// SPDX-License-Identifier: Apache-2.0
#include "pith/learn/model/learner.h"
#include "pith/learn/model/model.h"
#include "pith/learn/svm/liblinear.h"
#include "pith/learn/svm/parameters.h"

namespace pith::learn {
namespace {

std::uint64_t bytes(const FitSize& size, const Params&) {
  return linear_svm_bytes(size);
}

std::unique_ptr<const Model> fit(const Examples& examples, const Params& params,
                                 const Context& context) {
  return fit_linear_svr(examples,
                        {.cost = params.real("cost"),
                         .epsilon = params.real("epsilon"),
                         .tolerance = params.real("tolerance")},
                        context);
}

}  // namespace

Learner linear_svr() {
  return {
      .id = "linear-svr",
      .title = "Linear support vector regression",
      .summary =
          "Predicts a number by a linear function that ignores small errors (LIBLINEAR, squared "
          "epsilon-insensitive loss); the target is scaled to standard deviation 1 before.",
      .formula = "min 1/2 |w|^2 + C sum[i] max(0, |y_i - w'x_i| - epsilon)^2",
      .parameters = {svm_cost(), svr_epsilon(), svm_tolerance()},
      .references = {svr_reference(),
                     {"C.-H. Ho and C.-J. Lin", "Large-scale linear support vector regression",
                      "Journal of Machine Learning Research", 2012, ""},
                     {"R.-E. Fan and K.-W. Chang and C.-J. Hsieh and X.-R. Wang and C.-J. Lin",
                      "LIBLINEAR: a library for large linear classification",
                      "Journal of Machine Learning Research", 2008, ""}},
      .predicts = Predicts::numbers,
      .bytes = bytes,
      .fit = fit,
  };
}

}  // namespace pith::learn
