// SPDX-License-Identifier: Apache-2.0
// The error that guides a wrapper is optimistic; the one that an evaluation finds is not.
#include <gtest/gtest.h>

#include "pith/base/random.h"
#include "pith/evaluate/evaluation.h"
#include "pith/select/select.h"
#include "tests/support/tables.h"

namespace pith {
namespace {

/// Two classes of equal size and features that have nothing to do with them.
Table noise(std::size_t rows, std::size_t features) {
  std::vector<std::vector<double>> columns(features, std::vector<double>(rows));
  std::vector<std::uint32_t> classes(rows);
  for (std::size_t row = 0; row < rows; ++row) {
    classes[row] = static_cast<std::uint32_t>(row % 2);
    for (std::size_t f = 0; f < features; ++f)
      columns[f][row] = Random(3, f).uniform(row);
  }
  return table_of(columns, classes);
}

TEST(WrapperOnNoise, has_a_small_inner_error_but_is_evaluated_at_chance_level) {
  const Table table = noise(60, 60);
  for (const char* const direction : {"forward", "floating"}) {
    const Settings settings{{"learner", "naive-bayes"}, {"direction", direction}};
    const Selection found = select(table, "wrapper", 5, settings);
    EXPECT_EQ(found.diagnostics[0].name, "inner_error");
    EXPECT_LT(found.diagnostics[0].value, 0.25) << direction;

    const Plan plan{.methods = {{.id = "wrapper", .settings = settings, .label = "wrapper"}},
                    .learners = {parse_variant("naive-bayes")},
                    .counts = {5},
                    .splitting = {.folds = 5, .repeats = 2}};
    const Evaluation evaluated = evaluate(table, plan);
    double error = 0;
    for (std::size_t split = 0; split < evaluated.splits().size(); ++split)
      error += evaluated.trial(0, split).metrics[0].error / 10;
    EXPECT_GT(error, 0.4) << direction;
    EXPECT_LT(error, 0.65) << direction;
  }
}

}  // namespace
}  // namespace pith
