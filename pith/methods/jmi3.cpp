// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <deque>
#include <numeric>
#include <vector>

#include "pith/methods/discrete/correction.h"
#include "pith/search/forward.h"
#include "pith/select/recipes.h"
#include "pith/stats/joint_states.h"
#include "pith/stats/target_sources.h"

namespace pith::methods {
namespace {

/// The rows by joint states, for one target.
struct TargetStates {
  TargetStates(const Table& table, Correction correction)
      : informations(table, correction), all_rows(table) {}

  StateInformations informations;
  JointStates all_rows;
  std::vector<double> relevance = {};
};

/// I(x;y) for the first feature, I(x,s;y) for the second, then the sum of I(x,s,t;y) over all pairs
/// of selected features. A joint information is that of the selected features plus what x adds to
/// it, I(x;y|s,t): rows are sorted by the states of a pair once, for all candidates. Each of these
/// terms is that of all targets, combined.
class TripleInformation {
 public:
  TripleInformation(const Source& source, const Task& task, const Context& context)
      : combine_(task.combine), scores_(source.features()) {
    const std::size_t targets = target_count(source);
    for (std::size_t i = 0; i < targets; ++i) {
      const Source& one = targets > 1 ? sources_.emplace_back(source, i).source() : source;
      targets_.emplace_back(rows_of(one, "jmi3"), correction_of(task.params, one));
    }
    std::vector<Feature> all(source.features());
    std::iota(all.begin(), all.end(), Feature{0});
    add({}, all, context);
    for (std::size_t i = 0; i < targets; ++i)
      targets_[i].relevance = values_[i];
  }

  void absorb(Feature taken, std::span<const Feature> candidates, const Context& context) {
    if (selected_.size() < 2) std::fill(scores_.begin(), scores_.end(), 0.0);
    if (selected_.empty()) add({&taken, 1}, candidates, context);
    for (const Feature earlier : selected_) {
      context.check_cancelled();
      const Feature pair[] = {earlier, taken};
      add(pair, candidates, context);
    }
    selected_.push_back(taken);
  }
  double score(Feature candidate) const { return scores_[candidate]; }

  void add_serves(Selection& selection) const {
    TargetScores scores;
    for (const TargetStates& target : targets_)
      scores.of_targets.push_back(target.relevance);
    scores.add_serves(selection);
  }

 private:
  /// I(x,set;y) of the candidates and one target, for none, one or two features of the set.
  void inform(const TargetStates& target, std::span<const Feature> set,
              std::span<const Feature> candidates, std::vector<double>& out,
              const Context& context) const {
    JointStates states = target.all_rows;
    double before = 0;  // I(set;y)
    for (std::size_t i = 0; i < set.size(); ++i) {
      double beyond = 0;  // given those before it
      if (i == 0) {
        beyond = target.relevance[set[i]];
      } else {
        target.informations.given(states, set.subspan(i, 1), {&beyond, 1}, context);
      }
      states.refine(set[i]);
      before += beyond;
    }
    out.resize(candidates.size());
    target.informations.given(states, candidates, out, context);
    for (double& value : out)
      value += before;
  }

  /// Adds I(x,set;y) to the candidates' scores.
  void add(std::span<const Feature> set, std::span<const Feature> candidates,
           const Context& context) {
    values_.resize(targets_.size());
    for (std::size_t i = 0; i < targets_.size(); ++i)
      inform(targets_[i], set, candidates, values_[i], context);
    std::vector<double> here(targets_.size());
    for (std::size_t c = 0; c < candidates.size(); ++c) {
      for (std::size_t i = 0; i < here.size(); ++i)
        here[i] = values_[i][c];
      scores_[candidates[c]] += combined(here, combine_);
    }
  }

  Combine combine_;
  std::deque<OneTarget> sources_;  // where there are several targets
  std::deque<TargetStates> targets_;
  std::vector<double> scores_;
  std::vector<Feature> selected_;
  std::vector<std::vector<double>> values_;  // of each target
};

Selection run(const Source& source, const Task& task, const Context& context) {
  TripleInformation criterion(source, task, context);
  Selection selection = forward(criterion, source.features(), task, context);
  criterion.add_serves(selection);
  return selection;
}

}  // namespace

Method jmi3() {
  return with_correction({
      .id = "jmi3",
      .class_name = "JMI3",
      .title = "Joint mutual information of triples",
      .family = "discrete information",
      .formula = "J(x) = sum[s < t in S] I(x,s,t;y), after I(x;y) and I(x,s;y)",
      .summary =
          "Selects features that are informative about the target together with each pair of "
          "selected features, so that interactions of three features are found.",
      .unit = "nats",
      .cost = "O(n d k^2)",
      .parameters = {},
      .references = {{"K. Sechidis and L. Azzimonti and A. Pocock and G. Corani and J. Weatherall "
                      "and G. Brown",
                      "Efficient feature selection using shrinkage estimators", "Machine Learning",
                      2019, "10.1007/s10994-019-05795-1"}},
      .traits = {.input = {.targets = SeveralTargets::combined,
                           .needs_rows = true,
                           .takes_weights = true}},
      .run = run,
  });
}

}  // namespace pith::methods
