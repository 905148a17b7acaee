// SPDX-License-Identifier: Apache-2.0
#include "pith/data/csv/stops.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "pith/base/random.h"

namespace pith {
namespace {

TEST(CsvStops, is_a_twin_of_a_loop_over_bytes) {
  const Random random(5, 0);
  std::uint64_t next = 0;
  for (std::size_t size = 0; size < 400; ++size) {
    std::string text;
    const std::uint64_t rarity = 1 + random.below(next++, 20);
    for (std::size_t i = 0; i < size; ++i) {
      const bool is_stop = random.below(next++, rarity) == 0;
      text += is_stop ? ",\n"[random.below(next++, 2)] : "x;\r\xac"[random.below(next++, 4)];
    }
    std::vector<std::uint32_t> expected;
    for (std::size_t i = 0; i < size; ++i) {
      if (text[i] == ',' || text[i] == '\n') expected.push_back(static_cast<std::uint32_t>(i));
    }
    for (const auto kernel : {CsvStopsKernel::portable, best_csv_stops_kernel()}) {
      std::vector<std::uint32_t> stops(size + csv_stops_slack);
      stops.resize(find_csv_stops(text, ',', stops.data(), kernel));
      ASSERT_EQ(stops, expected) << text;
    }
  }
}

}  // namespace
}  // namespace pith
