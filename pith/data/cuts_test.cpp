// SPDX-License-Identifier: Apache-2.0
#include "pith/data/cuts.h"

#include <gtest/gtest.h>

namespace pith {
namespace {

using Names = std::vector<std::string>;

TEST(RoughBinNames, have_four_digits) {
  EXPECT_EQ(rough_bin_names(bin_names({0.27660144359451894, 123456.75})),
            (Names{"(-inf, 0.2766]", "(0.2766, 1.235e+05]", "(1.235e+05, inf)"}));
}

TEST(RoughBinNames, have_more_digits_where_four_do_not_tell_the_ends_apart) {
  EXPECT_EQ(rough_bin_names(bin_names({100000.125, 100000.5})),
            (Names{"(-inf, 100000.1]", "(100000.1, 100000.5]", "(100000.5, inf)"}));
}

TEST(RoughBinNames, leave_other_names_alone) {
  const Names others = {"", "(", "(a, b]", "3", "(1, "};
  EXPECT_EQ(rough_bin_names(others), others);
}

}  // namespace
}  // namespace pith
