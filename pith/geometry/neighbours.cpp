// SPDX-License-Identifier: Apache-2.0
#include "pith/geometry/neighbours.h"

#include <algorithm>
#include <limits>
#include <tuple>

#include "pith/base/parallel.h"
#include "pith/base/thread_memory.h"
#include "pith/base/work.h"
#include "pith/linalg/matrix_kernels.h"

namespace pith {
inline namespace geometry {
namespace {

using Input = MatrixView<const double>;
using Output = MatrixView<double>;

/// Two rows whose distance is to be computed term by term; `at` counts from the start of the block.
struct Pair {
  std::uint32_t at = 0;
  std::uint32_t row = 0;
  double distance = 0;
};

bool is_nearer(const Pair& a, const Pair& b) {
  return std::tie(a.at, a.distance, a.row) < std::tie(b.at, b.distance, b.row);
}

/// |x|^2 of every row.
std::vector<double> squares_of(const Input& features, const Context& context) {
  std::vector<double> squares(features.extent(1));
  parallel_blocks(context, squares.size(), 1024, [&](std::size_t begin, std::size_t end) {
    for (std::size_t f = 0; f < features.extent(0); ++f) {
      const double* const x = features.data_handle() + f * features.stride(0);
      for (std::size_t row = begin; row < end; ++row)
        squares[row] += x[row] * x[row];
    }
  });
  return squares;
}

class Search {
 public:
  Search(const Input& features, std::size_t count, const Context& context)
      : features_(features), count_(count), squares_(squares_of(features, context)) {}

  std::size_t rows() const { return features_.extent(1); }

  /// The neighbours of rows [begin, end).
  void find(std::size_t begin, std::size_t end, Neighbour* out) const {
    std::vector<Pair> pairs = candidates(begin, end);
    measure(begin, pairs);
    std::sort(pairs.begin(), pairs.end(), is_nearer);
    auto next = pairs.begin();
    for (std::size_t at = 0; at < end - begin; ++at) {
      for (std::size_t i = 0; i < count_; ++i, ++next)
        *out++ = {next->row, next->distance};
      while (next != pairs.end() && next->at == at)
        ++next;
    }
  }

 private:
  /// x . y for x in [begin, end) and every y.
  std::vector<double> products(std::size_t begin, std::size_t end) const {
    const std::size_t size = end - begin;
    const std::size_t terms = features_.extent(0);
    std::vector<double> block(size * terms);
    for (std::size_t f = 0; f < terms; ++f) {
      for (std::size_t at = 0; at < size; ++at)
        block[at * terms + f] = features_(f, begin + at);
    }
    std::vector<double> out(size * rows());
    multiply(Input::row_major(block.data(), size, terms), features_,
             Output::row_major(out.data(), size, rows()));
    return out;
  }

  /// Pairs that may be among the nearest. The error of a sum of m terms is at most
  /// m eps/2 sum|terms|, 2|x.y| <= |x|^2 + |y|^2 = b, and a distance is at most 2 b, so the error
  /// of a distance is at most d eps b, both by products and term by term. A row remains a candidate
  /// if its lower bound is at most the upper bound of the `count_`-th nearest row.
  std::vector<Pair> candidates(std::size_t begin, std::size_t end) const {
    const double rounding =
        2 * (static_cast<double>(features_.extent(0)) + 4) * std::numeric_limits<double>::epsilon();
    const std::vector<double> products = this->products(begin, end);
    std::vector<Pair> pairs;
    std::vector<double> lower(rows());
    std::vector<double> upper;
    for (std::size_t x = begin; x < end; ++x) {
      const double* const to = &products[(x - begin) * rows()];
      upper.clear();
      for (std::size_t y = 0; y < rows(); ++y) {
        const double both = squares_[x] + squares_[y];
        const double distance = both - 2 * to[y];
        lower[y] = distance - rounding * both;
        if (y != x) upper.push_back(distance + rounding * both);
      }
      const auto last = upper.begin() + static_cast<std::ptrdiff_t>(count_ - 1);
      std::nth_element(upper.begin(), last, upper.end());
      for (std::size_t y = 0; y < rows(); ++y) {
        if (y != x && lower[y] <= *last)
          pairs.push_back({static_cast<std::uint32_t>(x - begin), static_cast<std::uint32_t>(y)});
      }
    }
    return pairs;
  }

  void measure(std::size_t begin, std::vector<Pair>& pairs) const {
    for (std::size_t f = 0; f < features_.extent(0); ++f) {
      const double* const x = features_.data_handle() + f * features_.stride(0);
      for (Pair& pair : pairs) {
        const double difference = x[begin + pair.at] - x[pair.row];
        pair.distance += difference * difference;
      }
    }
  }

  Input features_;
  std::size_t count_;
  std::vector<double> squares_;
};

/// Chosen so that the products of a block with all rows take a few megabytes.
std::size_t rows_per_block(std::size_t rows) {
  constexpr std::size_t max_rows = 32;
  constexpr std::size_t numbers = std::size_t{1} << 20U;
  return std::clamp(numbers / rows, std::size_t{4}, max_rows);
}

}  // namespace

Neighbours nearest_rows(const Input& features, std::size_t count, const Context& context) {
  const std::size_t rows = features.extent(1);
  PITH_ASSERT(features.stride(1) == 1);
  Neighbours found;
  if (rows < 2 || count == 0) return found;
  found.count = std::min(count, rows - 1);
  constexpr std::uint64_t searched = 64;  // bytes of a row, about, for its distances
  found.held =
      context.reserve(sizeof(Neighbour) * std::uint64_t{rows} * found.count + 8 * rows,
                      "the nearest rows of all rows", "use fewer neighbours", searched * rows);
  found.all.resize(rows * found.count);
  Work work(context, "select", rows);
  const Search search(features, found.count, context);
  const std::size_t block = rows_per_block(rows);
  // The products of a block with all rows, the bounds of one row, and candidates.
  const std::uint64_t per_thread =
      sizeof(double) * (block * (rows + features.extent(0)) + 2 * rows) +
      sizeof(Pair) * 4 * block * found.count;
  const ThreadMemory memory = reserve_for_threads({.tasks = rows / block + 1, .bytes = per_thread},
                                                  context, "the distances between rows");
  parallel_blocks(memory.context, rows, block, [&](std::size_t begin, std::size_t end) {
    search.find(begin, end, &found.all[begin * found.count]);
    work.add(end - begin);
  });
  return found;
}

}  // namespace geometry
}  // namespace pith
