// SPDX-License-Identifier: Apache-2.0
#include "pith/data/column_memory.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "pith/base/text.h"

namespace pith {
namespace {

constexpr std::string_view remedy = "use a smaller table";

}  // namespace

std::uint64_t long_name_bytes(std::span<const std::string> names) {
  constexpr std::size_t longest_inside = 15;
  constexpr std::uint64_t heap = 16;
  std::uint64_t bytes = 0;
  for (const std::string& name : names)
    bytes += name.size() <= longest_inside ? 0 : name.size() + 1 + heap;
  return bytes;
}

std::uint64_t code_bytes(std::size_t rows, std::size_t levels) {
  return std::uint64_t{rows} * (levels <= 0x100 ? 1 : levels <= 0x10000 ? 2 : 4);
}

std::uint64_t likely_selection_bytes(std::uint64_t rows, std::uint64_t columns) {
  constexpr std::uint64_t per_column = 1280;
  constexpr std::uint64_t per_value = 2;
  std::uint64_t each = 0;
  std::uint64_t all = 0;
  const bool fits = !__builtin_mul_overflow(rows, per_value, &each) &&
                    !__builtin_add_overflow(each, per_column, &each) &&
                    !__builtin_mul_overflow(each, columns, &all);
  return fits ? all : ~std::uint64_t{0};
}

std::uint64_t likely_search_bytes(std::uint64_t rows, std::uint64_t features) {
  constexpr std::uint64_t per_row = 40;
  constexpr std::uint64_t per_feature = 256;
  return per_row * rows + per_feature * features;
}

Column reserved(const Column& column, const std::string& what, const Context& context) {
  return column.holding(std::make_shared<const Reservation>(
      context.reserve(column.bytes() + bytes_per_made_column, what, remedy)));
}

TakingBytes taking_bytes(const Column& column, std::size_t rows) {
  const std::uint64_t mask = column.has_missing() ? rows / 4 : 0;
  if (column.is_codes()) {
    const std::uint64_t codes = code_bytes(column.rows(), column.levels());
    const std::uint64_t levels = column.bytes() - std::min(column.bytes(), codes);
    return {.result = code_bytes(rows, column.levels()) + levels + mask + bytes_per_made_column,
            .making = rows * sizeof(std::uint32_t)};
  }
  return {.result = rows * sizeof(double) + mask + bytes_per_made_column,
          .making = column.layout() == nullptr ? 0 : column.rows() * sizeof(double)};
}

Column take_reserved(const Column& column, std::span<const std::size_t> rows,
                     const Context& context) {
  const TakingBytes bytes = taking_bytes(column, rows.size());
  Reservation held = context.reserve(bytes.result + bytes.making, "the rows of a column", remedy);
  const Column taken = column.take(rows);
  held.shrink(bytes.result);
  return taken.holding(std::make_shared<const Reservation>(std::move(held)));
}

Table take_reserved(const Table& table, std::span<const std::size_t> rows, const Context& context) {
  TakingBytes all;
  for (const Column& column : table.parts().features) {
    const TakingBytes one = taking_bytes(column, rows.size());
    all.result += one.result;
    all.making = std::max(all.making, one.making);
  }
  // The target and the weights are small beside them.
  all.making += (rows.size() + table.rows()) * sizeof(double);
  auto held = std::make_shared<Reservation>(
      context.reserve(all.result + all.making,
                      fmt::format("a table of {} and {}", counted(rows.size(), "row"),
                                  counted(table.features(), "feature")),
                      remedy));
  const Table taken = table.take(rows);
  std::vector<Column> columns = taken.parts().features;
  for (Column& column : columns)
    column = column.holding(held);
  held->shrink(all.result);
  return taken.with_features(std::move(columns));
}

Workers workers_within(const Context& context, std::size_t tasks, std::uint64_t bytes,
                       const std::string& what) {
  std::uint64_t count = std::clamp<std::uint64_t>(tasks, 1, context.thread_count());
  const std::uint64_t available = context.memory_available();
  if (bytes > 0) count = std::clamp<std::uint64_t>(available / bytes, 1, count);
  Workers workers{
      .context = context,
      .held = tasks == 0 ? Reservation() : context.reserve(count * bytes, what, remedy)};
  workers.context.threads = static_cast<unsigned>(count);
  return workers;
}

}  // namespace pith
