// SPDX-License-Identifier: Apache-2.0
// Spanning trees of points in the plane, on one thread.
//   tree_bench plane FILE FIRST ROUNDS   FILE has pairs of 32-bit integers; the first FIRST points
//   are
//                                        one group. CPU seconds of a tree, crossing edges, and the
//                                        sum of squared lengths
//   tree_bench growth POINTS,...         CPU seconds of a tree of random ranks as points grow
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <exception>
#include <fstream>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

#include "bench/clock.h"
#include "pith/base/random.h"
#include "pith/geometry/plane_tree.h"

namespace pith {
namespace {

std::vector<PlanePoint> read_points(const std::string& path) {
  std::ifstream stream(path, std::ios::binary);
  std::vector<PlanePoint> points;
  for (PlanePoint point; stream.read(reinterpret_cast<char*>(&point), sizeof(point));)
    points.push_back(point);
  if (points.empty()) throw std::runtime_error(path + " has no points");
  return points;
}

double seconds_of(PlaneTree& tree, const std::vector<PlanePoint>& points, std::size_t rounds) {
  tree.span(points, Numbering::by_coordinates);  // makes room
  const double start = bench::cpu_seconds();
  for (std::size_t round = 0; round < rounds; ++round)
    tree.span(points, Numbering::by_coordinates);
  return (bench::cpu_seconds() - start) / static_cast<double>(rounds);
}

void run_plane(const std::string& path, std::size_t first, std::size_t rounds) {
  const std::vector<PlanePoint> points = read_points(path);
  PlaneTree tree;
  const double seconds = seconds_of(tree, points, rounds);
  std::vector<std::uint32_t> groups(points.size(), 1);
  std::fill_n(groups.begin(), first, 0);
  std::vector<PlanePoint> at(tree.places().count);
  for (std::size_t i = 0; i < points.size(); ++i)
    at[tree.places().of[i]] = points[i];
  double squares = 0;
  for (const TreeEdge& edge : tree.edges())
    squares += static_cast<double>(squared_distance(at[edge.a], at[edge.b]));
  fmt::print("{:.9f} {} {:.17g}\n", seconds,
             expected_crossings(tree.edges(), tree.places(), groups, 2), squares);
}

void run_growth(const std::string& sizes) {
  fmt::print("{:>9}  {:>10}  {:>12}  {:>18}\n", "points", "ms", "us / point", "ns / (n log2 n)");
  std::stringstream list(sizes);
  for (std::string one; std::getline(list, one, ',');) {
    const std::size_t count = std::stoul(one);
    const auto x = Random(1, 1).permutation(count);
    const auto y = Random(1, 2).permutation(count);
    std::vector<PlanePoint> points;
    for (std::size_t i = 0; i < count; ++i)
      points.push_back({static_cast<std::int32_t>(2 * x[i]), static_cast<std::int32_t>(2 * y[i])});
    PlaneTree tree;
    const double seconds = seconds_of(tree, points, std::max<std::size_t>(3, 1'000'000 / count));
    const auto n = static_cast<double>(count);
    fmt::print("{:>9}  {:>10.3f}  {:>12.3f}  {:>18.2f}\n", count, 1e3 * seconds, 1e6 * seconds / n,
               1e9 * seconds / (n * std::log2(n)));
  }
}

int measure(const std::vector<std::string>& arguments) {
  if (arguments.size() == 4 && arguments[0] == "plane") {
    run_plane(arguments[1], std::stoul(arguments[2]), std::stoul(arguments[3]));
    return 0;
  }
  if (arguments.size() == 2 && arguments[0] == "growth") {
    run_growth(arguments[1]);
    return 0;
  }
  fmt::print(stderr, "tree_bench plane FILE FIRST ROUNDS\ntree_bench growth POINTS,...\n");
  return 2;
}

}  // namespace
}  // namespace pith

int main(int argc, char** argv) {
  try {
    return pith::measure(std::vector<std::string>(argv + 1, argv + argc));
  } catch (const std::exception& error) {
    fmt::print(stderr, "tree_bench: {}\n", error.what());
    return 1;
  }
}
