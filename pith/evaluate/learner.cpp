// SPDX-License-Identifier: Apache-2.0
#include "pith/evaluate/learner.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <optional>

#include "pith/base/error.h"
#include "pith/learn/adaboost.h"
#include "pith/learn/kernel_svm.h"
#include "pith/learn/knn.h"
#include "pith/learn/linear_svm.h"
#include "pith/learn/logistic.h"
#include "pith/learn/naive_bayes.h"
#include "pith/learn/qda.h"

namespace pith {
namespace {

using Fitted = std::unique_ptr<const Model>;

Parameter cost() {
  return Parameter::real("cost", 1, 1e-6, 1e6, "what an error costs, against small weights");
}
/// LIBSVM keeps its matrix in single precision: it does not reach less than the lower end.
Parameter tolerance() {
  return Parameter::real("tolerance", 1e-3, 1e-5, 0.1, "how far from the minimum is near enough");
}
Reference support_vectors() {
  return {"C. Cortes and V. Vapnik", "Support-vector networks", "Machine Learning", 1995,
          "10.1007/BF00994018"};
}
Reference libsvm() {
  return {"C.-C. Chang and C.-J. Lin", "LIBSVM: a library for support vector machines",
          "ACM Transactions on Intelligent Systems and Technology", 2011,
          "10.1145/1961189.1961199"};
}

Learner adaboost() {
  return {
      .id = "adaboost",
      .title = "Boosted stumps, one class against the rest",
      .summary =
          "Adds up the answers of stumps (is a feature at most a threshold?), each chosen "
          "for the rows that those before it got wrong.",
      .formula = "f_c(x) = sum[t] a_t h_t(x) / sum[t] a_t, h_t = -1 or 1, a_t = log((1 - e_t)/e_t)",
      .parameters = {Parameter::integer("rounds", 100, 1, 100000, "stumps for each class")},
      .references = {{"Y. Freund and R. E. Schapire",
                      "A decision-theoretic generalization of on-line learning and an application "
                      "to boosting",
                      "Journal of Computer and System Sciences", 1997, "10.1006/jcss.1997.1504"}},
      .fit = [](const Examples& examples, const Params& params, const Context& context) -> Fitted {
        return fit_adaboost(
            examples, {.rounds = static_cast<std::size_t>(params.integer("rounds"))}, context);
      },
  };
}

Learner knn() {
  return {
      .id = "knn",
      .title = "Nearest neighbours",
      .summary = "The class that most of the nearest rows have, by Euclidean distance.",
      .formula = "P(c|x) = (v_c + 1/m) / (K + 1), v_c of the K nearest rows have class c of m",
      .parameters = {Parameter::integer("neighbours", 3, 1, 1000000, "rows that vote")},
      .references = {{"T. M. Cover and P. E. Hart", "Nearest neighbor pattern classification",
                      "IEEE Transactions on Information Theory", 1967, "10.1109/TIT.1967.1053964"}},
      .gives_probabilities = true,
      .fit = [](const Examples& examples, const Params& params, const Context& context) -> Fitted {
        return fit_knn(examples,
                       {.neighbours = static_cast<std::size_t>(params.integer("neighbours"))},
                       context);
      },
  };
}

Learner linear_svm() {
  return {
      .id = "linear-svm",
      .title = "Linear support vector machine",
      .summary =
          "The hyperplane with the widest margin between classes: LIBLINEAR takes each "
          "class against the rest with squared hinge loss, LIBSVM each pair of classes with "
          "hinge loss.",
      .formula =
          "min 1/2 |w|^2 + C sum[i] max(0, 1 - y_i w'x_i)^p, p = 2 (liblinear) or 1 (libsvm)",
      .parameters = {Parameter::choice("solver", {"liblinear", "libsvm"},
                                       "one class against the rest with squared hinge loss, or "
                                       "each pair of classes with hinge loss"),
                     cost(), tolerance()},
      .references = {support_vectors(),
                     {"R.-E. Fan and K.-W. Chang and C.-J. Hsieh and X.-R. Wang and C.-J. Lin",
                      "LIBLINEAR: a library for large linear classification",
                      "Journal of Machine Learning Research", 2008, ""},
                     libsvm()},
      .fit = [](const Examples& examples, const Params& params, const Context& context) -> Fitted {
        const double cost = params.real("cost");
        const double tolerance = params.real("tolerance");
        if (params.choice("solver") == "liblinear")
          return fit_linear_svm(examples, {.cost = cost, .tolerance = tolerance}, context);
        return fit_kernel_svm(
            examples, {.kernel = Kernel::linear, .cost = cost, .tolerance = tolerance}, context);
      },
  };
}

Learner logistic() {
  return {
      .id = "logistic",
      .title = "Logistic regression",
      .summary =
          "Probabilities whose logarithms are linear in the features, with small weights; of two "
          "classes, the first has no weights of its own.",
      .formula =
          "P(c|x) = exp(w_c'x + b_c) / sum[k] exp(w_k'x + b_k); "
          "min C sum[i] -log P(y_i|x_i) + 1/2 |W|^2",
      .parameters = {cost()},
      .references = {{"D. R. Cox", "The regression analysis of binary sequences",
                      "Journal of the Royal Statistical Society, Series B", 1958,
                      "10.1111/j.2517-6161.1958.tb00292.x"}},
      .gives_probabilities = true,
      .fit = [](const Examples& examples, const Params& params, const Context& context) -> Fitted {
        return fit_logistic(examples, {.cost = params.real("cost")}, context);
      },
  };
}

Learner naive_bayes() {
  return {
      .id = "naive-bayes",
      .title = "Naive Bayes",
      .summary =
          "Takes features to be independent within a class: numbers normal, categories as "
          "frequent as they occur.",
      .formula = "P(c|x) ~ P(c) prod[j] P(x_j|c)",
      .parameters = {Parameter::real("smoothing", 1e-9, 1e-15, 1,
                                     "added to variances, as a share of the largest one")},
      .references = {{"P. Domingos and M. Pazzani",
                      "On the optimality of the simple Bayesian classifier under zero-one loss",
                      "Machine Learning", 1997, "10.1023/A:1007413511361"}},
      .gives_probabilities = true,
      .fit = [](const Examples& examples, const Params& params, const Context& context) -> Fitted {
        return fit_naive_bayes(examples, {.smoothing = params.real("smoothing")}, context);
      },
  };
}

Learner qda() {
  return {
      .id = "qda",
      .title = "Quadratic discriminant analysis",
      .summary =
          "Takes each class to be normal, with a covariance of its own that is drawn "
          "towards the identity.",
      .formula = "P(c|x) ~ P(c) N(x; mean_c, (1 - r) S_c + r I)",
      .parameters = {Parameter::real("shrinkage", 0.1, 0, 1,
                                     "weight of the identity in each covariance")},
      .references = {{"J. H. Friedman", "Regularized discriminant analysis",
                      "Journal of the American Statistical Association", 1989,
                      "10.1080/01621459.1989.10478752"}},
      .gives_probabilities = true,
      .fit = [](const Examples& examples, const Params& params, const Context& context) -> Fitted {
        return fit_qda(examples, {.shrinkage = params.real("shrinkage")}, context);
      },
  };
}

Learner rbf_svm() {
  return {
      .id = "rbf-svm",
      .title = "Support vector machine with a Gaussian kernel",
      .summary =
          "The widest margin between each pair of classes, along a surface that bends with "
          "the rows near it.",
      .formula = "f(x) = sum[i] a_i y_i exp(-gamma |x_i - x|^2) + b, 0 <= a_i <= C",
      .parameters = {cost(),
                     Parameter::real_or(
                         "scale",
                         Parameter::real("gamma", 1, 1e-9, 1e9,
                                         "how fast the kernel falls with the squared distance; "
                                         "scale: 1 / (features * variance)"),
                         {"scale"}),
                     tolerance()},
      .references = {support_vectors(), libsvm()},
      .fit = [](const Examples& examples, const Params& params, const Context& context) -> Fitted {
        const std::optional<double> gamma =
            params.is_word("gamma") ? std::nullopt : std::optional(params.real("gamma"));
        return fit_kernel_svm(examples,
                              {.kernel = Kernel::rbf,
                               .cost = params.real("cost"),
                               .gamma = gamma,
                               .tolerance = params.real("tolerance")},
                              context);
      },
  };
}

}  // namespace

Params Learner::params(const Settings& settings) const {
  return {id, parameters, settings};
}

const std::vector<Learner>& learners() {
  static const std::vector<Learner> all{adaboost(),    knn(), linear_svm(), logistic(),
                                        naive_bayes(), qda(), rbf_svm()};
  return all;
}

const Learner& learner(std::string_view id) {
  std::vector<std::string> ids;
  for (const Learner& known : learners()) {
    if (known.id == id) return known;
    ids.push_back(known.id);
  }
  const auto near = nearest_name(id, ids);
  throw Error(ErrorKind::bad_argument,
              fmt::format("there is no learner {}; {}", quoted(id),
                          near ? fmt::format("did you mean '{}'?", *near)
                               : fmt::format("there are {}", fmt::join(ids, ", "))));
}

}  // namespace pith
