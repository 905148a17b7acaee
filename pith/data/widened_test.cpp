// SPDX-License-Identifier: Apache-2.0
#include "pith/data/widened.h"

#include <gtest/gtest.h>

#include <memory>
#include <vector>

#include "pith/data/number_layout.h"

namespace pith {
namespace {

TEST(Widened, visits_every_column_once_however_little_memory_there_is) {
  constexpr std::size_t rows = 1000;
  std::vector<Column> columns;
  for (std::size_t i = 0; i < 40; ++i)
    columns.push_back(Column::from_numbers(std::vector<double>(rows, static_cast<double>(i))));
  for (const std::uint64_t memory : {std::uint64_t{20'000}, std::uint64_t{1} << 30U}) {
    const Context context{.threads = 4, .memory = memory};
    std::vector<double> seen(columns.size(), -1);
    for_each_widened(columns, sizeof(double) * rows, context,
                     [&](std::size_t first, const std::vector<Column>& some) {
                       for (std::size_t i = 0; i < some.size(); ++i)
                         seen[first + i] += some[i].numbers()[rows - 1] + 1;
                     });
    for (std::size_t i = 0; i < seen.size(); ++i)
      EXPECT_EQ(seen[i], static_cast<double>(i));
    EXPECT_EQ(context.ledger->in_use(), 0U);
  }
}

}  // namespace
}  // namespace pith
