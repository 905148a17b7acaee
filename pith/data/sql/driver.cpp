// SPDX-License-Identifier: Apache-2.0
#include "pith/data/sql/driver.h"

#include <dlfcn.h>
#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <optional>
#include <string_view>
#include <utility>

#include "pith/base/error.h"
#include "pith/base/shared_library.h"
#include "pith/data/arrow/stream.h"

namespace pith {
namespace {

namespace fs = std::filesystem;

/// What is known about the driver of a system.
struct DriverFacts {
  std::string_view name;     ///< of the system
  std::string_view file;     ///< of the library
  std::string_view word;     ///< in the name of every library that holds it
  std::string_view package;  ///< for Python; empty: there is none that can be loaded
};

const DriverFacts& facts_of(DatabaseSystem system) {
  static constexpr DriverFacts duckdb{"DuckDB", "libduckdb.so", "duckdb", ""};
  static constexpr DriverFacts sqlite{"SQLite", "libadbc_driver_sqlite.so", "sqlite",
                                      "adbc-driver-sqlite"};
  static constexpr DriverFacts postgresql{"PostgreSQL", "libadbc_driver_postgresql.so",
                                          "postgresql", "adbc-driver-postgresql"};
  return system == DatabaseSystem::duckdb   ? duckdb
         : system == DatabaseSystem::sqlite ? sqlite
                                            : postgresql;
}

/// The name of a Python package as a folder has it.
std::string folder_of(std::string_view package) {
  std::string name(package);
  std::replace(name.begin(), name.end(), '-', '_');
  return name;
}

bool is_file(const fs::path& path) {
  std::error_code error;
  return fs::is_regular_file(path, error);
}

/// The folder of the program or library that this code is in.
fs::path own_folder() {
  Dl_info info = {};
  static const char anchor = 0;
  if (dladdr(&anchor, &info) == 0 || info.dli_fname == nullptr) return {};
  std::error_code error;
  // The loader knows a program by the name it was started by, which may have no folder.
  const fs::path name = info.dli_fname;
  const fs::path file = fs::canonical(name.has_parent_path() ? name : "/proc/self/exe", error);
  return error ? fs::path{} : file.parent_path();
}

std::vector<fs::path> listed_paths() {
  std::vector<fs::path> paths;
  const char* const given = std::getenv("ADBC_DRIVER_PATH");  // NOLINT(concurrency-mt-unsafe)
  std::string_view rest = given == nullptr ? "" : given;
  while (!rest.empty()) {
    const std::size_t size = std::min(rest.find(':'), rest.size());
    if (size > 0) paths.emplace_back(rest.substr(0, size));
    rest.remove_prefix(std::min(size + 1, rest.size()));
  }
  return paths;
}

/// The driver in a folder, or the file itself if it is one of this system.
std::optional<fs::path> driver_in(const fs::path& path, const DriverFacts& facts) {
  if (is_file(path)) {
    const bool is_named = path.filename().string().find(facts.word) != std::string::npos;
    return is_named ? std::optional(path) : std::nullopt;
  }
  const fs::path file = path / facts.file;
  return is_file(file) ? std::optional(file) : std::nullopt;
}

std::string remedy(const DriverFacts& facts) {
  const std::string package =
      facts.package.empty()
          ? "point ADBC_DRIVER_PATH to the folder of DuckDB's " + std::string(facts.file)
          : fmt::format(
                "run 'pip install {}' and point ADBC_DRIVER_PATH to the folder of that package, "
                "which has {}",
                facts.package, facts.file);
  return fmt::format("run 'scripts/setup sql' in the source of pith, or {}", package);
}

/// Whether it has the functions that are called always.
bool is_complete(const AdbcDriver& driver) {
  return driver.DatabaseNew != nullptr && driver.DatabaseSetOption != nullptr &&
         driver.DatabaseInit != nullptr && driver.DatabaseRelease != nullptr &&
         driver.ConnectionNew != nullptr && driver.ConnectionInit != nullptr &&
         driver.ConnectionRelease != nullptr && driver.StatementNew != nullptr &&
         driver.StatementSetOption != nullptr && driver.StatementSetSqlQuery != nullptr &&
         driver.StatementExecuteQuery != nullptr && driver.StatementRelease != nullptr;
}

fs::path find_driver(const DriverFacts& facts, const std::vector<fs::path>& folders) {
  const std::vector<fs::path> listed = listed_paths();
  for (const std::vector<fs::path>& paths : {listed, folders}) {
    for (const fs::path& path : paths) {
      if (const auto found = driver_in(path, facts)) return fs::absolute(*found);
    }
  }
  std::string where;
  if (!listed.empty())
    where = fmt::format(" in ADBC_DRIVER_PATH ({}{})", listed.front().string(),
                        listed.size() > 1 ? ", ..." : "");
  throw Error(ErrorKind::io, fmt::format("there is no driver for {} databases{}; {}", facts.name,
                                         where, remedy(facts)));
}

}  // namespace

std::vector<fs::path> own_driver_folders(DatabaseSystem system) {
  const fs::path folder = own_folder();
  if (folder.empty()) return {};
  const fs::path above = folder.parent_path();
  std::vector<fs::path> folders = {folder / "adbc", above / "lib" / "pith" / "adbc"};
  for (const fs::path& tree : {folder, above}) {
    if (is_file(tree / "CMakeCache.txt")) folders.push_back(tree.parent_path() / "adbc");
  }
  const std::string_view package = facts_of(system).package;
  if (!package.empty()) folders.push_back(above / folder_of(package));
  return folders;
}

AdbcDriver load_driver(DatabaseSystem system, const std::vector<fs::path>& folders) {
  const DriverFacts& facts = facts_of(system);
  const fs::path file = find_driver(facts, folders);
  const SharedLibrary library(file.string(), remedy(facts));
  AdbcDriverInit* init = library.find_function<AdbcDriverInit>("duckdb_adbc_init");
  if (init == nullptr) init = library.function<AdbcDriverInit>("AdbcDriverInit");
  AdbcDriver driver = {};
  AdbcError error = {};
  AdbcStatus status = init(adbc_version_1_1, &driver, &error);
  if (status == adbc_not_implemented) {
    if (error.release != nullptr) error.release(&error);
    driver = {};
    error = {};
    status = init(adbc_version_1_0, &driver, &error);
  }
  const std::string reason =
      error.message == nullptr ? "no reason is given" : one_line(error.message);
  if (error.release != nullptr) error.release(&error);
  if (status == adbc_ok && is_complete(driver)) return driver;
  throw Error(ErrorKind::io,
              fmt::format("the driver {} does not work: {}; {}", file.string(),
                          status == adbc_ok ? "it lacks functions" : reason, remedy(facts)));
}

}  // namespace pith
