// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <numeric>
#include <vector>

#include "pith/methods/discrete/correction.h"
#include "pith/search/forward.h"
#include "pith/select/recipes.h"
#include "pith/stats/joint_states.h"

namespace pith::methods {
namespace {

/// I(x;y) for the first feature, I(x,s;y) for the second, then the sum of I(x,s,t;y) over all pairs
/// of selected features. A joint information is that of the selected features plus what x adds to
/// it, I(x;y|s,t): rows are sorted by the states of a pair once, for all candidates.
class TripleInformation {
 public:
  TripleInformation(const Table& table, Correction correction, const Context& context)
      : informations_(table, correction), all_rows_(table), scores_(table.features()) {
    std::vector<Feature> all(table.features());
    std::iota(all.begin(), all.end(), Feature{0});
    add(all_rows_, 0, all, context);
    relevance_ = scores_;
  }

  void absorb(Feature taken, std::span<const Feature> candidates, const Context& context) {
    if (selected_.size() < 2) std::fill(scores_.begin(), scores_.end(), 0.0);
    if (selected_.empty()) {
      JointStates states = all_rows_;
      states.refine(taken);
      add(states, relevance_[taken], candidates, context);
    }
    for (const Feature earlier : selected_) {
      context.check_cancelled();
      JointStates states = all_rows_;
      states.refine(earlier);
      double beyond = 0;  // I(taken;y|earlier)
      informations_.given(states, {&taken, 1}, {&beyond, 1}, context);
      states.refine(taken);
      add(states, relevance_[earlier] + beyond, candidates, context);
    }
    selected_.push_back(taken);
  }
  double score(Feature candidate) const { return scores_[candidate]; }

 private:
  /// Adds `before`, the information of the states, and I(x;y|states) to the candidates' scores.
  void add(const JointStates& states, double before, std::span<const Feature> candidates,
           const Context& context) {
    std::vector<double> values(candidates.size());
    informations_.given(states, candidates, values, context);
    for (std::size_t i = 0; i < candidates.size(); ++i)
      scores_[candidates[i]] += before + values[i];
  }

  StateInformations informations_;
  JointStates all_rows_;
  std::vector<double> relevance_;
  std::vector<double> scores_;
  std::vector<Feature> selected_;
};

Selection run(const Source& source, const Task& task, const Context& context) {
  TripleInformation criterion(rows_of(source, "jmi3"), correction_of(task.params, source), context);
  return forward(criterion, source.features(), task, context);
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
      .traits = {.input = {.needs_rows = true, .takes_weights = true}},
      .run = run,
  });
}

}  // namespace pith::methods
