// SPDX-License-Identifier: Apache-2.0
#include "pith/data/sql/duckdb.h"

#include <gtest/gtest.h>

#include <filesystem>

#include "pith/base/error.h"
#include "pith/data/sql/database.h"
#include "pith/data/sql/driver.h"
#include "tests/support/sanitizers.h"

namespace pith {
namespace {

namespace fs = std::filesystem;

/// A database with one table, by the driver of 'scripts/setup --sql'.
class RealDuckDB : public testing::Test {
 protected:
  void SetUp() override {
    if (has_shadow_memory()) GTEST_SKIP() << "sanitizers do not follow DuckDB";
    try {
      driver_ = load_driver(DatabaseSystem::duckdb, own_driver_folders(DatabaseSystem::duckdb));
    } catch (const Error& error) {
      GTEST_SKIP() << error.what();
    }
    fs::remove_all(folder_);
    fs::create_directories(folder_);
    Session made(driver_, address_, {{"path", address_.place}});
    made.run("CREATE TABLE t AS SELECT 1 AS a");
  }
  void TearDown() override { fs::remove_all(folder_); }

  std::string path(const std::string& name) const { return (folder_ / name).string(); }

  fs::path folder_ = fs::path(testing::TempDir()) / "pith-duckdb";
  DatabaseAddress address_ = database_address("duckdb:" + (folder_ / "t.duckdb").string()).value();
  AdbcDriver driver_ = {};
};

TEST_F(RealDuckDB, does_nothing_but_read) {
  const Context context;
  const OpenDuckDB open = open_duckdb(driver_, address_, false, context);
  open.session->run("SELECT * FROM t");
  for (const std::string& statement : {"COPY t TO '" + path("x.csv") + "'",
                                       std::string("COPY t FROM '/etc/passwd'"),
                                       std::string("SELECT * FROM read_text('/etc/passwd')"),
                                       std::string("SELECT * FROM read_csv('/etc/passwd')"),
                                       std::string("INSTALL sqlite"),
                                       std::string("LOAD sqlite"),
                                       "LOAD '" + path("x") + "'",
                                       "ATTACH '" + path("x.duckdb") + "'",
                                       "EXPORT DATABASE '" + path("x") + "'",
                                       std::string("DROP TABLE t"),
                                       std::string("CREATE TABLE u (a INTEGER)"),
                                       std::string("INSERT INTO t VALUES (2)"),
                                       std::string("UPDATE t SET a = 3"),
                                       std::string("SET enable_external_access = true"),
                                       std::string("SET lock_configuration = false"),
                                       std::string("RESET lock_configuration"),
                                       std::string("SET threads = 3"),
                                       std::string("SET temp_directory = '/tmp'"),
                                       std::string("PRAGMA enable_profiling"),
                                       "SET profiling_output = '" + path("x.json") + "'"})
    EXPECT_THROW(open.session->run(statement), Error) << statement;
  std::size_t files = 0;
  for ([[maybe_unused]] const auto& each : fs::directory_iterator(folder_))
    ++files;
  EXPECT_EQ(files, 1U);
}

TEST_F(RealDuckDB, gives_large_integers_exactly_or_not_at_all) {
  const auto rejection = [&](const std::string& query) {
    try {
      ask_database(driver_, address_, {.query = query}, {});
    } catch (const Error& error) {
      return std::string(error.what());
    }
    return std::string();
  };
  EXPECT_EQ(rejection("SELECT (2::HUGEINT << 100) AS h, -2.5 AS d, 2::UHUGEINT AS u"), "");
  EXPECT_NE(rejection("SELECT (2::HUGEINT << 100) + 1 AS h").find("column 'h', row 0"),
            std::string::npos);
  EXPECT_NE(rejection("SELECT -1 AS a, UHUGEINT '340282366920938463463374607431768211455' AS u;")
                .find("column 'u' holds integers (UHUGEINT)"),
            std::string::npos);
}

TEST_F(RealDuckDB, reads_and_writes_other_files_if_that_is_allowed) {
  const Context context;
  const OpenDuckDB open = open_duckdb(driver_, address_, true, context);
  open.session->run("COPY t TO '" + path("x.csv") + "'");
  open.session->run("SELECT * FROM read_csv('" + path("x.csv") + "')");
  EXPECT_THROW(open.session->run("DROP TABLE t"), Error);
}

}  // namespace
}  // namespace pith
