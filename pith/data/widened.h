// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "pith/base/context.h"
#include "pith/data/column.h"

namespace pith {

/// Calls `visit(first, columns)` for blocks of adjacent columns as doubles (`first` is the position
/// of the first of them), in parallel. Columns that are not doubles in memory are copied while they
/// are visited; where memory is short, blocks are narrower and threads fewer, so `visit` must treat
/// each column by itself. `bytes` is what it needs beside the columns, on each thread.
void for_each_widened(
    std::span<const Column> columns, std::uint64_t bytes, const Context& context,
    const std::function<void(std::size_t first, const std::vector<Column>& columns)>& visit);

}  // namespace pith
