// SPDX-License-Identifier: Apache-2.0
#include "pith/select/passes/file_plan.h"

#include <fmt/format.h>

#include <algorithm>

#include "pith/base/option.h"
#include "pith/data/blocks/file_blocks.h"
#include "pith/data/column_memory.h"
#include "pith/data/target_rules.h"
#include "pith/select/catalog.h"
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
/// The same once the rows are encoded as numbers.
constexpr std::uint64_t bytes_per_encoded_number = 1700;
/// Buffers of readers and files.
constexpr std::uint64_t fixed_bytes = std::uint64_t{8} << 20U;

std::size_t wanted_number(const Request& request, std::uint64_t columns) {
  const std::size_t k =
      request.k.is_chosen(false) ? K::default_number : request.k.number(columns, false);
  return std::min<std::size_t>(k, columns);
}

/// How many columns of covariances a Gaussian search computes in a pass. More, if it finds the
/// memory: up to half of what is left.
constexpr std::uint64_t columns_at_once = 8;

/// What the covariances of a Gaussian search take for each column, with three classes: the target
/// is not known yet.
std::uint64_t covariance_bytes(const Request& request, std::uint64_t columns,
                               std::uint64_t at_once) {
  if (request.method == "auto" || method(request.method).family != "gaussian information") return 0;
  constexpr std::uint64_t classes = 3;
  constexpr std::uint64_t exact_sum = 3 * sizeof(double);  // and its value
  const std::uint64_t k = wanted_number(request, columns);
  if (request.method.starts_with("gkl"))  // of each step, by class and of pairs of classes
    return sizeof(double) * (14 * (k + 2) + 90) + classes * exact_sum;
  return sizeof(double) * (classes + 1) * (2 * k + 2 * at_once + 6) + classes * at_once * exact_sum;
}

/// What is held while blocks are read.
std::uint64_t kept_bytes(const Request& request, std::uint64_t columns,
                         std::uint64_t at_once = columns_at_once) {
  const std::uint64_t covariances = covariance_bytes(request, columns, at_once);
  const std::uint64_t summary = bytes_per_summary + bytes_per_column;
  return columns * std::max(summary, covariances > 0 ? bytes_per_encoded_number + covariances : 0);
}

/// A block of rows as read, and encoded.
std::uint64_t working_bytes(std::uint64_t rows, std::uint64_t columns, std::uint64_t code_bytes) {
  return block_bytes_of(rows, columns) + rows * columns * code_bytes;
}

/// Less memory than this many rows take is possible, but takes many times as long.
constexpr std::uint64_t few_rows = 8;

/// What the passes over blocks of so many rows take. A Gaussian search leaves them half of what it
/// does not need, and looks ahead with the rest; few rows do without that.
std::uint64_t passes_bytes(std::uint64_t rows, const Request& request, std::uint64_t columns,
                           std::uint64_t code_bytes) {
  const std::uint64_t working = working_bytes(rows, columns, code_bytes);
  const std::uint64_t planned = kept_bytes(request, columns) + working;
  Request search = request;
  if (request.method == "auto") search.method = "gc-mi";  // where all features are numbers
  const bool leaves_half = rows > few_rows && covariance_bytes(search, columns, 1) > 0;
  return leaves_half ? std::max(planned, kept_bytes(search, columns, 1) + 2 * working) : planned;
}

std::optional<Error> obstacle_of(const Roles& roles, const Request& request) {
  try {
    if (!roles.weights.empty()) select_internal::reject_pass_weights();
    const std::size_t targets = (roles.target.empty() ? 0 : 1) + roles.more_targets.size();
    if (targets > 1) select_internal::reject_pass_targets(targets);
    if (roles.task == TaskKind::regress && roles.target_bins.empty())
      reject_numeric_by_passes(roles.target);
    if (request.method != "auto") check_by_passes(request);
    return std::nullopt;
  } catch (const Error& error) {
    return error;
  }
}

void plan_passes(FilePlan& plan, const Request& request, const Context& context) {
  const TableSize& size = *plan.size;
  const bool has_numbers = takes_numbers(request);
  const std::uint64_t code_bytes = has_numbers ? sizeof(std::int64_t) : 1;
  const std::uint64_t columns = kept_bytes(request, size.columns);
  plan.block_rows = std::min<std::uint64_t>(block_rows_within(context, size.columns), size.rows);
  const std::uint64_t summarised =
      size.columns * (bytes_per_summary + bytes_per_column) + 3 * block_bytes_of(1, size.columns);
  plan.smallest_limit =
      fixed_bytes + std::max(summarised, passes_bytes(few_rows, request, size.columns, code_bytes));
  while (plan.block_rows > 1 && plan.limit >= plan.smallest_limit &&
         fixed_bytes + passes_bytes(plan.block_rows, request, size.columns, code_bytes) >
             plan.limit)
    plan.block_rows -= (plan.block_rows + 7) / 8;
  plan.block_bytes = block_bytes_of(plan.block_rows, size.columns);
  plan.encoded_bytes = size.rows * size.columns * code_bytes;
  plan.kept = kept_within(plan.encoded_bytes, has_numbers, context);
  const bool is_kept = plan.kept == Kept::memory;
  plan.peak = std::min(plan.limit, fixed_bytes + columns + 3 * plan.block_bytes +
                                       (is_kept ? plan.encoded_bytes : 0));
  // A search fetches about eight features at a time.
  constexpr std::size_t at_once = 8;
  const std::size_t fetches = (wanted_number(request, size.columns) + at_once - 1) / at_once;
  plan.table_passes = 2;  // summary and moments or cuts
  plan.encoded_passes = 1 + fetches;
  const std::uint64_t table_bytes = size.cache_bytes > 0 ? size.cache_bytes : size.file_bytes;
  const std::size_t table_readings =
      plan.table_passes + (plan.kept == Kept::none ? plan.encoded_passes : 1);
  plan.bytes_read = table_bytes * table_readings + (size.cache_bytes > 0 ? size.file_bytes : 0) +
                    (plan.kept == Kept::file ? plan.encoded_bytes * plan.encoded_passes : 0);
}

std::string table_words(const FilePlan& plan) {
  return fmt::format("a table of {}{} and {} takes {} MiB in memory, and the limit is {} MiB",
                     plan.size->is_estimate ? "about " : "", counted(plan.size->rows, "row"),
                     counted(plan.size->columns, "column"), mebibytes(plan.memory_need),
                     plan.limit >> 20U);
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
    // A table of very many columns takes less in memory, with what a method makes of it.
    const std::uint64_t sufficient = std::min(plan.smallest_limit, 2 * plan.memory_need);
    throw Error(ErrorKind::resources,
                fmt::format("{}: {}; in blocks of rows it takes {} MiB: raise the limit ({}), or "
                            "select from fewer features ({})",
                            path, table_words(plan), mebibytes(plan.smallest_limit),
                            limit_option(sufficient), option("drop")));
  }
  plan.is_chunked = true;
  return plan;
}

}  // namespace pith
