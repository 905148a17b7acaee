// SPDX-License-Identifier: Apache-2.0
#include "pith/stats/class_neighbours.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <tuple>

#include "pith/base/error.h"
#include "pith/base/parallel.h"
#include "pith/stats/difference_kernels.h"

namespace pith {
namespace {

/// So many terms are summed in single precision.
constexpr std::size_t features_per_slice = 256;

constexpr double infinity = std::numeric_limits<double>::infinity();

bool is_nearer(const Neighbour& a, const Neighbour& b) {
  return std::tie(a.distance, a.row) < std::tie(b.distance, b.row);
}

/// Sorts by distance, equal ones as WEKA leaves them: quicksort about the median of the first, the
/// middle and the last, which swaps equal ones too.
void sort_by_exchange(std::span<Neighbour> rows) {
  const auto settle = [&](std::size_t a, std::size_t b) {
    if (rows[a].distance > rows[b].distance) std::swap(rows[a], rows[b]);
  };
  if (rows.size() < 2) return;
  const std::size_t last = rows.size() - 1;
  const std::size_t middle = last / 2;
  if (last == 1) return settle(0, 1);
  settle(0, middle);
  settle(0, last);
  settle(middle, last);
  if (last == 2) return;
  const double pivot = rows[middle].distance;
  std::swap(rows[middle], rows[last - 1]);
  std::size_t left = 0;
  std::size_t right = last - 1;
  while (true) {
    while (rows[++left].distance < pivot) {
    }
    while (rows[--right].distance > pivot) {
    }
    if (left >= right) break;
    std::swap(rows[left], rows[right]);
  }
  std::swap(rows[left], rows[last - 1]);
  sort_by_exchange(rows.first(left));
  sort_by_exchange(rows.subspan(left + 1));
}

/// The unit below which distances over `features` are equal: some hundred times their rounding.
double unit_of(std::size_t features) {
  return std::ldexp(static_cast<double>(features), -44);
}

/// As many asked rows at a time as keep their distances within some megabytes.
std::size_t asked_per_block(std::size_t rows) {
  constexpr std::size_t numbers = std::size_t{1} << 21U;
  constexpr std::size_t most = 8;
  return strip_rows * std::clamp(numbers / (rows * strip_rows), std::size_t{1}, most);
}

/// The places of values that may be among the `count` smallest, each value being off by `error` at
/// most: all up to the count-th smallest and twice the error.
class Smallest {
 public:
  Smallest(std::size_t count, double error) : count_(count), error_(error) {}

  void find(std::span<const double> values, std::vector<std::uint32_t>& places) {
    constexpr std::size_t step = 512;
    double bound = infinity;
    places.clear();
    for (std::size_t begin = 0; begin < values.size(); begin += step) {
      const std::size_t size = std::min(step, values.size() - begin);
      std::uint32_t found[step];
      const std::size_t more = places_within(&values[begin], size, bound, found);
      for (std::size_t i = 0; i < more; ++i) {
        if (values[begin + found[i]] < infinity)
          places.push_back(static_cast<std::uint32_t>(begin) + found[i]);
      }
      if (places.size() >= 2 * count_ + step / 4) bound = drop_largest(values, places);
    }
    drop_largest(values, places);
  }

 private:
  double drop_largest(std::span<const double> values, std::vector<std::uint32_t>& places) {
    if (places.size() <= count_) return infinity;
    ranked_.clear();
    for (const std::uint32_t place : places)
      ranked_.push_back(values[place]);
    const auto last = ranked_.begin() + static_cast<std::ptrdiff_t>(count_ - 1);
    std::nth_element(ranked_.begin(), last, ranked_.end());
    const double bound = *last + 2 * error_;
    std::erase_if(places, [&](std::uint32_t place) { return values[place] > bound; });
    return bound;
  }

  std::size_t count_;
  double error_;
  std::vector<double> ranked_;
};

}  // namespace

ClassRows::ClassRows(const Table& table) : begins(table.classes() + 1) {
  const Column& target = table.target();
  for (std::size_t row = 0; row < table.rows(); ++row)
    ++begins[target.code(row) + 1];
  std::partial_sum(begins.begin(), begins.end(), begins.begin());
  std::vector<std::size_t> next(begins.begin(), begins.end() - 1);
  order.resize(table.rows());
  for (std::size_t row = 0; row < table.rows(); ++row)
    order[next[target.code(row)]++] = static_cast<std::uint32_t>(row);
}

std::size_t ClassRows::class_of(std::size_t place) const {
  return static_cast<std::size_t>(std::upper_bound(begins.begin(), begins.end(), place) -
                                  begins.begin()) -
         1;
}

/// Some asked rows and their distances to all rows.
struct ClassNeighbourSearch::Block {
  std::span<const std::uint32_t> asked;
  std::size_t stride = 0;
  std::vector<double> distances = {};  // [asked][row]
};

ClassNeighbourSearch::ClassNeighbourSearch(const Differences& differences, const ClassRows& rows,
                                           const Context& context)
    : differences_(differences), rows_(rows), strips_((rows.rows() + strip_rows - 1) / strip_rows) {
  std::size_t numbers = 0;
  std::size_t packed = 0;
  for (const Differences::Slice& slice : differences.slices(features_per_slice)) {
    (slice.has_gaps ? gaps_ : slices_).push_back(slice);
    if (slice.has_gaps) continue;
    packed += slice.size();
    if (slice.kind == Differences::Kind::numbers) numbers += slice.size();
  }
  const std::uint64_t bytes = std::uint64_t{sizeof(float)} * packed * strips_ * strip_rows;
  if (bytes > context.memory_limit()) {
    throw Error(ErrorKind::resources,
                fmt::format("scaled features need {} MiB beside the table, and the limit is {} "
                            "MiB; allow more (--memory) or select from fewer features (--drop)",
                            mebibytes(bytes), context.memory_limit() >> 20U));
  }
  packed_.resize(packed * strips_ * strip_rows);
  sums_.resize(rows.rows());
  // A scaled value is rounded by 2^-25 at most, a difference of two by 2^-24. A sum of b = 256
  // numbers of 0..1 is off by less than 2^-24 (1 + 2 + ... + b) <= 2^-24 b (b + 1) / 2, which
  // counts twice. What is summed in double precision is off by less than d^2 2^-52.
  const double terms = static_cast<double>(numbers);
  const double all = static_cast<double>(differences.size());
  error_ = std::ldexp(terms * (features_per_slice + 2), -24) + std::ldexp(all * (all + 8), -52) +
           unit_of(differences.size());
  pack(context);
}

void ClassNeighbourSearch::pack(const Context& context) {
  for (const Differences::Slice& slice : slices_) {
    float* const base = &packed_[slice.begin * strips_ * strip_rows];
    constexpr std::size_t features_per_block = 16;
    parallel_blocks(context, slice.size(), features_per_block,
                    [&](std::size_t begin, std::size_t end) {
                      std::vector<double> values(rows_.rows());
                      for (std::size_t f = begin; f < end; ++f) {
                        differences_.values(slice.begin + f, values);
                        for (std::size_t i = 0; i < values.size(); ++i) {
                          const std::size_t strip = i / strip_rows;
                          base[(strip * slice.size() + f) * strip_rows + i % strip_rows] =
                              static_cast<float>(values[i]);
                        }
                      }
                    });
    if (slice.kind == Differences::Kind::categories) continue;
    constexpr std::size_t strips_per_block = 64;
    parallel_blocks(context, strips_, strips_per_block, [&](std::size_t begin, std::size_t end) {
      for (std::size_t i = begin * strip_rows; i < std::min(end * strip_rows, sums_.size()); ++i) {
        const float* const strip = base + i / strip_rows * slice.size() * strip_rows;
        for (std::size_t f = 0; f < slice.size(); ++f)
          sums_[i] += static_cast<double>(strip[f * strip_rows + i % strip_rows]);
      }
    });
  }
}

/// sum |x - y| = sum 2 max(x, y) - sum x - sum y over numbers, and the number of unequal codes.
void ClassNeighbourSearch::measure(Block& block) const {
  for (std::size_t x = 0; x < block.asked.size(); ++x) {
    for (std::size_t y = 0; y < rows_.rows(); ++y)
      block.distances[x * block.stride + y] = -sums_[block.asked[x]] - sums_[y];
  }
  const std::size_t asked_strips = (block.asked.size() + strip_rows - 1) / strip_rows;
  std::vector<float> asked(asked_strips * strip_rows * features_per_slice);
  for (const Differences::Slice& slice : slices_) {
    const float* const base = &packed_[slice.begin * strips_ * strip_rows];
    const std::size_t length = slice.size() * strip_rows;
    for (std::size_t x = 0; x < block.asked.size(); ++x) {
      const float* const from =
          base + block.asked[x] / strip_rows * length + block.asked[x] % strip_rows;
      for (std::size_t f = 0; f < slice.size(); ++f)
        asked[x / strip_rows * length + f * strip_rows + x % strip_rows] = from[f * strip_rows];
    }
    const auto add = slice.kind == Differences::Kind::numbers ? add_twice_larger : add_unequal;
    for (std::size_t y = 0; y < strips_; ++y) {
      for (std::size_t x = 0; x < asked_strips; ++x) {
        add(&asked[x * length], base + y * length, slice.size(),
            &block.distances[x * strip_rows * block.stride + y * strip_rows], block.stride);
      }
    }
  }
  std::vector<double> values(rows_.rows());
  for (const Differences::Slice& slice : gaps_) {
    for (std::size_t f = slice.begin; f < slice.end; ++f) {
      differences_.values(f, values);
      for (std::size_t x = 0; x < block.asked.size(); ++x) {
        double* const out = &block.distances[x * block.stride];
        for (std::size_t y = 0; y < rows_.rows(); ++y)
          out[y] += differences_.gap_difference(f, values[block.asked[x]], values[y]);
      }
    }
  }
}

void ClassNeighbourSearch::choose(const Block& block, std::size_t count,
                                  std::vector<RowPair>& pairs) const {
  Smallest smallest(count, error_);
  std::vector<std::uint32_t> places;
  for (std::size_t x = 0; x < block.asked.size(); ++x) {
    const double* const distances = &block.distances[x * block.stride];
    for (std::size_t c = 0; c < rows_.classes(); ++c) {
      smallest.find({distances + rows_.begins[c], rows_.size(c)}, places);
      for (const std::uint32_t place : places) {
        pairs.push_back(
            {.a = block.asked[x], .b = static_cast<std::uint32_t>(rows_.begins[c]) + place});
      }
    }
  }
}

std::vector<std::vector<RowPair>> ClassNeighbourSearch::candidates(
    std::span<const std::uint32_t> asked, std::size_t count, const Context& context) const {
  const std::size_t step = asked_per_block(rows_.rows());
  std::vector<std::vector<RowPair>> all((asked.size() + step - 1) / step);
  parallel_blocks(context, asked.size(), step, [&](std::size_t begin, std::size_t end) {
    Block block{.asked = asked.subspan(begin, end - begin), .stride = strips_ * strip_rows};
    const std::size_t padded = (block.asked.size() + strip_rows - 1) / strip_rows * strip_rows;
    block.distances.resize(padded * block.stride);
    measure(block);
    for (std::size_t x = 0; x < block.asked.size(); ++x)
      block.distances[x * block.stride + block.asked[x]] = infinity;
    choose(block, count, all[begin / step]);
  });
  return all;
}

ClassNeighbours ClassNeighbourSearch::find(std::span<const std::uint32_t> asked, std::size_t count,
                                           NearTies ties, const Context& context) const {
  if (ties == NearTies::replaced) return find_plainly(asked, count, context);
  std::vector<RowPair> pairs;
  for (const std::vector<RowPair>& some : candidates(asked, count, context))
    pairs.insert(pairs.end(), some.begin(), some.end());
  differences_.add_distances(pairs, context);
  const double unit = unit_of(differences_.size());
  ClassNeighbours found{.classes = rows_.classes()};
  std::vector<Neighbour> near;
  auto next = pairs.begin();
  for (const std::uint32_t place : asked) {
    for (std::size_t c = 0; c < rows_.classes(); ++c) {
      found.begins.push_back(found.all.size());
      near.clear();
      for (; next != pairs.end() && next->a == place && next->b < rows_.begins[c + 1]; ++next)
        near.push_back({.row = next->b, .distance = unit * std::round(next->value / unit)});
      std::sort(near.begin(), near.end(), is_nearer);
      near.resize(std::min(near.size(), count));
      found.all.insert(found.all.end(), near.begin(), near.end());
    }
  }
  found.begins.push_back(found.all.size());
  return found;
}

ClassNeighbours ClassNeighbourSearch::find_plainly(std::span<const std::uint32_t> asked,
                                                   std::size_t count,
                                                   const Context& context) const {
  std::vector<std::vector<Neighbour>> lists(asked.size() * rows_.classes());
  parallel_blocks(context, asked.size(), 1, [&](std::size_t x, std::size_t) {
    std::vector<double> distances(rows_.rows());
    differences_.plain_distances(asked[x], distances);
    for (std::size_t c = 0; c < rows_.classes(); ++c) {
      std::vector<Neighbour>& near = lists[x * rows_.classes() + c];
      for (std::size_t y = rows_.begins[c]; y < rows_.begins[c + 1]; ++y) {
        if (y == asked[x]) continue;
        const Neighbour row{.row = static_cast<std::uint32_t>(y), .distance = distances[y]};
        if (near.size() < count) {
          near.push_back(row);
          continue;
        }
        const auto farthest = std::max_element(
            near.begin(), near.end(),
            [](const Neighbour& a, const Neighbour& b) { return a.distance < b.distance; });
        if (row.distance < farthest->distance) *farthest = row;
      }
      sort_by_exchange(near);
    }
  });
  ClassNeighbours found{.classes = rows_.classes()};
  for (const std::vector<Neighbour>& near : lists) {
    found.begins.push_back(found.all.size());
    found.all.insert(found.all.end(), near.begin(), near.end());
  }
  found.begins.push_back(found.all.size());
  return found;
}

}  // namespace pith
