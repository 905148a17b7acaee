// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>
#include <utility>

#include "pith/base/work.h"
#include "pith/learn/model/set_errors.h"
#include "pith/search/backward.h"
#include "pith/search/floating.h"
#include "pith/search/forward.h"
#include "pith/select/recipes.h"

namespace pith::methods {
namespace {

using Set = std::vector<Feature>;

/// The standard deviation (divisor n) of a numeric target, which is not constant.
double deviation_of(const Column& target) {
  const Numbers numbers = target.numbers();
  const auto count = static_cast<double>(numbers.size());
  double mean = 0;
  for (const double number : numbers)
    mean += number / count;
  double squares = 0;
  for (const double number : numbers)
    squares += (number - mean) * (number - mean) / count;
  return std::sqrt(squares);
}

/// The values of sets. Of classes, the share of rows that the learner predicts correctly: it is a
/// ratio of integers, so that sets with equally many errors are tied exactly. Of numbers, the root
/// of the mean squared error in standard deviations of the target, negated.
class Qualities {
 public:
  Qualities(const Table& table, const Params& params, const Context& context)
      : errors_(table, learner(params.choice("learner")),
                static_cast<std::size_t>(params.integer("folds")), context),
        is_numeric_(table.has_numeric_target()),
        unit_(is_numeric_ ? deviation_of(table.target()) : 1) {}

  std::vector<double> values(std::span<const Set> sets, const Context& context,
                             Work* work = nullptr) {
    std::function<void()> done;
    if (work != nullptr) done = [work] { work->add(1); };
    judged_ += sets.size();
    const auto rows = static_cast<double>(errors_.rows());
    std::vector<double> values;
    for (const double loss : errors_.losses(sets, context, done))
      values.push_back(is_numeric_ ? -std::sqrt(loss / rows) / unit_ : (rows - loss) / rows);
    return values;
  }
  /// What users look for; the searches look for the largest value.
  double error_of(double value) const { return is_numeric_ ? -value * unit_ : 1 - value; }
  /// The same in a unit that does not depend on the target.
  double scaled_error_of(double value) const { return is_numeric_ ? -value : 1 - value; }
  /// Of values, in errors.
  double difference(double value, double other) const { return (value - other) * unit_; }
  bool is_numeric() const { return is_numeric_; }
  double unit() const { return unit_; }  ///< the standard deviation of numbers; 1 for classes
  std::size_t folds() const { return errors_.folds(); }
  std::size_t judged() const { return judged_; }

 private:
  SetErrors errors_;
  bool is_numeric_;
  double unit_;
  std::size_t judged_ = 0;  // sets
};

void insert(Set& set, Feature feature) {
  set.insert(std::lower_bound(set.begin(), set.end(), feature), feature);
}

/// Candidates that join the set, for forward(). While features to keep are taken, only the next of
/// them is judged.
class Inclusion {
 public:
  static constexpr bool is_joint = true;
  static constexpr bool reports_work = true;

  Inclusion(Qualities& qualities, std::size_t features, const Task& task, const Context& context)
      : qualities_(qualities),
        keep_(task.keep),
        scores_(features, -std::numeric_limits<double>::infinity()),
        work_(context, "select", units(features, task)) {
    Set all(features);
    std::iota(all.begin(), all.end(), Feature{0});
    judge(all, context);
  }

  void absorb(Feature last, std::span<const Feature> candidates, const Context& context) {
    insert(set_, last);
    judge(candidates, context);
  }
  double score(Feature candidate) const { return scores_[candidate]; }

 private:
  std::size_t units(std::size_t features, const Task& task) const {
    std::size_t sets = 0;
    for (std::size_t step = 0; step < std::min(task.k, features); ++step)
      sets += step < task.keep.size() ? 1 : features - step;
    return sets * qualities_.folds();
  }
  void judge(std::span<const Feature> candidates, const Context& context) {
    if (set_.size() < keep_.size()) candidates = keep_.subspan(set_.size(), 1);
    std::vector<Set> sets(candidates.size(), set_);
    for (std::size_t i = 0; i < sets.size(); ++i)
      insert(sets[i], candidates[i]);
    const std::vector<double> values = qualities_.values(sets, context, &work_);
    for (std::size_t i = 0; i < sets.size(); ++i)
      scores_[candidates[i]] = values[i];
  }

  Qualities& qualities_;
  std::span<const Feature> keep_;
  Set set_;  // ascending
  std::vector<double> scores_;
  Work work_;
};

/// Candidates that leave the set, for backward().
class Exclusion {
 public:
  Exclusion(Qualities& qualities, std::size_t features) : qualities_(qualities) {
    set_.resize(features);
    std::iota(set_.begin(), set_.end(), Feature{0});
  }

  /// The error without the candidate. The 1 is for backward(), which treats a loss of 0 differently
  /// from other ties.
  std::vector<double> losses(std::span<const Feature> candidates, const Context& context) {
    std::vector<Set> sets(candidates.size(), set_);
    for (std::size_t i = 0; i < sets.size(); ++i)
      std::erase(sets[i], candidates[i]);
    std::vector<double> losses = qualities_.values(sets, context);
    for (double& loss : losses)
      loss = 1 + qualities_.scaled_error_of(loss);
    return losses;
  }
  void remove(std::span<const Feature> gone, const Context&) {
    for (const Feature feature : gone)
      std::erase(set_, feature);
  }

 private:
  Qualities& qualities_;
  Set set_;  // ascending
};

/// The features in this order, each with the value of the set that it completes.
Selection selection_of(std::span<const Feature> order, Qualities& qualities, const Task& task,
                       const Context& context) {
  std::vector<Set> sets;
  for (const Feature feature : order) {
    sets.push_back(sets.empty() ? Set{} : sets.back());
    insert(sets.back(), feature);
  }
  const std::vector<double> values = qualities.values(sets, context);
  Selection selection;
  for (std::size_t i = 0; i < order.size(); ++i)
    selection.selected.push_back({.feature = order[i], .score = values[i]});
  selection.stopped =
      selection.selected.size() == task.k ? Stopped::reached_k : Stopped::nothing_left;
  return selection;
}

Selection search(Qualities& qualities, std::size_t features, const Task& task,
                 const Context& context) {
  const std::string& direction = task.params.choice("direction");
  if (direction == "forward") {
    Inclusion criterion(qualities, features, task, context);
    return forward(criterion, features, task, context);
  }
  if (direction == "floating") {
    FloatingSearch search(qualities, features, task, context);
    return selection_of(search.run(), qualities, task, context);
  }
  Exclusion criterion(qualities, features);
  const Elimination found = backward(criterion, features, task, 1, context);
  Set order;
  for (std::size_t i = 0; i < std::min(task.k, features); ++i)
    order.push_back(static_cast<Feature>(found.order[i]));
  return selection_of(order, qualities, task, context);
}

/// Classes of one row are never predicted: the row is either trained on or tested.
std::size_t single_rows(const Table& table) {
  if (!table.has_classes()) return 0;
  std::vector<std::size_t> counts(table.classes());
  for (std::size_t row = 0; row < table.rows(); ++row)
    ++counts[table.target().code(row)];
  return static_cast<std::size_t>(std::count(counts.begin(), counts.end(), 1U));
}

/// The steps at the end that did not lower the error.
std::size_t useless_steps(const Selection& selection, double unit) {
  const auto& steps = selection.selected;
  const auto last = std::find_if(steps.rbegin(), steps.rend(),
                                 [&](const Selected& step) { return *step.gain > 1e-9 * unit; });
  return static_cast<std::size_t>(last - steps.rbegin());
}

std::vector<std::string> notes_of(const Table& table, const Qualities& qualities,
                                  const Params& params, const Selection& selection) {
  const double error = selection.diagnostics[0].value;
  const double baseline = selection.diagnostics[1].value;
  const auto text = [&](double value) {
    return qualities.is_numeric() ? fmt::format("{:.4g}", value)
                                  : fmt::format("{:.3g} %", 100 * value);
  };
  const std::string what = qualities.is_numeric() ? "root mean squared error" : "error";
  std::vector<std::string> notes;
  if (error < baseline) {
    notes.push_back(fmt::format(
        "the {} of {} ({} in {}-fold cross-validation) is optimistic, because the search minimised "
        "it; estimate it on other rows ({})",
        what, text(error), params.choice("learner"), qualities.folds(), command("evaluate")));
  } else {
    notes.push_back(fmt::format(
        "{} has {} {} of {} in cross-validation with these features, no less than always "
        "predicting the {} ({})",
        params.choice("learner"), qualities.is_numeric() ? "a" : "an", what, text(error),
        qualities.is_numeric() ? "mean" : "most frequent class", text(baseline)));
  }
  const auto asked = static_cast<std::size_t>(params.integer("folds"));
  if (qualities.folds() < asked) {
    notes.push_back(fmt::format("used {} instead of {}, because {} more rows",
                                counted(qualities.folds(), "fold"), asked,
                                qualities.is_numeric() ? "there are no" : "no class has"));
  }
  const std::size_t useless = useless_steps(selection, qualities.unit());
  if (useless > 0) {
    notes.push_back(fmt::format("the last {} did not lower the error; ties go to the first column",
                                useless == 1 ? "feature" : fmt::format("{} features", useless)));
  }
  const std::size_t single = single_rows(table);
  if (single > 0) {
    notes.push_back(fmt::format("{} {} only one row, which counts as an error whatever is selected",
                                counted(single, "class", "classes"), agree(single, "has", "have")));
  }
  return notes;
}

Selection run(const Source& source, const Task& task, const Context& context) {
  const Table& table = rows_of(source, "wrapper");
  SetErrors::require_memory(table, learner(task.params.choice("learner")),
                            {.folds = static_cast<std::size_t>(task.params.integer("folds")),
                             .features = std::min(task.k, table.features())},
                            context);
  Qualities qualities(table, task.params, context);
  Selection selection = search(qualities, table.features(), task, context);
  const std::vector<Set> nothing(1);
  const double baseline = qualities.values(nothing, context).front();
  double before = baseline;
  for (Selected& step : selection.selected) {
    step.gain = qualities.difference(step.score, before);
    before = step.score;
    step.score = qualities.error_of(step.score);
  }
  selection.diagnostics = {{"inner_error", qualities.error_of(before)},
                           {"baseline_error", qualities.error_of(baseline)},
                           {"folds", static_cast<double>(qualities.folds())},
                           {"sets", static_cast<double>(qualities.judged())}};
  selection.notes = notes_of(table, qualities, task.params, selection);
  return selection;
}

/// Backward elimination fits O(d^2) sets of O(d) features, and so may a floating search.
Traits traits_with(Traits traits, const Params& params) {
  if (params.choice("direction") == "backward") traits.growth.features = 3;
  const std::string& id = params.choice("learner");
  if (id == "knn" || id == "rbf-svm" || id == "rbf-svr") traits.growth.rows = 2;
  switch (learner(id).predicts) {
    case Predicts::classes:
      traits.input.target = TakesTarget::classes;
      break;
    case Predicts::numbers:
      traits.input.target = TakesTarget::numbers;
      break;
    case Predicts::both:
      traits.input.target = TakesTarget::both;
      break;
  }
  return traits;
}

std::vector<Parameter> parameters() {
  const std::string preferred = default_learner(false);
  std::vector<std::string> ids{preferred};
  for (const Learner& known : learners()) {
    if (known.id != preferred) ids.push_back(known.id);
  }
  return {
      Parameter::choice("learner", std::move(ids),
                        "learner whose cross-validated error is minimised, with its default "
                        "parameters; for numbers ridge, unless it is given"),
      Parameter::choice("direction", {"forward", "backward", "floating"},
                        "add the best feature to the set, remove the worst from all features, "
                        "or add and then remove as long as that gives a better set of its size"),
      Parameter::integer("folds", 5, 2, 20, "number of folds of the cross-validation")};
}

}  // namespace

Method wrapper() {
  return {
      .id = "wrapper",
      .title = "Smallest cross-validated error of a learner",
      .family = "wrappers",
      .formula =
          "J(S) = (rows that the learner, trained on S without their fold, predicts wrongly) / n, "
          "or the root of their mean squared error, as small as possible",
      .summary =
          "Searches for the set of features with which a learner has the smallest cross-validated "
          "error. The search uses that error, so it is optimistic for the selected set.",
      .unit = "cross-validated error",
      .cost = "O(d k or d^2) fits",
      .parameters = parameters(),
      .references = {{"R. Kohavi and G. H. John", "Wrappers for feature subset selection",
                      "Artificial Intelligence", 1997, "10.1016/S0004-3702(97)00043-X"},
                     {"P. Pudil and J. Novovicova and J. Kittler",
                      "Floating search methods in feature selection", "Pattern Recognition Letters",
                      1994, "10.1016/0167-8655(94)90127-9"}},
      .traits = {.input = {.takes = Takes::any,
                           .target = TakesTarget::both,
                           .needs_rows = true,
                           .min_rows = 2},
                 .output = {.is_joint = true, .smaller_is_better = true},
                 .guarantees = {.uses_seed = true,
                                .depends_on_row_order = true,
                                .rewards_duplicates = true}},
      .run = run,
      .traits_with = traits_with,
      .numeric_defaults = {{"learner", default_learner(true)}},
  };
}

}  // namespace pith::methods
