// SPDX-License-Identifier: Apache-2.0
#include "pith/geometry/plane_neighbours.h"

#include <array>
#include <cmath>
#include <limits>

namespace pith {
inline namespace geometry {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

/// The few smallest distances so far, ascending. Without branches: whether a distance is one of
/// them is hard to predict.
template <std::size_t Count>
class FewNearest {
 public:
  explicit FewNearest(std::span<double>) {}

  void clear() { nearest_.fill(infinity); }
  double limit() const { return nearest_.back(); }
  double operator[](std::size_t i) const { return nearest_[i]; }
  std::size_t size() const { return Count; }
  void take(double distance) {
    for (double& nearest : nearest_) {
      const double farther = std::max(nearest, distance);
      nearest = std::min(nearest, distance);
      distance = farther;
    }
  }

 private:
  std::array<double, Count> nearest_;
};

/// The same for any number of distances.
class ManyNearest {
 public:
  explicit ManyNearest(std::span<double> nearest) : nearest_(nearest) {}

  void clear() { std::fill(nearest_.begin(), nearest_.end(), infinity); }
  double limit() const { return nearest_.back(); }
  double operator[](std::size_t i) const { return nearest_[i]; }
  std::size_t size() const { return nearest_.size(); }
  void take(double distance) {
    if (!(distance < limit())) return;
    std::size_t place = nearest_.size() - 1;
    for (; place > 0 && distance < nearest_[place - 1]; --place)
      nearest_[place] = nearest_[place - 1];
    nearest_[place] = distance;
  }

 private:
  std::span<double> nearest_;
};

/// The search for the nearest neighbours of one point after the other.
template <class Nearest>
class Search {
 public:
  Search(PlaneNeighbours::Room& room) : room_(room), nearest_(room.nearest) {}

  NearRadius radius(std::size_t point, double y, double tolerance) {
    x_ = room_.x[point];
    y_ = y;
    nearest_.clear();
    const std::size_t own = room_.strip_of[point];
    const std::size_t place = room_.places[own]++;
    visit(own, place, place + 1);
    visit_others(own);
    const double inside = clearly_below(nearest_.limit(), tolerance);
    std::uint32_t nearer = 0;
    for (std::size_t i = 0; i + 1 < nearest_.size(); ++i)
      nearer += nearest_[i] < inside ? 1 : 0;
    return {.distance = nearest_.limit(), .nearer = nearer};
  }

 private:
  /// Compares with the points of a strip: from `above` on upwards in y, from `below` - 1 on
  /// downwards.
  void visit(std::size_t strip, std::size_t below, std::size_t above) {
    const double* const xs = room_.strip_x.data();
    const double* const ys = room_.strip_y.data();
    const std::size_t end = room_.begins[strip + 1];
    Nearest nearest = nearest_;
    for (std::size_t i = above; i < end; ++i) {
      const double dy = ys[i] - y_;
      if (!(dy < nearest.limit())) break;
      nearest.take(std::max(std::abs(xs[i] - x_), dy));
    }
    const std::size_t begin = room_.begins[strip];
    for (std::size_t i = below; i-- > begin;) {
      const double dy = y_ - ys[i];
      if (!(dy < nearest.limit())) break;
      nearest.take(std::max(std::abs(xs[i] - x_), dy));
    }
    nearest_ = nearest;
  }

  /// The strips to both sides of the point's own, the nearer one first, until all are too far.
  void visit_others(std::size_t own) {
    std::size_t left = own;
    std::size_t right = own + 1;
    const std::size_t strips = room_.lowest.size();
    for (;;) {
      const double to_left = left > 0 ? x_ - room_.highest[left - 1] : infinity;
      const double to_right = right < strips ? room_.lowest[right] - x_ : infinity;
      if (!(std::min(to_left, to_right) < nearest_.limit())) return;
      const std::size_t strip = to_left <= to_right ? --left : right++;
      visit(strip, room_.places[strip], room_.places[strip]);
    }
  }

  PlaneNeighbours::Room& room_;
  Nearest nearest_;
  double x_ = 0;
  double y_ = 0;
};

template <class Nearest>
void search_all(std::span<const double> y, double tolerance, PlaneNeighbours::Room& room,
                std::span<NearRadius> found) {
  Search<Nearest> search(room);
  for (std::size_t i = 0; i < found.size(); ++i)
    found[i] = search.radius(i, y[i], tolerance);
}

}  // namespace

PlaneNeighbours::PlaneNeighbours(std::span<const double> y) : rank_(y.size()) {
  y_.assign(y);
  for (std::size_t i = 0; i < y.size(); ++i)
    rank_[y_.order()[i]] = static_cast<std::uint32_t>(i);
}

/// Strips about as wide as the neighbourhood of a point. Equal x are in the same strip.
void PlaneNeighbours::make_strips(const SortedLine& x, std::size_t count, Room& room) const {
  const std::size_t size = rank_.size();
  const auto width = static_cast<std::size_t>(
      std::sqrt(static_cast<double>(size) * static_cast<double>(count + 1)));
  room.x.resize(size);
  room.strip_of.resize(size);
  room.begins.clear();
  room.lowest.clear();
  room.highest.clear();
  const std::span<const double> sorted = x.sorted();
  for (std::size_t i = 0; i < size; ++i) {
    if (room.begins.empty() || (i - room.begins.back() >= width && sorted[i - 1] < sorted[i])) {
      if (i > 0) room.highest.push_back(sorted[i - 1]);
      room.begins.push_back(static_cast<std::uint32_t>(i));
      room.lowest.push_back(sorted[i]);
    }
    const std::uint32_t place = rank_[x.order()[i]];
    room.x[place] = sorted[i];
    room.strip_of[place] = static_cast<std::uint32_t>(room.begins.size() - 1);
  }
  room.highest.push_back(sorted.back());
  room.places = room.begins;
  room.begins.push_back(static_cast<std::uint32_t>(size));
  room.strip_x.resize(size);
  room.strip_y.resize(size);
  for (std::size_t i = 0; i < size; ++i) {
    const std::uint32_t place = room.places[room.strip_of[i]]++;
    room.strip_x[place] = room.x[i];
    room.strip_y[place] = y_.sorted()[i];
  }
  room.places.assign(room.begins.begin(), room.begins.end() - 1);
}

void PlaneNeighbours::find(const SortedLine& x, std::size_t count, double tolerance, Room& room,
                           std::span<NearRadius> found) const {
  make_strips(x, count, room);
  room.nearest.resize(count);
  const std::span<const double> y = y_.sorted();
  switch (count) {
    case 1:
      return search_all<FewNearest<1>>(y, tolerance, room, found);
    case 2:
      return search_all<FewNearest<2>>(y, tolerance, room, found);
    case 3:
      return search_all<FewNearest<3>>(y, tolerance, room, found);
    case 4:
      return search_all<FewNearest<4>>(y, tolerance, room, found);
    case 5:
      return search_all<FewNearest<5>>(y, tolerance, room, found);
    default:
      return search_all<ManyNearest>(y, tolerance, room, found);
  }
}

}  // namespace geometry
}  // namespace pith
