// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <cmath>

#include "pith/base/error.h"
#include "pith/select/select.h"
#include "tests/support/examples.h"
#include "tests/support/spec_twin.h"

namespace pith {
namespace {

std::vector<double> scores_of(const Selection& found) {
  std::vector<double> scores(found.ranking.size());
  for (const Ranked& entry : found.ranking)
    scores[entry.feature] = entry.score;
  return scores;
}

std::vector<double> scores_of(const Example& made, const Settings& settings) {
  return scores_of(select(table_of(made.features, made.classes), "spec", 1, settings));
}

/// All three scores against whole matrices.
void expect_twin(const Example& made, const twin::Matrix& similarity, const std::string& graph,
                 std::size_t clusters) {
  const auto score = [&](const std::string& phi) {
    return scores_of(
        made, {{"criterion", phi}, {"graph", graph}, {"clusters", std::to_string(clusters)}});
  };
  const auto phi1 = score("phi1");
  const auto phi2 = score("phi2");
  const auto phi3 = score("phi3");
  for (std::size_t f = 0; f < made.features.size(); ++f) {
    const auto expected = twin::spectral_scores(similarity, made.features[f], clusters);
    EXPECT_NEAR(phi1[f], 1 - expected.phi1, 1e-12) << f;
    EXPECT_NEAR(phi2[f], 1 - expected.phi2, 1e-12) << f;
    EXPECT_NEAR(phi3[f], expected.phi3, 1e-11) << f;
  }
}

TEST(Spec, with_classes_equals_its_definition) {
  for (std::uint64_t seed = 1; seed <= 3; ++seed) {
    const Example made = example(60, 7, seed);
    expect_twin(made, twin::class_similarity(made.classes), "supervised", 3);
  }
}

TEST(Spec, with_distances_equals_its_definition) {
  for (std::uint64_t seed = 1; seed <= 3; ++seed) {
    const Example made = example(80, 7, seed);
    for (const std::size_t clusters : {2U, 4U})
      expect_twin(made, twin::row_similarity(made.features), "unsupervised", clusters);
  }
}

TEST(Spec, prefers_what_is_constant_within_the_classes) {
  const Example made{{{1, 2, 1, 2}, {5, 5, 7, 7}, {3, 3, 3, 3}}, {0, 0, 1, 1}};
  for (const std::string phi : {"phi1", "phi2", "phi3"}) {
    const Selection found =
        select(table_of(made.features, made.classes), "spec", 3, {{"criterion", phi}});
    EXPECT_EQ(found.features(), (std::vector<Feature>{1, 0, 2})) << phi;
    EXPECT_EQ(found.selected[2].score, 0.0) << phi;
  }
  EXPECT_EQ(scores_of(made, {}), (std::vector<double>{0, 1, 0}));
  // Of the sum of squares, 148, 4 are between the classes and 144 belong to the mean.
  EXPECT_NEAR(scores_of(made, {{"criterion", "phi3"}})[1], 2 * 4.0 / 148, 1e-15);
}

TEST(Spec, depends_on_the_offset_except_for_phi2) {
  Example made = example(50, 4, 5);
  Example moved = made;
  for (double& number : moved.features[2])
    number += 100;
  for (const std::string graph : {"supervised", "unsupervised"}) {
    const auto score = [&](const Example& which, const std::string& phi) {
      return scores_of(which, {{"criterion", phi}, {"graph", graph}})[2];
    };
    EXPECT_NEAR(score(made, "phi2"), score(moved, "phi2"), 1e-10);
    EXPECT_LT(score(made, "phi1") + 0.01, score(moved, "phi1"));
    EXPECT_GT(score(made, "phi3"), 10 * score(moved, "phi3"));
  }
}

TEST(Spec, needs_a_target_only_for_the_graph_of_classes) {
  TableParts parts = table_of(example(40, 4).features, example(40, 4).classes).parts();
  parts.target.reset();
  parts.target_name.clear();
  const Table table(parts);
  EXPECT_EQ(select(table, "spec", 2, {{"graph", "unsupervised"}}).selected.size(), 2U);
  EXPECT_THROW((void)select(table, "spec", 2), Error);
}

TEST(Spec, finds_the_feature_of_two_clusters_without_a_target) {
  Example made = example(60, 3, 7);
  for (std::size_t row = 0; row < 60; ++row) {
    made.features[0][row] = Random(1, 0).uniform(row);
    made.features[1][row] = 10 * double(row % 2) + Random(1, 1).uniform(row);
    made.features[2][row] = 8 * double(row % 2) + Random(1, 2).uniform(row);
  }
  for (const std::string phi : {"phi2", "phi3"}) {
    const Selection found =
        select(table_of(made.features, made.classes), "spec", 3,
               {{"criterion", phi}, {"graph", "unsupervised"}, {"clusters", "2"}});
    EXPECT_EQ(found.selected[2].feature, 0U) << phi;
  }
}

}  // namespace
}  // namespace pith
