// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <numeric>

#include "pith/methods/regression/investor.h"
#include "pith/methods/regression/regression.h"
#include "pith/select/recipes.h"

namespace pith::methods {
namespace {

class AlphaInvesting {
 public:
  AlphaInvesting(const Table& table, const Task& task, const Context& context)
      : table_(table),
        task_(task),
        regression_(table, task.k, context),
        investor_(task.params.real("wealth"), task.params.real("payout")),
        rows_(table.has_weights()
                  ? std::accumulate(table.weights().begin(), table.weights().end(), 0.0)
                  : static_cast<double>(table.rows())) {}

  /// Features to keep are in the model before the first test, without a test of their own.
  Selection run(const Context& context) {
    for (std::size_t i = 0; i < task_.keep.size() && !is_full(); ++i)
      take(task_.keep[i], 0, context);
    const auto features = static_cast<Feature>(table_.features());
    for (Feature feature = 0; feature < features && !is_full(); ++feature) {
      context.check_cancelled();
      context.report({.phase = "select", .done = feature, .total = features});
      if (std::find(task_.keep.begin(), task_.keep.end(), feature) != task_.keep.end()) continue;
      const double p =
          investing_p(regression_.gain(feature), regression_.fit().unexplained(), rows_);
      if (investor_.test(p)) take(feature, feature + 1, context);
    }
    context.report({.phase = "select", .done = features, .total = features});
    selection_.stopped = is_full() ? Stopped::reached_k : Stopped::no_gain;
    selection_.diagnostics = {{"wealth", investor_.wealth()},
                              {"tests", static_cast<double>(investor_.tests())},
                              {"explained", regression_.fit().explained()}};
    if (selection_.selected.empty()) {
      selection_.notes.push_back(
          task_.params.real("wealth") < 1
              ? "no feature passed its test; more wealth makes the tests less strict (" +
                    option("wealth", "1") + ")"
              : "no feature passed its test, also with the largest wealth");
    }
    selection_.notes.emplace_back(
        "each feature was judged once, in the order of the columns: another order of the columns "
        "may give other features");
    return std::move(selection_);
  }

 private:
  bool is_full() const { return selection_.selected.size() == task_.k; }
  void take(Feature feature, Feature first, const Context& context) {
    const double before = regression_.fit().explained();
    regression_.add(feature, first, context);
    Selected& step = selection_.selected.emplace_back();
    step.feature = feature;
    step.score = regression_.fit().explained();
    step.gain = step.score - before;
  }

  const Table& table_;
  const Task& task_;
  TargetRegression regression_;
  Investor investor_;
  double rows_;  // the sum of the weights
  Selection selection_;
};

Selection run(const Source& source, const Task& task, const Context& context) {
  return AlphaInvesting(rows_of(source, "alpha-investing"), task, context).run(context);
}

}  // namespace

Method alpha_investing() {
  return {
      .id = "alpha-investing",
      .title = "Alpha-investing",
      .family = "regression",
      .formula =
          "accept x_i if exp(-n (RSS(S) - RSS(S,x_i)) / (2 RSS(S))) < w / (2 i); then w grows by "
          "payout - w / (2 i), else it falls by w / (2 i)",
      .summary =
          "Goes through the numeric features once, in the order of the columns, and accepts those "
          "that improve a linear regression of the target significantly; each test costs wealth, "
          "each success pays. Determines the number of features itself.",
      .unit = "R2",
      .cost = "O(n d k)",
      .parameters = {Parameter::real("wealth", 0.5, 0, 1,
                                     "w before the first test; more wealth, more features"),
                     Parameter::real("payout", 0.5, 0, 1, "what an accepted feature adds to w")},
      .references = {{"J. Zhou and D. P. Foster and R. A. Stine and L. H. Ungar",
                      "Streamwise feature selection", "Journal of Machine Learning Research", 2006,
                      ""}},
      .traits = {.input = {.takes = Takes::numbers,
                           .target = TakesTarget::both,
                           .needs_rows = true,
                           .takes_weights = true,
                           .needs_variation = true},
                 .output = {.is_joint = true, .finds_k = true},
                 .guarantees = {.depends_on_column_order = true}},
      .run = run,
  };
}

}  // namespace pith::methods
