// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "pith/base/text.h"
#include "tests/support/twin.h"

namespace pith {
namespace {

using naive::Codes;
using naive::Data;

/// The published algorithm, as it stands.
std::vector<Feature> twin(const Data& data, double threshold) {
  std::vector<double> scores;
  for (const Codes& x : data.features)
    scores.push_back(naive::symmetric_uncertainty(x, data.target));
  std::vector<Feature> left;
  for (const std::size_t place : order_of(scores)) {
    if (scores[place] >= threshold && scores[place] > 1e-12) left.push_back(Feature(place));
  }
  for (std::size_t p = 0; p < left.size(); ++p) {
    for (std::size_t q = p + 1; q < left.size();) {
      const double shared =
          naive::symmetric_uncertainty(data.features[left[p]], data.features[left[q]]);
      if (shared >= scores[left[q]] - 1e-9) {
        left.erase(left.begin() + static_cast<std::ptrdiff_t>(q));
      } else {
        ++q;
      }
    }
  }
  return left;
}

TEST(Fcbf, equals_its_algorithm) {
  for (const std::uint64_t seed : {1U, 2U, 3U, 4U}) {
    const Data data = naive::random_data(seed, 90, 24);
    for (const double threshold : {0.0, 0.05, 0.2}) {
      EXPECT_EQ(
          select(data.table(), "fcbf", 24, {{"threshold", number_text(threshold)}}).features(),
          twin(data, threshold))
          << seed << " " << threshold;
    }
  }
}

TEST(Fcbf, selects_a_duplicate_of_the_target_once_and_stops) {
  Data data = naive::random_data(5);
  data.features.insert(data.features.begin() + 2, data.target);
  data.features.push_back(data.target);
  const Selection found = select(data.table(), "fcbf", 100);
  EXPECT_EQ(found.features(), std::vector<Feature>{2});
  EXPECT_EQ(found.stopped, Stopped::no_gain);
}

TEST(Fcbf, selects_nothing_without_relevant_features) {
  Data data;
  data.target = {0, 1, 0, 1};
  data.features = {{0, 0, 1, 1}, {0, 0, 0, 0}};
  EXPECT_TRUE(select(data.table(), "fcbf", 2).selected.empty());
}

TEST(Fcbf, never_selects_more_than_k) {
  const Data data = naive::random_data(2, 90, 24);
  const std::vector<Feature> all = select(data.table(), "fcbf", 24).features();
  ASSERT_GT(all.size(), 2U);
  EXPECT_EQ(select(data.table(), "fcbf", 2).features(),
            std::vector<Feature>(all.begin(), all.begin() + 2));
}

}  // namespace
}  // namespace pith
