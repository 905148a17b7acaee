// SPDX-License-Identifier: Apache-2.0
#include "pith/stats/distinct_rows.h"

#include <gtest/gtest.h>

#include <vector>

namespace pith {
inline namespace stats {
namespace {

Table table_of(std::vector<std::vector<double>> columns, std::vector<std::uint32_t> classes) {
  TableParts parts;
  for (std::size_t i = 0; i < columns.size(); ++i) {
    parts.features.push_back(Column::from_numbers(std::move(columns[i])));
    parts.names.push_back("x" + std::to_string(i));
  }
  parts.target = Column::from_codes(classes, {"a", "b"});
  return Table(std::move(parts));
}

TEST(DistinctRows, counts_duplicate_rows_once) {
  const Table table = table_of({{1, 1, 1, 2, 0, -0.0}, {3, 3, 4, 3, 5, 5}}, {0, 0, 0, 0, 1, 1});
  const std::vector<Feature> both = {0, 1};
  EXPECT_EQ(distinct_rows(table, both, 10), (std::vector<std::size_t>{3, 1}));
  EXPECT_EQ(distinct_rows(table, both, 2), (std::vector<std::size_t>{2, 1}));
  const std::vector<Feature> second = {1};
  EXPECT_EQ(distinct_rows(table, second, 10), (std::vector<std::size_t>{2, 1}));
}

TEST(DistinctRows, sees_the_last_row_of_many) {
  std::vector<double> values(2000, 1);
  std::vector<std::uint32_t> classes(2000);
  for (std::size_t row = 0; row < classes.size(); ++row)
    classes[row] = static_cast<std::uint32_t>(row % 2);
  values.back() = 7;
  const std::vector<Feature> all = {0};
  EXPECT_EQ(distinct_rows(table_of({values}, classes), all, 9), (std::vector<std::size_t>{1, 2}));
}

}  // namespace
}  // namespace stats
}  // namespace pith
