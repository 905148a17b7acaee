// SPDX-License-Identifier: Apache-2.0
#include "pith/select/several_targets.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "pith/base/error.h"
#include "pith/select/catalog.h"
#include "pith/select/select.h"
#include "tests/support/tables.h"

namespace pith {
namespace {

using Codes = std::vector<std::uint32_t>;

constexpr std::size_t rows = 120;

/// A feature that is often the same as `of`, and else drawn at random.
Codes echo(const Codes& of, std::uint32_t levels, std::uint64_t seed) {
  const Random random(seed, 1);
  Codes codes = of;
  for (std::size_t row = 0; row < codes.size(); ++row) {
    if (random.below(2 * row, 10) < 3)
      codes[row] = static_cast<std::uint32_t>(random.below(2 * row + 1, levels));
  }
  return codes;
}

const Codes a = random_codes(rows, 2, 1);
const Codes b = random_codes(rows, 3, 2);

/// Two targets, a and b, and features that tell about one, both or none of them.
TableParts two_parts(bool has_numbers = false) {
  TableParts parts = table_of({codes_column(echo(a, 2, 3)), codes_column(echo(b, 3, 4)),
                               codes_column(random_codes(rows, 3, 5)), codes_column(echo(a, 2, 6)),
                               codes_column(echo(b, 3, 7)), codes_column(random_codes(rows, 2, 8))},
                              a)
                         .parts();
  parts.target_name = "a";
  parts.more_targets = {{.name = "b", .column = codes_column(b)}};
  if (!has_numbers) return parts;
  for (std::size_t i = 0; i < parts.features.size(); ++i) {
    const Random random(9, i);
    std::vector<double> numbers(rows);
    for (std::size_t row = 0; row < rows; ++row)
      numbers[row] = parts.features[i].code(row) + 0.5 * random.uniform(row);
    parts.features[i] = Column::from_numbers(numbers);
  }
  return parts;
}

Table two_targets(bool has_numbers = false) {
  return Table(two_parts(has_numbers));
}

Request with(const std::string& method, Combine combine, std::size_t k = 4) {
  return {.method = method, .k = k, .combine = combine, .allows_ids = true};
}

std::vector<double> scores_of(const Selection& selection) {
  std::vector<double> scores(6);
  for (const Ranked& entry : selection.ranking)
    scores[entry.feature] = entry.score;
  return scores;
}

std::string message_of(const Table& table, const Request& request) {
  try {
    (void)select(table, request);
  } catch (const Error& error) {
    return error.what();
  }
  return "accepted";
}

void expect_same_bits(const Selection& one, const Selection& other, const std::string& what) {
  ASSERT_EQ(one.names(), other.names()) << what;
  for (std::size_t i = 0; i < one.selected.size(); ++i) {
    EXPECT_EQ(one.selected[i].score, other.selected[i].score) << what;
    EXPECT_EQ(one.selected[i].serves, other.selected[i].serves) << what;
  }
}

TEST(SeveralTargets, methods_of_one_feature_combine_the_scores_of_single_runs) {
  for (const std::string id : {"mim", "gain-ratio", "symmetric-uncertainty", "chi2", "fisher",
                               "anova-f", "t-test", "relieff", "multisurf", "sw-relieff"}) {
    const bool has_numbers = method(id).traits.input.takes == Takes::numbers;
    const Table table = two_targets(has_numbers);
    const auto first = scores_of(select(table.with_target(0), with(id, Combine::mean, 6)));
    const auto second = scores_of(select(table.with_target(1), with(id, Combine::mean, 6)));
    for (const Combine how : {Combine::mean, Combine::min, Combine::max}) {
      const Selection both = select(table, with(id, how, 6));
      const auto scores = scores_of(both);
      for (std::size_t i = 0; i < scores.size(); ++i) {
        const double expected = how == Combine::mean  ? (first[i] + second[i]) / 2
                                : how == Combine::min ? std::min(first[i], second[i])
                                                      : std::max(first[i], second[i]);
        EXPECT_EQ(scores[i], expected) << id;
      }
      EXPECT_EQ(both.targets, (std::vector<std::string>{"a", "b"}));
      for (const Selected& step : both.selected)
        EXPECT_EQ(step.serves, (std::vector{first[step.feature], second[step.feature]})) << id;
    }
  }
}

TEST(SeveralTargets, joint_equals_a_run_on_the_combined_column) {
  TableParts parts = two_parts();
  Codes combined(rows);
  for (std::size_t row = 0; row < rows; ++row)
    combined[row] = 3 * a[row] + b[row];
  parts.target = codes_column(combined);
  parts.more_targets.clear();
  const Table one(std::move(parts));
  for (const std::string id :
       {"mim", "mrmr", "jmi", "cmim", "fcbf", "cmi", "relieff", "spec-cmi"}) {
    const Selection joint = select(two_targets(), with(id, Combine::joint));
    const Selection single = select(one, with(id, Combine::mean));
    ASSERT_EQ(joint.names(), single.names()) << id;
    for (std::size_t i = 0; i < joint.selected.size(); ++i)
      EXPECT_EQ(joint.selected[i].score, single.selected[i].score) << id;
    EXPECT_EQ(joint.selected[0].serves.size(), 2U);
  }
}

TEST(SeveralTargets, criteria_of_pairs_combine_term_by_term) {
  const Table table = two_targets();
  const Selection whole = select(table, with("mrmr", Combine::mean, 2));
  // The relevance is the mean of both; the redundancy has no target.
  const auto relevance = scores_of(select(table, with("mim", Combine::mean, 6)));
  const Feature first = whole.selected[0].feature;
  const Feature second = whole.selected[1].feature;
  EXPECT_EQ(whole.selected[0].score, relevance[first]);
  TableParts parts = table.parts();
  parts.target = table.feature(first);
  parts.more_targets.clear();
  const double redundancy =
      scores_of(select(Table(std::move(parts)), with("mim", Combine::mean, 6)))[second];
  EXPECT_NEAR(whole.selected[1].score, relevance[second] - redundancy, 1e-12);
}

TEST(SeveralTargets, the_mean_of_terms_is_the_mean_of_criteria_that_are_sums) {
  const Table table = two_targets();
  for (const std::string id : {"jmi", "cife", "disr", "jmi3", "condred", "cmi"}) {
    Request request = with(id, Combine::mean, 4);
    const Selection both = select(table, request);
    request.keep = both.names();
    const Selection first = select(table.with_target(0), request);
    const Selection second = select(table.with_target(1), request);
    for (std::size_t i = 0; i < both.selected.size(); ++i) {
      EXPECT_NEAR(both.selected[i].score, (first.selected[i].score + second.selected[i].score) / 2,
                  1e-12)
          << id;
    }
  }
}

TEST(SeveralTargets, a_copy_of_a_target_serves_it_most) {
  for (const std::string id : {"mim", "mrmr", "jmi", "cmi", "fcbf", "relieff"}) {
    for (const Combine how : {Combine::mean, Combine::max, Combine::joint}) {
      TableParts parts = two_parts();
      parts.features[2] = codes_column(b);
      const Selection selection = select(Table(std::move(parts)), with(id, how, 1));
      ASSERT_EQ(selection.selected[0].name, "x2") << id;
      EXPECT_GT(selection.selected[0].serves[1], selection.selected[0].serves[0]) << id;
    }
  }
}

TEST(SeveralTargets, cfs_and_qpfs_combine_what_features_share_with_the_target) {
  const Table table = two_targets();
  const Selection merit = select(table, with("cfs", Combine::mean, 1));
  const auto uncertainty =
      scores_of(select(table, with("symmetric-uncertainty", Combine::mean, 6)));
  EXPECT_NEAR(merit.selected[0].score, uncertainty[merit.selected[0].feature], 1e-9);
  EXPECT_EQ(merit.selected[0].feature,
            std::max_element(uncertainty.begin(), uncertainty.end()) - uncertainty.begin());
  for (const std::string id : {"cfs", "qpfs"}) {
    TableParts twice = two_parts();
    twice.more_targets[0].column = *twice.target;  // the same target again changes nothing
    for (const Combine how : {Combine::mean, Combine::min, Combine::max}) {
      const Selection both = select(Table(twice), with(id, how, 3));
      const Selection one = select(table.with_target(0), with(id, how, 3));
      ASSERT_EQ(both.names(), one.names()) << id;
      for (std::size_t i = 0; i < one.selected.size(); ++i)
        EXPECT_EQ(both.selected[i].score, one.selected[i].score) << id;
    }
  }
}

TEST(SeveralTargets, regression_explains_the_mean_of_the_targets) {
  TableParts parts = two_parts(true);
  std::vector<double> numbers(rows);
  const Random random(5, 77);
  for (std::size_t row = 0; row < rows; ++row)
    numbers[row] = 1e3 * b[row] + 100 * random.uniform(row);
  parts.more_targets[0].column = Column::from_numbers(numbers);  // classes and numbers
  const Table table(std::move(parts));
  for (const std::string id : {"omp", "forward-regression"}) {
    Request request = with(id, Combine::mean, 3);
    request.combine = {};
    const Selection both = select(table, request);
    request.keep = both.names();
    const Selection first = select(table.with_target(0), request);
    const Selection second = select(table.with_target(1), request);
    for (std::size_t i = 0; i < both.selected.size(); ++i) {
      EXPECT_NEAR(both.selected[i].score, (first.selected[i].score + second.selected[i].score) / 2,
                  1e-9)
          << id;
    }
    request.combine = Combine::min;
    EXPECT_NE(message_of(table, request).find("cannot combine them by the minimum"),
              std::string::npos);
  }
}

TEST(SeveralTargets, every_method_is_the_same_on_any_number_of_threads_or_says_why_not) {
  for (const Method& known : catalog()) {
    if (!known.unavailable.empty()) continue;
    const Table table = two_targets(known.traits.input.takes == Takes::numbers);
    for (const Combine how : {Combine::mean, Combine::max, Combine::joint}) {
      const Request request = with(known.id, how, 3);
      const InputTraits& input = known.traits.input;
      const bool is_taken = !input.needs_target || how == Combine::joint ||
                            input.targets == SeveralTargets::combined ||
                            (input.targets == SeveralTargets::together && how == Combine::mean);
      if (!is_taken) {
        EXPECT_NE(message_of(table, request).find("and there are 2;"), std::string::npos)
            << known.id << ": " << message_of(table, request);
        continue;
      }
      if (input.target == TakesTarget::numbers) continue;
      const Selection one = select(table, request, {.threads = 1});
      EXPECT_EQ(one.targets.size(), 2U) << known.id;
      for (const unsigned threads : {2U, 5U})
        expect_same_bits(one, select(table, request, {.threads = threads}), known.id);
    }
  }
}

TEST(SeveralTargets, joint_says_where_rows_are_too_few) {
  TableParts parts = two_parts();
  const Table table = Table(parts).take(std::vector<std::size_t>{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10});
  EXPECT_NE(select(table, with("mim", Combine::joint)).notes.at(0).find("fewer than 5 rows each"),
            std::string::npos);
  Codes fine(rows);
  for (std::uint32_t row = 0; row < rows; ++row)
    fine[row] = row / 2;
  Codes parity(rows);
  for (std::uint32_t row = 0; row < rows; ++row)
    parity[row] = row % 2;
  parts.target = codes_column(fine);
  parts.more_targets[0].column = codes_column(parity);
  EXPECT_EQ(message_of(Table(parts), with("mim", Combine::joint)),
            "each of the 120 rows has its own combination of classes of the 2 targets, so that "
            "every row would be its own class; use fewer targets (target), or combine their scores "
            "(combine=mean)");
}

TEST(SeveralTargets, serve_by_what_the_method_computes_for_one_feature_and_one_target) {
  TableParts parts = two_parts(true);
  for (Column* target : {&*parts.target, &parts.more_targets[0].column}) {
    std::vector<double> numbers(rows);
    for (std::size_t row = 0; row < rows; ++row)
      numbers[row] = target->code(row) + 0.25 * Random(4, row).uniform(target == &*parts.target);
    *target = Column::from_numbers(numbers);
  }
  for (const char* method : {"gc-mi", "omp", "forward-regression"}) {
    const Selection both = select(Table(parts), with(method, Combine::mean, 3));
    for (const Selected& step : both.selected) {
      ASSERT_EQ(step.serves.size(), 2U) << method;
      TableParts alone = parts;
      alone.features = {parts.features[step.feature]};
      alone.names = {step.name};
      for (std::size_t target = 0; target < 2; ++target) {
        const Selection one =
            select(Table(alone).with_target(target), with(method, Combine::mean, 1));
        EXPECT_NEAR(step.serves[target], one.selected[0].score, 1e-12) << method << step.name;
      }
    }
  }
}

TEST(SeveralTargets, rejects_what_has_no_meaning) {
  TableParts parts = two_parts();
  std::vector<double> numbers(rows);
  for (std::size_t row = 0; row < rows; ++row)
    numbers[row] = 0.5 + static_cast<double>(row);
  parts.more_targets[0].column = Column::from_numbers(numbers);
  EXPECT_EQ(message_of(Table(parts), with("chi2", Combine::joint)),
            "target 'b' is numeric, but combine=joint combines classes; use combine=mean with a "
            "method that takes numbers, or make classes of the targets (for example "
            "target_bins=frequency:3)");
  // Only methods that take categorical features, too.
  EXPECT_EQ(message_of(Table(parts), with("gc-mi", Combine::mean)),
            "gc-mi takes one target of classes, or several of numbers, and there are 2; regress "
            "them together (task=regress), or choose a method that combines targets, e.g. "
            "method=multisurf or relieff");
  Request mdl = with("mim", Combine::mean);
  mdl.bins = parse_bins("mdl");
  EXPECT_EQ(message_of(two_targets(), mdl),
            "discretisation by mdl needs one target, and there are 2; use bins=sigma or "
            "frequency:5, or take the combinations of their classes as one target (combine=joint)");
  Request exact = with("mim", Combine::mean);
  exact.is_exact = true;
  EXPECT_NE(message_of(two_targets(), exact).find("several targets (got 2) are not supported"),
            std::string::npos);
}

}  // namespace
}  // namespace pith
