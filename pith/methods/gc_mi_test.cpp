// SPDX-License-Identifier: Apache-2.0
#include <cmath>

#include "pith/base/error.h"
#include "pith/measure/information_bounds.h"
#include "pith/methods/gaussian/ledoit_wolf.h"
#include "pith/select/catalog.h"
#include "pith/stats/normal_scores.h"
#include "tests/support/gaussian_twin.h"

namespace pith {
namespace {

double target_entropy(const Table& table) {
  Real sum = 0;
  for (const Real p : GaussianTwin{table}.priors())
    sum -= p * std::log(p);
  return static_cast<double>(sum);
}

TEST(GcMi, agrees_with_its_definition) {
  expect_gaussian_twin("gc-mi", &GaussianTwin::Values::gc_mi);
  expect_gaussian_twin("gc-mi", &GaussianTwin::Values::gc_fit, {{"cap", "false"}});
}

TEST(GcMi, agrees_with_its_definition_where_bounds_prune) {
  expect_gaussian_twin("gc-mi", &GaussianTwin::Values::gc_mi, {{"bounds", "true"}});
  expect_gaussian_twin("gc-mi", &GaussianTwin::Values::gc_fit,
                       {{"bounds", "true"}, {"cap", "false"}});
}

TEST(GcMi, does_not_depend_on_scales_offsets_and_duplicates) {
  expect_gaussian_invariance("gc-mi");
}

TEST(GcMi, gains_nothing_from_a_duplicate_with_an_estimated_share) {
  const Table table = gaussian_table(90, 4, 3, 5);
  TableParts parts = table.parts();
  for (Feature j = 0; j < 4; ++j) {
    parts.features.push_back(table.feature(j));
    parts.names.push_back("copy of " + table.name(j));
  }
  const Settings estimated{{"shrinkage", "ledoit-wolf"}};
  EXPECT_EQ(select(Table(std::move(parts)), "gc-mi", 8, estimated).selected.size(), 4U);
}

TEST(GcMi, handles_singular_covariances) {
  expect_gaussian_endurance("gc-mi");
}

TEST(GcMi, is_wilks_criterion_where_all_classes_share_a_covariance) {
  // 1/2 log |T| / |W|, from the pooled covariance alone.
  const Table table = gaussian_table(200, 6, 3, 8);
  const Selection found = select(table, "gc-mi", 6, {{"shrinkage", "1"}, {"cap", "false"}});
  std::vector<Feature> set;
  for (const Selected& step : found.selected) {
    set.push_back(step.feature);
    const GaussianTwin twin{table};
    const GaussianTwin::Moments moments = twin.moments(set);
    const std::vector<Real> priors = twin.priors();
    std::vector<Real> mean;
    const Square total = GaussianTwin::mixture(moments, priors, mean);
    Square within(set.size(), std::vector<Real>(set.size()));
    for (std::size_t i = 0; i < set.size() * set.size(); ++i) {
      for (std::size_t c = 0; c < priors.size(); ++c) {
        within[i / set.size()][i % set.size()] +=
            priors[c] * moments.covariances[c][i / set.size()][i % set.size()];
      }
    }
    const Real expected = 0.5L * (log_determinant(total) - log_determinant(within));
    EXPECT_NEAR(step.score, static_cast<double>(expected), 1e-11);
  }
}

TEST(GcMi, lies_below_the_entropy_of_the_target_and_below_the_fitted_value) {
  const Table table = gaussian_table(150, 10, 4, 3);
  const Selection capped = select(table, "gc-mi", 10);
  std::vector<Feature> set;
  for (const Selected& step : capped.selected) {
    set.push_back(step.feature);
    EXPECT_LE(step.score, target_entropy(table) + 1e-12);
    EXPECT_LE(step.score, static_cast<double>(GaussianTwin{table}.values(set).gc_fit) + 1e-12);
  }
  const Selection fitted = select(table, "gc-mi", 10, {{"cap", "false"}});
  for (const Selected& step : fitted.selected)
    EXPECT_GE(*step.gain, -1e-12);  // the fitted value never falls
}

/// Bits do not depend on what bounds spare.
TEST(GcMi, selects_the_same_with_bounds_and_counts_evaluations) {
  const Table table = gaussian_table(400, 60, 2, 6);
  for (const std::string cap : {"true", "false"}) {
    const Selection plain = select(table, "gc-mi", 12, {{"cap", cap}});
    const Selection pruned = select(table, "gc-mi", 12, {{"cap", cap}, {"bounds", "true"}});
    expect_steps(pruned, plain.selected, 1e-11);
    std::size_t spared = 0;
    for (std::size_t step = 0; step < pruned.selected.size(); ++step) {
      const std::vector<std::size_t>& counts = pruned.selected[step].evaluated;
      ASSERT_EQ(counts.size(), 4U);  // none, one, two or all of three variances
      EXPECT_EQ(counts[0] + counts[1] + counts[2] + counts[3], 60 - step);
      if (step > 0) spared += counts[0] + counts[1] + counts[2];
    }
    EXPECT_GT(spared, 0U);
    EXPECT_TRUE(plain.selected[0].evaluated.empty());
  }
}

/// Classes that are far apart: a few features determine the class, and then every candidate is
/// capped.
Table separated_table() {
  const Table table = gaussian_table(200, 9, 2, 4);
  std::vector<Column> columns = table.parts().features;
  for (Feature j = 0; j < 3; ++j) {
    std::vector<double> numbers;
    for (std::size_t row = 0; row < table.rows(); ++row)
      numbers.push_back(table.feature(j).numbers()[row] + 30.0 * table.target().code(row));
    columns[j] = Column::from_numbers(std::move(numbers));
  }
  return table.with_features(columns);
}

TEST(GcMi, continues_stops_or_selects_at_random_once_saturated) {
  const Table apart = separated_table();
  const Selection fit = select(apart, "gc-mi", 9);
  EXPECT_EQ(fit.selected.size(), 9U);
  const Selection stop = select(apart, "gc-mi", 9, {{"fill", "stop"}});
  ASSERT_LT(stop.selected.size(), 9U);
  EXPECT_EQ(stop.stopped, Stopped::no_gain);
  for (std::size_t step = 0; step < stop.selected.size(); ++step)
    EXPECT_EQ(stop.selected[step].feature, fit.selected[step].feature);
  const Settings random{{"fill", "random"}};
  const Selection one = select(apart, "gc-mi", 9, random, {.seed = 1});
  EXPECT_EQ(one.features(), select(apart, "gc-mi", 9, random, {.seed = 1}).features());
  EXPECT_NE(one.features(), select(apart, "gc-mi", 9, random, {.seed = 2}).features());
  EXPECT_EQ(one.selected.size(), 9U);
  for (const std::string fill : {"fit", "stop", "random"}) {
    const Selection plain = select(apart, "gc-mi", 9, {{"fill", fill}});
    const Selection pruned = select(apart, "gc-mi", 9, {{"fill", fill}, {"bounds", "true"}});
    EXPECT_EQ(plain.features(), pruned.features()) << fill;
    EXPECT_EQ(plain.notes, pruned.notes);
  }
}

TEST(GcMi, shows_the_uncapped_information_once_saturated) {
  const Table table = separated_table();
  const double entropy = target_entropy(table);
  for (const std::string bounds : {"false", "true"}) {
    const Selection found = select(table, "gc-mi", 9, {{"bounds", bounds}});
    std::vector<Feature> set;
    std::vector<double> uncapped{0};
    std::size_t saturated = 0;
    for (std::size_t step = 0; step < 9; ++step) {
      const Selected& taken = found.selected[step];
      set.push_back(taken.feature);
      const GaussianTwin::Values values = GaussianTwin{table}.values(set);
      uncapped.push_back(static_cast<double>(values.gc_fit));
      const bool is_saturated = static_cast<double>(values.gc_mi) > entropy - 1e-12;
      EXPECT_NEAR(taken.score,
                  is_saturated ? uncapped[step + 1] : static_cast<double>(values.gc_mi), 1e-10);
      if (!is_saturated) continue;
      if (saturated == 0) saturated = step + 1;
      EXPECT_GT(*taken.gain, 1e-6);
      EXPECT_NEAR(*taken.gain, uncapped[step + 1] - uncapped[step], 1e-10);
    }
    ASSERT_GT(saturated, 0U);
    const std::string note = "score saturated at rank " + std::to_string(saturated) +
                             "; from there ordered by the uncapped information";
    EXPECT_EQ(found.notes, std::vector<std::string>{note});
  }
}

TEST(GcMi, keeps_the_capped_score_where_the_uncapped_one_does_not_decide) {
  const Table table = separated_table();
  const double entropy = target_entropy(table);
  // The paper selects at random.
  const Selection random = select(table, "gc-mi", 9, {{"fill", "random"}});
  EXPECT_NEAR(random.selected.back().score, entropy, 1e-12);
  EXPECT_EQ(*random.selected.back().gain, 0);
  // Kept features are not decided upon: the last step is the first that is.
  Request request{.method = "gc-mi", .k = 4, .keep = {"x0", "x1", "x2"}};
  const Selection kept = select(table, request);
  EXPECT_NEAR(kept.selected[2].score, entropy, 1e-12);
  EXPECT_GT(kept.selected[3].score, entropy);
  const double before =
      static_cast<double>(GaussianTwin{table}.values(std::vector<Feature>{0, 1, 2}).gc_fit);
  EXPECT_NEAR(*kept.selected[3].gain, kept.selected[3].score - before, 1e-10);
}

TEST(GcMi, selects_the_first_feature_even_if_all_are_saturated) {
  std::vector<std::vector<double>> columns(3);
  std::vector<std::uint32_t> classes;
  for (std::size_t row = 0; row < 20; ++row) {
    classes.push_back(row % 2);
    for (std::size_t j = 0; j < 3; ++j)
      columns[j].push_back(100.0 * static_cast<double>(row % 2) + Random(1, j).uniform(row));
  }
  const Table table = table_of(std::move(columns), classes);
  EXPECT_EQ(select(table, "gc-mi", 3, {{"fill", "stop"}}).selected.size(), 1U);
  const Feature best = select(table, "gc-mi", 1).selected[0].feature;
  EXPECT_EQ(select(table, "gc-mi", 3, {{"fill", "random"}}).selected[0].feature, best);
}

TEST(GcMi, adds_a_note_if_the_score_decreases) {
  // A narrow class is capped at once; each feature then costs the wide one, whose variance exceeds
  // that of all rows.
  std::vector<std::vector<double>> columns(8);
  std::vector<std::uint32_t> classes;
  for (std::size_t row = 0; row < 100; ++row) {
    classes.push_back(row % 2);
    for (std::size_t j = 0; j < 8; ++j)
      columns[j].push_back((Random(1, j).uniform(row) - 0.5) * (row % 2 == 0 ? 0.01 : 1));
  }
  const auto says = [](const Selection& selection) {
    return std::any_of(selection.notes.begin(), selection.notes.end(), [](const auto& note) {
      return note.find("the score decreases") != std::string::npos;
    });
  };
  const Table table = table_of(std::move(columns), classes);
  const Selection falling = select(table, "gc-mi", 8);
  EXPECT_LT(*falling.selected.back().gain, -1e-6);
  EXPECT_TRUE(says(falling));
  EXPECT_FALSE(says(select(table, "gc-mi", 8, {{"cap", "false"}})));
  EXPECT_FALSE(says(select(table, "gc-mi", 1)));
}

TEST(GcMi, has_a_paper_preset_that_explicit_parameters_override) {
  const Method& method = pith::method("gc-mi");
  const Params paper = method.params({{"preset", "paper"}});
  EXPECT_EQ(paper.real("shrinkage"), 0);
  EXPECT_EQ(paper.choice("fill"), "random");
  const Params mixed = method.params({{"preset", "paper"}, {"shrinkage", "0.2"}});
  EXPECT_EQ(mixed.real("shrinkage"), 0.2);
  EXPECT_EQ(mixed.choice("fill"), "random");
  EXPECT_EQ(method.params({}).real("shrinkage"), 0.5);
}

TEST(GcMi, bounds_the_error_by_the_information_of_the_set) {
  const Table table = gaussian_table(150, 6, 3, 8);
  std::vector<double> sizes(3);
  for (std::size_t row = 0; row < 150; ++row)
    sizes[table.target().code(row)] += 1;
  for (const std::size_t k : {1U, 3U, 6U}) {
    const Selection found = select(table, "gc-mi", k);
    const ErrorBounds bounds = information_error(found.selected.back().score, sizes);
    ASSERT_EQ(found.diagnostics.size(), 2U);
    EXPECT_EQ(found.diagnostics[0].name, "fano_bound");
    EXPECT_NEAR(found.diagnostics[0].value, bounds.lower, 1e-12);
    EXPECT_EQ(found.diagnostics[1].name, "hellman_raviv_bound");
    EXPECT_NEAR(found.diagnostics[1].value, bounds.upper, 1e-12);
    EXPECT_TRUE(select(table, "gc-mi", k, {{"cap", "false"}}).diagnostics.empty());
  }
}

TEST(GcMi, bounds_the_error_whatever_a_kept_constant_adds) {
  TableParts parts = gaussian_table(150, 3, 2, 8).parts();
  parts.features[2] = Column::from_numbers(std::vector<double>(150, 4.0));
  Request request{.method = "gc-mi", .k = 2};
  const Selection two = select(Table(parts), request);
  request.k = 3;
  request.keep = {"x0", "x1", "x2"};
  const Selection three = select(Table(parts), request);
  ASSERT_EQ(three.selected.size(), 3U);
  for (std::size_t i = 0; i < 2; ++i)
    EXPECT_NEAR(three.diagnostics[i].value, two.diagnostics[i].value, 1e-9);
}

TEST(GcMi, works_on_normal_scores_of_the_ranks) {
  const Table table = gaussian_table(150, 6, 3, 8);
  std::vector<Column> curved;
  for (Feature j = 0; j < 6; ++j) {
    std::vector<double> numbers;
    for (const double number : table.feature(j).numbers())
      numbers.push_back(j % 2 == 0 ? std::exp(number) : std::pow(number, 3));
    curved.push_back(Column::from_numbers(std::move(numbers)));
  }
  const Settings by_ranks{{"copula", "rank"}};
  const Selection plain = select(table, "gc-mi", 6, by_ranks);
  expect_steps(select(table.with_features(curved), "gc-mi", 6, by_ranks), plain.selected, 0);
  const Selection scored = select(with_normal_scores(table, {}), "gc-mi", 6);
  expect_steps(scored, plain.selected, 0);
  EXPECT_NE(select(table, "gc-mi", 6).selected[0].score, plain.selected[0].score);
}

TEST(GcMi, estimates_the_shrinkage_and_says_so) {
  const Table table = gaussian_table(150, 6, 3, 8);
  const Selection found = select(table, "gc-mi", 6, {{"shrinkage", "ledoit-wolf"}});
  const TableSource source(table);
  const double share = ledoit_wolf_share(table, *source.scatter(Storage::float64, {}), false, {});
  const Selection same = select(table, "gc-mi", 6, {{"shrinkage", number_text(share)}});
  expect_steps(found, same.selected, 1e-12);
  ASSERT_FALSE(found.notes.empty());
  EXPECT_NE(render(found.notes.back()).find("shrinkage=ledoit-wolf"), std::string::npos);
}

TEST(GcMi, adds_a_note_if_a_class_is_too_small_without_shrinkage) {
  TableParts parts = gaussian_table(60, 8, 2, 3).parts();
  std::vector<std::uint32_t> classes(60);
  classes[10] = classes[20] = 1;
  parts.target = codes_column(classes);
  const auto has_note = [](const Selection& selection) {
    return std::any_of(selection.notes.begin(), selection.notes.end(), [](const std::string& note) {
      return note.find("a class has too few rows") != std::string::npos;
    });
  };
  EXPECT_TRUE(has_note(select(Table(parts), "gc-mi", 5, {{"shrinkage", "0"}})));
  EXPECT_FALSE(has_note(select(Table(parts), "gc-mi", 5)));
}

TEST(GcMi, accepts_a_kept_feature_that_is_not_admissible) {
  TableParts parts = gaussian_table(60, 5, 2, 3).parts();
  parts.features[1] = parts.features[0];
  parts.features[2] = Column::from_numbers(std::vector<double>(60, 1.5));
  Request request{.method = "gc-mi", .k = 4};
  request.keep = {"x0", "x1", "x2"};
  for (const std::string bounds : {"false", "true"}) {
    request.params = {{"bounds", bounds}};
    const Selection found = select(Table(parts), request);
    ASSERT_EQ(found.selected.size(), 4U);
    EXPECT_EQ(*found.selected[1].gain, 0);
    EXPECT_EQ(*found.selected[2].gain, 0);
    EXPECT_GT(*found.selected[3].gain, 0);
  }
}

TEST(GcMi, is_close_in_single_precision) {
  const Table table = gaussian_table(300, 150, 3, 7);
  const Selection full = select(table, "gc-mi", 10);
  const Selection single = select(table, "gc-mi", 10, {{"precision", "single"}});
  expect_steps(single, full.selected, 1e-5);
}

TEST(GcMi, continues_from_kept_features) {
  const Table table = gaussian_table(100, 400, 2, 4);
  Request request{.method = "gc-mi", .k = 6};
  request.keep = {"x399", "x7", "x100"};
  const Selection found = select(table, request);
  EXPECT_EQ(found.selected[0].name, "x399");
  EXPECT_EQ(found.selected[2].name, "x100");
  const GaussianTwin::Values values = GaussianTwin{table}.values(found.features());
  EXPECT_NEAR(found.selected.back().score, static_cast<double>(values.gc_mi), 1e-10);
}

TEST(GcMi, does_not_need_memory_quadratic_in_the_features) {
  // Twice the limit would be needed for a matrix.
  const Table table = gaussian_table(30, 1500, 2, 5);
  const Context tight{.threads = 1, .memory = std::uint64_t{16} << 20U};
  const Context roomy{.threads = 1};
  EXPECT_EQ(select(table, "gc-mi", 600, {}, tight).features(),
            select(table, "gc-mi", 600, {}, roomy).features());
  EXPECT_THROW(select(table, "gc-mi", 5, {}, {.memory = 1000}), Error);
}

TEST(GcMi, selects_the_same_with_weights_and_with_repeated_rows_beyond_the_rank) {
  const Random random(4, 0);
  std::vector<std::vector<double>> columns(30);
  std::vector<std::vector<double>> repeated(30);
  std::vector<std::uint32_t> classes;
  std::vector<std::uint32_t> repeated_classes;
  std::vector<double> weights;
  for (std::size_t row = 0; row < 9; ++row) {
    classes.push_back(static_cast<std::uint32_t>(row % 3));
    weights.push_back(static_cast<double>(1 + row % 4));
    for (std::size_t i = 0; i < columns.size(); ++i) {
      columns[i].push_back(random.uniform(row * 64 + i));
      repeated[i].insert(repeated[i].end(), 1 + row % 4, columns[i].back());
    }
    repeated_classes.insert(repeated_classes.end(), 1 + row % 4, classes.back());
  }
  const auto table_of = [](const std::vector<std::vector<double>>& numbers,
                           const std::vector<std::uint32_t>& codes) {
    TableParts parts;
    for (const std::vector<double>& column : numbers) {
      parts.features.push_back(Column::from_numbers(column));
      parts.names.push_back("x" + std::to_string(parts.names.size()));
    }
    parts.target = Column::from_codes(codes, {"a", "b", "c"});
    return parts;
  };
  TableParts weighed = table_of(columns, classes);
  weighed.weights = weights;
  const Selection by_weights = select(Table(weighed), "gc-mi", 10);
  const Selection by_repetition = select(Table(table_of(repeated, repeated_classes)), "gc-mi", 10);
  EXPECT_EQ(by_weights.features(), by_repetition.features());
  EXPECT_EQ(by_weights.notes, by_repetition.notes);
}

}  // namespace
}  // namespace pith
