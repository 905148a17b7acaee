// SPDX-License-Identifier: Apache-2.0
#include "pith/geometry/strip_distances.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "pith/base/assert.h"
#include "pith/base/error.h"
#include "pith/base/parallel.h"
#include "pith/base/thread_memory.h"

namespace pith {
inline namespace geometry {
namespace {

/// The number of terms that are summed in the precision of the strips.
constexpr std::size_t features_per_slice = 256;

}  // namespace

double distance_unit(std::size_t features) {
  return std::ldexp(static_cast<double>(features), -44);
}

template <class Number>
StripDistances<Number>::StripDistances(const Differences& differences, const Context& context)
    : differences_(differences), strips_((differences.rows() + strip_rows - 1) / strip_rows) {
  std::size_t numbers = 0;
  std::size_t packed = 0;
  for (const Differences::Slice& slice : differences.slices(features_per_slice)) {
    (slice.has_missing ? missing_slices_ : slices_).push_back(slice);
    if (slice.has_missing) continue;
    packed += slice.size();
    if (slice.kind == Differences::Kind::numbers) numbers += slice.size();
  }
  const std::uint64_t bytes = std::uint64_t{sizeof(Number)} * packed * stride();
  constexpr std::uint64_t searched = 192;  // bytes of a row, about, for distances and pairs
  held_ = context.reserve(bytes + sizeof(double) * rows(), "the copy of the scaled features",
                          "select from fewer features (" + option("drop") + ")", searched * rows());
  // With u half the epsilon of Number: the rounding error of a scaled value is at most u/2, that of
  // a difference of two at most u. The error of a sum of b = 256 numbers of 0..1 is below
  // u (1 + 2 + ... + b) <= u b (b + 1) / 2, which counts twice. The error of the sums in double is
  // below d^2 2^-52.
  const double half = static_cast<double>(std::numeric_limits<Number>::epsilon()) / 2;
  const auto all = static_cast<double>(differences.size());
  error_ = static_cast<double>(numbers) * (features_per_slice + 2) * half +
           std::ldexp(all * (all + 8), -52);
  packed_ = std::make_unique_for_overwrite<Number[]>(packed * stride());
  sums_.resize(rows());
  pack(context);
}

template <class Number>
void StripDistances<Number>::pack(const Context& context) {
  for (const Differences::Slice& slice : slices_) {
    Number* const base = &packed_[slice.begin * stride()];
    constexpr std::size_t features_per_block = 16;
    const ThreadMemory memory = reserve_for_threads(
        {.tasks = slice.size() / features_per_block + 1, .bytes = 2 * sizeof(double) * stride()},
        context, "scaling the features");
    parallel_blocks(memory.context, slice.size(), features_per_block,
                    [&](std::size_t begin, std::size_t end) {
                      std::vector<double> values(stride());  // padded with 0 beyond the last row
                      for (std::size_t f = begin; f < end; ++f) {
                        differences_.values(slice.begin + f, {values.data(), rows()});
                        for (std::size_t i = 0; i < values.size(); ++i) {
                          const std::size_t strip = i / strip_rows;
                          base[(strip * slice.size() + f) * strip_rows + i % strip_rows] =
                              static_cast<Number>(values[i]);
                        }
                      }
                    });
    if (slice.kind == Differences::Kind::categories) continue;
    constexpr std::size_t rows_per_block = 1024;
    parallel_blocks(context, rows(), rows_per_block, [&](std::size_t begin, std::size_t end) {
      for (std::size_t i = begin; i < end; ++i) {
        const Number* const strip = base + i / strip_rows * slice.size() * strip_rows;
        for (std::size_t f = 0; f < slice.size(); ++f)
          sums_[i] += static_cast<double>(strip[f * strip_rows + i % strip_rows]);
      }
    });
  }
}

/// sum |x - y| = sum 2 max(x, y) - sum x - sum y over numbers, and the number of unequal codes.
template <class Number>
void StripDistances<Number>::measure(std::span<const std::uint32_t> asked, std::span<double> out,
                                     const Context& context) const {
  PITH_ASSERT(out.size() >= room(asked.size()) * stride());
  for (std::size_t x = 0; x < asked.size(); ++x) {
    for (std::size_t y = 0; y < rows(); ++y)
      out[x * stride() + y] = -sums_[asked[x]] - sums_[y];
  }
  for (const Differences::Slice& slice : slices_) {
    context.check_cancelled();
    add_slice(slice, asked, out);
  }
  for (const Differences::Slice& slice : missing_slices_) {
    context.check_cancelled();
    add_missing_slice(slice, asked, out);
  }
}

template <class Number>
void StripDistances<Number>::add_slice(const Differences::Slice& slice,
                                       std::span<const std::uint32_t> asked,
                                       std::span<double> out) const {
  const Number* const base = &packed_[slice.begin * stride()];
  const std::size_t length = slice.size() * strip_rows;
  const std::size_t asked_strips = room(asked.size()) / strip_rows;
  std::vector<Number> strips(asked_strips * length);
  for (std::size_t x = 0; x < asked.size(); ++x) {
    const Number* const from = base + asked[x] / strip_rows * length + asked[x] % strip_rows;
    for (std::size_t f = 0; f < slice.size(); ++f)
      strips[x / strip_rows * length + f * strip_rows + x % strip_rows] = from[f * strip_rows];
  }
  const bool is_numbers = slice.kind == Differences::Kind::numbers;
  for (std::size_t y = 0; y < strips_; ++y) {
    for (std::size_t x = 0; x < asked_strips; ++x) {
      double* const to = &out[x * strip_rows * stride() + y * strip_rows];
      if (is_numbers)
        add_twice_larger(&strips[x * length], base + y * length, slice.size(), to, stride());
      else
        add_unequal(&strips[x * length], base + y * length, slice.size(), to, stride());
    }
  }
}

template <class Number>
void StripDistances<Number>::add_missing_slice(const Differences::Slice& slice,
                                               std::span<const std::uint32_t> asked,
                                               std::span<double> out) const {
  std::vector<double> values(rows());
  for (std::size_t f = slice.begin; f < slice.end; ++f) {
    differences_.values(f, values);
    for (std::size_t x = 0; x < asked.size(); ++x) {
      double* const to = &out[x * stride()];
      for (std::size_t y = 0; y < rows(); ++y)
        to[y] += differences_.difference(f, values[asked[x]], values[y]);
    }
  }
}

template class StripDistances<float>;
template class StripDistances<double>;

}  // namespace geometry
}  // namespace pith
