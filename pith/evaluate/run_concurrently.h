// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

#include "pith/base/context.h"
#include "pith/data/table.h"

namespace pith {

/// What Table::take() allocates for so many rows.
std::uint64_t bytes_of_part(const Table& table, std::size_t rows);

/// Runs `body(index, context)` for 0 .. count-1, each of which selects from a part of the table.
/// The runs are concurrent, each on one thread, as many as fit into memory; if that is less than
/// half of the threads, they run one after another on all threads. The context of a run reports no
/// progress; the number of finished runs is reported as `phase`.
///
/// A run that is refused memory while others hold some is repeated alone once they have ended, if
/// need be on one thread: its Error(resources) is thrown only if that is refused, too. So `body`
/// must not have changed anything before it throws one.
void run_concurrently(const Table& table, std::size_t count, std::string_view phase,
                      const Context& context,
                      const std::function<void(std::size_t index, const Context& own)>& body);

/// Runs that say what they are about.
struct NamedRuns {
  std::size_t count = 0;
  std::string_view phase;
  /// For Progress::detail, while the run is on the thread of the caller.
  std::function<std::string(std::size_t index)> name;
  std::uint64_t bytes = 0;  ///< what a run may need beside copies of the table, roughly
};

/// The same, except that progress is reported in hundredths of runs: at the beginning and the end
/// of each run on the thread of the caller, and whenever such a run reports progress of its own.
void run_concurrently(const Table& table, const NamedRuns& runs, const Context& context,
                      const std::function<void(std::size_t index, const Context& own)>& body);

}  // namespace pith
