// SPDX-License-Identifier: Apache-2.0
#include "pith/geometry/plane_prim.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <tuple>
#include <vector>

#include "pith/base/random.h"

namespace pith {
inline namespace geometry {
namespace {

using Points = std::vector<PlanePoint>;

/// Prim's algorithm, one edge at a time.
std::vector<TreeEdge> plain_tree(const Points& at, std::span<const std::uint32_t> numbers) {
  using Key = std::tuple<std::uint64_t, std::uint32_t, std::uint32_t>;
  std::vector<bool> is_in(at.size());
  is_in[0] = true;
  std::vector<TreeEdge> tree;
  while (tree.size() + 1 < at.size()) {
    Key best{UINT64_MAX, 0, 0};
    std::size_t next = 0;
    for (std::size_t p = 0; p < at.size(); ++p) {
      for (std::size_t q = 0; is_in[p] && q < at.size(); ++q) {
        const auto [low, high] = std::minmax(numbers[p], numbers[q]);
        const Key key{squared_distance(at[p], at[q]), low, high};
        if (is_in[q] || !(key < best)) continue;
        best = key;
        next = q;
      }
    }
    is_in[next] = true;
    tree.push_back({std::get<1>(best), std::get<2>(best)});
  }
  return tree;
}

/// Distinct places; a small width gives many edges of equal length.
Points distinct_places(std::size_t count, std::size_t width, std::uint64_t seed) {
  const Random random(seed, 1);
  std::set<PlanePoint> found;
  for (std::uint64_t index = 0; found.size() < count; index += 2) {
    found.insert({static_cast<std::int32_t>(random.below(index, width)) - 7,
                  static_cast<std::int32_t>(random.below(index + 1, width))});
  }
  return {found.begin(), found.end()};
}

TEST(PlanePrim, grows_the_tree_of_a_naive_search_in_the_same_order) {
  PlanePrim prim;
  for (std::size_t count = 1; count <= 90; ++count) {
    for (const std::size_t width : {std::size_t{12}, std::size_t{400}, std::size_t{1} << 19U}) {
      const Points places = distinct_places(count, width, count);
      const auto numbers = Random(count, 2).permutation(count);
      const std::vector<std::uint32_t> places_of(numbers.begin(), numbers.end());
      std::vector<TreeEdge> found;
      for (const std::uint64_t key : prim.span(places, places_of))
        found.push_back(PlanePrim::edge(key));
      EXPECT_EQ(found, plain_tree(places, places_of)) << count << " in " << width;
    }
  }
}

TEST(PlanePrim, spans_as_many_places_as_it_may) {
  const Points places = distinct_places(PlanePrim::max_places, 2000, 5);
  PlanePrim prim;
  const auto keys = prim.span(places, {});
  std::set<std::uint32_t> joined;
  for (const std::uint64_t key : keys) {
    const TreeEdge edge = PlanePrim::edge(key);
    joined.insert({edge.a, edge.b});
  }
  EXPECT_EQ(keys.size(), places.size() - 1);
  EXPECT_EQ(joined.size(), places.size());
}

}  // namespace
}  // namespace geometry
}  // namespace pith
