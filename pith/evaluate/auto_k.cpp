// SPDX-License-Identifier: Apache-2.0
#include "pith/evaluate/auto_k.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "pith/base/error.h"
#include "pith/evaluate/evaluation.h"
#include "pith/learn/model/learner.h"

namespace pith {
namespace {

std::string null_note(const Table& table, const NullChoice& choice, const NullTest& test) {
  const NullStep& last = choice.steps.back();
  const std::size_t significant = choice.steps.size() - (last.p > test.alpha ? 1 : 0);
  if (significant == 0) {
    return fmt::format(
        "no {}feature is significant at alpha = {}: the best one, {}, has p = {:.3g}",
        choice.k > 0 ? "other " : "", test.alpha, quoted(table.name(last.feature)), last.p);
  }
  double max_p = 0;
  for (std::size_t i = 0; i < significant; ++i)
    max_p = std::max(max_p, choice.steps[i].p);
  std::string note =
      fmt::format("{} {} significant by the permutation test (p <= {:.3g})",
                  counted(significant, "feature"), agree(significant, "is", "are"), max_p);
  if (choice.steps.size() > significant)
    note +=
        fmt::format("; the next one, {}, has p = {:.3g}", quoted(table.name(last.feature)), last.p);
  return note;
}

/// An error with its unit.
std::string error_text(double error, Goal goal) {
  return has_numbers(goal) ? fmt::format("{:.4g}", error) : fmt::format("{:.2f} %", 100 * error);
}

std::string_view error_name(Goal goal) {
  switch (goal) {
    case Goal::classes:
      return "error";
    case Goal::numbers:
      return "RMSE";
    case Goal::several_classes:
      return "Hamming loss";
    case Goal::several_numbers:
    case Goal::mixed:
      break;
  }
  return "mean loss";
}

std::string_view baseline_name(Goal goal) {
  if (goal == Goal::mixed) return "constant";
  return has_numbers(goal) ? "mean" : "majority-class";
}

/// A learner as it would be typed.
std::string learner_text(const Variant& learner, Goal goal) {
  if (learner.id != "auto") return learner.label;
  return default_learner_for(goal) + learner.label.substr(learner.id.size());
}

std::string cv_note(const Table& table, const CvChoice& choice, const CvTest& test) {
  const Goal goal = goal_of(table);
  const CvPoint& best = choice.points[choice.best];
  const auto chosen = std::find_if(choice.points.begin(), choice.points.end(),
                                   [&](const CvPoint& p) { return p.features == choice.k; });
  std::string note = fmt::format(
      "cross-validation with {} chose {}: {} {}, within one standard error ({}) of the minimum, {} "
      "with {}",
      learner_text(test.learner, goal), counted(choice.k, "feature"), error_name(goal),
      error_text(chosen->error, goal),
      has_numbers(goal) ? fmt::format("{:.4g}", best.standard_error)
                        : fmt::format("{:.2f}", 100 * best.standard_error),
      error_text(best.error, goal), best.features);
  if (choice.chance <= best.error + best.standard_error) {
    note += fmt::format("; the {} baseline is no worse ({})", baseline_name(goal),
                        error_text(choice.chance, goal));
  }
  return note;
}

KChoice chosen_by_null(const Table& table, const Request& request, const NullTest& test,
                       const Context& context) {
  NullChoice choice = choose_by_null(table, request, test, context);
  KChoice result{.k = choice.k, .note = choice.steps.empty() ? "" : null_note(table, choice, test)};
  const bool has_insignificant_step = !choice.steps.empty() && choice.steps.back().p > test.alpha;
  if (has_insignificant_step || choice.k == 0) result.stopped = Stopped::no_gain;
  result.null = std::move(choice);
  return result;
}

KChoice chosen_by_cv(const Table& table, const Request& request, const CvTest& test,
                     const Context& context) {
  if (table.has_weights()) {
    throw Error(
        ErrorKind::bad_data,
        fmt::format(
            "learners do not support row weights, so cross-validation cannot choose k; use {} or "
            "omit the weights ({})",
            option("auto", "null"), option("weights")));
  }
  CvChoice choice = choose_by_cv(table, request, test, context);
  KChoice result{.k = choice.k, .note = cv_note(table, choice, test)};
  result.cv = std::move(choice);
  return result;
}

}  // namespace

ChooseK by_cross_validation(CvTest test) {
  return
      [test = std::move(test)](const Table& table, const Request& request, const Context& context) {
        return chosen_by_cv(table, request, test, context);
      };
}

ChooseK by_permutation_test(NullTest test) {
  return [test](const Table& table, const Request& request, const Context& context) {
    return chosen_by_null(table, request, test, context);
  };
}

}  // namespace pith
