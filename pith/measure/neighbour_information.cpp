// SPDX-License-Identifier: Apache-2.0
#include "pith/measure/neighbour_information.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

namespace pith {
inline namespace measure {
namespace {

std::uint64_t cell_of(std::size_t x, std::size_t y) {
  return std::uint64_t{x} << 32U | std::uint64_t{y};
}

/// How many of the sorted `values` equal the one at a place.
std::size_t count_equal(std::span<const double> values, std::size_t place) {
  const auto [first, end] = std::equal_range(values.begin(), values.end(), values[place]);
  return static_cast<std::size_t>(end - first);
}

}  // namespace

void UnitDeviation::assign(std::span<const double> from) {
  numbers.clear();
  double largest = 0;
  for (const double number : from)
    largest = std::max(largest, std::abs(number));
  if (std::all_of(from.begin(), from.end(), [&](double number) { return number == from[0]; }))
    return;
  const auto count = static_cast<double>(from.size());
  double mean = 0;
  for (const double number : from)
    mean += number / largest;
  mean /= count;
  double squares = 0;
  double rest = 0;  // of the mean, by rounding
  for (const double number : from) {
    const double distance = number / largest - mean;
    squares += distance * distance;
    rest += distance;
  }
  const double deviation = std::sqrt(std::max(squares - rest * rest / count, 0.0) / count);
  if (!(deviation > 0)) return;
  numbers.resize(from.size());
  for (std::size_t i = 0; i < from.size(); ++i)
    numbers[i] = from[i] / largest / deviation;
  constexpr double roundings = 8;
  tolerance = roundings * std::numeric_limits<double>::epsilon() / deviation;
}

KraskovInformation::KraskovInformation(std::span<const double> y, std::size_t neighbours)
    : neighbours_(std::min(neighbours, y.size() - 1)), psi_(y.size()) {
  numbers_.assign(y);
  if (!numbers_.numbers.empty()) plane_.emplace(numbers_.numbers);
}

/// How many rows have the x and the y of the row with the place-th smallest y.
std::size_t KraskovInformation::count_duplicates(std::size_t place, NeighbourRoom& room) const {
  const SortedLine& y = plane_->y();
  const std::span<const double> by_y = room.plane.x;
  const auto cell = [&](std::size_t i) {
    return cell_of(room.line.count_below(by_y[i]), y.count_below(y.sorted()[i]));
  };
  if (room.cells.empty()) {
    room.cells.resize(by_y.size());
    for (std::size_t i = 0; i < by_y.size(); ++i)
      room.cells[i] = cell(i);
    std::sort(room.cells.begin(), room.cells.end());
  }
  const auto [first, end] = std::equal_range(room.cells.begin(), room.cells.end(), cell(place));
  return static_cast<std::size_t>(end - first);
}

double KraskovInformation::operator()(std::span<const double> x, NeighbourRoom& room) const {
  room.x.assign(x);
  if (!plane_ || room.x.numbers.empty()) return 0;
  const double tolerance = std::max(numbers_.tolerance, room.x.tolerance);
  const SortedLine& y = plane_->y();
  room.line.assign(room.x.numbers);
  room.radii.resize(x.size());
  room.cells.clear();
  plane_->find(room.line, neighbours_, tolerance, room.plane, room.radii);
  double sum = 0;
  for (std::size_t i = 0; i < x.size(); ++i) {
    const NearRadius& radius = room.radii[i];
    const double own_x = room.plane.x[i];
    const double own_y = y.sorted()[i];
    if (radius.distance > 0) {
      const double inside = clearly_below(radius.distance, tolerance);
      sum += psi_(radius.nearer + 1) - psi_(room.line.count_within(own_x, inside)) -
             psi_(y.count_within(own_y, inside));
    } else {
      sum += psi_(count_duplicates(i, room)) - psi_(room.line.count_equal(own_x)) -
             psi_(y.count_equal(own_y));
    }
  }
  return std::max(0.0, psi_(x.size()) + sum / static_cast<double>(x.size()));
}

RossInformation::RossInformation(std::span<const std::uint32_t> classes, std::size_t count,
                                 std::size_t neighbours)
    : neighbours_(neighbours), psi_(classes.size()) {
  std::vector<std::size_t> sizes(count);
  for (const std::uint32_t c : classes)
    ++sizes[c];
  std::vector<std::uint32_t> renumbered(count);
  begins_.push_back(0);
  for (std::size_t c = 0; c < count; ++c) {
    if (sizes[c] < 2) continue;
    renumbered[c] = static_cast<std::uint32_t>(begins_.size() - 1);
    begins_.push_back(begins_.back() + sizes[c]);
  }
  for (std::size_t row = 0; row < classes.size(); ++row) {
    if (sizes[classes[row]] < 2) continue;
    rows_.push_back(static_cast<std::uint32_t>(row));
    classes_.push_back(renumbered[classes[row]]);
  }
}

/// The sum over the rows of one class, whose numbers are sorted.
double RossInformation::class_sum(std::span<const double> values, const NeighbourRoom& room) const {
  const std::size_t count = std::min(neighbours_, values.size() - 1);
  const double of_size = psi_(values.size());
  double sum = 0;
  std::size_t first = 0;  // of the neighbours and the row itself
  for (std::size_t i = 0; i < values.size(); ++i) {
    first = std::max(first, i - std::min(i, count));
    while (first < i && first + count + 1 < values.size() &&
           values[first + count + 1] - values[i] < values[i] - values[first])
      ++first;
    const double radius = std::max(values[i] - values[first], values[first + count] - values[i]);
    if (radius > 0) {
      const double inside = clearly_below(radius, room.x.tolerance);
      std::size_t from = first;
      std::size_t to = first + count;
      while (!(values[i] - values[from] < inside))
        ++from;
      while (!(values[to] - values[i] < inside))
        --to;
      sum += psi_(to - from + 1) - psi_(room.line.count_within(values[i], inside));
    } else {
      sum += psi_(count_equal(values, i)) - psi_(room.line.count_equal(values[i]));
    }
    sum -= of_size;
  }
  return sum;
}

double RossInformation::operator()(std::span<const double> x, NeighbourRoom& room) const {
  room.x.assign(x);
  if (rows_.empty() || room.x.numbers.empty()) return 0;
  room.some.resize(rows_.size());
  for (std::size_t i = 0; i < rows_.size(); ++i)
    room.some[i] = room.x.numbers[rows_[i]];
  room.line.assign(room.some);
  room.by_class.resize(rows_.size());
  room.next.assign(begins_.begin(), begins_.end() - 1);
  for (std::size_t i = 0; i < rows_.size(); ++i)
    room.by_class[room.next[classes_[room.line.order()[i]]]++] = room.line.sorted()[i];
  double sum = 0;
  for (std::size_t c = 0; c + 1 < begins_.size(); ++c)
    sum +=
        class_sum(std::span(room.by_class).subspan(begins_[c], begins_[c + 1] - begins_[c]), room);
  return std::max(0.0, psi_(rows_.size()) + sum / static_cast<double>(rows_.size()));
}

}  // namespace measure
}  // namespace pith
