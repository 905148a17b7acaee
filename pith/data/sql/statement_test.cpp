// SPDX-License-Identifier: Apache-2.0
#include "pith/data/sql/statement.h"

#include <gtest/gtest.h>

#include "pith/base/error.h"

namespace pith {
namespace {

constexpr DatabaseSystem systems[] = {DatabaseSystem::duckdb, DatabaseSystem::sqlite,
                                      DatabaseSystem::postgresql};

std::string rejection(const std::string& query, DatabaseSystem system) {
  try {
    check_statement(query, system);
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::bad_argument);
    return error.what();
  }
  return "";
}

TEST(Statement, takes_one_question) {
  for (const char* query :
       {"SELECT 1", "select a from t;", " \n\t-- it; is\nSELECT 1 ; -- the end; really\n ;",
        "/* a; b */ WITH x AS (SELECT 1) SELECT * FROM x", "VALUES (1)", "(SELECT 1)", "TABLE t",
        "SELECT ';' || 'it''s; fine', \"a;b\" FROM t", "SELECT 1 -- ; DROP",
        "SELECT a/b*c FROM t /* open"}) {
    for (const DatabaseSystem system : systems)
      EXPECT_EQ(rejection(query, system), "") << query;
  }
}

TEST(Statement, knows_the_quotes_of_each_system) {
  EXPECT_EQ(rejection("SELECT `a;b`, [c;d] FROM t", DatabaseSystem::sqlite), "");
  EXPECT_NE(rejection("SELECT a[1;b", DatabaseSystem::duckdb), "");
  EXPECT_EQ(rejection("SELECT $$a;b$$, $x$ c; $$ d; $x$, $1", DatabaseSystem::postgresql), "");
  EXPECT_EQ(rejection("SELECT E'it\\'s; fine', e'\\\\'", DatabaseSystem::duckdb), "");
  EXPECT_NE(rejection("SELECT 'a\\'; DROP TABLE t", DatabaseSystem::duckdb), "");
  EXPECT_EQ(rejection("SELECT 1 /* a /* b */ ; c */", DatabaseSystem::postgresql), "");
  EXPECT_NE(rejection("SELECT 1 /* a /* b */ ; c */", DatabaseSystem::sqlite), "");
}

TEST(Statement, rejects_what_is_no_question) {
  for (const char* word :
       {"DROP TABLE t", "CREATE TABLE t (a)", "INSERT INTO t VALUES (1)", "COPY t TO 'x'",
        "INSTALL httpfs", "LOAD httpfs", "ATTACH 'x'", "PRAGMA x", "SET x = 1", "VACUUM INTO 'x'",
        "EXPLAIN SELECT 1", "CALL f()", "'SELECT'", "/* SELECT */ DELETE FROM t",
        "EXPORT DATABASE 'x'", "SELECTED"}) {
    for (const DatabaseSystem system : systems)
      EXPECT_NE(rejection(word, system).find("only read"), std::string::npos) << word;
  }
  EXPECT_EQ(rejection("drop table t", DatabaseSystem::sqlite),
            "query begins with 'drop', but databases are only read; pass a SELECT statement");
  for (const char* empty : {"", "  ", "-- nothing", "/* */"})
    EXPECT_NE(rejection(empty, DatabaseSystem::duckdb).find("is empty"), std::string::npos)
        << empty;
  EXPECT_NE(rejection(std::string("SELECT 1\0; DROP", 15), DatabaseSystem::duckdb), "");
}

TEST(Statement, rejects_several) {
  for (const char* query :
       {"SELECT 1; SELECT 2", "SELECT ';'; DROP TABLE t", "SELECT 1;;-- x\n SELECT 2"}) {
    for (const DatabaseSystem system : systems)
      EXPECT_NE(rejection(query, system).find("several statements"), std::string::npos) << query;
  }
}

TEST(Statement, stands_in_parentheses_without_its_semicolon) {
  EXPECT_EQ(without_semicolon("SELECT ';' FROM t ; -- x", DatabaseSystem::sqlite),
            "SELECT ';' FROM t ");
  EXPECT_EQ(without_semicolon("SELECT 1", DatabaseSystem::sqlite), "SELECT 1");
}

}  // namespace
}  // namespace pith
