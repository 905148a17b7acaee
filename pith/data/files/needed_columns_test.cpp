// SPDX-License-Identifier: Apache-2.0
#include "pith/data/files/needed_columns.h"

#include <gtest/gtest.h>

namespace pith {
namespace {

using Flags = std::vector<bool>;
const std::vector<std::string> names{"a", "b", "w", "y"};

TEST(NeededColumns, are_all_unless_some_are_left_out) {
  EXPECT_EQ(needed_columns(names, {}), (Flags{true, true, true, true}));
  EXPECT_EQ(needed_columns(names, {.target = "a"}), (Flags{true, true, true, true}));
}

TEST(NeededColumns, are_those_with_a_role) {
  EXPECT_EQ(needed_columns(names, {.drop = {"a,w"}}), (Flags{false, true, false, true}));
  EXPECT_EQ(needed_columns(names, {.weights = "w", .features = {"b*"}}),
            (Flags{false, true, true, true}));
  EXPECT_EQ(needed_columns(names, {.target = "0", .drop = {"y"}}),
            (Flags{true, true, true, false}));
  EXPECT_EQ(needed_columns(names, {.has_target = false, .drop = {"y"}}),
            (Flags{true, true, true, false}));
}

TEST(NeededColumns, are_those_not_dropped_where_the_roles_are_wrong) {
  EXPECT_EQ(needed_columns(names, {.drop = {"none"}}), (Flags{true, true, true, true}));
  EXPECT_EQ(needed_columns(names, {.target = "z", .drop = {"a"}}),
            (Flags{false, true, true, true}));
  EXPECT_EQ(needed_columns(names, {.features = {"none"}, .drop = {"w,b"}}),
            (Flags{true, false, false, true}));
  EXPECT_EQ(needed_columns(names, {.drop = {"a", "b", "w"}}), (Flags{false, false, false, true}));
  EXPECT_EQ(needed_columns(names, {.target = "z", .drop = {"*"}}), (Flags{true, true, true, true}));
}

}  // namespace
}  // namespace pith
