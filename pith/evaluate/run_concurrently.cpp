// SPDX-License-Identifier: Apache-2.0
#include "pith/evaluate/run_concurrently.h"

#include <atomic>
#include <cstdint>
#include <thread>

#include "pith/base/parallel.h"

namespace pith {
namespace {

/// An estimate of the memory of one run.
std::uint64_t bytes_of_run(const Table& table) {
  constexpr std::uint64_t copies = 3;  // the part of the table, its bins or imputed values, a panel
  return copies * sizeof(double) * table.rows() * table.features();
}

}  // namespace

void run_concurrently(const Table& table, std::size_t count, std::string_view phase,
                      const Context& context,
                      const std::function<void(std::size_t index, const Context& own)>& body) {
  const bool is_parallel =
      bytes_of_run(table) * context.thread_count() <= context.memory_limit() / 2;
  std::atomic<std::size_t> done{0};
  const auto caller = std::this_thread::get_id();
  const auto run_one = [&](std::size_t index, std::size_t) {
    Context own = is_parallel ? context.serial() : context;
    own.progress = nullptr;
    body(index, own);
    const std::size_t now = ++done;
    if (std::this_thread::get_id() == caller)
      context.report({.phase = phase, .done = now, .total = count});
  };
  if (is_parallel) {
    parallel_blocks(context, count, 1, run_one);
    return;
  }
  for (std::size_t index = 0; index < count; ++index) {
    context.check_cancelled();
    run_one(index, index + 1);
  }
}

}  // namespace pith
