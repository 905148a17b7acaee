// SPDX-License-Identifier: Apache-2.0
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

TEST(Cmtf, keeps_fewer_features_if_the_penalty_is_larger) {
  const Example made = example(200, 30);
  const Table table = table_of(made.features, made.classes);
  double before = 31;
  for (const char* const gamma : {"0.001", "10", "100000"}) {
    const Selection found = select(table, "cmtf", 30, {{"gamma", gamma}});
    EXPECT_LT(figure(found, "support"), before);
    EXPECT_LE(figure(found, "gap"), 1e-8 * figure(found, "objective"));
    before = figure(found, "support");
    for (std::size_t i = 0; i < 30; ++i)
      EXPECT_EQ(found.ranking[i].score > 0, static_cast<double>(i) < before);
  }
}

TEST(Cmtf, takes_units_into_account_and_says_so) {
  Example made = example(60, 4);
  for (double& value : made.features[0])
    value *= 1000;
  const Table table = table_of(made.features, made.classes);
  EXPECT_EQ(select(table, "cmtf", 4).notes.size(), 1U);
  const Selection standard = select(table, "cmtf", 4, {{"scale", "standard"}});
  EXPECT_TRUE(standard.notes.empty());
  EXPECT_EQ(standard.selected[0].name, "x3");
}

}  // namespace
}  // namespace pith
