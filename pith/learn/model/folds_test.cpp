// SPDX-License-Identifier: Apache-2.0
#include "pith/learn/model/folds.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "tests/support/tables.h"

namespace pith {
namespace {

TEST(StratifiedFolds, spread_every_class_evenly) {
  const Column target = codes_column(random_codes(103, 4, 1));
  const auto folds = stratified_folds(target, 5, 7);
  for (std::uint32_t c = 0; c < 4; ++c) {
    std::vector<std::size_t> counts(5);
    for (std::size_t row = 0; row < 103; ++row)
      counts[folds[row]] += target.code(row) == c ? 1 : 0;
    const auto [least, most] = std::minmax_element(counts.begin(), counts.end());
    EXPECT_LE(*most - *least, 1U);
  }
  std::vector<std::size_t> sizes(5);
  for (const std::uint32_t fold : folds)
    ++sizes[fold];
  EXPECT_LE(*std::max_element(sizes.begin(), sizes.end()), 21U);
}

TEST(StratifiedFolds, do_not_depend_on_the_names_of_classes_but_on_the_seed) {
  std::vector<std::uint32_t> codes = random_codes(60, 3, 2);
  const auto before = stratified_folds(codes_column(codes), 5, 1);
  EXPECT_NE(stratified_folds(codes_column(codes), 5, 2), before);
  for (std::uint32_t& code : codes)
    code = (code + 1) % 3;
  EXPECT_EQ(stratified_folds(codes_column(codes), 5, 1), before);
}

}  // namespace
}  // namespace pith
