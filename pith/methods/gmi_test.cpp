// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>

#include "pith/base/error.h"
#include "pith/measure/geometric_information.h"
#include "pith/select/select.h"
#include "tests/support/examples.h"
#include "tests/support/tables.h"

namespace pith {
namespace {

using Names = std::vector<std::string>;

/// x0 and x1 tell the three classes apart and are nearly copies, x2 does so by itself, x3 and x4
/// are noise, x5 is constant.
Table redundant(std::size_t rows) {
  Values features(6);
  Classes classes;
  for (std::size_t row = 0; row < rows; ++row) {
    classes.push_back(static_cast<std::uint32_t>(row % 3));
    const auto noise = [row](std::uint64_t stream) { return Random(7, stream).uniform(row); };
    const double own = static_cast<double>(row % 3) + 1.2 * noise(0);
    features[0].push_back(own);
    features[1].push_back(std::exp(own) + 0.01 * noise(1));
    features[2].push_back(static_cast<double>((row + 1) % 3) + 1.1 * noise(2));
    features[3].push_back(noise(3));
    features[4].push_back(noise(4));
    features[5].push_back(0.5);
  }
  return table_of(features, classes);
}

double score_of(const Selection& selection, Feature feature) {
  for (const Ranked& entry : selection.ranking) {
    if (entry.feature == feature) return entry.score;
  }
  return std::nan("");
}

double diagnostic(const Selection& found, const std::string& name) {
  for (const Diagnostic& known : found.diagnostics) {
    if (known.name == name) return known.value;
  }
  return std::nan("");
}

bool has_note(const Selection& found, const std::string& part) {
  return std::any_of(found.notes.begin(), found.notes.end(), [&](const std::string& note) {
    return render(note).find(part) != std::string::npos;
  });
}

/// The dependence of one pair, computed by the measure itself.
double dependence(const Table& table, Feature s, Feature t, std::size_t repetitions,
                  const RowSplitter& splitter) {
  const auto x = doubled_ranks(table.feature(s).numbers());
  const auto y = doubled_ranks(table.feature(t).numbers());
  GeometricInformation information;
  RowSplit split;
  double sum = 0;
  for (std::size_t repetition = 0; repetition < repetitions; ++repetition) {
    splitter.draw(Random(0, s | std::uint64_t{t} << 32U), repetition, split);
    sum += information.global({x, y}, split);
  }
  return sum / static_cast<double>(repetitions);
}

Classes classes_of(const Table& table) {
  Classes classes;
  for (std::size_t row = 0; row < table.rows(); ++row)
    classes.push_back(table.target().code(row));
  return classes;
}

TEST(Gmi, is_relevance_less_the_mean_dependence_on_what_varies) {
  const Table table = redundant(60);
  const Classes classes = classes_of(table);
  const Selection found = select(table, "gmi", 6, {{"repetitions", "3"}});
  for (Feature s = 0; s < 5; ++s) {
    const auto ranks = doubled_ranks(table.feature(s).numbers());
    double score = line_divergence(ranks, {classes, 3});
    for (Feature t = 0; t < 5; ++t) {
      if (t != s)
        score -= dependence(table, std::min(s, t), std::max(s, t), 3, RowSplitter(60)) / 4;
    }
    EXPECT_NEAR(score_of(found, s), score, 1e-12) << s;
  }
  EXPECT_EQ(found.selected.back().name, "x5");
  EXPECT_EQ(found.selected.back().score, 0);
  EXPECT_EQ(diagnostic(found, "pairs"), 10);
  EXPECT_GT(diagnostic(found, "pair_deviation"), 0.02);
  EXPECT_LT(diagnostic(found, "pair_deviation"), 0.2);
  EXPECT_FALSE(has_note(found, "relevance term"));
}

TEST(Gmi, puts_relevance_first_and_noise_after_it) {
  const Selection found = select(redundant(150), "gmi", 6);
  EXPECT_EQ(found.names()[0], "x2");  // nobody's copy
  const Names names = found.names();
  for (const char* noise : {"x3", "x4"})
    EXPECT_GE(std::find(names.begin(), names.end(), noise) - names.begin(), 3);
}

TEST(Gmi, published_rule_ranks_independent_features_first_and_adds_a_note) {
  const Table table = redundant(150);
  const Classes classes = classes_of(table);
  const Selection found = select(table, "gmi", 6, {{"rule", "published"}, {"repetitions", "4"}});
  EXPECT_TRUE(has_note(found, "has no relevance term"));
  const Names names = found.names();
  EXPECT_EQ(names[5], "x5");
  EXPECT_TRUE(std::find(names.begin(), names.begin() + 3, "x3") != names.begin() + 3);
  EXPECT_TRUE(std::find(names.begin(), names.begin() + 3, "x4") != names.begin() + 3);
  double total = 0;
  for (const Feature t : {0U, 1U, 2U, 4U}) {
    total +=
        dependence(table, std::min(3U, t), std::max(3U, t), 4, RowSplitter(ClassSpan{classes, 3}));
  }
  EXPECT_NEAR(score_of(found, 3), -total, 1e-12);
}

TEST(Gmi, estimates_by_class_where_classes_are_large_enough) {
  const Settings by_class{{"rule", "published"}, {"estimator", "class"}};
  const Selection found = select(redundant(60), "gmi", 6, by_class);
  EXPECT_FALSE(has_note(found, "one tree"));
  EXPECT_NE(score_of(found, 0),
            score_of(select(redundant(60), "gmi", 6, {{"rule", "published"}}), 0));
  const Selection few = select(redundant(57), "gmi", 6, by_class);
  EXPECT_TRUE(has_note(few, "a class has fewer than 20 rows: used one tree for all classes"));
  EXPECT_EQ(score_of(few, 0),
            score_of(select(redundant(57), "gmi", 6, {{"rule", "published"}}), 0));
  EXPECT_TRUE(has_note(select(redundant(60), "gmi", 6, {{"estimator", "class"}}),
                       "estimator has no effect without rule=published"));
}

TEST(Gmi, measures_raw_values_in_halves_of_all_rows_as_published) {
  const Table table = redundant(61);
  const Classes classes = classes_of(table);
  const Selection found = select(table, "gmi", 6, {{"preset", "paper"}}, {.seed = 5});
  const RowSplitter splitter(ClassSpan{classes, 3}, Halves::of_rows);
  GeometricInformation information;
  RowSplit split;
  GridPair grid;
  for (Feature s = 0; s < 5; ++s) {
    double total = 0;
    for (Feature t = 0; t < 5; ++t) {
      if (t == s) continue;
      const Feature low = std::min(s, t);
      const Feature high = std::max(s, t);
      splitter.draw(Random(5, low | std::uint64_t{high} << 32U), 0, split);
      grid.place(table.feature(low).numbers(), table.feature(high).numbers());
      total += information.global({grid.x, grid.y}, split);
    }
    EXPECT_NEAR(score_of(found, s), -total, 1e-12) << s;
  }
  EXPECT_EQ(diagnostic(found, "pairs"), 10);
}

TEST(Gmi, in_the_paper_preset_uses_all_pairs_of_many_features) {
  const Example made = example(12, 201);
  const Table table = table_of(made.features, made.classes);
  EXPECT_EQ(diagnostic(select(table, "gmi", 5, {{"preset", "paper"}}), "pairs"), 201 * 200 / 2);
  const Settings some{{"preset", "paper"}, {"partners", "12"}};
  EXPECT_LT(diagnostic(select(table, "gmi", 201, some), "pairs"), 201 * 200 / 2);
}

TEST(Gmi, on_raw_values_depends_on_the_units_and_the_relevance_does_not) {
  const Table table = redundant(60);
  TableParts parts = table.parts();
  std::vector<double> wide;
  for (const double number : table.feature(0).numbers())
    wide.push_back(1000 * number);
  parts.features[0] = Column::from_numbers(wide);
  const Settings raw{{"scale", "raw"}};
  EXPECT_NE(score_of(select(table, "gmi", 6, raw), 0),
            score_of(select(Table(parts), "gmi", 6, raw), 0));
  EXPECT_EQ(score_of(select(table, "gmi", 6), 0), score_of(select(Table(parts), "gmi", 6), 0));
  EXPECT_TRUE(has_note(select(table, "gmi", 6, {{"split", "rows"}}),
                       "split has no effect without rule=published"));
}

/// Once one of two near-duplicates is removed, the other has little dependence left.
TEST(Gmi, peels_duplicates_one_by_one) {
  const Selection once = select(redundant(150), "gmi", 6);
  const Selection peeled = select(redundant(150), "gmi", 6, {{"peel", "true"}});
  EXPECT_EQ(peeled.names()[5], "x5");
  EXPECT_NE(peeled.names(), once.names());
  const Names names = peeled.names();
  EXPECT_TRUE((names[0] == "x2") != (names[1] == "x2"));
}

TEST(Gmi, samples_partners_where_there_are_many_features) {
  const Example made = example(40, 60);
  const Table table = table_of(made.features, made.classes);
  const Settings some{{"repetitions", "1"}, {"partners", "12"}};
  const Selection all = select(table, "gmi", 5, {{"repetitions", "1"}});
  EXPECT_EQ(diagnostic(all, "pairs"), 60 * 59 / 2);
  EXPECT_FALSE(has_note(all, "pairs of features"));
  const Selection found = select(table, "gmi", 5, some);
  EXPECT_LT(diagnostic(found, "pairs"), 60 * 59 / 2);
  EXPECT_GE(diagnostic(found, "pairs"), 60 * 12 / 2);
  EXPECT_TRUE(has_note(found, " of 1770 pairs of features: 12 partners for each feature"));
  EXPECT_TRUE(std::isnan(diagnostic(found, "pair_deviation")));                 // of one repetition
  EXPECT_EQ(diagnostic(select(table, "gmi", 60, some), "pairs"), 60 * 12 / 2);  // nothing to decide
  const Settings published{{"repetitions", "1"}, {"partners", "12"}, {"rule", "published"}};
  const Selection totals = select(table, "gmi", 60, published);
  const Selection exact = select(table, "gmi", 60, {{"repetitions", "1"}, {"rule", "published"}});
  double difference = 0;
  for (Feature f = 0; f < 60; ++f)
    difference += (score_of(totals, f) - score_of(exact, f)) / 60;
  EXPECT_NEAR(difference, 0, 1);  // totals of 59 in both
  // To peel, all pairs are needed.
  EXPECT_EQ(diagnostic(select(table, "gmi", 5,
                              {{"repetitions", "1"}, {"partners", "12"}, {"peel", "true"}}),
                       "pairs"),
            60 * 59 / 2);
}

/// Two of the three features are kept, and the others compete for one place.
TEST(Gmi, samples_only_for_the_places_that_kept_features_leave) {
  const Example made = example(40, 60);
  const Table table = table_of(made.features, made.classes);
  const Settings some{{"repetitions", "1"}, {"partners", "12"}};
  Request request{.method = "gmi", .k = 3, .params = some};
  request.keep = {"x0", "x1"};
  const Selection raced = select(table, request);
  EXPECT_GT(diagnostic(raced, "pairs"), 60 * 12 / 2);
  EXPECT_EQ(raced.names()[1], "x1");
  request.k = 2;
  EXPECT_EQ(diagnostic(select(table, request), "pairs"), 60 * 12 / 2);
}

TEST(Gmi, samples_by_default_beyond_200_features) {
  const Example made = example(12, 201);
  const Selection found =
      select(table_of(made.features, made.classes), "gmi", 201, {{"repetitions", "1"}});
  EXPECT_EQ(diagnostic(found, "pairs"), 201 * 50 / 2);
}

TEST(Gmi, depends_on_the_seed) {
  const Table table = redundant(60);
  const Selection a = select(table, "gmi", 6, {}, {.seed = 1});
  EXPECT_EQ(score_of(a, 0), score_of(select(table, "gmi", 6, {}, {.seed = 1}), 0));
  EXPECT_NE(score_of(a, 0), score_of(select(table, "gmi", 6, {}, {.seed = 2}), 0));
}

TEST(Gmi, published_rule_needs_a_class_of_two_rows) {
  const Table table = table_of(Values{{1, 2, 3, 4}, {2, 1, 4, 3}}, {0, 1, 2, 3});
  EXPECT_NO_THROW((void)select(table, "gmi", 2));
  try {
    (void)select(table, "gmi", 2, {{"rule", "published"}});
    FAIL() << "accepted";
  } catch (const Error& error) {
    EXPECT_EQ(std::string(error.what()),
              "every class has only one row, but rule=published needs a class with at least two");
  }
}

}  // namespace
}  // namespace pith
