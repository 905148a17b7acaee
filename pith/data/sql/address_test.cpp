// SPDX-License-Identifier: Apache-2.0
#include "pith/data/sql/address.h"

#include <gtest/gtest.h>

namespace pith {
namespace {

DatabaseAddress address(const std::string& source) {
  return database_address(source).value();
}

TEST(DatabaseAddress, is_told_from_a_file) {
  for (const char* file :
       {"wine.csv", "duckdb.csv", "a/duckdb:x", "postgres:x", "postgresql", "-", "", "C:\\duckdb:"})
    EXPECT_FALSE(database_address(file)) << file;
  EXPECT_EQ(address("duckdb:a/b c.db").place, "a/b c.db");
  EXPECT_EQ(address("duckdb:a.db").system, DatabaseSystem::duckdb);
  EXPECT_EQ(address("sqlite:/a.db").system, DatabaseSystem::sqlite);
  EXPECT_EQ(address("postgres://h/d").system, DatabaseSystem::postgresql);
  EXPECT_EQ(address("postgresql://h/d").place, "postgresql://h/d");
}

TEST(DatabaseAddress, shows_no_password) {
  const std::vector<std::pair<std::string, std::string>> cases = {
      {"postgresql://u:secret@h:5432/d", "postgresql://u:***@h:5432/d"},
      {"postgres://u:secret@h", "postgres://u:***@h"},
      {"postgresql://u@h/d", "postgresql://u@h/d"},
      {"postgresql://h:5432/d", "postgresql://h:5432/d"},
      {"postgresql://u:s@cret@h/d", "postgresql://u:***@h/d"},
      {"postgresql://u:se/cret@h/d", "postgresql://u:***@h/d"},
      {"postgresql://:secret@h/d", "postgresql://:***@h/d"},
      {"postgresql://u:@h/d", "postgresql://u:***@h/d"},
      {"postgresql://h/d?user=u&password=secret&sslmode=require",
       "postgresql://h/d?user=***&password=***&sslmode=***"},
      {"postgresql://h/d?PassWord=secret", "postgresql://h/d?PassWord=***"},
      {"postgresql://h/d?p%61ssword=secret", "postgresql://h/d?p%61ssword=***"},
      {"postgresql://h/d?sslpassword=secret@x", "postgresql://h/d?sslpassword=***"},
      {"postgresql://h/d?passwd=secret", "postgresql://h/d?passwd=***"},
  };
  for (const auto& [source, shown] : cases) {
    EXPECT_EQ(address(source).shown, shown) << source;
  }
  EXPECT_EQ(address("postgresql://u:secret?x@h/d").shown.find("secret"), std::string::npos);
}

TEST(DatabaseAddress, hides_every_spelling_of_a_password) {
  const DatabaseAddress server = address("postgresql://u:p%40ss@h/d?password=two");
  EXPECT_EQ(server.without_secrets("got p@ss, p%40ss and two; two"), "got ***, *** and ***; ***");
  EXPECT_EQ(address("postgresql://u@h/d").without_secrets("nothing"), "nothing");
}

TEST(DatabaseAddress, hides_pieces_of_a_password) {
  const DatabaseAddress slash = address("postgresql://u:pw/9word@host/d");
  EXPECT_EQ(slash.without_secrets("invalid integer value \"pw\" for \"port\"; 9word; power"),
            "invalid integer value *** for \"port\"; ***; power");
  const DatabaseAddress at = address("postgresql://u:long@ss@host/d");
  EXPECT_EQ(at.without_secrets("no host name \"ss@host\"; long"), "no host name ***host\"; ***");
  EXPECT_EQ(address("postgresql://h/d?passwd=two").without_secrets("two"), "***");
}

TEST(DatabaseAddress, knows_the_spellings_of_other_programs) {
  for (const char* source : {"POSTGRESQL://h/d", "postgresql+psycopg2://h/d", "Postgres://h"})
    EXPECT_TRUE(is_misspelt_server(source)) << source;
  for (const char* source : {"postgresql://h/d", "postgres://h", "mysql://h", "postgres.csv"})
    EXPECT_FALSE(is_misspelt_server(source)) << source;
  EXPECT_EQ(shown_source("mysql://u:secret@h"), "mysql://u:***@h");
}

TEST(DatabaseAddress, knows_databases_without_a_file) {
  EXPECT_TRUE(address("duckdb:a.db").is_file());
  EXPECT_TRUE(address("sqlite::memory:").is_file());
  EXPECT_FALSE(address("duckdb::memory:").is_file());
  EXPECT_FALSE(address("postgresql://h/d").is_file());
}

}  // namespace
}  // namespace pith
