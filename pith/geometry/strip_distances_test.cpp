// SPDX-License-Identifier: Apache-2.0
#include "pith/geometry/strip_distances.h"

#include <gtest/gtest.h>

#include <numeric>
#include <stop_token>

#include "pith/base/error.h"
#include "tests/support/relief_twin.h"

namespace pith {
inline namespace geometry {
namespace {

template <class Number>
void expect_distances(const Table& table) {
  std::vector<std::uint32_t> order(table.rows());
  std::iota(order.rbegin(), order.rend(), 0U);  // backwards
  const Differences differences(table, order, {});
  const StripDistances<Number> strips(differences, {.threads = 2});
  const std::vector<std::uint32_t> asked{3, 0, 36};
  std::vector<double> found(strips.room(asked.size()) * strips.stride());
  strips.measure(asked, found, {});
  for (std::size_t i = 0; i < asked.size(); ++i) {
    for (std::size_t row = 0; row < table.rows(); ++row) {
      EXPECT_NEAR(found[i * strips.stride() + row],
                  relief_twin::distance(table, order[asked[i]], order[row]), strips.error());
    }
  }
}

TEST(StripDistances, are_within_their_error_bound) {
  for (const bool has_missing : {false, true}) {
    const Table table = relief_twin::mixed_table(37, 2, has_missing, 11);
    expect_distances<float>(table);
    expect_distances<double>(table);
  }
}

TEST(StripDistances, have_a_tight_error_bound) {
  const Table table = relief_twin::mixed_table(37, 2, false, 11);
  std::vector<std::uint32_t> order(37);
  std::iota(order.begin(), order.end(), 0U);
  const Differences differences(table, order, {});
  EXPECT_LT(StripDistances<float>(differences, {}).error(), 1e-3);
  EXPECT_LT(StripDistances<double>(differences, {}).error(), 1e-11);
}

TEST(StripDistances, can_be_cancelled) {
  const Table table = relief_twin::mixed_table(37, 2, false, 11);
  std::vector<std::uint32_t> order(37);
  std::iota(order.begin(), order.end(), 0U);
  const Differences differences(table, order, {});
  const StripDistances<float> strips(differences, {});
  std::vector<double> found(strips.room(1) * strips.stride());
  std::stop_source source;
  source.request_stop();
  EXPECT_THROW(strips.measure({order.data(), 1}, found, {.stop = source.get_token()}), Error);
}

}  // namespace
}  // namespace geometry
}  // namespace pith
