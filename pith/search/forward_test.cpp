// SPDX-License-Identifier: Apache-2.0
#include "pith/search/forward.h"

#include <gtest/gtest.h>

#include "pith/base/error.h"

namespace pith {
namespace {

/// Worth a fixed value less one for each neighbour (feature +-1) that is already in the set.
struct Crowded {
  void absorb(Feature taken, std::span<const Feature> candidates, const Context&) {
    for (const Feature candidate : candidates) {
      if (candidate + 1 == taken || taken + 1 == candidate) worth[candidate] -= 1;
    }
  }
  double score(Feature candidate) const { return worth[candidate]; }

  std::vector<double> worth;
};

struct CrowdedJoint : Crowded {
  static constexpr bool is_joint = true;
};

std::vector<Feature> taken(const Selection& selection) {
  std::vector<Feature> features;
  for (const Selected& step : selection.selected)
    features.push_back(step.feature);
  return features;
}

TEST(Forward, lets_the_candidates_see_what_was_taken) {
  Crowded criterion{{1.0, 1.5, 1.4, 0.2}};
  const Selection selection = forward(criterion, 4, {.k = 4, .keep = {}}, {});
  EXPECT_EQ(taken(selection), (std::vector<Feature>{1, 2, 0, 3}));
  EXPECT_EQ(selection.stopped, Stopped::reached_k);
  EXPECT_FALSE(selection.selected[0].gain.has_value());
}

TEST(Forward, gives_ties_to_the_lowest_index) {
  Crowded criterion{{1, 1, 1, 1, 1}};
  EXPECT_EQ(taken(forward(criterion, 5, {.k = 3, .keep = {}}, {})),
            (std::vector<Feature>{0, 2, 4}));
}

/// Worth what Crowded says; of equals, the one with the larger break is better.
struct Breaking : Crowded {
  double tie_break(Feature candidate) const { return breaks[candidate]; }

  std::vector<double> breaks;
};

TEST(Forward, lets_a_criterion_settle_its_ties_and_then_the_index) {
  Breaking criterion{{{1, 2, 2 - 1e-12, 2, 2}}, {9, 1, 3, 3 + 1e-12, 2}};
  EXPECT_EQ(taken(forward(criterion, 5, {.k = 1, .keep = {}}, {})), (std::vector<Feature>{2}));
}

TEST(Forward, traces_tied_candidates_by_what_broke_the_tie) {
  Breaking criterion{{{1, 2, 2, 2}}, {9, 2.5, 4, 3}};
  const std::vector<Feature> watched{0, 1};
  const Selection selection =
      forward(criterion, 4, {.k = 1, .keep = {}, .is_traced = true, .watched = watched}, {});
  const TracedStep& step = selection.trace->steps[0];
  EXPECT_EQ(step.taken, 2U);
  EXPECT_EQ(step.runner_up->feature, 3U);
  EXPECT_EQ(step.runner_up->behind, 1);
  EXPECT_EQ(step.watched[0].rank, 4U);  // not tied
  EXPECT_EQ(step.watched[1].rank, 3U);
  EXPECT_EQ(step.watched[1].behind, 1.5);
}

TEST(Forward, gains_nothing_by_a_kept_feature_that_cannot_be_taken) {
  CrowdedJoint criterion{{{-std::numeric_limits<double>::infinity(), 3, 1, 2}}};
  const std::vector<Feature> keep{1, 0};
  const Selection selection = forward(criterion, 4, {.k = 3, .keep = keep}, {});
  EXPECT_EQ(selection.selected[1].score, 3);
  EXPECT_EQ(*selection.selected[1].gain, 0);
}

TEST(Forward, takes_kept_features_first_and_absorbs_them) {
  Crowded criterion{{1, 2, 1.5}};
  const std::vector<Feature> keep{2};
  EXPECT_EQ(taken(forward(criterion, 3, {.k = 2, .keep = keep}, {})), (std::vector<Feature>{2, 0}));
}

TEST(Forward, never_takes_what_cannot_be_taken) {
  Crowded criterion{{-std::numeric_limits<double>::infinity(), 1}};
  const Selection selection = forward(criterion, 2, {.k = 2, .keep = {}}, {});
  EXPECT_EQ(taken(selection), (std::vector<Feature>{1}));
  EXPECT_EQ(selection.stopped, Stopped::nothing_left);
}

TEST(Forward, stops_at_the_last_feature) {
  Crowded criterion{{1, 2}};
  EXPECT_EQ(forward(criterion, 2, {.k = 9, .keep = {}}, {}).stopped, Stopped::nothing_left);
}

TEST(Forward, gives_the_steps_of_a_joint_criterion_their_gain) {
  CrowdedJoint criterion{{{0.5, 0.7}}};
  const Selection selection = forward(criterion, 2, {.k = 2, .keep = {}}, {});
  EXPECT_DOUBLE_EQ(*selection.selected[0].gain, 0.7);
  EXPECT_DOUBLE_EQ(*selection.selected[1].gain, -0.5 - 0.7);
}

TEST(Forward, reports_progress_and_stops_when_asked) {
  std::stop_source source;
  std::size_t steps = 0;
  const Context context{.stop = source.get_token(), .progress = [&](const Progress& progress) {
                          steps = progress.done;
                          if (steps == 2) source.request_stop();
                        }};
  Crowded criterion{{1, 2, 3, 4}};
  EXPECT_THROW(forward(criterion, 4, {.k = 4, .keep = {}}, context), Error);
  EXPECT_EQ(steps, 2U);
}

}  // namespace
}  // namespace pith
