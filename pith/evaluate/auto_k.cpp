// SPDX-License-Identifier: Apache-2.0
#include "pith/evaluate/auto_k.h"

#include <fmt/format.h>

#include <algorithm>

#include "pith/base/error.h"

namespace pith {
namespace {

/// The selection with so many features. No method selects none, so for none the only one is left
/// out again.
Outcome run_with(const Table& table, Request request, std::size_t k, const Context& context) {
  request.k = std::max<std::size_t>(1, k);
  Outcome outcome = run(table, request, context);
  outcome.k = k;
  if (k > 0) return outcome;
  outcome.selection.selected.clear();
  outcome.selection.stopped = Stopped::no_gain;
  return outcome;
}

std::string null_note(const Table& table, const NullChoice& choice, const NullTest& test) {
  const NullStep& last = choice.steps.back();
  const std::size_t tested = choice.steps.size() - (last.p > test.alpha ? 1 : 0);
  if (tested == 0) {
    return fmt::format("no {}feature is more than chance at {}: the best one, {}, has p = {:.3g}",
                       choice.k > 0 ? "other " : "", test.alpha, quoted(table.name(last.feature)),
                       last.p);
  }
  double worst = 0;
  for (std::size_t i = 0; i < tested; ++i)
    worst = std::max(worst, choice.steps[i].p);
  std::string note = fmt::format("{} feature{} {} more than chance, each with p of at most {:.3g}",
                                 tested, tested == 1 ? "" : "s", tested == 1 ? "is" : "are", worst);
  if (choice.steps.size() > tested) {
    note +=
        fmt::format("; the next one, {}, has p = {:.3g}", quoted(table.name(last.feature)), last.p);
  }
  return note;
}

std::string cv_note(const CvChoice& choice, const CvTest& test) {
  const CvPoint& best = choice.points[choice.best];
  const auto chosen = std::find_if(choice.points.begin(), choice.points.end(),
                                   [&](const CvPoint& p) { return p.features == choice.k; });
  std::string note = fmt::format(
      "{} feature{} by cross-validation with {}: error {:.2f} %, within one standard error "
      "({:.2f}) of the least, {:.2f} % with {}",
      choice.k, choice.k == 1 ? "" : "s", test.learner.label, 100 * chosen->error,
      100 * best.standard_error, 100 * best.error, best.features);
  if (choice.chance <= best.error + best.standard_error) {
    note += fmt::format("; always the most frequent class does as well ({:.2f} %)",
                        100 * choice.chance);
  }
  return note;
}

}  // namespace

std::size_t default_max_features(const Table& table) {
  constexpr std::size_t most = 100;
  return std::min(table.features(), most);
}

CvTest default_cv_test(const Table& table) {
  CvTest test;
  test.splitting.folds = std::min(test.splitting.folds, table.rows());
  return test;
}

AutoOutcome run_auto(const Table& table, const Request& request, const NullTest& test,
                     const Context& context) {
  NullChoice choice = choose_by_null(table, request, test, context);
  AutoOutcome result{.outcome = run_with(table, request, choice.k, context)};
  const bool is_at_its_end = choice.steps.empty() || choice.steps.back().p <= test.alpha;
  if (!is_at_its_end) result.outcome.selection.stopped = Stopped::no_gain;
  if (!choice.steps.empty())
    result.outcome.selection.notes.push_back(null_note(table, choice, test));
  result.null = std::move(choice);
  return result;
}

AutoOutcome run_auto(const Table& table, const Request& request, const CvTest& test,
                     const Context& context) {
  if (table.has_weights()) {
    throw Error(ErrorKind::bad_data,
                "learners do not take row weights, so k cannot be found by --auto cv; use --auto "
                "null, or leave the weights out (--weights)");
  }
  CvChoice choice = choose_by_cv(table, request, test, context);
  AutoOutcome result{.outcome = run_with(table, request, choice.k, context)};
  result.outcome.selection.notes.push_back(cv_note(choice, test));
  result.cv = std::move(choice);
  return result;
}

}  // namespace pith
