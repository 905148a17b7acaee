// SPDX-License-Identifier: Apache-2.0
#include "cli/report_memory.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <string_view>
#include <vector>

#include "pith/base/context.h"

namespace pith::cli {
namespace {

constexpr std::uint64_t base_bytes = std::uint64_t{8} << 20U;  // results, and the page itself

/// `21` of `21M`; 0 for anything else.
std::uint64_t mebibytes_of(std::string_view limit) {
  std::uint64_t number = 0;
  const auto [end, error] = std::from_chars(limit.data(), limit.data() + limit.size(), number);
  return error == std::errc() && std::string_view(end, 1) == "M" ? number : 0;
}

}  // namespace

std::uint64_t report_bytes(const Table& table) {
  constexpr std::uint64_t copies = 4;  // the table, the rows of a split, their bins, encoded rows
  constexpr std::uint64_t of_feature = 4096;
  constexpr std::uint64_t of_row = 512;  // splits, distances to neighbours
  const std::uint64_t values = std::uint64_t{table.rows()} * table.features();
  return base_bytes + copies * sizeof(double) * values + of_feature * table.features() +
         of_row * table.rows();
}

std::uint64_t report_bytes_of_file(const std::string& path) {
  constexpr std::uint64_t of_byte = 10;  // a value of a text takes about four bytes
  constexpr std::uint64_t of_compressed_byte = 40;
  std::error_code error;
  const std::uint64_t size = std::filesystem::file_size(path, error);
  if (error) return 0;
  const bool is_compressed = path.ends_with(".gz") || path.ends_with(".zst") ||
                             path.ends_with(".parquet") || path.ends_with(".pq");
  return base_bytes + size * (is_compressed ? of_compressed_byte : of_byte);
}

Error with_sufficient_limit(const Error& refusal, std::uint64_t bytes) {
  const auto raise = [&](const Mention& mention) {
    if (mention.is_command) return pith::command(mention.name);
    if (mention.values.empty()) return option(mention.name);
    std::vector<std::string> values(mention.values.begin(), mention.values.end());
    if (mention.name == "memory" && mebibytes_of(values.front()) > 0)
      values = {fmt::format("{}M", std::max(mebibytes_of(values.front()), mebibytes(bytes)))};
    return option(mention.name, values);
  };
  return {refusal.kind(), refusal.message(raise), refusal.cause()};
}

}  // namespace pith::cli
