// SPDX-License-Identifier: Apache-2.0
#include "pith/search/trace.h"

#include <gtest/gtest.h>

#include <limits>

namespace pith {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

TEST(Trace, tells_how_far_candidates_are_behind) {
  const Contest contest{
      .candidates = {2, 3, 5, 7}, .compared = {0.5, 2, 1, -1}, .winner = 1, .runner_up = 2};
  const Feature watched[] = {7, 5, 4};
  const TracedStep step = traced_step(contest, 10, watched);
  EXPECT_EQ(step.taken, 3U);
  EXPECT_FALSE(step.is_kept);
  EXPECT_EQ(step.runner_up->feature, 5U);
  EXPECT_EQ(step.runner_up->score, 11);
  EXPECT_EQ(step.runner_up->behind, 1);
  ASSERT_EQ(step.watched.size(), 2U);  // 4 is no candidate
  EXPECT_EQ(step.watched[0].feature, 7U);
  EXPECT_EQ(step.watched[0].rank, 4U);
  EXPECT_EQ(step.watched[0].behind, 3);
  EXPECT_EQ(step.watched[1].rank, 2U);
}

TEST(Trace, a_tie_is_not_behind) {
  // The rule of ties takes the first, although rounding made the second larger.
  const Contest tied{.candidates = {0, 1}, .compared = {1, 1 + 1e-12}, .winner = 0, .runner_up = 1};
  EXPECT_EQ(traced_step(tied, 0, {}).runner_up->behind, 0);
  const Contest infinite{
      .candidates = {0, 1}, .compared = {infinity, infinity}, .winner = 0, .runner_up = 1};
  EXPECT_EQ(traced_step(infinite, 0, {}).runner_up->behind, 0);
}

TEST(Trace, a_candidate_that_cannot_be_selected_is_no_runner_up) {
  const Contest contest{
      .candidates = {0, 1}, .compared = {1, -infinity}, .winner = 0, .runner_up = 1};
  EXPECT_FALSE(traced_step(contest, 0, {}).runner_up.has_value());
}

TEST(Trace, is_restored_to_the_whole_table) {
  SearchTrace trace;
  trace.steps = {{.taken = 0,
                  .runner_up = TracedCandidate{.feature = 1},
                  .watched = {TracedCandidate{.feature = 2}}}};
  trace.pairs = TracedPairs{
      .features = {0, 1, 2}, .partners = {1, 2}, .substitutes = {{{.feature = 2, .loss = 0.5}}}};
  const Feature places[] = {4, 6, 9};
  restore_places(places, trace);
  EXPECT_EQ(trace.steps[0].taken, 4U);
  EXPECT_EQ(trace.steps[0].runner_up->feature, 6U);
  EXPECT_EQ(trace.steps[0].watched[0].feature, 9U);
  EXPECT_EQ(trace.pairs->features, (std::vector<Feature>{4, 6, 9}));
  EXPECT_EQ(trace.pairs->partners, (std::vector<Feature>{6, 9}));
  EXPECT_EQ(trace.pairs->substitutes[0][0].feature, 9U);
}

}  // namespace
}  // namespace pith
