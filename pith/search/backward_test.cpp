// SPDX-License-Identifier: Apache-2.0
#include "pith/search/backward.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <iterator>
#include <stop_token>

#include "pith/base/error.h"

namespace pith {
namespace {

/// A feature is worth a fixed value, plus one for each neighbour (feature +-1) that has gone.
struct Lonely {
  std::vector<double> losses(std::span<const Feature> candidates, const Context&) {
    ++rounds;
    std::vector<double> found;
    for (const Feature candidate : candidates)
      found.push_back(worth[candidate]);
    return found;
  }
  void remove(std::span<const Feature> gone, const Context&) {
    for (const Feature feature : gone) {
      if (feature > 0) worth[feature - 1] += 1;
      if (feature + 1 < worth.size()) worth[feature + 1] += 1;
    }
  }

  std::vector<double> worth;
  std::size_t rounds = 0;
};

Elimination eliminate(Lonely& criterion, double step, std::vector<Feature> keep = {}) {
  return backward(criterion, criterion.worth.size(), {.k = 1, .keep = keep}, step, {});
}

TEST(Backward, lets_the_others_see_what_has_gone) {
  Lonely criterion{{1.0, 0.5, 0.6, 0.7}};
  const Elimination found = eliminate(criterion, 1);
  EXPECT_EQ(found.order, (std::vector<std::size_t>{2, 0, 3, 1}));
  EXPECT_EQ(found.losses, (std::vector<double>{2.0, 0.5, 2.6, 0.7}));
  EXPECT_EQ(criterion.rounds, 4U);
}

TEST(Backward, removes_a_share_of_those_left_and_at_least_one) {
  Lonely criterion{std::vector<double>(10)};
  std::iota(criterion.worth.begin(), criterion.worth.end(), 10.0);
  for (double& worth : criterion.worth)
    worth *= 10;
  (void)eliminate(criterion, 0.3);  // 3 of 10, 2 of 7, 1 of 5, 4, 3, 2, 1
  EXPECT_EQ(criterion.rounds, 7U);
  EXPECT_EQ(round_size(0.1, 30), 3U);
  EXPECT_EQ(round_size(0.1, 9), 1U);
  EXPECT_EQ(round_size(1, 30), 1U);
}

TEST(Backward, keeps_the_lowest_index_longest_among_ties) {
  EXPECT_EQ(removal_order(std::vector<double>{2, 1e-8, 2 + 1e-12, 3e-8, 2}),
            (std::vector<std::size_t>{1, 3, 4, 2, 0}));
}

TEST(Backward, takes_some_of_ascending_features_out) {
  for (const std::vector<Feature>& gone :
       {std::vector<Feature>{}, {2}, {9}, {2, 3, 9}, {3, 5}, {2, 3, 5, 7, 9}}) {
    std::vector<Feature> features{2, 3, 5, 7, 9};
    std::vector<Feature> expected;
    std::set_difference(features.begin(), features.end(), gone.begin(), gone.end(),
                        std::back_inserter(expected));
    remove_sorted(features, gone);
    EXPECT_EQ(features, expected);
  }
}

TEST(Backward, finds_the_first_to_go_without_the_others) {
  const std::vector<double> losses{2, 0, -3, 2 + 1e-12, 5, 0, 1, 2, -3 - 1e-12, 7};
  const std::vector<std::size_t> all = removal_order(losses);
  ASSERT_EQ(all.size(), losses.size());
  for (std::size_t count = 0; count <= losses.size(); ++count) {
    EXPECT_EQ(removal_order(losses, count),
              std::vector<std::size_t>(all.begin(), all.begin() + static_cast<long>(count)));
  }
}

TEST(Backward, removes_features_without_a_loss_first_and_in_column_order) {
  EXPECT_EQ(removal_order(std::vector<double>{0, 1, 0, 1e-300, 0}),
            (std::vector<std::size_t>{0, 2, 4, 3, 1}));
}

TEST(Backward, takes_losses_below_zero_and_infinite_ones) {
  const double infinity = std::numeric_limits<double>::infinity();
  EXPECT_EQ(removal_order(std::vector<double>{-1, -3, infinity, -2}),
            (std::vector<std::size_t>{1, 3, 0, 2}));
}

TEST(Backward, never_removes_what_is_to_be_kept) {
  Lonely criterion{{1.0, 0.5, 0.6, 0.7}};
  const Elimination found = eliminate(criterion, 1, {3, 1});
  EXPECT_EQ(found.order, (std::vector<std::size_t>{3, 1, 0, 2}));
  EXPECT_EQ(found.losses, (std::vector<double>{1.0, 2.5, 0.6, 1.7}));
}

TEST(Backward, reports_progress_and_can_be_cancelled) {
  Lonely criterion{{1.0, 0.5, 0.6}};
  std::stop_source source;
  std::vector<std::size_t> done;
  Context context{.stop = source.get_token()};
  context.progress = [&](const Progress& now) {
    done.push_back(now.done);
    EXPECT_EQ(now.total, 3U);
    if (now.done == 2) source.request_stop();
  };
  EXPECT_THROW((void)backward(criterion, 3, {.k = 1}, 1, context), Error);
  EXPECT_EQ(done, (std::vector<std::size_t>{0, 1, 2}));
}

}  // namespace
}  // namespace pith
