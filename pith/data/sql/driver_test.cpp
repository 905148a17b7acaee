// SPDX-License-Identifier: Apache-2.0
#include "pith/data/sql/driver.h"

#include <dlfcn.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <fstream>

#include "pith/base/error.h"

namespace pith {
namespace {

namespace fs = std::filesystem;

/// A folder of its own, and ADBC_DRIVER_PATH as long as the test runs.
class Drivers : public testing::Test {
 protected:
  Drivers() {
    if (const char* path = std::getenv("ADBC_DRIVER_PATH")) before_ = path;
    fs::remove_all(folder_);
    fs::create_directories(folder_);
  }
  ~Drivers() override {
    fs::remove_all(folder_);
    if (before_.empty()) {
      unsetenv("ADBC_DRIVER_PATH");
    } else {
      setenv("ADBC_DRIVER_PATH", before_.c_str(), 1);
    }
  }

  static std::string failure(const std::string& path, DatabaseSystem system) {
    setenv("ADBC_DRIVER_PATH", path.c_str(), 1);
    try {
      load_driver(system, {});
    } catch (const Error& error) {
      EXPECT_EQ(error.kind(), ErrorKind::io);
      return error.what();
    }
    return "";
  }

  /// A file that is found and is no driver.
  std::string write(const std::string& name) const {
    std::ofstream(folder_ / name) << "no library";
    return (folder_ / name).string();
  }

  static bool holds(const std::string& text, const std::string& words) {
    return text.find(words) != std::string::npos;
  }

  fs::path folder_ = fs::path(testing::TempDir()) / "pith-drivers";
  std::string before_;
};

TEST_F(Drivers, are_searched_in_folders_and_files) {
  const std::string file = write("libadbc_driver_sqlite.so");
  const std::string other = write("my_postgresql.so.1");
  const std::string folder = folder_.string();
  for (const std::string& path :
       {folder, "/nowhere:" + folder, "::" + folder, file, "/nowhere:" + file})
    EXPECT_TRUE(holds(failure(path, DatabaseSystem::sqlite), file)) << path;
  EXPECT_TRUE(holds(failure(other + ":" + file, DatabaseSystem::postgresql), other));
}

TEST_F(Drivers, may_lie_in_other_folders) {
  const std::string file = write("libduckdb.so");
  unsetenv("ADBC_DRIVER_PATH");
  try {
    load_driver(DatabaseSystem::duckdb, {"/nowhere", folder_});
    FAIL() << "is no driver";
  } catch (const Error& error) {
    EXPECT_TRUE(holds(error.what(), file)) << error.what();
  }
}

TEST_F(Drivers, of_a_build_lie_beside_its_tree) {
  const std::vector<fs::path> folders = own_driver_folders(DatabaseSystem::sqlite);
  const fs::path tree = fs::canonical("/proc/self/exe").parent_path();
  EXPECT_NE(std::find(folders.begin(), folders.end(), tree.parent_path() / "adbc"), folders.end());
  EXPECT_NE(std::find(folders.begin(), folders.end(), tree.parent_path() / "adbc_driver_sqlite"),
            folders.end());
}

TEST_F(Drivers, that_are_missing_come_with_a_remedy) {
  const std::string duckdb = failure("/nowhere", DatabaseSystem::duckdb);
  EXPECT_EQ(duckdb,
            "there is no driver for DuckDB databases in ADBC_DRIVER_PATH (/nowhere); run "
            "'scripts/setup sql' in the source of pith, or point ADBC_DRIVER_PATH to the folder of "
            "DuckDB's libduckdb.so");
  const std::string sqlite = failure("", DatabaseSystem::sqlite);
  EXPECT_EQ(
      sqlite,
      "there is no driver for SQLite databases; run 'scripts/setup sql' in the source of "
      "pith, or run 'pip install adbc-driver-sqlite' and point ADBC_DRIVER_PATH to the folder "
      "of that package, which has libadbc_driver_sqlite.so");
}

TEST_F(Drivers, that_are_no_drivers_are_named) {
  const std::string file = write("libduckdb.so");
  const std::string text = failure(file, DatabaseSystem::duckdb);
  EXPECT_TRUE(holds(text, file + " cannot be loaded")) << text;
  EXPECT_TRUE(holds(text, "scripts/setup sql")) << text;
  fs::remove(file);
  Dl_info zlib = {};
  void* const library = dlopen("libz.so.1", RTLD_NOW | RTLD_LOCAL);
  ASSERT_NE(library, nullptr);
  ASSERT_NE(dladdr(dlsym(library, "zlibVersion"), &zlib), 0);
  fs::copy_file(zlib.dli_fname, file);
  dlclose(library);
  const std::string other = failure(file, DatabaseSystem::duckdb);
  EXPECT_TRUE(holds(other, "has no function AdbcDriverInit")) << other;
}

}  // namespace
}  // namespace pith
