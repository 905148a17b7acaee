// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <functional>
#include <string_view>

#include "pith/base/context.h"
#include "pith/data/table.h"

namespace pith {

/// Runs `body(index, context)` for 0 .. count-1, each of which selects from a part of the table.
/// The runs are concurrent, each on one thread, if their tables fit into memory; otherwise they run
/// one after another on all threads. The context of a run reports no progress; the number of
/// finished runs is reported as `phase`.
void run_concurrently(const Table& table, std::size_t count, std::string_view phase,
                      const Context& context,
                      const std::function<void(std::size_t index, const Context& own)>& body);

}  // namespace pith
