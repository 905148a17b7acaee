// SPDX-License-Identifier: Apache-2.0
#include "pith/data/arrow/growing_columns.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "pith/base/error.h"
#include "pith/data/arrow/stream.h"
#include "pith/data/files/value_text.h"
#include "tests/support/arrow_tables.h"

namespace pith {
namespace {

using namespace arrow_tables;

std::vector<ArrowField> fields(const Plain& table) {
  Tally schemas;
  Held<ArrowSchema> schema;
  schema.value = exported<ArrowSchema>(table, schemas);
  std::vector<std::string> notes;
  return fields_of(schema.value, notes);
}

/// The chunks one by one; each is released before the next is made.
TypedColumns grown(const std::vector<Plain>& chunks, const Context& context = {}) {
  Tally arrays;
  GrowingColumns columns(fields(chunks.front()), context);
  for (const Plain& chunk : chunks) {
    Held<ArrowArray> array;
    array.value = exported<ArrowArray>(chunk, arrays);
    columns.add(array.value);
  }
  TypedColumns read = columns.finish();
  EXPECT_EQ(arrays.alive(), 0);
  return read;
}

std::vector<std::string> texts_of(const Column& column) {
  std::vector<std::string> all;
  for (std::size_t row = 0; row < column.rows(); ++row) {
    all.push_back(column.missing().test(row) ? "-"
                  : column.is_codes()        ? column.level(column.code(row))
                                             : number_text(column.number(row)));
  }
  return all;
}

using Words = std::vector<std::string>;

TEST(GrowingColumns, joins_chunks_of_every_kind) {
  const auto chunk = [](std::int64_t first) {
    const auto next = static_cast<std::int16_t>(first + 1);
    return rows_of(
        {numbers<std::int16_t>("s", {static_cast<std::int16_t>(first), next, 9})
             .with_valid({1, 1, 0}),
         numbers<double>("g", {0.5, std::nan(""), 2}), booleans({1, 0, 1}).with_valid({1, 1, 0}),
         numbers<std::int32_t>("tdD", {10, 11, 12}), nulls(3),
         texts({"b", "", "a"}).with_valid({1, 1, 0}),
         dictionary<std::int8_t>("c", {1, 0, 1}, texts({"lo", "hi"})).with_valid({1, 0, 1})});
  };
  const TypedColumns read = grown({chunk(1), chunk(3)});
  const std::vector<Column>& columns = read.columns.columns;
  ASSERT_EQ(columns.size(), 7U);
  EXPECT_EQ(columns[0].layout()->type, NumberType::int16);
  EXPECT_EQ(texts_of(columns[0]), (Words{"1", "2", "-", "3", "4", "-"}));
  EXPECT_EQ(texts_of(columns[1]), (Words{"0.5", "-", "2", "0.5", "-", "2"}));
  EXPECT_EQ(texts_of(columns[2]), (Words{"True", "False", "-", "True", "False", "-"}));
  EXPECT_TRUE(columns[3].is_date());
  EXPECT_EQ(texts_of(columns[3]), (Words{"10", "11", "12", "10", "11", "12"}));
  EXPECT_EQ(texts_of(columns[4]), (Words{"-", "-", "-", "-", "-", "-"}));
  EXPECT_EQ(texts_of(columns[5]), (Words{"b", "", "-", "b", "", "-"}));
  EXPECT_EQ(columns[5].level_names(), (Words{"", "b"}));
  EXPECT_EQ(texts_of(columns[6]), (Words{"hi", "-", "hi", "hi", "-", "hi"}));
  EXPECT_EQ(columns[6].level_names(), Words{"hi"});
  EXPECT_EQ(read.is_text, (std::vector<bool>{false, false, false, false, false, true, false}));
}

TEST(GrowingColumns, reads_the_dictionary_of_each_chunk) {
  // The second dictionary may well lie where the first one was.
  std::vector<Plain> chunks;
  Words expected;
  for (int i = 0; i < 50; ++i) {
    const std::string word = "w" + std::to_string(i);
    chunks.push_back(rows_of({dictionary<std::int32_t>("i", {0, 0}, texts({word}))}));
    expected.insert(expected.end(), 2, word);
  }
  EXPECT_EQ(texts_of(grown(chunks).columns.columns[0]), expected);
}

TEST(GrowingColumns, counts_slices) {
  const Plain table = rows_of({numbers<float>("f", {1, 2, 3, 4}).with_valid({1, 1, 0, 1}),
                               texts({"a", "b", "c", "d"}).with_valid({1, 1, 0, 1})});
  const Plain slice = table.sliced(1, 3);
  const TypedColumns read = grown({slice, slice});
  EXPECT_EQ(texts_of(read.columns.columns[0]), (Words{"2", "-", "4", "2", "-", "4"}));
  EXPECT_EQ(texts_of(read.columns.columns[1]), (Words{"b", "-", "d", "b", "-", "d"}));
}

TEST(GrowingColumns, rejects_rows_that_are_null_as_a_whole) {
  Plain table = rows_of({numbers<float>("f", {1, 2})});
  table.buffers[0] = bits_of({1, 0});
  table.null_count = 1;
  EXPECT_THROW(grown({table}), Error);
}

TEST(GrowingColumns, grows_over_many_chunks_within_the_ledger) {
  constexpr std::size_t rows = 1000;
  std::vector<std::int32_t> values(rows);
  for (std::size_t i = 0; i < rows; ++i)
    values[i] = static_cast<std::int32_t>(i);
  const std::vector<Plain> chunks(200, rows_of({numbers("i", values)}));
  const Context context;
  {
    const TypedColumns read = grown(chunks, context);
    const Column& column = read.columns.columns[0];
    ASSERT_EQ(column.rows(), 200 * rows);
    for (std::size_t i = 0; i < column.rows(); i += 777)
      ASSERT_EQ(column.number(i), static_cast<double>(i % rows));
    EXPECT_GE(context.ledger->in_use(), 200 * rows * sizeof(std::int32_t));
    EXPECT_LT(context.ledger->in_use(), 300 * rows * sizeof(std::int32_t));
  }
  EXPECT_EQ(context.ledger->in_use(), 0U);
}

TEST(GrowingColumns, ends_at_the_memory_limit) {
  const std::vector<Plain> chunks(
      200, rows_of({numbers<double>("g", std::vector<double>(1000)),
                    booleans(std::vector<int>(1000)), texts(Words(1000, "x"))}));
  Context context;
  context.memory = 1 << 20;
  try {
    grown(chunks, context);
    FAIL() << "was read";
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::resources);
  }
  EXPECT_EQ(context.ledger->in_use(), 0U);
}

/// Decimals of 64 bits with this scale.
Plain decimals(const std::vector<std::int64_t>& integers, int scale) {
  return numbers<std::int64_t>("d:18," + std::to_string(scale) + ",64", integers).named("x");
}

TEST(GrowingColumns, holds_integers_of_decimals_exactly) {
  constexpr std::int64_t limit = std::int64_t{1} << 53U;
  const Plain fine = rows_of({decimals({limit, limit + 2}, 0)});
  EXPECT_EQ(grown({fine}).columns.columns[0].number(1), 9007199254740994.0);
  // With a fraction, it is the nearest double.
  const Plain fraction = rows_of({decimals({limit + 1, 1}, 1)});
  EXPECT_EQ(grown({fraction}).columns.columns[0].number(0), 900719925474099.3);
  const Plain null = rows_of({decimals({limit + 1, 1}, 0).with_valid({0, 1})});
  EXPECT_TRUE(grown({null}).columns.columns[0].missing().test(0));
  try {
    grown({fine, null, rows_of({decimals({1, limit + 1}, 0)})});
    FAIL() << "was read";
  } catch (const Error& error) {
    EXPECT_EQ(std::string(error.what()).find("column 'x', row 5 (counted from 0): the integer"), 0U)
        << error.what();
  }
}

TEST(GrowingColumns, rejects_what_no_column_holds) {
  const auto rejection = [](const Plain& column) {
    try {
      grown({rows_of({column.named("x")})});
    } catch (const Error& error) {
      return std::string(error.what());
    }
    return std::string();
  };
  const double infinity = std::numeric_limits<double>::infinity();
  EXPECT_NE(rejection(numbers<double>("g", {1, infinity})).find("'x'"), std::string::npos);
  EXPECT_NE(rejection(numbers<std::int64_t>("l", {(std::int64_t{1} << 53U) + 1})).find("'x'"),
            std::string::npos);
  Plain damaged = numbers<double>("g", {1});
  damaged.buffers[1] = std::nullopt;
  EXPECT_NE(rejection(damaged).find("damaged"), std::string::npos);
}

}  // namespace
}  // namespace pith
