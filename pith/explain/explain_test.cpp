// SPDX-License-Identifier: Apache-2.0
#include "pith/explain/explain.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "pith/base/error.h"
#include "pith/select/select.h"
#include "tests/support/examples.h"
#include "tests/support/tables.h"

namespace pith {
namespace {

Request request_for(const std::string& method, std::size_t k, const Settings& params = {}) {
  return {.method = method, .k = k, .params = params, .allows_ids = true};
}

/// x0 and x1 with y = x0 xor x1, and x2, which is noise, each combination equally often.
Table exclusive_or() {
  std::vector<std::uint32_t> a;
  std::vector<std::uint32_t> b;
  std::vector<std::uint32_t> noise;
  std::vector<std::uint32_t> y;
  for (std::uint32_t row = 0; row < 8; ++row) {
    a.push_back(row & 1U);
    b.push_back((row >> 1U) & 1U);
    noise.push_back(row >> 2U);
    y.push_back(a.back() ^ b.back());
  }
  return table_of({codes_column(a), codes_column(b), codes_column(noise)}, y);
}

/// x0 tells class 2 from the others, x1 class 0, and x2 to x5 are noise; then copies of x0 and x1.
Table with_copies() {
  constexpr std::size_t rows = 120;
  std::vector<std::uint32_t> y;
  std::vector<std::uint32_t> a;
  std::vector<std::uint32_t> b;
  for (std::uint32_t row = 0; row < rows; ++row) {
    y.push_back(row % 3);
    a.push_back(y.back() == 2 ? 1 : 0);
    b.push_back(y.back() == 0 ? 1 : 0);
  }
  std::vector<Column> columns{codes_column(a), codes_column(b)};
  for (std::uint64_t seed = 1; seed <= 4; ++seed)
    columns.push_back(codes_column(random_codes(rows, 3, seed)));
  columns.push_back(columns[0]);
  columns.push_back(columns[1]);
  return table_of(std::move(columns), y);
}

const char* const pair_methods[] = {"mrmr", "mifs", "jmi",  "cmim",       "cife", "condred",
                                    "disr", "icap", "jmim", "beta-gamma", "njmim"};

TEST(Explain, a_copy_is_the_perfect_substitute) {
  const Table table = with_copies();
  std::vector<std::string> methods(std::begin(pair_methods), std::end(pair_methods));
  for (const std::string method : {"mim", "chi2", "cmi", "jmi3", "random"})
    methods.push_back(method);
  for (const std::string& method : methods) {
    SCOPED_TRACE(method);
    // Kept features compete with no copy of theirs.
    Request request = request_for(method, 2);
    request.keep = {"x0", "x1"};
    const Explanation found = explain(table, request);
    ASSERT_EQ(found.substitutes.size(), 2U);
    for (const std::size_t s : {0U, 1U}) {
      const std::vector<ExplainedSubstitute>& candidates = found.substitutes[s].candidates;
      EXPECT_EQ(candidates.front().loss, 0);
      const auto copy = std::find_if(candidates.begin(), candidates.end(), [&](const auto& each) {
        return each.feature.feature == 6 + s;
      });
      ASSERT_TRUE(copy != candidates.end());
      EXPECT_EQ(copy->loss, 0);
      EXPECT_DOUBLE_EQ(copy->similarity, 1);
    }
    EXPECT_EQ(found.groups[0].members.front().feature.name, "x6");
    EXPECT_EQ(found.groups[1].members.front().feature.name, "x7");
  }
}

TEST(Explain, exclusive_or_shows_as_synergy) {
  for (const std::string method : {"jmi", "mrmr", "mim", "cmi"}) {
    SCOPED_TRACE(method);
    Request request = request_for(method, 2);
    request.keep = {"x0", "x1"};
    const Explanation found = explain(exclusive_or(), request);
    EXPECT_NEAR(*found.steps[0].relevance, 0, 1e-12);
    EXPECT_NEAR(*found.steps[1].relevance, 0, 1e-12);
    EXPECT_NEAR(found.steps[1].redundancy, 0, 1e-12);
    EXPECT_EQ(*found.steps[0].synergy, 0);
    EXPECT_NEAR(*found.steps[1].synergy, std::log(2), 1e-12);
    EXPECT_TRUE(found.steps[0].is_kept);
  }
}

TEST(Explain, a_substitute_in_an_exclusive_or_loses_all_of_it) {
  Request request = request_for("cmi", 2);
  request.keep = {"x0", "x1"};
  const Explanation found = explain(exclusive_or(), request);
  EXPECT_EQ(found.substitutes_basis, Basis::information);
  for (const ExplainedSubstitutes& each : found.substitutes) {
    ASSERT_EQ(each.candidates.size(), 1U);
    EXPECT_EQ(each.candidates.front().feature.name, "x2");
    EXPECT_NEAR(each.candidates.front().loss, std::log(2), 1e-12);
  }
}

TEST(Explain, gains_add_up_to_the_score) {
  // Weak features, which do not determine the class.
  Example made = example(90, 40);
  made.features.resize(6);
  const Table table = table_of(made.features, made.classes);
  for (const std::string method : {"gc-mi", "gkl-mi", "cmi", "dp"}) {
    SCOPED_TRACE(method);
    const Explanation found = explain(table, request_for(method, 4));
    double sum = 0;
    for (const ExplainedStep& step : found.steps)
      sum += step.gain.value();
    EXPECT_NEAR(sum, found.steps.back().score, 1e-9);
  }
}

TEST(Explain, the_first_runner_up_is_second_in_the_ranking) {
  const Table table = table_for(Takes::codes, example(90, 10));
  const Selection ranked = select(table, "mim", 10);
  for (const std::string method : {"mim", "mrmr", "jmi", "cmim", "jmim"}) {
    SCOPED_TRACE(method);
    const Explanation found = explain(table, request_for(method, 3));
    EXPECT_EQ(found.steps[0].feature.feature, ranked.ranking[0].feature);
    EXPECT_EQ(found.steps[0].runner_up->feature.feature, ranked.ranking[1].feature);
    EXPECT_DOUBLE_EQ(found.steps[0].runner_up->behind,
                     ranked.ranking[0].score - ranked.ranking[1].score);
  }
}

TEST(Explain, the_runner_up_is_selected_where_the_winner_is_dropped) {
  const Table table = table_for(Takes::codes, example(120, 9));
  for (const std::string method : pair_methods) {
    SCOPED_TRACE(method);
    const Explanation found = explain(table, request_for(method, 5));
    const std::vector<std::string> names = found.selection.names();
    for (std::size_t step = 0; step < names.size(); ++step) {
      TableParts parts = table.parts();
      const Feature winner = found.steps[step].feature.feature;
      parts.features.erase(parts.features.begin() + winner);
      parts.names.erase(parts.names.begin() + winner);
      Request without = request_for(method, step + 1);
      without.keep.assign(names.begin(), names.begin() + static_cast<std::ptrdiff_t>(step));
      const Selection other = select(Table(std::move(parts)), without);
      EXPECT_EQ(found.steps[step].runner_up->feature.name, other.names().back());
      EXPECT_EQ(found.steps[step].runner_up->score, other.selected.back().score);
    }
  }
}

TEST(Explain, watching_a_feature_tells_its_rank_at_every_step) {
  const Table table = table_for(Takes::codes, example(120, 9));
  for (const std::string method : {"mrmr", "cmim", "mim", "cmi", "cfs"}) {
    SCOPED_TRACE(method);
    const Explanation plain = explain(table, request_for(method, 3));
    std::vector<std::string> others;
    for (const std::string& name : table.names()) {
      const auto names = plain.selection.names();
      if (std::find(names.begin(), names.end(), name) == names.end()) others.push_back(name);
    }
    const Explanation found = explain(table, request_for(method, 3), {.why_not = others});
    EXPECT_EQ(found.selection.names(), plain.selection.names());
    const std::size_t steps = found.steps.size();
    for (std::size_t step = 0; step < steps; ++step) {
      std::vector<std::size_t> ranks;
      for (const WhyNot& each : found.why_not) {
        ASSERT_EQ(each.steps.size(), steps);
        ranks.push_back(each.steps[step].place.rank);
        EXPECT_EQ(each.steps[step].lost_to.name, found.steps[step].feature.name);
        if (each.feature.name == found.steps[step].runner_up->feature.name) {
          EXPECT_EQ(each.steps[step].place.behind, found.steps[step].runner_up->behind);
        }
      }
      std::sort(ranks.begin(), ranks.end());
      EXPECT_TRUE(std::adjacent_find(ranks.begin(), ranks.end()) == ranks.end());
      EXPECT_LE(ranks.back(), table.features() - step);
    }
  }
}

TEST(Explain, says_why_a_feature_was_not_a_candidate) {
  TableParts parts = with_copies().parts();
  std::vector<double> numbers(120);
  std::iota(numbers.begin(), numbers.end(), 0.0);
  parts.features.push_back(Column::from_numbers(numbers));
  parts.names.emplace_back("id");
  const Table table(std::move(parts));
  Request request = request_for("mrmr", 2);
  request.allows_ids = false;
  const std::string first = select(table, request).names().front();
  const Explanation found = explain(table, request, {.why_not = {"id", first}});
  EXPECT_EQ(found.why_not[0].set_aside, SetAside::Reason::identifier);
  EXPECT_TRUE(found.why_not[0].steps.empty());
  EXPECT_EQ(found.why_not[1].selected_as, 1U);
  EXPECT_TRUE(found.why_not[1].steps.empty());
}

TEST(Explain, rejects_an_unknown_name_with_the_nearest_one) {
  try {
    (void)explain(with_copies(), request_for("mrmr", 2), {.why_not = {"x77"}});
    FAIL() << "accepted";
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::bad_argument);
    EXPECT_NE(std::string(error.what()).find("'x7'"), std::string::npos) << error.what();
  }
}

TEST(Explain, rejects_another_selection_than_the_expected_one) {
  const Table table = with_copies();
  const std::vector<std::string> names = select(table, "mrmr", 2).names();
  const ExplainOptions same{.expected = ExpectedSelection{.names = names}};
  EXPECT_EQ(explain(table, request_for("mrmr", 2), same).selection.names(), names);
  const ExplainOptions other{.expected = ExpectedSelection{.names = {names[0], "x4"}}};
  try {
    (void)explain(table, request_for("mrmr", 2), other);
    FAIL() << "accepted";
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::bad_data);
    EXPECT_NE(std::string(error.what()).find("at rank 2, but the result has 'x4'"),
              std::string::npos)
        << error.what();
  }
  // No feature is a selection only where the number of features was chosen and is 0.
  ExplainOptions none{.expected = ExpectedSelection{}};
  EXPECT_THROW((void)explain(table, request_for("mrmr", 2), none), Error);
  none.expected->is_none = true;
  EXPECT_TRUE(explain(table, request_for("mrmr", 1), none).selection.selected.empty());
  // What a permutation test took may differ from what a search takes.
  const ExplainOptions tested{.expected =
                                  ExpectedSelection{.names = {names[0], "x4"}, .is_tested = true}};
  EXPECT_EQ(explain(table, request_for("mrmr", 2), tested).selection.names().back(), "x4");
}

TEST(Explain, rejects_other_scores_than_the_expected_ones) {
  const Table table = with_copies();
  const Selection selection = select(table, "mrmr", 2);
  ExpectedSelection expected{.names = selection.names(), .scores = {}};
  for (const Selected& step : selection.selected)
    expected.scores.push_back(step.score);
  EXPECT_NO_THROW((void)explain(table, request_for("mrmr", 2), {.expected = expected}));
  expected.scores[1] += 0.01;
  EXPECT_THROW((void)explain(table, request_for("mrmr", 2), {.expected = expected}), Error);
}

TEST(Explain, names_the_class_that_a_feature_serves) {
  // x0 tells class 2 from the others, and x1 class 0.
  std::vector<std::uint32_t> y;
  std::vector<std::uint32_t> a;
  std::vector<std::uint32_t> b;
  for (std::uint32_t row = 0; row < 30; ++row) {
    y.push_back(row % 3);
    a.push_back(y.back() == 2 ? 1 : 0);
    b.push_back(y.back() == 0 ? 1 : 0);
  }
  const Explanation found =
      explain(table_of({codes_column(a), codes_column(b)}, y), request_for("mim", 2));
  ASSERT_EQ(found.serves.size(), 2U);
  const double all = std::log(3) - 2.0 / 3 * std::log(2);
  EXPECT_NEAR(found.serves[0].targets[2].information, all, 1e-12);
  EXPECT_LT(found.serves[0].targets[0].information, all / 2);
  EXPECT_NEAR(found.serves[1].targets[0].information, all, 1e-12);
}

TEST(Explain, without_a_target_a_substitute_loses_what_it_does_not_tell) {
  TableParts parts = with_copies().parts();
  parts.target.reset();
  Request request = request_for("laplacian", 2);
  request.keep = {"x0", "x1"};
  std::vector<Column> numbers;
  for (const Column& column : parts.features) {
    std::vector<double> values(column.rows());
    for (std::size_t row = 0; row < values.size(); ++row)
      values[row] = column.code(row) + 0.5;
    numbers.push_back(Column::from_numbers(values));
  }
  parts.features = std::move(numbers);
  const Explanation found = explain(Table(std::move(parts)), request);
  EXPECT_FALSE(found.steps[0].relevance.has_value());
  EXPECT_FALSE(found.steps[0].synergy.has_value());
  EXPECT_EQ(found.substitutes[0].candidates.front().feature.name, "x6");
  EXPECT_EQ(found.substitutes[0].candidates.front().loss, 0);
  EXPECT_GT(found.substitutes[0].candidates[1].loss, 0);
  EXPECT_TRUE(found.serves.empty());
}

TEST(Explain, histograms_count_every_row_once) {
  const Example made = example(90, 6);
  const Explanation found = explain(table_of(made.features, made.classes), request_for("mim", 3));
  ASSERT_EQ(found.distributions.size(), 6U);
  for (const Distribution& each : found.distributions) {
    ASSERT_EQ(each.classes.size(), 3U);
    double total = each.missing;
    for (const Distribution::Counts& counts : each.classes) {
      EXPECT_EQ(counts.counts.size() + 1, each.edges.size());
      total += std::accumulate(counts.counts.begin(), counts.counts.end(), 0.0);
    }
    EXPECT_EQ(total, 90);
    EXPECT_TRUE(std::is_sorted(each.edges.begin(), each.edges.end()));
  }
}

TEST(Explain, limits_the_partners_of_a_cheap_method_and_says_so) {
  const Table table = table_for(Takes::codes, example(30, 1200));
  const Explanation found = explain(table, request_for("mim", 40));
  ASSERT_FALSE(found.notes.empty());
  EXPECT_NE(found.notes.back().find("of 1200 features"), std::string::npos) << found.notes.back();
  EXPECT_EQ(found.substitutes.size(), 40U);
  EXPECT_EQ(found.similarity.features.size(), 40U);
}

TEST(Explain, means_of_a_target_are_not_values_of_single_rows) {
  std::vector<double> feature(30);
  std::vector<double> target(30);
  for (std::size_t row = 0; row < 30; ++row) {
    feature[row] = row < 29 ? static_cast<double>(row % 5) / 10 : 7.5;  // one row is far away
    target[row] = 2 * feature[row] + 0.25 * static_cast<double>(row % 7);
  }
  const Table table({.features = {Column::from_numbers(feature)},
                     .names = {"x"},
                     .target = Column::from_numbers(target),
                     .target_name = "y"});
  const Explanation found = explain(table, {.method = "omp", .k = 1});
  ASSERT_EQ(found.distributions.size(), 1U);
  const Distribution& of_x = found.distributions[0];
  EXPECT_EQ(of_x.classes[0].counts.front(), 29);
  EXPECT_EQ(of_x.classes[0].counts.back(), 1);
  EXPECT_FALSE(std::isnan(of_x.mean_target.front()));
  EXPECT_TRUE(std::isnan(of_x.mean_target.back()));
}

}  // namespace
}  // namespace pith
