// SPDX-License-Identifier: Apache-2.0
#include "pith/measure/anova.h"
#include "pith/select/recipes.h"

namespace pith::methods {
namespace {

template <Variance V>
double rest_max(const ClassMoments& moments) {
  return t_of_rest(moments, V).max;
}

template <Variance V>
double rest_mean(const ClassMoments& moments) {
  return t_of_rest(moments, V).mean;
}

template <Variance V>
double pairs(const ClassMoments& moments) {
  return t_of_pairs(moments, V);
}

template <Variance V>
auto measure_for(const std::string& classes) {
  if (classes == "rest-max") return rest_max<V>;
  return classes == "rest-mean" ? rest_mean<V> : pairs<V>;
}

std::vector<double> scores(const Source& source, const Params& params, const Context& context) {
  const std::string& classes = params.choice("classes");
  return moment_scores(source,
                       params.choice("variance") == "welch"
                           ? measure_for<Variance::welch>(classes)
                           : measure_for<Variance::pooled>(classes),
                       context);
}

}  // namespace

Method t_test() {
  return {
      .id = "t-test",
      .class_name = "TTest",
      .title = "Absolute t statistic",
      .family = "one feature at a time",
      .formula =
          "J(x) = mean[a < b] |m_a - m_b| / sqrt(s_a^2 / n_a + s_b^2 / n_b)   or   one class "
          "against the rest",
      .summary =
          "Ranks numeric features by the difference between the means of two classes, relative to "
          "its standard error.",
      .unit = "t statistic",
      .cost = "O(n d)",
      .parameters = {Parameter::choice(
                         "variance", {"welch", "pooled"},
                         "separate variances for the two classes, or a pooled variance"),
                     Parameter::choice("classes", {"pairs", "rest-max", "rest-mean"},
                                       "with more than two classes: mean over pairs of classes, or "
                                       "the maximum or mean over each class against the rest")},
      .references = {{"B. L. Welch",
                      "The generalization of 'Student's' problem when several different population "
                      "variances are involved",
                      "Biometrika", 1947, "10.1093/biomet/34.1-2.28"},
                     {"Student", "The probable error of a mean", "Biometrika", 1908,
                      "10.1093/biomet/6.1.1"}},
      .traits = {.input = {.takes = Takes::numbers,
                           .targets = SeveralTargets::combined,
                           .takes_weights = true},
                 .output = {.ranks_all = true}},
      .run = ranked<scores>,
  };
}

}  // namespace pith::methods
