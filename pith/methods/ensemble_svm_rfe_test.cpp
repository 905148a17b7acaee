// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <numeric>

#include "pith/methods/svm/bootstraps.h"
#include "pith/select/select.h"
#include "tests/support/examples.h"

namespace pith {
namespace {

TEST(EnsembleSvmRfe, sums_the_ranks_over_the_resamples) {
  const Example made = example(50, 7);
  const Table table = table_of(made.features, made.classes);
  std::vector<double> sums(7);
  for (std::uint64_t index = 0; index < 4; ++index) {
    const Selection one =
        select(table.take(bootstrap(table, 3, index).rows), "svm-rfe", 7, {{"step", "0.3"}});
    for (std::size_t place = 0; place < 7; ++place)
      sums[one.ranking[place].feature] += static_cast<double>(place + 1);
  }
  const Selection found =
      select(table, "ensemble-svm-rfe", 7, {{"step", "0.3"}, {"resamples", "4"}}, {.seed = 3});
  for (const Ranked& entry : found.ranking)
    EXPECT_EQ(entry.score, sums[entry.feature]);
  EXPECT_EQ(std::accumulate(sums.begin(), sums.end(), 0.0), 4 * 28);
}

TEST(EnsembleSvmRfe, says_that_it_drew_again) {
  Example made = example(40, 4);
  for (std::size_t row = 0; row < 40; ++row)
    made.classes[row] = row == 5 ? 1 : 0;
  const Selection found = select(table_of(made.features, made.classes), "ensemble-svm-rfe", 2);
  ASSERT_FALSE(found.notes.empty());
  EXPECT_NE(found.notes[0].find("again in which a class was missing"), std::string::npos);
}

}  // namespace
}  // namespace pith
