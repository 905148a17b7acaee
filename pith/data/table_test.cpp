// SPDX-License-Identifier: Apache-2.0
#include "pith/data/table.h"

#include <gtest/gtest.h>

#include "pith/base/error.h"
#include "tests/support/cpu_time.h"
#include "tests/support/flood.h"

namespace pith {
namespace {

Column codes_of(std::vector<std::uint32_t> codes, std::vector<std::string> levels) {
  return Column::from_codes(codes, std::move(levels));
}

TableParts small_parts() {
  return {.features = {Column::from_numbers({1, 2, 3}), Column::from_numbers({3, 4, 5})},
          .names = {"height", "width"},
          .target = codes_of({0, 1, 0}, {"no", "yes"}),
          .target_name = "sold"};
}

std::string message_of(TableParts parts) {
  try {
    const Table table(std::move(parts));
  } catch (const Error& error) {
    return error.what();
  }
  return "accepted";
}

TEST(Table, knows_its_parts) {
  const Table table(small_parts());
  EXPECT_EQ(table.rows(), 3U);
  EXPECT_EQ(table.features(), 2U);
  EXPECT_EQ(table.classes(), 2U);
  EXPECT_EQ(table.find("width"), 1U);
  EXPECT_FALSE(table.has_missing());
  EXPECT_FALSE(table.has_weights());
}

TEST(Table, suggests_the_nearest_feature) {
  try {
    (void)Table(small_parts()).find("Widht");
    FAIL() << "no exception";
  } catch (const Error& error) {
    EXPECT_STREQ(error.what(), "there is no feature 'Widht'; did you mean 'width'?");
  }
}

TEST(Table, rejects_parts_that_do_not_fit) {
  TableParts parts = small_parts();
  parts.features[1] = Column::from_numbers({1});
  EXPECT_EQ(message_of(parts), "feature 'width' has 1 row, but the first feature has 3");
  parts = small_parts();
  parts.features.clear();
  EXPECT_EQ(message_of(parts), "the table has no features");
  parts = small_parts();
  parts.target = codes_of({0, 0, 0}, {"no"});
  EXPECT_EQ(message_of(parts),
            "target 'sold' has 1 class ('no'); choose a target with at least two classes");
  parts = small_parts();
  parts.weights = {1, -1, 1};
  EXPECT_EQ(message_of(parts), "the weight of row 1 must be finite and at least 0 (got -1)");
  parts.weights = {1, 5e-324, 1};
  EXPECT_EQ(message_of(parts),
            "the weight of row 1 is too small (5e-324); multiply all weights by a constant, or set "
            "this one to 0");
  parts.weights = {1e308, 1, 1e308};
  EXPECT_EQ(message_of(parts),
            "the sum of the weights is too large (inf); divide them by a constant");
  parts = small_parts();
  parts.weights = {0, 0, 0};
  EXPECT_EQ(message_of(parts), "all weights are 0; at least one must be positive");
  parts = small_parts();
  parts.features = {Column::from_numbers({}), Column::from_numbers({})};
  EXPECT_EQ(message_of(parts), "the table has no rows");
}

TEST(Table, takes_rows_and_forgets_classes_without_rows) {
  TableParts parts = small_parts();
  parts.features = {Column::from_numbers({1, 2, 3, 4})};
  parts.names = {"height"};
  parts.target = codes_of({0, 1, 2, 1}, {"a", "b", "c"});
  parts.weights = {1, 2, 3, 4};
  const Table table = Table(parts).take(std::vector<std::size_t>{2, 1, 3});
  EXPECT_EQ(table.rows(), 3U);
  EXPECT_EQ(table.classes(), 2U);
  EXPECT_EQ(table.target().level(1), "c");
  EXPECT_EQ(table.target().code(0), 1U);
  EXPECT_EQ(table.weights()[0], 3);
  EXPECT_EQ(table.weights().size(), 3U);
}

TEST(UniqueNames, names_the_nameless_and_tells_repeats_apart) {
  std::vector<std::string> names{"x", "", "x", "x.2", "x", ""};
  std::vector<std::string> notes;
  unique_names(names, notes);
  EXPECT_EQ(names, (std::vector<std::string>{"x", "column 1", "x.3", "x.2", "x.4", "column 5"}));
  EXPECT_EQ(notes,
            (std::vector<std::string>{"named 2 columns without a name: 'column 1', 'column 5'",
                                      "renamed 2 columns with a duplicate name: 'x'"}));
}

TEST(UniqueNames, takes_linear_time_where_the_names_it_would_make_are_taken) {
  constexpr std::size_t many = 50'000;  // quadratic time would take minutes
  std::vector<std::string> names;
  for (std::size_t i = 0; i < many; ++i)
    names.push_back("x." + std::to_string(i));
  names.insert(names.end(), many, "x");
  std::vector<std::string> notes;
  unique_names(names, notes);
  EXPECT_EQ(names[many], "x");
  EXPECT_EQ(names[many + 1], "x.50000");
  EXPECT_EQ(names.back(), "x.99998");
}

TEST(UniqueNames, takes_linear_time_where_names_have_equal_hashes) {
  const auto time = [](const std::vector<std::string>& given) {
    return least_cpu_time([&] {
      std::vector<std::string> names = given;
      names.insert(names.end(), given.begin(), given.end());
      std::vector<std::string> notes;
      unique_names(names, notes);
      ASSERT_EQ(names.back(), given.back() + ".2");
    });
  };
  constexpr std::size_t many = 30'000;
  EXPECT_LT(time(colliding_texts(many, false)), 10 * time(ordinary_texts(many)));
}

}  // namespace
}  // namespace pith
