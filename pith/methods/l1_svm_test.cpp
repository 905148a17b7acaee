// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <gtest/gtest.h>

#include "pith/select/select.h"
#include "tests/support/examples.h"

namespace pith {
namespace {

double figure(const Selection& selection, const std::string& name) {
  for (const Diagnostic& diagnostic : selection.diagnostics) {
    if (diagnostic.name == name) return diagnostic.value;
  }
  return -1;
}

TEST(L1Svm, of_one_binary_feature_has_a_closed_form) {
  const Table table = table_of(Values{{-1, 1}}, {0, 1});
  const Selection found = select(table, "l1-svm", 1, {{"cost", "2"}});
  // min w + 2 * 2 (1 - w)^2: w = 1 - 1/8
  EXPECT_NEAR(found.selected[0].score, 0.875, 1e-14);
  EXPECT_NEAR(figure(found, "objective"), 0.875 + 4.0 / 64, 1e-14);
}

TEST(L1Svm, path_finds_the_least_cost_for_k_features) {
  const Example made = example(150, 20);
  const Table table = table_of(made.features, made.classes);
  for (const std::size_t k : {1U, 4U, 11U}) {
    const Selection found = select(table, "l1-svm", k, {{"cost", "path"}});
    EXPECT_EQ(figure(found, "support"), static_cast<double>(k));
    EXPECT_GT(found.selected.back().score, 0);
    const std::string less = fmt::format("{}", figure(found, "cost") * 0.99);
    const Selection before = select(table, "l1-svm", k, {{"cost", less}});
    EXPECT_LT(figure(before, "support"), static_cast<double>(k));
    const std::string same = fmt::format("{}", figure(found, "cost"));
    EXPECT_EQ(select(table, "l1-svm", k, {{"cost", same}}).features(), found.features());
  }
}

TEST(L1Svm, path_goes_on_to_high_costs) {
  // A cost of 1e8 times that of the first weight is not enough for small numbers.
  const Table table = table_of(Values{{-5e6, 5e6, -5e6, 5e6, 5e6, -5e6, -5e6, 5e6},
                                      {-0.001, 0.001, -0.001, 0.001, -0.001, 0.001, 0.001, -0.001}},
                               {0, 1, 0, 1, 0, 1, 0, 1});
  const Selection found = select(table, "l1-svm", 2, {{"cost", "path"}});
  EXPECT_EQ(figure(found, "support"), 2);
}

TEST(L1Svm, path_says_why_it_ended) {
  const auto note = [](const Values& features, const std::vector<std::uint32_t>& classes) {
    const Table table = table_of(features, classes);
    return select(table, "l1-svm", features.size(), {{"cost", "path"}}).notes.back();
  };
  EXPECT_EQ(note({{-1, 1, -1, 1}, {-1, 1, -1, 1}, {3, 3, 3, 3}}, {0, 1, 0, 1}),
            "no cost brings more features in: the others are constants or copies");
  EXPECT_EQ(note({{-1, 1, -1, 1}, {-1, 1, -1, 0.5}}, {0, 1, 0, 1})
                .find("the classes are separated before k features have weights"),
            0U);
  // The second feature is independent of the class and of the first.
  EXPECT_EQ(
      note({{-1, 1, -1, 1, 1, -1, 1, -1, -1, 1, -1, 1}, {1, 1, -1, -1, 1, 1, -1, -1, 1, 1, -1, -1}},
           {0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1})
          .find("k features do not have weights up to the largest cost"),
      0U);
}

TEST(L1Svm, says_how_many_features_have_weights) {
  const Example made = example(60, 6);
  const Table table = table_of(made.features, made.classes);
  const Selection found = select(table, "l1-svm", 6, {{"cost", "0.02"}});
  const auto support = static_cast<std::size_t>(figure(found, "support"));
  ASSERT_LT(support, 6U);
  EXPECT_NE(found.notes.front().find("a weight; the others have score 0"), std::string::npos);
  for (std::size_t i = 0; i < 6; ++i)
    EXPECT_EQ(found.ranking[i].score > 0, i < support);
}

}  // namespace
}  // namespace pith
