// SPDX-License-Identifier: Apache-2.0
#include "pith/stats/class_counts.h"

#include <gtest/gtest.h>

#include "pith/base/random.h"
#include "tests/support/tables.h"

namespace pith {
inline namespace stats {
namespace {

void expect_twin(std::size_t rows, std::size_t levels, std::size_t classes) {
  const Random random(rows, levels);
  std::vector<std::uint8_t> codes(rows);
  std::vector<std::uint32_t> target(rows);
  std::vector<std::uint32_t> expected(levels * classes);
  for (std::size_t row = 0; row < rows; ++row) {
    codes[row] = static_cast<std::uint8_t>(random.below(2 * row, levels));
    target[row] =
        static_cast<std::uint32_t>(row < classes ? row : random.below(2 * row + 1, classes));
    ++expected[codes[row] * classes + target[row]];
  }
  std::vector<std::uint32_t> found(expected.size(), 77);
  class_counts(codes, levels, ClassPlanes(codes_column(target)), found.data());
  EXPECT_EQ(found, expected) << rows << " rows, " << levels << " levels, " << classes << " classes";
}

TEST(ClassCounts, equal_a_table_of_counts) {
  for (const std::size_t rows :
       {9U,   16U,  31U,  32U,  33U,  60U,  62U,  63U,  64U,  65U,  72U, 96U,
        127U, 128U, 129U, 200U, 257U, 320U, 383U, 448U, 449U, 500U, 512U}) {
    for (std::size_t levels = 1; levels <= ClassPlanes::max_levels; ++levels) {
      for (const std::size_t classes : {2U, 3U, 9U})
        expect_twin(rows, levels, classes);
    }
  }
}

}  // namespace
}  // namespace stats
}  // namespace pith
