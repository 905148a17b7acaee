// SPDX-License-Identifier: Apache-2.0
#include "pith/stats/code_panel.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <limits>
#include <numeric>
#include <type_traits>
#include <variant>

#include "pith/base/assert.h"
#include "pith/base/error.h"
#include "pith/base/parallel.h"
#include "pith/base/thread_memory.h"
#include "pith/stats/count_logs.h"
#include "pith/stats/group_kernels.h"

namespace pith {
inline namespace stats {
namespace {

constexpr std::size_t features_per_block = 16;
/// What the panel holds for each feature beside its codes.
constexpr std::uint64_t feature_bytes = 9 * sizeof(std::size_t) + sizeof(CodeSpan);

template <class Code>
std::vector<double> counts_of(std::span<const Code> codes, std::size_t levels,
                              std::span<const double> weights) {
  std::vector<double> counts(levels);
  for (std::size_t i = 0; i < codes.size(); ++i)
    counts[codes[i]] += weights.empty() ? 1.0 : weights[i];
  return counts;
}

}  // namespace

CodePanel::CodePanel(const Table& table, bool with_target, const Context& context) {
  if (table.rows() > std::numeric_limits<std::uint32_t>::max()) {
    throw Error(
        ErrorKind::resources,
        fmt::format("counting in memory supports at most 4294967295 rows (got {})", table.rows()));
  }
  if (with_target) {
    sort_rows(table);
  } else {
    row_ends_ = {table.rows()};
    weights_.assign(table.weights().begin(), table.weights().end());
    columns_ = table.parts().features;
  }
  set_word_ends();
  levels_.resize(table.features());
  for (Feature feature = 0; feature < features(); ++feature)
    levels_[feature] = table.feature(feature).levels();
  max_levels_ = *std::max_element(levels_.begin(), levels_.end());
  total_ = weights_.empty() ? static_cast<double>(rows())
                            : std::accumulate(weights_.begin(), weights_.end(), 0.0);
  entropies_.resize(features());
  occupied_.resize(features());
  codes_.resize(features());
  reserve(context);
  // Sorted codes that are not kept, and the counts of the levels.
  const std::uint64_t per_thread = sizeof(std::uint32_t) * rows() + sizeof(double) * max_levels_;
  const ThreadMemory memory =
      reserve_for_threads({.tasks = features() / features_per_block + 1, .bytes = per_thread},
                          context, "sorting the features");
  parallel_blocks(memory.context, features(), features_per_block,
                  [&](std::size_t begin, std::size_t end) {
                    for (std::size_t i = begin; i < end; ++i)
                      lay_out(table.feature(static_cast<Feature>(i)), static_cast<Feature>(i));
                  });
}

void CodePanel::sort_rows(const Table& table) {
  std::vector<std::size_t> next(table.classes() + 1);
  for (std::size_t row = 0; row < table.rows(); ++row)
    ++next[table.target().code(row) + 1];
  for (std::size_t c = 1; c < next.size(); ++c)
    next[c] += next[c - 1];
  row_ends_.assign(next.begin() + 1, next.end());
  order_.resize(table.rows());
  for (std::size_t row = 0; row < table.rows(); ++row)
    order_[next[table.target().code(row)]++] = static_cast<std::uint32_t>(row);
  if (table.has_weights()) {
    weights_.resize(order_.size());
    std::transform(order_.begin(), order_.end(), weights_.begin(),
                   [&](std::uint32_t row) { return table.weights()[row]; });
  }
}

void CodePanel::set_word_ends() {
  std::size_t begin = 0;
  std::size_t words = 0;
  for (const std::size_t end : row_ends_) {
    words += (end - begin + 63) / 64;
    word_ends_.push_back(words);
    begin = end;
  }
}

/// Costs are in units of one cell of a table (clearing it, looking up its logarithm): a row costs
/// about 1 in a table, 8 in a hash table, 2/3 in bytes. Monotone in the levels, see needs_codes().
CountKernel CodePanel::kernel_for(std::size_t x_levels, std::size_t s_levels) const {
  // There are at most 2^32 - 1 levels, so the product does not overflow.
  const std::uint64_t cells = std::uint64_t{x_levels} * s_levels;
  if (cells > 8 * rows() / segments() + 64) return CountKernel::hashed;
  if (!weights_.empty()) return CountKernel::cells;
  const bool has_both = std::max(x_levels, s_levels) <= max_plane_levels;
  if (has_both && (x_levels - 1) * (s_levels - 1) <= max_plane_cells) return CountKernel::planes;
  return cells <= 256 && 16 * cells * segments() <= rows() ? CountKernel::bytes
                                                           : CountKernel::cells;
}

bool CodePanel::are_grouped(std::size_t x_levels, std::size_t s_levels) const {
  const CountKernel kernel = kernel_for(x_levels, s_levels);
  const bool has_bytes = x_levels <= max_group_levels && s_levels <= 256;
  return has_bytes && weights_.empty() &&
         (kernel == CountKernel::bytes || kernel == CountKernel::cells) &&
         4 * std::uint64_t{x_levels} * s_levels * segments() <= rows();
}

/// The memory of a GroupCounter: the order of the rows, its parts, their codes, and two tables.
std::uint64_t CodePanel::group_bytes() const {
  // With more levels, a pair needs codes rather than planes.
  std::size_t x_levels = 0;
  std::size_t s_levels = 0;
  for (const std::size_t levels : levels_) {
    if (levels <= max_group_levels) x_levels = std::max(x_levels, levels);
    if (levels <= 256) s_levels = std::max(s_levels, levels);
  }
  const std::uint64_t most = std::uint64_t{x_levels} * s_levels;
  if (most <= max_plane_cells || !weights_.empty()) return 0;
  const std::uint64_t parts = rows() / max_group_rows + segments();
  const std::uint64_t cells = std::min<std::uint64_t>(
      group_levels(x_levels) * s_levels, rows() / (4 * segments()) + group_levels(1) * s_levels);
  return sizeof(std::uint16_t) * rows() +
         parts * (2 * sizeof(std::size_t) + sizeof(std::uint32_t) * s_levels) +
         group_room(std::min(rows(), max_group_rows)) +
         2 * sizeof(std::uint32_t) * group_size * cells;
}

/// A pair with more cells than kernel_for() allows is hashed: then there are no more than rows.
std::uint64_t CodePanel::counter_bytes() const {
  const std::uint64_t number = weights_.empty() ? sizeof(std::uint32_t) : sizeof(double);
  const std::uint64_t largest = std::uint64_t{max_levels_} * max_levels_;
  const std::uint64_t most = 8 * std::uint64_t{rows()} / segments() + 64;
  const std::uint64_t planes = sizeof(std::uint32_t) * segments() * plane_cells_;
  const std::uint64_t cells = 2 * number * std::min(largest, most);
  // Two to four slots for each row, the counts and totals, and the pairs of a segment.
  const std::uint64_t hashed = largest > most
                                   ? rows() * (4 * (sizeof(std::uint64_t) + sizeof(std::uint32_t)) +
                                               2 * number + sizeof(std::uint32_t))
                                   : 0;
  return planes + std::max(cells, hashed) + group_bytes() + (weights_.empty() ? rows() : 0);
}

bool CodePanel::has_planes(Feature feature) const {
  return kernel_for(levels_[feature], 1) == CountKernel::planes;
}

bool CodePanel::needs_codes(Feature feature) const {
  return kernel_for(levels_[feature], max_levels_) != CountKernel::planes;
}

void CodePanel::reserve(const Context& context) {
  std::size_t planes = 0;
  std::size_t margins = 0;
  std::size_t bytes = 0;
  std::size_t shorts = 0;
  std::size_t longs = 0;
  for (Feature feature = 0; feature < features(); ++feature) {
    const std::size_t levels = levels_[feature];
    plane_start_.push_back(planes);
    margin_start_.push_back(margins);
    if (has_planes(feature)) {
      planes += (levels - 1) * word_ends_.back();
      margins += segments() * levels;
      plane_cells_ = std::max(plane_cells_, std::min(max_plane_cells, (levels - 1) * (levels - 1)));
    }
    std::size_t& codes = levels <= 256 ? bytes : levels <= 65'536 ? shorts : longs;
    code_start_.push_back(codes);
    if (!order_.empty() && needs_codes(feature)) codes += rows();
  }
  // What is small for a row, a class or a feature has been made already.
  const std::uint64_t small = rows() * (sizeof(std::uint32_t) + sizeof(double)) +
                              segments() * 2 * sizeof(std::size_t) + features() * feature_bytes;
  held_ = context.reserve(std::uint64_t{8} * planes + bytes + std::uint64_t{2} * shorts +
                              std::uint64_t{4} * longs + std::uint64_t{4} * margins + small,
                          "the copy of the features for counting",
                          "select from fewer features (" + option("drop") + ")");
  // NOLINTBEGIN(*-avoid-c-arrays)
  planes_ = std::make_unique_for_overwrite<std::uint64_t[]>(planes);
  bytes_ = std::make_unique_for_overwrite<std::uint8_t[]>(bytes);
  shorts_ = std::make_unique_for_overwrite<std::uint16_t[]>(shorts);
  longs_ = std::make_unique_for_overwrite<std::uint32_t[]>(longs);
  // NOLINTEND(*-avoid-c-arrays)
  margins_.resize(margins);
}

void CodePanel::lay_out(const Column& column, Feature feature) {
  std::visit(
      [&](auto codes) {
        using Code = std::remove_const_t<typename decltype(codes)::element_type>;
        if constexpr (sizeof(Code) == 1) {
          lay_out_codes(codes, feature, bytes_.get());
        } else if constexpr (sizeof(Code) == 2) {
          lay_out_codes(codes, feature, shorts_.get());
        } else {
          lay_out_codes(codes, feature, longs_.get());
        }
      },
      column.codes());
}

template <class Code>
void CodePanel::lay_out_codes(std::span<const Code> codes, Feature feature, Code* kept) {
  std::span<const Code> sorted = codes;
  std::array<Code, 512> few;  // for few rows, sorting costs less than memory for it
  std::vector<Code> room;
  if (!order_.empty()) {
    Code* place = few.data();
    if (needs_codes(feature)) {
      place = kept + code_start_[feature];
    } else if (rows() > few.size()) {
      room.resize(rows());
      place = room.data();
    }
    std::transform(order_.begin(), order_.end(), place,
                   [&](std::uint32_t row) { return codes[row]; });
    sorted = {place, rows()};
  }
  if (needs_codes(feature)) codes_[feature] = sorted;
  if constexpr (sizeof(Code) == 1) {
    if (has_planes(feature)) {
      lay_out_planes(sorted, feature);
      return;
    }
  }
  set_entropy(feature, counts_of(sorted, levels_[feature], weights_));
}

void CodePanel::set_entropy(Feature feature, std::span<const double> counts) {
  entropies_[feature] = plug_in_entropy(counts);
  occupied_[feature] = static_cast<std::size_t>(
      std::count_if(counts.begin(), counts.end(), [](double count) { return count > 0; }));
}

void CodePanel::lay_out_planes(std::span<const std::uint8_t> sorted, Feature feature) {
  const std::size_t levels = levels_[feature];
  std::uint32_t* const margins = margins_.data() + margin_start_[feature];
  std::vector<double> counts(levels);
  std::size_t begin = 0;
  std::size_t word = 0;
  for (std::size_t segment = 0; segment < segments(); ++segment) {
    const auto rows_here = sorted.subspan(begin, row_ends_[segment] - begin);
    std::uint32_t* const margin = margins + segment * levels;
    auto rest = static_cast<std::uint32_t>(rows_here.size());
    for (std::size_t level = 0; level + 1 < levels; ++level) {
      margin[level] =
          make_plane(rows_here, static_cast<std::uint8_t>(level),
                     planes_.get() + plane_start_[feature] + level * word_ends_.back() + word);
      rest -= margin[level];
    }
    margin[levels - 1] = rest;
    std::transform(counts.begin(), counts.end(), margin, counts.begin(), std::plus<>());
    begin = row_ends_[segment];
    word = word_ends_[segment];
  }
  set_entropy(feature, counts);
}

std::vector<double> CodePanel::level_counts(Feature feature) const {
  if (has_planes(feature)) {
    const auto counts = margins(feature);
    return {counts.begin(), counts.end()};
  }
  std::vector<double> counts;
  counts.reserve(segments() * levels(feature));
  std::visit(
      [&](auto all) {
        std::size_t begin = 0;
        for (const std::size_t end : row_ends_) {
          const auto here =
              counts_of(all.subspan(begin, end - begin), levels(feature),
                        weights_.empty() ? std::span<const double>()
                                         : std::span(weights_).subspan(begin, end - begin));
          counts.insert(counts.end(), here.begin(), here.end());
          begin = end;
        }
      },
      codes_[feature]);
  return counts;
}

}  // namespace stats
}  // namespace pith
