// SPDX-License-Identifier: Apache-2.0
#include "pith/geometry/grid_distances.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "pith/base/assert.h"
#include "pith/base/parallel.h"
#include "pith/base/thread_memory.h"

namespace pith {
inline namespace geometry {
namespace {

/// Two strips of so many features fit into the first-level cache.
constexpr std::size_t features_per_slice = 127;

/// The largest number of bits so that the sum of `features` values up to 2^bits is below 2^32.
int bits_for(std::size_t features) {
  int bits = 25;
  while (bits > 1 && (std::uint64_t{features} << static_cast<unsigned>(bits)) >> 32U != 0)
    --bits;
  return bits;
}

std::size_t size_of_slices(std::size_t features) {
  const std::size_t slices = (features + features_per_slice - 1) / features_per_slice;
  return (features + slices - 1) / slices;
}

}  // namespace

bool GridDistances::suits(const Differences& differences) {
  const std::vector<Differences::Slice> all = differences.slices(differences.size());
  return all.size() == 1 && !all[0].has_missing && all[0].kind == Differences::Kind::numbers;
}

std::uint64_t GridDistances::bytes(const Differences& differences) {
  const std::uint64_t rows = differences.rows() + strip_rows;
  const std::uint64_t slices = differences.size() / features_per_slice + 1;
  return rows * (sizeof(std::uint32_t) * (differences.size() + slices) + sizeof(double));
}

GridDistances::GridDistances(const Differences& differences, const Context& context)
    : held_(context.reserve(bytes(differences), "the copy of the features on a grid")),
      differences_(differences),
      strips_((differences.rows() + strip_rows - 1) / strip_rows) {
  PITH_ASSERT(suits(differences));
  const std::size_t size = size_of_slices(differences.size());
  slices_ = differences.slices(size);
  bits_ = bits_for(size);
  const int total_bits = bits_for(differences.size());
  shift_ = bits_ - total_bits;
  unit_ = std::ldexp(1.0, -total_bits);
  packed_ = std::make_unique_for_overwrite<std::uint32_t[]>(differences.size() * stride());
  sums_.resize(slices_.size() * stride());
  residuals_.resize(stride());
  for (std::size_t slice = 0; slice < slices_.size(); ++slice)
    pack(slice, context);
  // Each slice is rounded down to the unit; the last term covers the rounding of the residuals.
  largest_error_ = *std::max_element(residuals_.begin(), residuals_.end()) +
                   static_cast<double>(slices_.size()) * unit_ +
                   std::ldexp(static_cast<double>(differences.size()), -40);
}

void GridDistances::pack(std::size_t slice, const Context& context) {
  const std::size_t size = slices_[slice].size();
  std::uint32_t* const base = &packed_[slices_[slice].begin * stride()];
  const double scale = std::ldexp(1.0, bits_);
  constexpr std::size_t features_per_block = 16;
  const ThreadMemory memory = reserve_for_threads(
      {.tasks = size / features_per_block + 1, .bytes = 2 * sizeof(double) * stride()}, context,
      "scaling the features");
  std::vector<std::vector<double>> residuals((size + features_per_block - 1) / features_per_block);
  parallel_blocks(
      memory.context, size, features_per_block, [&](std::size_t begin, std::size_t end) {
        std::vector<double> values(stride());  // padded with 0 beyond the last row
        std::vector<double>& errors = residuals[begin / features_per_block];
        errors.resize(stride());
        for (std::size_t f = begin; f < end; ++f) {
          differences_.values(slices_[slice].begin + f, {values.data(), rows()});
          for (std::size_t i = 0; i < values.size(); ++i) {
            const bool is_on_grid = values[i] >= 0 && values[i] <= 1;  // not if the range overflows
            const auto rounded =
                is_on_grid ? static_cast<std::uint32_t>(values[i] * scale + 0.5) : 0U;
            base[(i / strip_rows * size + f) * strip_rows + i % strip_rows] = rounded;
            errors[i] += is_on_grid ? std::abs(values[i] - static_cast<double>(rounded) / scale)
                                    : std::numeric_limits<double>::infinity();
          }
        }
      });
  for (const std::vector<double>& errors : residuals) {
    for (std::size_t i = 0; i < stride(); ++i)
      residuals_[i] += errors[i];
  }
  for (std::size_t i = 0; i < stride(); ++i) {
    const std::uint32_t* const from = base + i / strip_rows * size * strip_rows + i % strip_rows;
    for (std::size_t f = 0; f < size; ++f)
      sums_[slice * stride() + i] += from[f * strip_rows];
  }
}

GridStrip GridDistances::strip(std::size_t slice, std::size_t strip) const {
  return {
      .values =
          &packed_[slices_[slice].begin * stride() + strip * slices_[slice].size() * strip_rows],
      .sums = &sums_[slice * stride() + strip * strip_rows]};
}

void GridDistances::measure(std::size_t begin, std::size_t end, std::span<std::uint32_t> out,
                            const Context& context) const {
  PITH_ASSERT(begin % strip_rows == 0);
  const std::size_t first = begin / strip_rows;
  const std::size_t last = (end + strip_rows - 1) / strip_rows;
  PITH_ASSERT(out.size() >= (last - first) * strip_rows * stride());
  std::fill(out.begin(), out.end(), 0U);
  for (std::size_t slice = 0; slice < slices_.size(); ++slice) {
    context.check_cancelled();
    for (std::size_t y = 0; y < strips_; ++y) {
      for (std::size_t x = first; x < last; ++x) {
        std::uint32_t* const to = &out[(x - first) * strip_rows * stride() + y * strip_rows];
        add_grid_distances(strip(slice, x), strip(slice, y), slices_[slice].size(), shift_, to,
                           stride());
      }
    }
  }
}

}  // namespace geometry
}  // namespace pith
