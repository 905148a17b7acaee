// SPDX-License-Identifier: Apache-2.0
#include "pith/measure/geometric_information.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "pith/base/assert.h"
#include "pith/stats/ranks.h"

namespace pith {
inline namespace measure {
namespace {

double real(std::size_t count) {
  return static_cast<double>(count);
}

/// 1 - R (n' + n) / (2 n' n).
double divergence(double crossings, std::size_t first, std::size_t second) {
  return 1 - crossings * (real(first) + real(second)) / (2 * real(first) * real(second));
}

/// The first point of each place.
std::vector<std::uint32_t> first_points(const Places& places) {
  constexpr std::uint32_t none = ~std::uint32_t{0};
  std::vector<std::uint32_t> first(places.count, none);
  for (std::size_t point = 0; point < places.points(); ++point) {
    if (first[places.of[point]] == none)
      first[places.of[point]] = static_cast<std::uint32_t>(point);
  }
  return first;
}

/// The number of pairs of edges that share a point, where the first point of a place has an edge to
/// each of the others there.
std::size_t shared_points(std::span<const TreeEdge> tree, const Places& places) {
  const std::vector<std::uint32_t> first = first_points(places);
  std::vector<std::size_t> degrees(places.points());
  for (std::size_t point = 0; point < places.points(); ++point) {
    const std::uint32_t representative = first[places.of[point]];
    if (representative == point) continue;
    ++degrees[point];
    ++degrees[representative];
  }
  for (const TreeEdge& edge : tree) {
    ++degrees[first[edge.a]];
    ++degrees[first[edge.b]];
  }
  return std::transform_reduce(degrees.begin(), degrees.end(), std::size_t{0}, std::plus<>(),
                               [](std::size_t degree) { return degree * (degree - 1) / 2; });
}

/// The number of points of each group at each place: counts[place * groups + group].
std::vector<double> counts_at(const Places& places, std::span<const std::uint32_t> groups,
                              std::size_t count) {
  std::vector<double> counts(places.count * count);
  for (std::size_t point = 0; point < groups.size(); ++point)
    counts[places.of[point] * count + groups[point]] += 1;
  return counts;
}

/// Groups j < classes belong to the first half, classes + i to the re-paired points. Adds the
/// expected edges:
///   R[j][i] = sum[p] 2 A_pj B_pi / T_p + sum[edges (p,q)] (A_pj B_qi + A_qj B_pi) / (T_p T_q).
void add_expected(std::span<const TreeEdge> tree, const Places& places,
                  std::span<const std::uint32_t> groups, ClassCrossings& crossings) {
  const std::size_t classes = crossings.classes;
  const std::vector<double> counts = counts_at(places, groups, 2 * classes);
  std::vector<double> totals(places.count);
  for (const std::uint32_t place : places.of)
    totals[place] += 1;
  const auto add = [&](std::size_t p, std::size_t q, double weight) {
    const double* of_first = counts.data() + p * 2 * classes;
    const double* of_second = counts.data() + q * 2 * classes + classes;
    for (std::size_t j = 0; j < classes; ++j) {
      if (of_first[j] == 0) continue;
      for (std::size_t i = 0; i < classes; ++i)
        crossings.edges[j * classes + i] += weight * of_first[j] * of_second[i];
    }
  };
  for (std::size_t p = 0; p < places.count; ++p)
    add(p, p, 2 / totals[p]);
  for (const TreeEdge& edge : tree) {
    const double weight = 1 / (totals[edge.a] * totals[edge.b]);
    add(edge.a, edge.b, weight);
    add(edge.b, edge.a, weight);
  }
}

/// Adds the edges of the tree of first points.
void add_counted(std::span<const TreeEdge> tree, const Places& places,
                 std::span<const std::uint32_t> groups, ClassCrossings& crossings) {
  const std::size_t classes = crossings.classes;
  const auto add = [&](std::uint32_t p, std::uint32_t q) {
    const auto [low, high] = std::minmax(groups[p], groups[q]);
    if (low < classes && high >= classes) crossings.edges[low * classes + high - classes] += 1;
  };
  const std::vector<std::uint32_t> first = first_points(places);
  for (std::uint32_t point = 0; point < groups.size(); ++point)
    add(first[places.of[point]], point);
  for (const TreeEdge& edge : tree)
    add(first[edge.a], first[edge.b]);
}

}  // namespace

std::vector<std::int32_t> doubled_ranks(std::span<const double> values) {
  std::vector<double> ranks(values.size());
  Ranker().rank(values, {}, ranks);
  std::vector<std::int32_t> doubled(values.size());
  std::transform(ranks.begin(), ranks.end(), doubled.begin(),
                 [](double rank) { return static_cast<std::int32_t>(2 * rank); });
  return doubled;
}

void GridPair::place(std::span<const double> x_numbers, std::span<const double> y_numbers) {
  // Of halves, so that no difference overflows.
  const auto half_width = [](std::span<const double> numbers) {
    const auto [lowest, highest] = std::minmax_element(numbers.begin(), numbers.end());
    return *highest / 2 - *lowest / 2;
  };
  const double widest = std::max(half_width(x_numbers), half_width(y_numbers));
  constexpr int bits = 29;
  const int shift = widest > 0 ? bits - 1 - std::ilogb(widest) : 0;
  const auto round = [&](std::span<const double> numbers, std::vector<std::int32_t>& places) {
    const double lowest = *std::min_element(numbers.begin(), numbers.end()) / 2;
    places.resize(numbers.size());
    std::transform(numbers.begin(), numbers.end(), places.begin(), [&](double number) {
      return static_cast<std::int32_t>(std::lround(std::ldexp(number / 2 - lowest, shift)));
    });
  };
  round(x_numbers, x);
  round(y_numbers, y);
}

RowSplitter::RowSplitter(const ClassSpan& classes, Halves halves) : rows_(classes.count) {
  for (std::size_t row = 0; row < classes.of.size(); ++row)
    rows_[classes.of[row]].push_back(static_cast<std::uint32_t>(row));
  if (halves == Halves::of_rows) class_of_.assign(classes.of.begin(), classes.of.end());
}

RowSplitter::RowSplitter(std::size_t rows) : rows_(1, std::vector<std::uint32_t>(rows)) {
  std::iota(rows_[0].begin(), rows_[0].end(), std::uint32_t{0});
}

std::size_t RowSplitter::half() const {
  if (!class_of_.empty()) return class_of_.size() / 2;
  return std::transform_reduce(rows_.begin(), rows_.end(), std::size_t{0}, std::plus<>(),
                               [](const auto& rows) { return rows.size() / 2; });
}

std::size_t RowSplitter::smallest_half() const {
  std::size_t smallest = rows_.front().size() / 2;
  for (const auto& rows : rows_)
    smallest = std::min(smallest, rows.size() / 2);
  return smallest;
}

/// All rows at once; the partners are permuted within the classes of the second half.
void RowSplitter::draw_halves(const Random& random, std::uint64_t& index, RowSplit& split) const {
  const auto below = [&](std::size_t n) { return random.below(index++, n); };
  std::vector<std::uint32_t> rows(class_of_.size());
  std::iota(rows.begin(), rows.end(), std::uint32_t{0});
  const std::size_t half = rows.size() / 2;
  while (rows.size() > half) {
    std::swap(rows.back(), rows[below(rows.size())]);
    if (rows.size() <= 2 * half) split.first.push_back(rows.back());
    rows.pop_back();
  }
  split.second = std::move(rows);
  split.partner.resize(half);
  std::vector<std::vector<std::uint32_t>> places(rows_.size());
  for (std::uint32_t k = 0; k < half; ++k)
    places[class_of_[split.second[k]]].push_back(k);
  for (const auto& of_class : places) {
    std::vector<std::uint32_t> partners = of_class;
    for (std::size_t k = partners.size(); k > 1; --k)
      std::swap(partners[k - 1], partners[below(k)]);
    for (std::size_t k = 0; k < partners.size(); ++k)
      split.partner[of_class[k]] = partners[k];
  }
}

void RowSplitter::draw(const Random& random, std::uint64_t repetition, RowSplit& split) const {
  std::uint64_t index = repetition << 32U;
  const auto below = [&](std::size_t n) { return random.below(index++, n); };
  split.first.clear();
  split.second.clear();
  split.partner.clear();
  if (!class_of_.empty()) {
    draw_halves(random, index, split);
    return;
  }
  std::vector<std::uint32_t> rows;
  for (const auto& of_class : rows_) {
    rows = of_class;
    const std::size_t half = rows.size() / 2;
    // Fisher-Yates from the end: removes an odd row, then the first half; the rest is the second
    // half.
    while (rows.size() > half) {
      std::swap(rows.back(), rows[below(rows.size())]);
      if (rows.size() <= 2 * half) split.first.push_back(rows.back());
      rows.pop_back();
    }
    const std::size_t begin = split.second.size();
    split.second.insert(split.second.end(), rows.begin(), rows.end());
    for (std::size_t k = 0; k < half; ++k)
      split.partner.push_back(static_cast<std::uint32_t>(begin + k));
    for (std::size_t k = half; k > 1; --k)
      std::swap(split.partner[begin + k - 1], split.partner[begin + below(k)]);
  }
}

double ClassCrossings::total() const {
  return std::accumulate(edges.begin(), edges.end(), 0.0);
}

double ClassCrossings::delta(std::size_t j, std::size_t i) const {
  if (first[j] == 0 || second[i] == 0) return 0;
  const auto points = std::accumulate(first.begin(), first.end(), std::size_t{0}) +
                      std::accumulate(second.begin(), second.end(), std::size_t{0});
  return real(points) / (4 * real(first[j]) * real(second[i])) * edges[j * classes + i];
}

double ClassCrossings::bound(std::span<const double> priors) const {
  PITH_ASSERT(priors.size() == classes);
  double sum = 0;
  for (std::size_t j = 0; j < classes; ++j) {
    for (std::size_t i = 0; i < classes; ++i)
      sum += priors[j] * priors[i] * delta(j, i);
  }
  return 1 - 2 * sum;
}

void GeometricInformation::place(const IntegerColumns& columns, const RowSplit& split) {
  PITH_ASSERT(split.partner.size() == split.second.size());
  points_.clear();
  for (const std::uint32_t row : split.first)
    points_.push_back({columns.x[row], columns.y[row]});
  for (std::size_t k = 0; k < split.second.size(); ++k)
    points_.push_back({columns.x[split.second[k]], columns.y[split.second[split.partner[k]]]});
}

/// The first `first` points belong to the first half.
double GeometricInformation::crossings_of(std::span<const PlanePoint> points, std::size_t first) {
  tree_.span(points, numbering_);
  halves_.assign(points.size(), 1);
  std::fill_n(halves_.begin(), first, 0);
  return numbering_ == Numbering::by_coordinates
             ? expected_crossings(tree_.edges(), tree_.places(), halves_, 2)
             : real(first_point_crossings(tree_.edges(), tree_.places(), halves_));
}

double GeometricInformation::global(const IntegerColumns& columns, const RowSplit& split) {
  if (split.first.empty() || split.second.empty()) return 0;
  place(columns, split);
  return divergence(crossings_of(points_, split.first.size()), split.first.size(),
                    split.second.size());
}

double GeometricInformation::class_wise(const IntegerColumns& columns, const RowSplit& split,
                                        const ClassSpan& classes) {
  place(columns, split);
  const std::size_t first = split.first.size();
  const auto class_of = [&](std::size_t point) {
    return classes.of[point < first ? split.first[point] : split.second[point - first]];
  };
  // Sorts points by class, stably.
  std::vector<std::size_t> begins(classes.count + 1);
  std::vector<std::size_t> firsts(classes.count);
  for (std::size_t point = 0; point < points_.size(); ++point) {
    ++begins[class_of(point) + 1];
    if (point < first) ++firsts[class_of(point)];
  }
  std::partial_sum(begins.begin(), begins.end(), begins.begin());
  std::vector<std::size_t> ends(begins.begin(), begins.end() - 1);
  class_points_.resize(points_.size());
  for (std::size_t point = 0; point < points_.size(); ++point)
    class_points_[ends[class_of(point)]++] = points_[point];
  class_crossings_.assign(classes.count, 0);
  double sum = 0;
  for (std::size_t c = 0; c < classes.count; ++c) {
    const std::size_t count = begins[c + 1] - begins[c];
    if (firsts[c] == 0 || firsts[c] == count) continue;
    class_crossings_[c] = crossings_of({class_points_.data() + begins[c], count}, firsts[c]);
    sum += real(count) / real(points_.size()) *
           divergence(class_crossings_[c], firsts[c], count - firsts[c]);
  }
  return sum;
}

ClassCrossings GeometricInformation::crossings(const IntegerColumns& columns, const RowSplit& split,
                                               const ClassSpan& classes) {
  ClassCrossings found{.classes = classes.count,
                       .edges = std::vector<double>(classes.count * classes.count),
                       .first = std::vector<std::size_t>(classes.count),
                       .second = std::vector<std::size_t>(classes.count)};
  std::vector<std::uint32_t> groups;
  for (const std::uint32_t row : split.first) {
    ++found.first[classes.of[row]];
    groups.push_back(classes.of[row]);
  }
  for (const std::uint32_t row : split.second) {
    ++found.second[classes.of[row]];
    groups.push_back(static_cast<std::uint32_t>(classes.count + classes.of[row]));
  }
  if (groups.empty()) return found;
  place(columns, split);
  tree_.span(points_, numbering_);
  (numbering_ == Numbering::by_coordinates ? add_expected : add_counted)(
      tree_.edges(), tree_.places(), groups, found);
  return found;
}

FriedmanRafsky GeometricInformation::test(const IntegerColumns& columns, const RowSplit& split) {
  place(columns, split);
  PITH_ASSERT(points_.size() >= 4);
  tree_.span(points_, Numbering::by_first_point);
  halves_.assign(points_.size(), 1);
  std::fill_n(halves_.begin(), split.first.size(), 0);
  FriedmanRafsky found;
  found.crossings = real(first_point_crossings(tree_.edges(), tree_.places(), halves_));
  found.shared = shared_points(tree_.edges(), tree_.places());
  const double n = real(points_.size());
  const double twice = 2 * real(split.first.size()) * real(split.second.size());
  found.variance = twice / (n * (n - 1)) *
                   ((twice - n) / n + (real(found.shared) - n + 2) / ((n - 2) * (n - 3)) *
                                          (n * (n - 1) - 2 * twice + 2));
  found.z = (twice / n - found.crossings) / std::sqrt(found.variance);
  return found;
}

double line_divergence(std::span<const std::int32_t> values, const ClassSpan& classes) {
  std::vector<std::int32_t> distinct(values.begin(), values.end());
  std::sort(distinct.begin(), distinct.end());
  distinct.erase(std::unique(distinct.begin(), distinct.end()), distinct.end());
  Places places{.of = {}, .count = distinct.size()};
  for (const std::int32_t value : values) {
    const auto place = std::lower_bound(distinct.begin(), distinct.end(), value);
    places.of.push_back(static_cast<std::uint32_t>(place - distinct.begin()));
  }
  std::vector<TreeEdge> line;
  for (std::uint32_t place = 1; place < places.count; ++place)
    line.push_back({place - 1, place});
  std::vector<double> sizes(classes.count);
  for (const std::uint32_t c : classes.of)
    sizes[c] += 1;
  const double n = real(values.size());
  double between = n * n;  // 2 sum[i<j] N_i N_j
  for (const double size : sizes)
    between -= size * size;
  return 1 - expected_crossings(line, places, classes.of, classes.count) * n / between;
}

}  // namespace measure
}  // namespace pith
