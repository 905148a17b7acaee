// SPDX-License-Identifier: Apache-2.0
#include "pith/data/sql/database.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <limits>
#include <stop_token>

#include "pith/base/error.h"
#include "tests/support/arrow_tables.h"

namespace pith {
namespace {

using namespace arrow_tables;

using Words = std::vector<std::string>;

/// A driver that writes down what it is asked, answers with a table and fails where it is told to.
struct FakeDriver {
  Source source = {};
  std::string failing = {};  ///< the call that fails
  std::string words = {};    ///< what it says then
  std::function<void()> on_execute = {};
  bool gives_stream = true;
  Words calls = {};
  int alive = 0;  ///< databases, connections and statements
};

FakeDriver* fake = nullptr;

AdbcStatus called(const std::string& call, AdbcError* error) {
  fake->calls.push_back(call);
  if (call.rfind(fake->failing, 0) != 0 || fake->failing.empty()) return adbc_ok;
  error->message = strdup(fake->words.c_str());
  error->release = [](AdbcError* self) {
    std::free(self->message);
    *self = {};
  };
  return 1;
}

template <class T>
AdbcStatus made(T* object, const char* call, AdbcError* error) {
  const AdbcStatus status = called(call, error);
  if (status != adbc_ok) return status;
  object->private_data = fake;
  ++fake->alive;
  return status;
}

template <class T>
AdbcStatus released(T* object, AdbcError* /*error*/) {
  object->private_data = nullptr;
  --fake->alive;
  return adbc_ok;
}

AdbcDriver table_of_functions() {
  AdbcDriver driver = {};
  driver.DatabaseNew = [](AdbcDatabase* self, AdbcError* error) {
    return made(self, "DatabaseNew", error);
  };
  driver.DatabaseSetOption = [](AdbcDatabase*, const char* name, const char* value,
                                AdbcError* error) {
    return called(std::string(name) + "=" + value, error);
  };
  driver.DatabaseInit = [](AdbcDatabase*, AdbcError* error) {
    return called("DatabaseInit", error);
  };
  driver.DatabaseRelease = released<AdbcDatabase>;
  driver.ConnectionNew = [](AdbcConnection* self, AdbcError* error) {
    return made(self, "ConnectionNew", error);
  };
  driver.ConnectionInit = [](AdbcConnection*, AdbcDatabase*, AdbcError* error) {
    return called("ConnectionInit", error);
  };
  driver.ConnectionRelease = released<AdbcConnection>;
  driver.StatementNew = [](AdbcConnection*, AdbcStatement* self, AdbcError* error) {
    return made(self, "StatementNew", error);
  };
  driver.StatementSetOption = [](AdbcStatement*, const char* name, const char* value,
                                 AdbcError* error) {
    return called(std::string(name) + "=" + value, error);
  };
  driver.StatementSetSqlQuery = [](AdbcStatement*, const char* query, AdbcError* error) {
    return called(query, error);
  };
  driver.StatementExecuteQuery = [](AdbcStatement*, ArrowArrayStream* stream, std::int64_t*,
                                    AdbcError* error) {
    const bool is_setting = fake->calls.back().rfind("SET", 0) == 0;
    const AdbcStatus status = called("StatementExecuteQuery", error);
    if (status != adbc_ok || is_setting) return status;
    if (fake->on_execute) fake->on_execute();
    if (fake->gives_stream) *stream = fake->source.stream();
    return status;
  };
  driver.StatementRelease = released<AdbcStatement>;
  driver.StatementCancel = [](AdbcStatement*, AdbcError* error) {
    return called("StatementCancel", error);
  };
  return driver;
}

class FakeDatabase : public testing::Test {
 protected:
  FakeDatabase() {
    fake = &driver_;
    driver_.source.chunks = {
        rows_of({numbers<std::int32_t>("i", {1, 2}).named("a"), texts({"x", "y"}).named("t")}),
        rows_of({numbers<std::int32_t>("i", {3}).named("a"), texts({"x"}).named("t")})};
  }
  ~FakeDatabase() override {
    EXPECT_EQ(driver_.alive, 0);
    EXPECT_TRUE(driver_.source.is_released());
    fake = nullptr;
  }

  static TypedColumns ask(const std::string& source, const Question& question,
                          const Context& context = {}) {
    return ask_database(table_of_functions(), database_address(source).value(), question, context);
  }

  static std::string failure(const std::string& source, ErrorKind kind,
                             const Context& context = {}) {
    try {
      ask(source, {.query = "SELECT 1"}, context);
    } catch (const Error& error) {
      EXPECT_EQ(error.kind(), kind) << error.what();
      return error.what();
    }
    ADD_FAILURE() << "was read";
    return "";
  }

  bool was_called(const std::string& call) const {
    return std::find(driver_.calls.begin(), driver_.calls.end(), call) != driver_.calls.end();
  }

  FakeDriver driver_;
};

const std::string server = "postgresql://me:secret@host/shop";

TEST_F(FakeDatabase, streams_chunks_into_columns) {
  const TypedColumns read = ask(server, {.query = "SELECT * FROM t", .wants_digest = true});
  ASSERT_EQ(read.columns.names, (Words{"a", "t"}));
  EXPECT_EQ(read.columns.columns[0].number(2), 3);
  EXPECT_EQ(read.columns.columns[1].level_names(), (Words{"x", "y"}));
  EXPECT_EQ(read.is_text, (std::vector<bool>{false, true}));
  EXPECT_EQ(read.columns.source, "postgresql://me:***@host/shop");
  EXPECT_EQ(read.columns.sha256, "");
  EXPECT_EQ(read.columns.notes, Words{"the table is the result of the query 'SELECT * FROM t'"});
  EXPECT_TRUE(was_called("uri=" + server));
  EXPECT_TRUE(was_called("SET default_transaction_read_only TO on"));
}

TEST_F(FakeDatabase, holds_one_chunk_at_a_time) {
  driver_.source.chunks.resize(1);
  driver_.source.chunks.resize(20, driver_.source.chunks.front());
  int most = 0;
  driver_.source.spoil_array = [&](ArrowArray&) {
    most = std::max(most, driver_.source.arrays.alive());
  };
  EXPECT_EQ(ask(server, {.query = "SELECT 1"}).columns.columns[0].rows(), 40U);
  EXPECT_EQ(most, 3);  // the struct and its two columns
}

TEST_F(FakeDatabase, locks_duckdb) {
  Context context;
  context.threads = 3;
  context.memory = std::uint64_t{256} << 20U;
  ask("duckdb::memory:", {.query = "SELECT 1"}, context);
  for (const char* option :
       {"path=:memory:", "threads=3", "memory_limit=67108864B",
        "temp_directory=", "enable_external_access=false", "autoload_known_extensions=false",
        "autoinstall_known_extensions=false", "allow_persistent_secrets=false",
        "SET lock_configuration = true"})
    EXPECT_TRUE(was_called(option)) << option;
  EXPECT_EQ(context.ledger->in_use(), 0U);
  driver_.calls.clear();
  ask("duckdb::memory:", {.query = "SELECT 1", .allows_external = true});
  EXPECT_FALSE(was_called("enable_external_access=false"));
  EXPECT_FALSE(was_called("SET lock_configuration = true"));
}

TEST_F(FakeDatabase, needs_memory_for_duckdb) {
  Context context;
  context.memory = std::uint64_t{20} << 20U;
  EXPECT_NE(failure("duckdb::memory:", ErrorKind::resources, context).find("running DuckDB"),
            std::string::npos);
}

TEST_F(FakeDatabase, is_not_opened_unless_its_file_exists) {
  const auto folder = std::filesystem::path(testing::TempDir());
  const std::string missing = (folder / "pith-no-database").string();
  EXPECT_NE(failure("duckdb:" + missing, ErrorKind::io).find("No such file"), std::string::npos);
  EXPECT_NE(failure("sqlite:" + missing, ErrorKind::io).find("No such file"), std::string::npos);
  for (const char* source : {"sqlite:", "sqlite:-", "sqlite:/", "duckdb:/dev/null"})
    EXPECT_NE(failure(source, ErrorKind::bad_argument).find("a database is a file"),
              std::string::npos);
  EXPECT_TRUE(driver_.calls.empty());
}

TEST_F(FakeDatabase, opens_files_for_reading_only) {
  const auto path = std::filesystem::path(testing::TempDir()) / "pith 100%?.db";
  std::ofstream(path) << "a database";
  const std::string escaped =
      (std::filesystem::path(testing::TempDir()) / "pith%20100%25%3F.db").string();
  const TypedColumns read =
      ask("sqlite:" + path.string(), {.query = "SELECT 1", .wants_digest = true});
  EXPECT_TRUE(was_called("uri=file:" + escaped + "?mode=ro")) << driver_.calls[1];
  EXPECT_EQ(read.columns.sha256,
            "e152d5ae22936201ab8402b3f72750be9e967a7de108fcf5c77a8dbc0e43e6ee");
  ask("duckdb:" + path.string(), {.query = "SELECT 1"});
  EXPECT_TRUE(was_called("path=" + path.string()));
  EXPECT_TRUE(was_called("access_mode=READ_ONLY"));
  std::filesystem::remove(path);
}

TEST_F(FakeDatabase, tells_sqlite_from_duckdb) {
  const auto path = std::filesystem::path(testing::TempDir()) / "pith-other.db";
  std::ofstream(path) << "SQLite format 3" << '\0' << "...";
  EXPECT_NE(failure("duckdb:" + path.string(), ErrorKind::bad_argument).find("name it sqlite:"),
            std::string::npos);
  std::ofstream(path) << "12345678DUCK";
  EXPECT_NE(failure("sqlite:" + path.string(), ErrorKind::bad_argument).find("name it duckdb:"),
            std::string::npos);
  std::filesystem::remove(path);
}

TEST_F(FakeDatabase, says_what_the_driver_says_without_the_password) {
  driver_.words = "no route to secret@host\n\nLINE 1: SELECT 1\n   ^";
  for (const char* call :
       {"DatabaseNew", "uri=", "DatabaseInit", "ConnectionNew", "ConnectionInit"}) {
    driver_.failing = call;
    EXPECT_EQ(failure(server, ErrorKind::io),
              "postgresql://me:***@host/shop: cannot open the database: no route to ***@host");
  }
  driver_.failing = "SET client";
  EXPECT_EQ(failure(server, ErrorKind::io),
            "postgresql://me:***@host/shop: 'SET client_encoding TO 'UTF8'' failed: no route to "
            "***@host");
  driver_.failing = "SELECT 1";
  EXPECT_EQ(failure(server, ErrorKind::bad_argument),
            "postgresql://me:***@host/shop: the query failed: no route to ***@host");
}

TEST_F(FakeDatabase, names_the_remedy_that_the_words_of_the_driver_tell) {
  driver_.failing = "SELECT 1";
  driver_.words = "Out of Memory Error: no room\n\nPossible solutions:\n* SET threads=X";
  EXPECT_EQ(failure(server, ErrorKind::resources),
            "postgresql://me:***@host/shop: the query failed: Out of Memory Error: no room; raise "
            "memory, or ask for less");
  driver_.words = "Permission Error: file system operations are disabled by configuration";
  EXPECT_NE(failure(server, ErrorKind::bad_argument).find("(allow_external)"), std::string::npos);
  driver_.words = "";
  EXPECT_NE(failure(server, ErrorKind::bad_argument).find("no reason (status 1)"),
            std::string::npos);
}

TEST_F(FakeDatabase, reports_failures_of_the_stream) {
  driver_.source.failure = "the connection to secret broke";
  driver_.source.next_code = EIO;
  EXPECT_EQ(failure(server, ErrorKind::bad_argument),
            "postgresql://me:***@host/shop: the query failed: the connection to *** broke");
  driver_.source.next_code = 0;
  driver_.source.schema_code = ENOMEM;
  driver_.source.failure = nullptr;
  EXPECT_NE(failure(server, ErrorKind::bad_argument).find("annot allocate"), std::string::npos);
}

TEST_F(FakeDatabase, needs_rows_and_types_that_can_be_read) {
  driver_.source.chunks = {rows_of({numbers<double>("g", {}).named("a")})};
  EXPECT_NE(failure(server, ErrorKind::bad_data).find("returns no rows"), std::string::npos);
  const Plain intervals = numbers<std::int64_t>("tiD", {1});
  driver_.source.chunks = {rows_of({intervals.named("a")})};
  EXPECT_EQ(
      failure(server, ErrorKind::bad_data),
      "column 'a' holds time intervals, which cannot be read; cast it in the query, or leave it "
      "out");
  driver_.gives_stream = false;
  EXPECT_NE(failure(server, ErrorKind::bad_argument).find("no result"), std::string::npos);
}

TEST_F(FakeDatabase, has_no_infinite_dates) {
  const auto rejection = [&](const Plain& dates) {
    driver_.source.chunks = {rows_of({dates.named("a")})};
    return failure(server, ErrorKind::bad_data);
  };
  const std::int32_t last = std::numeric_limits<std::int32_t>::max();
  const std::int64_t ticks = std::numeric_limits<std::int64_t>::max();
  EXPECT_EQ(rejection(numbers<std::int32_t>("tdD", {0, last})),
            "column 'a', row 1 (counted from 0): the date is infinite; replace it in the query, or "
            "leave out the row");
  for (const std::int64_t each : {ticks, -ticks}) {
    EXPECT_NE(rejection(numbers<std::int64_t>("tsu:", {each})), "");
    EXPECT_NE(rejection(numbers<std::int64_t>("tsn:", {each})), "");
  }
  driver_.source.chunks = {rows_of({numbers<std::int32_t>("tdD", {-2'440'588, 2'932'896})})};
  EXPECT_TRUE(ask(server, {.query = "SELECT 1"}).columns.columns[0].is_date());
}

TEST_F(FakeDatabase, is_cancelled_by_a_stop) {
  std::stop_source stop;
  Context context;
  context.stop = stop.get_token();
  driver_.on_execute = [&] { stop.request_stop(); };
  EXPECT_NE(failure(server, ErrorKind::cancelled, context), "");
  EXPECT_TRUE(was_called("StatementCancel"));
}

TEST_F(FakeDatabase, reads_columns_of_mixed_types_in_one_chunk) {
  const auto path = std::filesystem::path(testing::TempDir()) / "pith-mixed.db";
  std::ofstream(path) << "a database";
  int asked = 0;
  driver_.source.chunks.resize(1);
  driver_.source.failure = "[SQLite] Type mismatch in column 0: expected INT64 but got DOUBLE";
  driver_.on_execute = [&] { driver_.source.next_code = ++asked == 1 ? EIO : 0; };
  ask("sqlite:" + path.string(), {.query = "SELECT a, t FROM u;"});
  EXPECT_TRUE(was_called("adbc.sqlite.query.batch_rows=4096"));
  EXPECT_TRUE(was_called("SELECT count(*) FROM (SELECT a, t FROM u\n)"));
  EXPECT_TRUE(was_called("adbc.sqlite.query.batch_rows=2"));
  std::filesystem::remove(path);
}

TEST_F(FakeDatabase, allows_files_to_duckdb_only) {
  EXPECT_THROW(ask(server, {.query = "SELECT 1", .allows_external = true}), Error);
  EXPECT_THROW(ask(server, {.query = "DROP TABLE t"}), Error);
  EXPECT_TRUE(driver_.calls.empty());
}

TEST(Database, source_has_no_password) {
  EXPECT_EQ(shown_source("postgres://u:p@h/d"), "postgres://u:***@h/d");
  EXPECT_EQ(shown_source("wine.csv"), "wine.csv");
}

TEST(Database, source_has_a_file) {
  EXPECT_EQ(source_file("duckdb:a/b.db"), "a/b.db");
  EXPECT_EQ(source_file("wine.csv"), "wine.csv");
  EXPECT_EQ(source_file("postgres://h/d"), "postgres://h/d");
}

}  // namespace
}  // namespace pith
