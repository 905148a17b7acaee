// SPDX-License-Identifier: Apache-2.0
#include "pith/data/files/number_blocks.h"

#include <algorithm>
#include <utility>

namespace pith {
namespace {

struct Block {
  Reservation held;
  PagedArray numbers;
};

/// The columns from `first` on share a block.
struct BlockPlan {
  std::size_t first = 0;
  std::uint64_t bytes = 0;
  Reservation held = {};
};

std::uint64_t rounded(std::uint64_t bytes) {
  constexpr std::uint64_t line = 64;
  return (bytes + line - 1) / line * line;
}

}  // namespace

std::vector<NumberPlace> place_numbers(std::span<const NumberBytes> columns,
                                       const std::string& what, const Context& context) {
  constexpr std::uint64_t block_bytes = std::uint64_t{1} << 27U;
  std::vector<BlockPlan> plans;
  for (std::size_t i = 0; i < columns.size(); ++i) {
    const std::uint64_t bytes = rounded(columns[i].values);
    if (bytes == 0) continue;
    if (plans.empty() || plans.back().bytes + bytes > block_bytes) plans.push_back({.first = i});
    BlockPlan& plan = plans.back();
    plan.bytes += bytes;
    context.grow(plan.held, plan.held.bytes() + bytes + columns[i].more, what,
                 "use a smaller table");
  }
  std::vector<NumberPlace> places(columns.size());
  std::shared_ptr<Block> block;
  for (std::size_t b = 0; b < plans.size(); ++b) {
    const auto size = static_cast<std::size_t>(plans[b].bytes);
    block.reset(new Block{std::move(plans[b].held),
                          block ? PagedArray(size, block->numbers) : PagedArray(size)});
    std::byte* place = block->numbers.get();
    const std::size_t end = b + 1 < plans.size() ? plans[b + 1].first : columns.size();
    for (std::size_t i = plans[b].first; i < end; ++i) {
      const std::uint64_t bytes = rounded(columns[i].values);
      if (bytes == 0) continue;
      places[i] = {.values = std::shared_ptr<std::byte[]>(block, place), .pages = &block->numbers};
      place += bytes;
    }
  }
  return places;
}

std::size_t columns_at_once(std::size_t columns, std::uint64_t bytes) {
  constexpr std::uint64_t huge_page = std::uint64_t{1} << 21U;
  constexpr std::size_t min_blocks = 32;
  const std::uint64_t in_page =
      huge_page / std::max<std::uint64_t>(1, bytes / std::max<std::size_t>(1, columns));
  return static_cast<std::size_t>(
      std::clamp<std::uint64_t>(in_page, 1, std::max<std::size_t>(1, columns / min_blocks)));
}

}  // namespace pith
