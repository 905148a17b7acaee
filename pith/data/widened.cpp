// SPDX-License-Identifier: Apache-2.0
#include "pith/data/widened.h"

#include <algorithm>

#include "pith/base/parallel.h"
#include "pith/base/thread_memory.h"
#include "pith/data/row_strip.h"

namespace pith {

void for_each_widened(
    std::span<const Column> columns, std::uint64_t bytes, const Context& context,
    const std::function<void(std::size_t first, const std::vector<Column>& columns)>& visit) {
  std::uint64_t copied = 0;  // of one column
  for (const Column& column : columns) {
    if (column.is_numbers() && column.layout() != nullptr)
      copied = std::uint64_t{sizeof(double)} * column.rows();
  }
  std::size_t width = 16;
  const std::uint64_t available = context.memory_available();
  const auto blocks = [&] { return (columns.size() + width - 1) / width; };
  const auto needed = [&] {
    return std::min<std::uint64_t>(blocks(), context.thread_count()) * (width * copied + bytes);
  };
  while (width > 1 && needed() > available)
    width /= 2;
  const ThreadMemory memory = reserve_for_threads(
      {.tasks = blocks(), .bytes = width * copied + bytes}, context, "reading the features");
  parallel_blocks(memory.context, columns.size(), width, [&](std::size_t begin, std::size_t end) {
    visit(begin, as_doubles(columns.subspan(begin, end - begin)));
  });
}

}  // namespace pith
