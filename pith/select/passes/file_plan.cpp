// SPDX-License-Identifier: Apache-2.0
#include "pith/select/passes/file_plan.h"

#include <fmt/format.h>

#include <algorithm>

#include "pith/base/option.h"
#include "pith/data/blocks/file_blocks.h"
#include "pith/data/column_memory.h"
#include "pith/select/passes/pass_table.h"
#include "pith/select/passes/select_by_passes.h"
#include "pith/select/suitability.h"

namespace pith {
namespace {

using select_internal::configure;

/// What a method gets, as far as its traits tell.
bool takes_numbers(const Request& request) {
  if (request.method == "auto") return true;
  return configure(request).traits.input.takes != Takes::codes;
}

/// Numbers are laid out once more, by class; codes take a byte each.
std::uint64_t memory_need(const TableSize& size, bool has_numbers) {
  const std::uint64_t copy = has_numbers ? size.table_bytes : size.rows * size.columns;
  return size.table_bytes + copy + size.columns * bytes_per_made_column;
}

/// What passes keep of each column: its summary, its encoding, its moments and its place.
constexpr std::uint64_t bytes_per_summary = 1600;
/// Buffers of readers and files.
constexpr std::uint64_t fixed_bytes = std::uint64_t{8} << 20U;

std::optional<Error> obstacle_of(const Roles& roles, const Request& request) {
  try {
    if (!roles.weights.empty()) select_internal::reject_pass_weights();
    const std::size_t targets = (roles.target.empty() ? 0 : 1) + roles.more_targets.size();
    if (targets > 1) select_internal::reject_pass_targets(targets);
    if (request.method != "auto") check_by_passes(request);
    return std::nullopt;
  } catch (const Error& error) {
    return error;
  }
}

void plan_passes(FilePlan& plan, const Request& request, const Context& context) {
  const TableSize& size = *plan.size;
  const bool has_numbers = takes_numbers(request);
  plan.block_rows = std::min<std::uint64_t>(block_rows_within(context, size.columns), size.rows);
  plan.block_bytes = block_bytes_of(plan.block_rows, size.columns);
  const std::uint64_t columns = size.columns * (bytes_per_summary + bytes_per_column);
  plan.smallest_limit = fixed_bytes + columns + 3 * block_bytes_of(1, size.columns);
  plan.encoded_bytes = size.rows * size.columns * (has_numbers ? sizeof(std::int64_t) : 1);
  plan.kept = kept_within(plan.encoded_bytes, has_numbers, context);
  const bool is_kept = plan.kept == Kept::memory;
  plan.peak = std::min(plan.limit, fixed_bytes + columns + 3 * plan.block_bytes +
                                       (is_kept ? plan.encoded_bytes : 0));
  // A search fetches about eight features at a time.
  constexpr std::size_t at_once = 8;
  const std::size_t k =
      request.k.is_chosen(false) ? K::default_number : request.k.number(size.columns, false);
  const std::size_t fetches = (std::min<std::size_t>(k, size.columns) + at_once - 1) / at_once;
  plan.table_passes = 2;  // summary and moments or cuts
  plan.encoded_passes = 1 + fetches;
  const std::uint64_t table_bytes = size.cache_bytes > 0 ? size.cache_bytes : size.file_bytes;
  const std::size_t table_readings =
      plan.table_passes + (plan.kept == Kept::none ? plan.encoded_passes : 1);
  plan.bytes_read = table_bytes * table_readings + (size.cache_bytes > 0 ? size.file_bytes : 0) +
                    (plan.kept == Kept::file ? plan.encoded_bytes * plan.encoded_passes : 0);
}

std::string table_words(const FilePlan& plan) {
  return fmt::format("a table of {} and {} takes {} MiB in memory, and the limit is {} MiB",
                     counted(plan.size->rows, "row"), counted(plan.size->columns, "column"),
                     mebibytes(plan.memory_need), plan.limit >> 20U);
}

std::string limit_option(std::uint64_t bytes) {
  return option("memory", fmt::format("{}M", mebibytes(bytes)));
}

}  // namespace

FilePlan plan_file(const std::string& path, const Roles& roles, const ReadOptions& options,
                   const Request& request, const Context& context) {
  FilePlan plan{.size = table_size(path, roles, options, context), .limit = context.memory_limit()};
  if (!plan.size) return plan;
  plan.obstacle = obstacle_of(roles, request);
  plan.memory_need = memory_need(*plan.size, takes_numbers(request));
  plan_passes(plan, request, context);
  if (plan.memory_need <= plan.limit) return plan;
  if (plan.obstacle) {
    // It may be smaller than it seems.
    if (plan.size->is_estimate || plan.size->table_bytes <= plan.limit) return plan;
    throw Error(ErrorKind::resources,
                fmt::format("{}: {}; raise it ({}), or read it in blocks of rows: {}", path,
                            table_words(plan), limit_option(plan.memory_need + fixed_bytes),
                            plan.obstacle->marked()));
  }
  if (plan.smallest_limit > plan.limit) {
    throw Error(ErrorKind::resources,
                fmt::format("{}: {}; in blocks of rows it takes {} MiB: raise the limit ({}), or "
                            "select from fewer features ({})",
                            path, table_words(plan), mebibytes(plan.smallest_limit),
                            limit_option(plan.smallest_limit), option("drop")));
  }
  plan.is_chunked = true;
  return plan;
}

}  // namespace pith
