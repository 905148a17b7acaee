// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "pith/base/error.h"
#include "pith/base/random.h"
#include "pith/base/text.h"
#include "pith/select/catalog.h"
#include "pith/select/select.h"
#include "tests/support/numeric_examples.h"

namespace pith {
namespace {

/// Two groups of three noisy copies; x0..x2 tell class 1 from the rest, x3..x5 class 2; x6 is noise
/// and x7 constant.
Table some_table() {
  const auto classes = random_codes(90, 3, 2);
  Values features(8);
  for (std::size_t row = 0; row < 90; ++row) {
    for (std::size_t f = 0; f < 6; ++f) {
      const double group = classes[row] == (f < 3 ? 1U : 2U) ? 1 : 0;
      features[f].push_back(group + 0.2 * Random(3, f < 3 ? 50 : 51).uniform(row) +
                            0.05 * Random(3, f).uniform(row));
    }
    features[6].push_back(Random(3, 6).uniform(row));
    features[7].push_back(4);
  }
  return table_of(std::move(features), classes);
}

double diagnostic(const Selection& found, const std::string& name) {
  for (const Diagnostic& known : found.diagnostics) {
    if (known.name == name) return known.value;
  }
  return std::nan("");
}

TEST(Qpfs, takes_one_of_each_group_before_a_second_of_any) {
  for (const char* similarity : {"correlation", "mi"}) {
    const auto order = select(some_table(), "qpfs", 8, {{"similarity", similarity}}).features();
    const bool has_first = std::min(order[0], order[1]) < 3;
    const bool has_second = std::max(order[0], order[1]) >= 3 && std::max(order[0], order[1]) < 6;
    EXPECT_TRUE(has_first && has_second) << similarity;
    EXPECT_EQ(order.back(), 7U);
  }
}

TEST(Qpfs, gives_weights_that_sum_to_1_and_a_certificate) {
  for (const char* repair : {"none", "shift", "clip"}) {
    const Selection found = select(some_table(), "qpfs", 8, {{"repair", repair}});
    double sum = 0;
    for (const Ranked& entry : found.ranking)
      sum += entry.score;
    EXPECT_NEAR(sum, 1, 1e-13);
    EXPECT_LE(diagnostic(found, "gap"), 1e-12) << repair;
    EXPECT_NEAR(diagnostic(found, "alpha"),
                diagnostic(found, "mean_similarity") /
                    (diagnostic(found, "mean_similarity") + diagnostic(found, "mean_relevance")),
                1e-15);
  }
}

TEST(Qpfs, with_alpha_1_ranks_by_relevance) {
  const Table table = some_table();
  const auto by_relevance = select(table, "mim", 7).features();
  Request request{.method = "qpfs", .k = 7, .params = {{"alpha", "1"}}};
  request.bins = parse_bins("sigma");  // as mim has them
  EXPECT_EQ(select(table, request).features(), by_relevance);
  for (const char* repair : {"shift", "clip", "subspace"}) {
    request.params = {{"alpha", "1"}, {"repair", repair}};
    EXPECT_EQ(select(table, request).features(), by_relevance) << repair;
  }
}

TEST(Qpfs, adds_a_note_if_other_minima_may_exist) {
  // Absolute cosines of six vectors in a plane, 30 degrees apart, are not semidefinite.
  Values features(6);
  for (std::size_t row = 0; row < 30; ++row) {
    const double a = Random(4, 0).uniform(row) - 0.5;
    const double b = Random(4, 1).uniform(row) - 0.5;
    for (std::size_t f = 0; f < 6; ++f) {
      const double angle = M_PI * static_cast<double>(f) / 6;
      features[f].push_back(std::cos(angle) * a + std::sin(angle) * b);
    }
  }
  const Table table = table_of(std::move(features), random_codes(30, 2, 1));
  const Settings settings{{"similarity", "correlation"}};
  const Selection found = select(table, "qpfs", 3, settings);
  ASSERT_EQ(found.notes.size(), 1U);
  EXPECT_NE(found.notes[0].find("not positive semidefinite"), std::string::npos);
  const Selection shifted = select(table, "qpfs", 3, {settings[0], {"repair", "shift"}});
  EXPECT_TRUE(shifted.notes.empty());
  EXPECT_LT(diagnostic(shifted, "least_eigenvalue"), 0);
}

TEST(Qpfs, bins_only_if_a_feature_has_many_distinct_values) {
  const auto classes = random_codes(40, 2, 1);
  Values few(2);
  for (std::size_t row = 0; row < 40; ++row) {
    few[0].push_back(static_cast<double>(row % 3) * 2 - 2);
    few[1].push_back(static_cast<double>(row % 2));
  }
  const auto has_note = [](const Selection& found, const std::string& text) {
    return std::any_of(found.notes.begin(), found.notes.end(), [&](const std::string& note) {
      return note.find(text) != std::string::npos;
    });
  };
  EXPECT_TRUE(
      has_note(select(table_of(few, classes), "qpfs", 2), "with at most 3 distinct values"));
  for (std::size_t row = 0; row < 40; ++row)
    few[1][row] = static_cast<double>(row % 5);
  EXPECT_TRUE(has_note(select(table_of(few, classes), "qpfs", 2), "by sigma:n"));
}

TEST(Qpfs, approximates_from_few_features_and_adds_a_note) {
  const Selection found = select(some_table(), "qpfs", 4, {{"nystrom", "0.5"}});
  ASSERT_FALSE(found.notes.empty());
  EXPECT_NE(found.notes.back().find("Nystroem"), std::string::npos);
  EXPECT_GE(diagnostic(found, "rank"), 1);
}

TEST(Qpfs, says_that_a_sample_without_an_approximation_has_no_effect) {
  const auto is_noted = [](const Settings& settings) {
    const Selection found = select(some_table(), "qpfs", 4, settings);
    return std::any_of(found.notes.begin(), found.notes.end(), [](const std::string& note) {
      return note.find("has no effect without") != std::string::npos;
    });
  };
  EXPECT_TRUE(is_noted({{"nystrom_sample", "uniform"}}));
  EXPECT_FALSE(is_noted({{"nystrom_sample", "uniform"}, {"nystrom", "0.5"}}));
  EXPECT_FALSE(is_noted({{"preset", "paper"}}));
  EXPECT_FALSE(is_noted({}));
}

TEST(Qpfs, samples_features_for_the_approximation_by_the_seed) {
  const auto run = [](const std::string& sample, std::uint64_t seed) {
    const Settings settings{{"nystrom", "0.4"}, {"nystrom_sample", sample}};
    return select(some_table(), "qpfs", 8, settings, {.seed = seed});
  };
  const double first = diagnostic(run("uniform", 1), "mean_similarity");
  EXPECT_EQ(first, diagnostic(run("uniform", 1), "mean_similarity"));
  bool differs = false;
  for (std::uint64_t seed = 2; seed < 6; ++seed)
    differs = differs || diagnostic(run("uniform", seed), "mean_similarity") != first;
  EXPECT_TRUE(differs);
  EXPECT_EQ(diagnostic(run("regular", 1), "mean_similarity"),
            diagnostic(run("regular", 2), "mean_similarity"));
  EXPECT_FALSE(std::isnan(diagnostic(run("regular", 1), "nystrom_error")));
  EXPECT_TRUE(std::isnan(diagnostic(run("regular", 1), "nystrom_bound")));
  const Method& qpfs = pith::method("qpfs");
  const auto uses_seed = [&](const Settings& settings) {
    return qpfs.traits_for(qpfs.params(settings)).guarantees.uses_seed;
  };
  EXPECT_TRUE(uses_seed({{"nystrom", "0.4"}, {"nystrom_sample", "uniform"}}));
  EXPECT_FALSE(uses_seed({{"nystrom", "0"}, {"nystrom_sample", "uniform"}}));
  EXPECT_FALSE(uses_seed({{"nystrom", "0.4"}}));
}

TEST(Qpfs, bounds_the_error_of_a_uniform_sample) {
  const Settings settings{
      {"similarity", "correlation"}, {"nystrom", "0.7"}, {"nystrom_sample", "uniform"}};
  const Selection found = select(some_table(), "qpfs", 8, settings);
  // Five of seven features whose similarity to themselves is 1.
  const double rank = diagnostic(found, "rank");
  EXPECT_NEAR(diagnostic(found, "nystrom_bound"), std::pow(64 * rank / 5, 0.25) * 7, 1e-9);
}

TEST(Qpfs, has_a_paper_preset) {
  const Method& method = pith::method("qpfs");
  const Params paper = method.params({{"preset", "paper"}});
  EXPECT_EQ(paper.choice("repair"), "subspace");
  EXPECT_EQ(paper.choice("nystrom_sample"), "uniform");
  EXPECT_FALSE(paper.flag("diagonal"));
  EXPECT_EQ(paper.choice("alpha"), "auto");
  EXPECT_EQ(method.params({{"preset", "paper"}, {"repair", "none"}}).choice("repair"), "none");
  EXPECT_EQ(method.params({}).choice("repair"), "none");
}

TEST(Qpfs, chooses_alpha_by_cross_validation) {
  for (const char* similarity : {"correlation", "mi"}) {
    for (const char* repair : {"none", "shift", "clip", "subspace"}) {
      const Settings settings{{"similarity", similarity}, {"alpha", "cv"}, {"repair", repair}};
      const Selection found = select(some_table(), "qpfs", 8, settings);
      ASSERT_FALSE(found.notes.empty());
      EXPECT_NE(found.notes.back().find("chose alpha = "), std::string::npos);
      EXPECT_EQ(diagnostic(found, "cv_error"), 0) << similarity;
      // The result is that of the chosen value.
      const bool is_balanced = found.notes.back().find("alpha = auto") != std::string::npos;
      const std::string alpha = is_balanced ? "auto" : number_text(diagnostic(found, "alpha"));
      const Selection same =
          select(some_table(), "qpfs", 8,
                 {{"similarity", similarity}, {"alpha", alpha}, {"repair", repair}});
      EXPECT_EQ(found.features(), same.features());
      EXPECT_EQ(diagnostic(found, "objective"), diagnostic(same, "objective"));
    }
  }
}

TEST(Qpfs, judges_alpha_by_rows_that_did_not_select_the_features) {
  // Noise: with the labels of the test rows, ten of 300 features would tell the classes apart.
  Values features(300);
  for (std::size_t f = 0; f < 300; ++f) {
    for (std::size_t row = 0; row < 40; ++row)
      features[f].push_back(Random(8, f).uniform(row));
  }
  const Table table = table_of(std::move(features), random_codes(40, 2, 5));
  const Settings settings{{"similarity", "correlation"}, {"alpha", "cv"}};
  EXPECT_GT(diagnostic(select(table, "qpfs", 5, settings), "cv_error"), 0.25);
}

TEST(Qpfs, rejects_a_full_matrix_that_exceeds_the_memory_limit) {
  Values features(60);
  for (std::size_t f = 0; f < 60; ++f) {
    for (std::size_t row = 0; row < 5; ++row)
      features[f].push_back(Random(1, f).uniform(row));
  }
  const Table table = table_of(std::move(features), {0, 1, 0, 1, 0});
  const Settings settings{{"similarity", "correlation"}, {"repair", "clip"}};
  EXPECT_NO_THROW((void)select(table, "qpfs", 2, settings));
  try {
    (void)select(table, "qpfs", 2, settings, {.memory = 50'000});
    FAIL() << "accepted";
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::resources);
    EXPECT_NE(std::string(error.what()).find("repair=none or shift"), std::string::npos);
  }
}

TEST(Qpfs, uses_correlations_where_the_target_is_numeric) {
  const NumericExample made = numeric_example(80, 6);
  const Table table = numeric_table_of(made.features, made.target);
  const Selection found = select(table, "qpfs", 6);
  EXPECT_EQ(found.params.choice("similarity"), "correlation");
  // With alpha 1, the relevance alone decides; it is the correlation with the target.
  const Selection relevant = select(table, "qpfs", 6, {{"alpha", "1"}});
  const Selection correlated = select(table, "correlation", 6);
  EXPECT_EQ(relevant.features(), correlated.features());
  double mean = 0;
  for (const Ranked& entry : correlated.ranking)
    mean += entry.score / 6;
  EXPECT_NEAR(diagnostic(found, "mean_relevance"), mean, 1e-14);
  EXPECT_THROW(select(table, "qpfs", 3, {{"alpha", "cv"}}), Error);
  EXPECT_THROW(select(table, "qpfs", 3, {{"similarity", "mi"}}), Error);
}

}  // namespace
}  // namespace pith
