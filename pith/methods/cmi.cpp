// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <deque>
#include <numeric>
#include <optional>
#include <string>
#include <vector>

#include "pith/methods/discrete/correction.h"
#include "pith/search/combined_criterion.h"
#include "pith/search/forward.h"
#include "pith/search/information_errors.h"
#include "pith/select/recipes.h"
#include "pith/stats/joint_states.h"
#include "pith/stats/target_sources.h"

namespace pith::methods {
namespace {

/// I(S,x;y), where S is the joint variable of all selected features.
class JointInformation {
 public:
  static constexpr bool is_joint = true;

  JointInformation(const Table& table, Correction correction, const Context& context)
      : informations_(table, correction),
        states_(table),
        gains_(table.features()),
        has_correction_(correction != Correction::none) {
    std::vector<Feature> all(table.features());
    std::iota(all.begin(), all.end(), Feature{0});
    update(all, context);
  }

  void absorb(Feature taken, std::span<const Feature> candidates, const Context& context) {
    before_ += gains_[taken];
    states_.refine(taken);
    ++selected_;
    note_states();
    update(candidates, context);
  }
  double score(Feature candidate) const { return before_ + gains_[candidate]; }

  std::vector<std::string> notes() const {
    std::vector<std::string> notes;
    if (few_) notes.push_back(*few_);
    if (none_) notes.push_back(*none_);
    return notes;
  }

 private:
  void update(std::span<const Feature> candidates, const Context& context) {
    std::vector<double> values(candidates.size());
    informations_.given(states_, candidates, values, context);
    for (std::size_t i = 0; i < candidates.size(); ++i)
      gains_[candidates[i]] = values[i];
  }

  /// The rows that a state needs on average before its class frequencies mean much.
  static constexpr std::size_t enough_rows = 5;

  void note_states() {
    if (none_) return;  // nothing more is said about features without information
    const std::string what = fmt::format(
        "{} of the first {} in {}", counted(states_.states(), "joint state"),
        selected_ == 1 ? "feature" : counted(selected_, "feature"), counted(states_.rows(), "row"));
    if (!few_ && !has_correction_ && states_.rows() < enough_rows * states_.states()) {
      few_ = fmt::format(
          "there are {}, fewer than {} rows each: from here on the information is largely chance "
          "({})",
          what, enough_rows, option("correction", "chance"));
    }
    if (!states_.has_open_states()) {
      none_ = fmt::format(
          "there are {}, each with a single class: no further feature adds information, and the "
          "others follow in the order of the columns",
          what);
    }
  }

  StateInformations informations_;
  JointStates states_;
  std::vector<double> gains_;  // I(x;y|S)
  double before_ = 0;          // I(S;y)
  std::size_t selected_ = 0;
  bool has_correction_;
  std::optional<std::string> few_;
  std::optional<std::string> none_;
};

/// I(S,x;y) for each target, combined.
Selection run_combined(const Source& source, const Task& task, const Context& context) {
  std::deque<OneTarget> sources;
  CombinedCriterion<JointInformation> criterion(task.combine);
  for (std::size_t i = 0; i < target_count(source); ++i) {
    const Source& one = sources.emplace_back(source, i).source();
    criterion.add(*one.table(), correction_of(task.params, one), context);
  }
  const TargetScores relevance{.of_targets = criterion.scores(source.features())};
  Selection selection = forward(criterion, source.features(), task, context);
  relevance.add_serves(selection);
  return selection;
}

Selection run(const Source& source, const Task& task, const Context& context) {
  if (target_count(source) > 1) return run_combined(source, task, context);
  const Table& table = rows_of(source, "cmi");
  JointInformation criterion(table, correction_of(task.params, source), context);
  Selection selection = forward(criterion, source.features(), task, context);
  selection.notes = criterion.notes();
  add_error_bounds(selection, class_weights(table));
  return selection;
}

}  // namespace

Method cmi() {
  return with_correction({
      .id = "cmi",
      .class_name = "CMI",
      .title = "Exact conditional mutual information",
      .family = "discrete information",
      .formula = "J(x) = I(S,x;y) = I(S;y) + I(x;y|S)",
      .summary =
          "Selects the feature with the most information about the target given all selected "
          "features together, without any approximation by pairs. The joint states soon outnumber "
          "the rows, so few features can be told apart.",
      .unit = "nats",
      .cost = "O(n d k)",
      .parameters = {},
      .references = {{"H. Peng and F. Long and C. Ding",
                      "Feature selection based on mutual information: criteria of max-dependency, "
                      "max-relevance, and min-redundancy",
                      "IEEE Transactions on Pattern Analysis and Machine Intelligence", 2005,
                      "10.1109/TPAMI.2005.159"},
                     {"G. Brown and A. Pocock and M.-J. Zhao and M. Lujan",
                      "Conditional likelihood maximisation: a unifying framework for information "
                      "theoretic feature selection",
                      "Journal of Machine Learning Research", 2012, ""}},
      .traits = {.input = {.targets = SeveralTargets::combined,
                           .needs_rows = true,
                           .takes_weights = true},
                 .output = {.is_joint = true}},
      .run = run,
  });
}

}  // namespace pith::methods
