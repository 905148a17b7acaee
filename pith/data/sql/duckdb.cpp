// SPDX-License-Identifier: Apache-2.0
#include "pith/data/sql/duckdb.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <string>

namespace pith {
namespace {

DriverOptions duckdb_options(const DatabaseAddress& address, bool allows_external,
                             std::uint64_t memory, const Context& context) {
  DriverOptions options = {{"path", address.is_file() ? address.absolute_place() : ":memory:"},
                           {"threads", std::to_string(context.thread_count())},
                           {"memory_limit", fmt::format("{}B", memory)},
                           {"temp_directory", ""}};
  if (address.is_file()) options.emplace_back("access_mode", "READ_ONLY");
  if (allows_external) return options;
  for (const char* name : {"enable_external_access", "autoload_known_extensions",
                           "autoinstall_known_extensions", "allow_persistent_secrets"})
    options.emplace_back(name, "false");
  return options;
}

}  // namespace

OpenDuckDB open_duckdb(const AdbcDriver& driver, const DatabaseAddress& address,
                       bool allows_external, const Context& context) {
  // With less, it does not always fail in an orderly way.
  constexpr std::uint64_t least_memory = std::uint64_t{48} << 20U;
  const std::uint64_t memory = std::max(context.memory_available() / 4, least_memory);
  OpenDuckDB open;
  open.held = context.reserve(memory, address.shown + ": running DuckDB");
  open.session = std::make_unique<Session>(
      driver, address, duckdb_options(address, allows_external, memory, context));
  if (!allows_external) open.session->run("SET lock_configuration = true");
  return open;
}

}  // namespace pith
