// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "pith/base/parameter.h"
#include "pith/base/reference.h"

namespace pith {

/// What the support vector machines have in common.
inline Parameter svm_cost() {
  return Parameter::real("cost", 1, 1e-6, 1e6,
                         "weight C of the training errors; smaller values regularise more");
}

/// LIBSVM keeps its kernel matrix in single precision and does not converge below the lower end.
inline Parameter svm_tolerance() {
  return Parameter::real("tolerance", 1e-3, 1e-5, 0.1, "tolerance of the stopping criterion");
}

inline Parameter svr_epsilon() {
  return Parameter::real("epsilon", 0.1, 0, 10,
                         "errors up to so many standard deviations of the target cost nothing");
}

inline Reference svr_reference() {
  return {"A. J. Smola and B. Schoelkopf", "A tutorial on support vector regression",
          "Statistics and Computing", 2004, "10.1023/B:STCO.0000035301.49549.88"};
}

inline Reference svm_reference() {
  return {"C. Cortes and V. Vapnik", "Support-vector networks", "Machine Learning", 1995,
          "10.1007/BF00994018"};
}

inline Reference libsvm_reference() {
  return {"C.-C. Chang and C.-J. Lin", "LIBSVM: a library for support vector machines",
          "ACM Transactions on Intelligent Systems and Technology", 2011,
          "10.1145/1961189.1961199"};
}

}  // namespace pith
