// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace pith {

enum class DatabaseSystem { duckdb, sqlite, postgresql };

/// Where a database is: `duckdb:FILE`, `sqlite:FILE`, `postgresql://USER:PASSWORD@HOST/NAME`.
struct DatabaseAddress {
  DatabaseSystem system = DatabaseSystem::duckdb;
  std::string place = {};  ///< the file, or the whole address of a server with its password
  std::string shown = {};  ///< as the user named it, without the password
  std::vector<std::string> secrets = {};  ///< the password in all its spellings

  /// A DuckDB database may be in memory only.
  bool is_file() const {
    const bool is_in_memory = system == DatabaseSystem::duckdb && place == ":memory:";
    return system != DatabaseSystem::postgresql && !is_in_memory;
  }
  /// The file by its whole path, which cannot be taken for the address of a server or a service.
  std::string absolute_place() const;
  /// A text of a driver with asterisks in the place of every secret.
  std::string without_secrets(std::string text) const;
};

/// Nothing if this names a file.
std::optional<DatabaseAddress> database_address(const std::string& source);

/// Whether this means a PostgreSQL server in the spelling of another program:
/// `postgresql+psycopg2://...`, `POSTGRESQL://...`.
bool is_misspelt_server(const std::string& source);

/// The source as messages and results have it: without the password of a database.
std::string shown_source(const std::string& source);

}  // namespace pith
