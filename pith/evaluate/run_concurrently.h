// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <functional>
#include <string_view>

#include "pith/base/context.h"
#include "pith/data/table.h"

namespace pith {

/// Runs `body(index, context)` for 0 .. count-1, each of which selects from a part of the table:
/// side by side, each on one thread, while their tables fit into memory, else one after another on
/// all threads. The context has no progress of its own; how many are done is reported as `phase`.
void run_concurrently(const Table& table, std::size_t count, std::string_view phase,
                      const Context& context,
                      const std::function<void(std::size_t index, const Context& own)>& body);

}  // namespace pith
