// SPDX-License-Identifier: Apache-2.0
#include "pith/geometry/plane_neighbours.h"

#include <gtest/gtest.h>

#include <cmath>

#include "pith/base/random.h"

namespace pith {
namespace {

struct Points {
  std::vector<double> x;
  std::vector<double> y;
};

/// Apart from each other, on a line, on a coarse grid, with x of two values, with heavy tails, in
/// two clusters far from each other.
std::vector<Points> examples(std::size_t size) {
  std::vector<Points> all(6, {std::vector<double>(size), std::vector<double>(size)});
  const Random random(5, 0);
  for (std::size_t i = 0; i < size; ++i) {
    const double u = random.uniform(2 * i);
    const double v = random.uniform(2 * i + 1);
    const double far = i % 2 == 0 ? 0 : 100;
    all[0].x[i] = u;
    all[0].y[i] = v;
    all[1].x[i] = u;
    all[1].y[i] = 2 * u;
    all[2].x[i] = std::floor(7 * u);
    all[2].y[i] = std::floor(5 * v);
    all[3].x[i] = u < 0.4 ? 0 : 1;
    all[3].y[i] = v;
    all[4].x[i] = std::tan(3.14 * (u - 0.5));
    all[4].y[i] = std::exp(10 * v);
    all[5].x[i] = u + far;
    all[5].y[i] = v - far;
  }
  return all;
}

NearRadius naive(const Points& points, std::size_t of, std::size_t count) {
  std::vector<double> distances;
  for (std::size_t i = 0; i < points.x.size(); ++i) {
    if (i != of)
      distances.push_back(
          std::max(std::abs(points.x[i] - points.x[of]), std::abs(points.y[i] - points.y[of])));
  }
  std::sort(distances.begin(), distances.end());
  NearRadius radius{.distance = distances[count - 1]};
  for (const double distance : distances)
    radius.nearer += distance < radius.distance ? 1 : 0;
  return radius;
}

TEST(PlaneNeighbours, agree_with_the_distances_to_all_points) {
  PlaneNeighbours::Room room;
  for (const std::size_t size : {2U, 3U, 20U, 500U}) {
    for (const Points& points : examples(size)) {
      const PlaneNeighbours neighbours(points.y);
      SortedLine x;
      x.assign(points.x);
      for (const std::size_t count : {1U, 2U, 3U, 4U, 5U, 6U, 40U}) {
        if (count >= size) continue;
        std::vector<NearRadius> found(size);
        neighbours.find(x, count, 0, room, found);
        for (std::size_t i = 0; i < size; ++i) {
          const std::size_t point = neighbours.y().order()[i];
          const NearRadius expected = naive(points, point, count);
          ASSERT_EQ(room.x[i], points.x[point]);
          ASSERT_EQ(found[i].distance, expected.distance);
          ASSERT_EQ(found[i].nearer, expected.nearer);
        }
      }
    }
  }
}

TEST(PlaneNeighbours, treat_distances_that_differ_by_rounding_as_equal) {
  // 0.1 + 0.2 is not 0.3.
  const std::vector<double> x{0.1, 0.2, 0.3};
  const std::vector<double> y{0, 1e-3, 0};
  const PlaneNeighbours neighbours(y);
  SortedLine line;
  line.assign(x);
  PlaneNeighbours::Room room;
  std::vector<NearRadius> found(3);
  neighbours.find(line, 2, 1e-15, room, found);
  EXPECT_EQ(room.x[2], 0.2);
  EXPECT_EQ(found[2].nearer, 0U);
}

}  // namespace
}  // namespace pith
