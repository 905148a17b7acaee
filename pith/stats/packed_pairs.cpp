// SPDX-License-Identifier: Apache-2.0
#include "pith/stats/packed_pairs.h"

#include <algorithm>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE \
  "pith/stats/packed_pairs.cpp"  // Highway compiles this file once per instruction set
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#ifndef PITH_STATS_SMALL_PAIRS
#define PITH_STATS_SMALL_PAIRS
namespace pith {
inline namespace stats {

constexpr std::size_t max_small_words = 8;

/// One feature and others in the layout of PackedPairs.
struct SmallBlocks {
  const std::uint64_t* s = nullptr;
  const std::uint64_t* xs = nullptr;
  std::size_t count = 0;  // of xs
  std::size_t words = 0;
  const std::uint64_t* place_values = nullptr;
  const PairLogSums* table = nullptr;
};

}  // namespace stats
}  // namespace pith
#endif

HWY_BEFORE_NAMESPACE();
namespace pith {
inline namespace stats {
namespace HWY_NAMESPACE {

/// P planes of W words; W = 0: as many as `blocks` has. With one class, place values are 1.
template <std::size_t P, std::size_t W, bool HasClasses = true>
void log_sums(const SmallBlocks& blocks, PairLogSums* out) {
  const std::size_t words = W == 0 ? blocks.words : W;
  const std::uint64_t* const s_totals = blocks.s + P * words;
  const std::uint64_t* x = blocks.xs;
  for (std::size_t i = 0; i < blocks.count; ++i, x += P * words + P + 1) {
    std::uint64_t cells[P][P] = {};
    for (std::size_t word = 0; word < words; ++word) {
      const std::uint64_t value = HasClasses ? blocks.place_values[word] : 1;
      for (std::size_t a = 0; a < P; ++a) {
        for (std::size_t b = 0; b < P; ++b) {
          cells[a][b] += value * static_cast<std::uint64_t>(__builtin_popcountll(
                                     x[a * words + word] & blocks.s[b * words + word]));
        }
      }
    }
    PairLogSums sum;
    const auto add = [&](std::uint64_t cell) {
      sum.xs += blocks.table[cell].xs;
      sum.xsy += blocks.table[cell].xsy;
    };
    const std::uint64_t* const x_totals = x + P * words;
    std::uint64_t corner = x_totals[P];
    for (std::size_t b = 0; b < P; ++b) {
      std::uint64_t rest = s_totals[b];
      for (std::size_t a = 0; a < P; ++a) {
        add(cells[a][b]);
        rest -= cells[a][b];
      }
      add(rest);
      corner -= rest;
    }
    for (std::size_t a = 0; a < P; ++a) {
      std::uint64_t rest = x_totals[a];
      for (std::size_t b = 0; b < P; ++b)
        rest -= cells[a][b];
      add(rest);
    }
    add(corner);
    out[i] = sum;
  }
}

void two_plane_log_sums(const SmallBlocks& blocks, PairLogSums* out) {
  // The last class has the largest place value.
  if (blocks.place_values[blocks.words - 1] == 1) {
    if (blocks.words == 4) return log_sums<2, 4, false>(blocks, out);
    return log_sums<2, 0, false>(blocks, out);
  }
  if (blocks.words == 2) return log_sums<2, 2>(blocks, out);
  log_sums<2, 0>(blocks, out);
}
void four_plane_log_sums(const SmallBlocks& blocks, PairLogSums* out) {
  log_sums<4, 0>(blocks, out);
}

}  // namespace HWY_NAMESPACE
}  // namespace stats
}  // namespace pith
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace pith {
inline namespace stats {
HWY_EXPORT(two_plane_log_sums);
HWY_EXPORT(four_plane_log_sums);

std::unique_ptr<const PackedPairs> PackedPairs::make(const CodePanel& panel,
                                                     std::span<const Feature> features,
                                                     const CountLogs& logs,
                                                     const Context& context) {
  constexpr std::size_t max_levels = 5;
  constexpr std::size_t max_cells = 4096;  // 64 KB, of which few are used often
  std::size_t levels = 0;
  for (const Feature feature : features) {
    levels = std::max(levels, panel.levels(feature));
    if (panel.kernel(feature, feature) != CountKernel::planes) return nullptr;
  }
  if (levels > max_levels || panel.word_ends().back() > max_small_words) return nullptr;
  std::size_t cells = 1;
  std::size_t begin = 0;
  for (const std::size_t end : panel.row_ends()) {
    cells *= end - begin + 1;
    if (cells > max_cells) return nullptr;
    begin = end;
  }
  std::unique_ptr<PackedPairs> pairs(new PackedPairs());
  pairs->words_ = panel.word_ends().back();
  pairs->planes_ = levels <= 3 ? 2 : 4;
  pairs->block_ = pairs->planes_ * pairs->words_ + pairs->planes_ + 1;
  const std::uint64_t bytes =
      sizeof(std::uint64_t) * features.size() * pairs->block_ + sizeof(PairLogSums) * cells;
  if (bytes > context.memory_available() / 4) return nullptr;
  pairs->held_ = context.reserve(bytes, "the features with few levels");
  pairs->set_table(panel, logs, cells);
  pairs->blocks_.resize(features.size() * pairs->block_);
  for (std::size_t i = 0; i < features.size(); ++i)
    pairs->lay_out(panel, features[i], pairs->blocks_.data() + i * pairs->block_);
  return pairs;
}

void PackedPairs::set_table(const CodePanel& panel, const CountLogs& logs, std::size_t cells) {
  table_.resize(cells);
  std::vector<std::uint64_t> totals(cells);
  std::size_t value = 1;
  std::size_t begin = 0;
  for (std::size_t segment = 0; segment < panel.segments(); ++segment) {
    const std::size_t radix = panel.row_ends()[segment] - begin + 1;
    for (std::size_t cell = 0; cell < cells; ++cell) {
      const std::size_t count = cell / value % radix;
      table_[cell].xsy += logs[count];
      totals[cell] += count;
    }
    place_values_.resize(panel.word_ends()[segment], value);
    value *= radix;
    begin = panel.row_ends()[segment];
  }
  for (std::size_t cell = 0; cell < cells; ++cell)
    table_[cell].xs = logs[totals[cell]];
}

void PackedPairs::lay_out(const CodePanel& panel, Feature feature, std::uint64_t* block) const {
  const Planes planes = panel.planes(feature);
  std::copy(planes.words, planes.words + planes.count * words_, block);
  std::uint64_t* const totals = block + planes_ * words_;
  const auto margins = panel.margins(feature);
  const std::size_t levels = planes.count + 1;
  std::size_t begin = 0;
  for (std::size_t segment = 0; segment < panel.segments(); ++segment) {
    const std::size_t end = panel.word_ends()[segment];
    for (std::size_t level = 0; level < levels && begin < end; ++level) {
      const std::size_t place = level == planes.count ? planes_ : level;
      totals[place] += place_values_[begin] * margins[segment * levels + level];
    }
    begin = end;
  }
}

void PackedPairs::log_sums(std::size_t i, std::size_t begin, std::size_t end,
                           PairLogSums* out) const {
  const SmallBlocks blocks{.s = blocks_.data() + i * block_,
                           .xs = blocks_.data() + begin * block_,
                           .count = end - begin,
                           .words = words_,
                           .place_values = place_values_.data(),
                           .table = table_.data()};
  if (planes_ == 2) {
    HWY_DYNAMIC_DISPATCH(two_plane_log_sums)(blocks, out);
  } else {
    HWY_DYNAMIC_DISPATCH(four_plane_log_sums)(blocks, out);
  }
}

}  // namespace stats
}  // namespace pith
#endif
