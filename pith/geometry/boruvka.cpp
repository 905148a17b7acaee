// SPDX-License-Identifier: Apache-2.0
#include "pith/geometry/boruvka.h"

#include <algorithm>
#include <limits>
#include <numeric>
#include <tuple>

#include "pith/base/assert.h"

namespace pith {
inline namespace geometry {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr std::uint32_t none = ~std::uint32_t{0};
constexpr std::size_t points_in_leaf = 8;

/// Points [begin, end) in the tree's order. The left child directly follows its parent, `right` is
/// the index of the right child; a leaf has no children.
struct Node {
  std::uint32_t begin = 0;
  std::uint32_t end = 0;
  std::uint32_t right = none;
  std::uint32_t component = none;  ///< of all its points, or none if they differ
};

/// A candidate edge from a point; `from` and `to` are positions in the tree's order.
struct Link {
  double length = infinity;  ///< squared
  std::uint32_t lower = none;
  std::uint32_t higher = none;
  std::uint32_t from = none;
  std::uint32_t to = none;

  /// Orders by length, then by the numbers of the two points.
  friend bool operator<(const Link& x, const Link& y) {
    return std::tie(x.length, x.lower, x.higher) < std::tie(y.length, y.lower, y.higher);
  }
};

class Forest {
 public:
  Forest(const SpacePoints& points, const Context& context)
      : dimensions_(points.dimensions), context_(context), numbers_(points.count) {
    std::iota(numbers_.begin(), numbers_.end(), std::uint32_t{0});
    divide(points, 0, points.count);
    coordinates_.resize(points.count * dimensions_);
    for (std::size_t i = 0; i < points.count; ++i) {
      for (std::size_t a = 0; a < dimensions_; ++a)
        coordinates_[i * dimensions_ + a] = points.at(a, numbers_[i]);
    }
    components_.resize(points.count);
    std::iota(components_.begin(), components_.end(), std::uint32_t{0});
    nearest_.resize(points.count);
    bounds_.resize(points.count);
  }

  std::vector<TreeEdge> tree() {
    std::vector<TreeEdge> edges;
    edges.reserve(numbers_.size() - 1);
    while (edges.size() + 1 < numbers_.size()) {
      label();
      best_.assign(numbers_.size(), {});
      find_links();
      join(edges);
    }
    return edges;
  }

 private:
  /// Creates the node of points [begin, end) and recursively halves it along its widest axis.
  void divide(const SpacePoints& points, std::size_t begin, std::size_t end) {
    const std::size_t node = nodes_.size();
    nodes_.push_back({static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(end)});
    std::size_t widest = 0;
    double width = -1;
    for (std::size_t a = 0; a < dimensions_; ++a) {
      double low = infinity;
      double high = -infinity;
      for (std::size_t i = begin; i < end; ++i) {
        low = std::min(low, points.at(a, numbers_[i]));
        high = std::max(high, points.at(a, numbers_[i]));
      }
      boxes_.push_back(low);
      boxes_.push_back(high);
      if (high - low > width) {
        widest = a;
        width = high - low;
      }
    }
    if (end - begin <= points_in_leaf) return;
    const auto x = [&](std::uint32_t p) { return points.at(widest, p); };
    const std::size_t middle = begin + (end - begin) / 2;
    const auto at = [this](std::size_t i) {
      return numbers_.begin() + static_cast<std::ptrdiff_t>(i);
    };
    std::nth_element(at(begin), at(middle), at(end), [x](std::uint32_t p, std::uint32_t q) {
      return x(p) != x(q) ? x(p) < x(q) : p < q;
    });
    divide(points, begin, middle);
    nodes_[node].right = static_cast<std::uint32_t>(nodes_.size());
    divide(points, middle, end);
  }

  std::uint32_t root(std::uint32_t i) {
    while (components_[i] != i) {
      components_[i] = components_[components_[i]];
      i = components_[i];
    }
    return i;
  }

  /// Labels every point with the root of its component, and every node whose points share a root
  /// with that root.
  void label() {
    for (std::uint32_t i = 0; i < components_.size(); ++i)
      components_[i] = root(i);
    for (std::size_t n = nodes_.size(); n-- > 0;) {  // children come after their parents
      Node& node = nodes_[n];
      if (node.right != none) {
        const std::uint32_t left = nodes_[n + 1].component;
        node.component = left == nodes_[node.right].component ? left : none;
        continue;
      }
      node.component = components_[node.begin];
      for (std::uint32_t i = node.begin; i < node.end; ++i) {
        if (components_[i] != node.component) node.component = none;
      }
    }
  }

  /// Finds the best link of each component. A link that a point found in an earlier round is still
  /// its best one if it leads out of the component; otherwise its length is a lower bound for the
  /// next one.
  void find_links() {
    for (std::uint32_t i = 0; i < numbers_.size(); ++i) {
      if (leads_out(nearest_[i])) offer(nearest_[i]);
    }
    for (std::uint32_t i = 0; i < numbers_.size(); ++i) {
      if (i % 1024 == 0) context_.check_cancelled();
      const double limit = best_[components_[i]].length;
      if (leads_out(nearest_[i]) || bounds_[i] > limit) continue;
      nearest_[i] = {};
      search(i, 0, limit);
      if (nearest_[i].to != none) {
        bounds_[i] = nearest_[i].length;
        offer(nearest_[i]);
      } else {
        bounds_[i] = limit;
      }
    }
  }

  bool leads_out(const Link& link) const {
    return link.to != none && components_[link.from] != components_[link.to];
  }
  void offer(const Link& link) {
    Link& best = best_[components_[link.from]];
    if (link < best) best = link;
  }

  double distance_to_box(std::uint32_t point, std::uint32_t node) const {
    const double* const x = &coordinates_[point * dimensions_];
    const double* const box = &boxes_[node * dimensions_ * 2];
    double sum = 0;
    for (std::size_t a = 0; a < dimensions_; ++a) {
      const double out = std::max({box[2 * a] - x[a], x[a] - box[2 * a + 1], 0.0});
      sum += out * out;
    }
    return sum;
  }

  /// Sets nearest_ of the point to its best link out of its component, provided that one is at most
  /// `limit` long.
  void search(std::uint32_t point, std::uint32_t at, double limit) {
    const Node& node = nodes_[at];
    if (node.component == components_[point]) return;
    if (node.right == none) {
      compare(point, node, limit);
      return;
    }
    std::uint32_t near = at + 1;
    std::uint32_t far = node.right;
    double to_near = distance_to_box(point, near);
    double to_far = distance_to_box(point, far);
    if (to_far < to_near) {
      std::swap(near, far);
      std::swap(to_near, to_far);
    }
    if (to_near <= std::min(limit, nearest_[point].length)) search(point, near, limit);
    if (to_far <= std::min(limit, nearest_[point].length)) search(point, far, limit);
  }

  void compare(std::uint32_t point, const Node& leaf, double limit) {
    const double* const x = &coordinates_[point * dimensions_];
    for (std::uint32_t i = leaf.begin; i < leaf.end; ++i) {
      if (components_[i] == components_[point]) continue;
      const double* const y = &coordinates_[i * dimensions_];
      double length = 0;
      for (std::size_t a = 0; a < dimensions_; ++a)
        length += (x[a] - y[a]) * (x[a] - y[a]);
      if (length > limit) continue;
      const auto [lower, higher] = std::minmax(numbers_[point], numbers_[i]);
      const Link link{length, lower, higher, point, i};
      if (link < nearest_[point]) nearest_[point] = link;
    }
  }

  void join(std::vector<TreeEdge>& edges) {
    for (const Link& link : best_) {
      if (link.to == none) continue;
      const std::uint32_t a = root(link.from);
      const std::uint32_t b = root(link.to);
      if (a == b) continue;  // the other component chose the same link
      components_[a] = b;
      edges.push_back({link.lower, link.higher});
    }
  }

  std::size_t dimensions_;
  const Context& context_;
  std::vector<std::uint32_t> numbers_;  // point numbers in the tree's order
  std::vector<Node> nodes_;
  std::vector<double> boxes_;        // lowest and highest coordinate, [node][axis]
  std::vector<double> coordinates_;  // [point][axis]
  std::vector<std::uint32_t> components_;
  std::vector<Link> nearest_;   // the last link found from each point
  std::vector<double> bounds_;  // no link out of the component is shorter
  std::vector<Link> best_;      // by component
};

}  // namespace

std::vector<TreeEdge> boruvka_tree(const SpacePoints& points, const Context& context) {
  PITH_ASSERT(points.count > 0 && points.dimensions > 0);
  return Forest(points, context).tree();
}

}  // namespace geometry
}  // namespace pith
