// SPDX-License-Identifier: Apache-2.0
#include "pith/data/arrow/arrow.h"

#include <gtest/gtest.h>

#include <cerrno>
#include <cmath>
#include <limits>
#include <stop_token>

#include "pith/base/error.h"
#include "pith/base/random.h"
#include "tests/support/arrow_tables.h"

namespace pith {
namespace {

using namespace arrow_tables;

constexpr double infinity = std::numeric_limits<double>::infinity();

Columns read(Source& source, const Context& context = {}) {
  ArrowArrayStream stream = source.stream();
  Columns columns = read_stream(&stream, context);
  EXPECT_EQ(stream.release, nullptr);
  EXPECT_EQ(source.streams.alive(), 0);
  return columns;
}

Columns read(std::vector<Plain> columns) {
  Source source{.chunks = {rows_of(std::move(columns))}};
  Columns found = read(source);
  for (Column& column : found.columns) {  // which must not outlive the source, which counts
    if (column.is_codes()) continue;
    const auto numbers = column.numbers();
    column = Column::from_numbers({numbers.begin(), numbers.end()}, column.missing())
                 .described_as(column);
  }
  EXPECT_TRUE(source.is_released());
  return found;
}

/// Doubles, NaN where they are missing.
std::vector<double> values_of(const Column& column) {
  const auto numbers = column.numbers();
  std::vector<double> values(numbers.begin(), numbers.end());
  for (std::size_t row = 0; row < values.size(); ++row)
    EXPECT_EQ(std::isnan(values[row]), column.missing().test(row)) << row;
  return values;
}

/// The message of the Error, which must be of this kind, and after which nothing is held.
std::string rejection(Source& source, ErrorKind kind = ErrorKind::bad_data,
                      const Context& context = {}) {
  try {
    ArrowArrayStream stream = source.stream();
    read_stream(&stream, context);
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), kind) << error.what();
    EXPECT_TRUE(source.is_released()) << error.what();
    return error.what();
  }
  ADD_FAILURE() << "was read";
  return "";
}

std::string rejection(std::vector<Plain> columns) {
  Source source{.chunks = {rows_of(std::move(columns))}};
  return rejection(source);
}

template <class T>
void expect_borrowed(const std::string& format, NumberType type) {
  // Of 64-bit integers, the largest that a double holds with all that are smaller.
  constexpr T most =
      sizeof(T) == 8 ? static_cast<T>(std::int64_t{1} << 53U) : std::numeric_limits<T>::max();
  const std::vector<T> values{1, 2, most};
  Source source{.chunks = {rows_of({numbers(format, values).named("x")})}};
  const void* place = nullptr;
  source.spoil_array = [&](ArrowArray& array) { place = array.children[0]->buffers[1]; };
  {
    const Columns columns = read(source);
    ASSERT_EQ(columns.names, std::vector<std::string>{"x"});
    const Column& column = columns.columns[0];
    EXPECT_EQ(values_of(column), std::vector<double>(values.begin(), values.end())) << format;
    if (const NumberLayout* layout = column.layout()) {
      EXPECT_EQ(layout->type, type) << format;
      EXPECT_EQ(layout->values, place) << format;
    } else {
      EXPECT_EQ(type, NumberType::float64);
      EXPECT_EQ(column.numbers().data(), place);
    }
    EXPECT_EQ(source.arrays.alive(), 1) << format;
  }
  EXPECT_TRUE(source.is_released()) << format;
}

TEST(ReadStream, borrows_numbers_of_every_type) {
  expect_borrowed<std::int8_t>("c", NumberType::int8);
  expect_borrowed<std::uint8_t>("C", NumberType::uint8);
  expect_borrowed<std::int16_t>("s", NumberType::int16);
  expect_borrowed<std::uint16_t>("S", NumberType::uint16);
  expect_borrowed<std::int32_t>("i", NumberType::int32);
  expect_borrowed<std::uint32_t>("I", NumberType::uint32);
  expect_borrowed<std::int64_t>("l", NumberType::int64);
  expect_borrowed<std::uint64_t>("L", NumberType::uint64);
  expect_borrowed<float>("f", NumberType::float32);
  expect_borrowed<double>("g", NumberType::float64);
}

TEST(ReadStream, lets_go_of_each_column_by_itself) {
  Source source{
      .chunks = {rows_of({numbers<float>("f", {1, 2}).named("a"), texts({"p", "q"}).named("b"),
                          numbers<double>("g", {3, 4}).named("c")})}};
  Columns columns = read(source);
  EXPECT_EQ(source.arrays.alive(), 2);  // texts are copied
  columns.columns.erase(columns.columns.begin());
  EXPECT_EQ(source.arrays.alive(), 1);
  EXPECT_EQ(values_of(columns.columns[1]), (std::vector<double>{3, 4}));
  columns.columns.clear();
  EXPECT_TRUE(source.is_released());
}

TEST(ReadStream, joins_chunks_in_their_own_type) {
  Source source{
      .chunks = {rows_of({numbers<float>("f", {1, 2}), booleans({1, 0}), nulls(2)}),
                 rows_of({numbers<float>("f", {}), booleans({}), nulls(0)}),
                 rows_of({numbers<float>("f", {9, 3, 9}).with_valid({1, 1, 0}).sliced(1, 2),
                          booleans({0, 1, 1}).sliced(1, 2), nulls(2)})}};
  const Columns columns = read(source);
  EXPECT_TRUE(source.is_released());
  const Column& first = columns.columns[0];
  EXPECT_EQ(first.layout()->type, NumberType::float32);
  EXPECT_EQ(first.rows(), 4U);
  EXPECT_EQ(first.number(2), 3);
  EXPECT_TRUE(first.missing().test(3));
  EXPECT_EQ(first.missing().count(), 1U);
  EXPECT_EQ(columns.columns[1].level_names(), (std::vector<std::string>{"False", "True"}));
  EXPECT_EQ(columns.columns[1].code(1), 0U);
  EXPECT_EQ(columns.columns[1].code(3), 1U);
  EXPECT_EQ(columns.columns[2].missing().count(), 4U);
}

TEST(ReadStream, borrows_beside_empty_chunks) {
  Source source{.chunks = {rows_of({numbers<float>("f", {})}),
                           rows_of({numbers<float>("f", {1, 2})}),
                           rows_of({numbers<float>("f", {})})}};
  const Columns columns = read(source);
  EXPECT_EQ(source.arrays.alive(), 1);
  EXPECT_EQ(values_of(columns.columns[0]), (std::vector<double>{1, 2}));
}

TEST(ReadStream, respects_the_offsets_of_parent_and_child) {
  const Random random(1, 0);
  constexpr std::size_t rows = 300;
  std::vector<std::int32_t> values;
  std::vector<int> valid;
  std::vector<int> flags;
  for (std::size_t row = 0; row < rows; ++row) {
    values.push_back(static_cast<std::int32_t>(row));
    valid.push_back(random.below(row, 5) == 0 ? 0 : 1);
    flags.push_back(static_cast<int>(random.below(rows + row, 2)));
  }
  for (const std::int64_t child : {0, 1, 7, 8, 13, 64, 71}) {
    for (const std::int64_t parent : {0, 3, 8, 65}) {
      for (const std::int64_t count : {1, 63, 64, 65, 130}) {
        Plain table = rows_of({numbers("i", values).with_valid(valid).sliced(child, parent + count),
                               booleans(flags).with_valid(valid).sliced(child, parent + count)});
        table.offset = parent;
        table.length = count;
        Source source{.chunks = {table}};
        const Columns columns = read(source);
        ASSERT_EQ(columns.columns[0].rows(), static_cast<std::size_t>(count));
        for (std::size_t row = 0; row < static_cast<std::size_t>(count); ++row) {
          const std::size_t place = static_cast<std::size_t>(child + parent) + row;
          for (const Column& column : columns.columns)
            ASSERT_EQ(column.missing().test(row), valid[place] == 0) << child << " " << parent;
          if (valid[place] == 0) continue;
          ASSERT_EQ(columns.columns[0].number(row), values[place]);
          const Column& truths = columns.columns[1];
          ASSERT_EQ(truths.level(truths.code(row)), flags[place] != 0 ? "True" : "False");
        }
      }
    }
  }
}

TEST(ReadStream, counts_nulls_itself_where_nobody_did) {
  Plain unknown = numbers<double>("g", {1, 2, 3}).with_valid({1, 0, 1});
  unknown.null_count = -1;
  Plain none = numbers<double>("g", {1, 2, 3});
  none.null_count = -1;
  const Columns columns = read({unknown, none});
  EXPECT_EQ(columns.columns[0].missing().count(), 1U);
  EXPECT_TRUE(columns.columns[0].missing().test(1));
  EXPECT_FALSE(columns.columns[1].has_missing());
}

TEST(ReadStream, takes_nan_for_missing) {
  const Columns columns =
      read({numbers<double>("g", {1, std::nan(""), 3}), numbers<float>("f", {NAN, 2, NAN})});
  EXPECT_TRUE(columns.columns[0].missing().test(1));
  EXPECT_EQ(columns.columns[0].missing().count(), 1U);
  EXPECT_EQ(columns.columns[1].missing().count(), 2U);
}

TEST(ReadStream, rejects_infinite_values_but_those_that_are_null) {
  EXPECT_EQ(rejection({numbers<double>("g", {1, 2, 3}).named("a"),
                       numbers<double>("g", {1, infinity, -infinity}).named("b")}),
            "column 'b', row 1 (counted from 0): the value is infinite; replace it with a number, "
            "or with NaN if it is missing");
  EXPECT_NE(rejection({numbers<float>("f", {1, -INFINITY}).named("c")}).find("column 'c', row 1"),
            std::string::npos);
  const Columns columns = read({numbers<double>("g", {1, infinity}).with_valid({1, 0})});
  EXPECT_TRUE(columns.columns[0].missing().test(1));
}

TEST(ReadStream, widens_half_floats) {
  const std::vector<std::uint16_t> halves{0x3C00, 0xC000, 0x7BFF, 0x0400, 0x0001,
                                          0x03FF, 0x8000, 0x3555, 0x7E00};
  const Columns columns = read({numbers("e", halves)});
  const Column& column = columns.columns[0];
  const std::vector<double> expected{1, -2,        65504, 0x1p-14, 0x1p-24, 0x1p-14 - 0x1p-24,
                                     0, 0x1.554p-2};
  for (std::size_t row = 0; row < expected.size(); ++row)
    EXPECT_EQ(column.number(row), expected[row]) << row;
  EXPECT_EQ(column.missing().count(), 1U);
  EXPECT_TRUE(column.missing().test(8));
  EXPECT_NE(rejection({numbers<std::uint16_t>("e", {0x3C00, 0xFC00})}).find("row 1"),
            std::string::npos);
}

TEST(ReadStream, makes_days_of_dates_and_times) {
  const Columns columns = read({numbers<std::int32_t>("tdD", {18262, -1, 0}),
                                numbers<std::int64_t>("tdm", {86'400'000, -86'400'000, 0}),
                                numbers<std::int64_t>("tss:", {129'600, -43'200, 0}),
                                numbers<std::int64_t>("tsm:UTC", {129'600'000, -43'200'000, 0}),
                                numbers<std::int64_t>("tsu:Europe/Berlin", {21'600'000'000, 1, 0}),
                                numbers<std::int64_t>("tsn:", {86'400'000'000'000, -1, 0})});
  const std::vector<std::vector<double>> expected{
      {18262, -1, 0}, {1, -1, 0},   {1.5, -0.5, 0},
      {1.5, -0.5, 0}, {0.25, 0, 0}, {1, -1 + 86'399'999'999'999.0 / 86'400'000'000'000, 0}};
  for (std::size_t i = 0; i < expected.size(); ++i) {
    std::vector<double> days = values_of(columns.columns[i]);
    if (i == 4) days[1] = std::floor(days[1]);
    EXPECT_EQ(days, expected[i]) << i;
    EXPECT_TRUE(columns.columns[i].is_date()) << i;
  }
}

TEST(ReadStream, makes_days_of_durations_that_are_plain_numbers) {
  const Columns columns = read({numbers<std::int64_t>("tDs", {43'200, -86'400}).with_valid({1, 0}),
                                numbers<std::int64_t>("tDn", {86'400'000'000'000, 0})});
  EXPECT_EQ(columns.columns[0].number(0), 0.5);
  EXPECT_TRUE(columns.columns[0].missing().test(1));
  EXPECT_EQ(values_of(columns.columns[1]), (std::vector<double>{1, 0}));
  EXPECT_FALSE(columns.columns[1].is_date());
}

TEST(ReadStream, makes_doubles_of_decimals) {
  const Plain whole = numbers<std::uint64_t>("d:6,2", {125, 0, 250, 0, 9, 0});
  Plain decimals = whole.with_valid({1, 1, 0});
  decimals.length = 3;
  decimals.null_count = 1;
  Source source{.chunks = {rows_of({decimals.named("x")})}};
  const Columns columns = read(source);
  EXPECT_EQ(columns.columns[0].number(0), 1.25);
  EXPECT_EQ(columns.columns[0].number(1), 2.5);
  EXPECT_TRUE(columns.columns[0].missing().test(2));
  EXPECT_TRUE(source.is_released());
}

TEST(ReadStream, takes_rows_that_are_null_themselves_for_missing) {
  Plain table = rows_of({numbers<double>("g", {1, infinity, 3}), texts({"a", "b", "c"}), nulls(3)});
  table = table.with_valid({1, 0, 1});
  Source source{.chunks = {table, table}};
  const Columns columns = read(source);
  for (const std::size_t i : {0U, 1U}) {
    EXPECT_EQ(columns.columns[i].missing().count(), 2U);
    EXPECT_TRUE(columns.columns[i].missing().test(1));
    EXPECT_TRUE(columns.columns[i].missing().test(4));
  }
  EXPECT_EQ(columns.columns[1].level_names(), (std::vector<std::string>{"a", "c"}));
}

TEST(ReadStream, gives_every_column_a_name_of_its_own) {
  const Columns columns = read({numbers<double>("g", {1}).named("x"),
                                numbers<double>("g", {2}).named("x"), numbers<double>("g", {3})});
  EXPECT_EQ(columns.names, (std::vector<std::string>{"x", "x.2", "column 2"}));
  EXPECT_EQ(columns.notes.size(), 2U);
}

TEST(TakenStream, knows_which_columns_are_texts) {
  Source source{.chunks = {rows_of({numbers<double>("g", {1}), texts({"a"}),
                                    dictionary<std::int8_t>("c", {0}, texts({"a"}))})}};
  ArrowArrayStream stream = source.stream();
  EXPECT_EQ(TakenStream(&stream).is_text(), (std::vector<bool>{false, true, false}));
}

TEST(ReadStream, rejects_other_types_by_name_before_it_reads) {
  const std::vector<std::pair<std::string, std::string>> types{
      {"d:60,2,256", "decimals of this width"},
      {"tdX", "dates"},
      {"ttx", "times of day"},
      {"tsx:UTC", "timestamps"},
      {"tDx", "durations"},
      {"tiM", "time intervals"},
      {"z", "binary values"},
      {"vz", "binary values"},
      {"w:4", "fixed-length binary values"},
      {"+l", "lists"},
      {"+w:3", "lists"},
      {"+vL", "lists"},
      {"+s", "structs"},
      {"+m", "maps"},
      {"+us:0,1", "unions"},
      {"+r", "run-end encoded values"},
      {"?", "values of the unknown type '?'"}};
  for (const auto& [format, words] : types) {
    Source source{.chunks = {rows_of({numbers<double>("g", {1}).named("a"),
                                      Plain{.format = format, .name = "b", .length = 1}})}};
    EXPECT_EQ(rejection(source), "column 'b' holds " + words +
                                     ", which cannot be read; cast it to a numeric or categorical "
                                     "type, or drop it");
    EXPECT_EQ(source.arrays.made, 0);
  }
  EXPECT_EQ(rejection({dictionary<std::int8_t>("c", {0}, Plain{.format = "tdD"}).named("b")}),
            "column 'b' holds a dictionary of dates, which cannot be read; cast it to a numeric "
            "or categorical type, or drop it");
}

TEST(ReadStream, rejects_what_is_not_a_table) {
  Source vector{.chunks = {numbers<double>("g", {1})}};
  EXPECT_EQ(rejection(vector), "the Arrow stream contains numbers, not a table; pass a table");
  EXPECT_EQ(rejection(std::vector<Plain>{}),
            "the Arrow stream has no columns; pass a table with at least one");
  EXPECT_EQ(rejection({numbers<double>("g", {})}),
            "the Arrow stream has no rows; pass a table with at least one");
  EXPECT_THROW(read_stream(nullptr), Error);
  ArrowArrayStream released = {};
  EXPECT_THROW(read_stream(&released), Error);
}

TEST(ReadStream, tells_what_the_stream_says_about_its_failure) {
  Source source{.chunks = {rows_of({numbers<double>("g", {1})})}};
  source.next_code = EIO;
  source.failure = "the disk\nis gone";
  EXPECT_EQ(rejection(source), "the Arrow stream failed: the disk is gone");
  source.failure = nullptr;
  EXPECT_EQ(rejection(source), "the Arrow stream failed: Input/output error");
  const std::string novel = std::string(299, 'x') + "\u00e4 and so on";
  source.failure = novel.c_str();
  EXPECT_EQ(rejection(source), "the Arrow stream failed: " + std::string(299, 'x') + " ...");
  source.schema_code = ENOSYS;
  source.failure = "not today";
  EXPECT_EQ(rejection(source), "the Arrow stream failed: not today");
}

TEST(ReadStream, rejects_arrays_that_are_inconsistent) {
  const std::vector<std::pair<std::string, std::function<void(ArrowArray&)>>> faults{
      {"a negative length", [](ArrowArray& a) { a.length = -1; }},
      {"a negative offset", [](ArrowArray& a) { a.offset = -1; }},
      {"more values than possible",
       [](ArrowArray& a) { a.length = std::numeric_limits<std::int64_t>::max(); }},
      {"more values than possible",
       [](ArrowArray& a) { a.offset = std::numeric_limits<std::int64_t>::max(); }},
      {"an impossible number of nulls", [](ArrowArray& a) { a.null_count = -2; }},
      {"an impossible number of nulls", [](ArrowArray& a) { a.null_count = 4; }},
      {"a different number of columns", [](ArrowArray& a) { a.n_children = 1; }},
      {"a different number of columns", [](ArrowArray& a) { a.n_children = -1; }},
      {"a different number of columns", [](ArrowArray& a) { a.children = nullptr; }},
      {"null rows without a validity bitmap", [](ArrowArray& a) { a.null_count = 1; }},
      {"a column without an array", [](ArrowArray& a) { a.children[1] = nullptr; }},
      {"a column without an array", [](ArrowArray& a) { a.children[1] = a.children[0]; }},
      {"a column without an array", [](ArrowArray& a) { a.children[1]->release(a.children[1]); }},
      {"fewer values than the table has rows", [](ArrowArray& a) { a.length = 4; }},
      {"fewer values than the table has rows", [](ArrowArray& a) { a.offset = 1; }},
      {"column 'x': its Arrow array is damaged: a negative length",
       [](ArrowArray& a) { a.children[0]->length = -1; }},
      {"a negative offset", [](ArrowArray& a) { a.children[0]->offset = -5; }},
      {"more values than possible",
       [](ArrowArray& a) { a.children[0]->offset = std::int64_t{1} << 60U; }},
      {"fewer values", [](ArrowArray& a) { a.children[0]->length = 2; }},
      {"the wrong number of buffers", [](ArrowArray& a) { a.children[0]->n_buffers = 1; }},
      {"the wrong number of buffers", [](ArrowArray& a) { a.children[0]->n_buffers = -2; }},
      {"the wrong number of buffers", [](ArrowArray& a) { a.children[1]->n_buffers = 3; }},
      {"no buffers", [](ArrowArray& a) { a.children[0]->buffers = nullptr; }},
      {"no buffer of values", [](ArrowArray& a) { a.children[0]->buffers[1] = nullptr; }},
      {"no buffer of values", [](ArrowArray& a) { a.children[1]->buffers[1] = nullptr; }},
      {"nulls without a validity bitmap", [](ArrowArray& a) { a.children[0]->null_count = 2; }},
      {"children that", [](ArrowArray& a) { a.children[0]->n_children = 1; }},
      {"a dictionary in only one", [](ArrowArray& a) { a.children[0]->dictionary = &a; }},
  };
  for (const auto& [words, spoil] : faults) {
    Source source{.chunks = {rows_of({numbers<double>("g", {1, 2, 3}).named("x"),
                                      booleans({0, 1, 1}).named("y")})},
                  .spoil_array = spoil};
    const std::string message = rejection(source);
    EXPECT_NE(message.find(words), std::string::npos) << words << ": " << message;
  }
}

TEST(ReadStream, rejects_types_that_are_inconsistent) {
  const std::vector<std::function<void(ArrowSchema&)>> faults{
      [](ArrowSchema& s) { s.format = nullptr; },
      [](ArrowSchema& s) { s.n_children = -1; },
      [](ArrowSchema& s) { s.n_children = std::numeric_limits<std::int64_t>::max(); },
      [](ArrowSchema& s) { s.children = nullptr; },
      [](ArrowSchema& s) { s.children[0] = nullptr; },
      [](ArrowSchema& s) { s.children[0]->format = nullptr; },
      [](ArrowSchema& s) { s.children[0]->release(s.children[0]); },
      [](ArrowSchema& s) { s.children[1]->format = "f"; },
      [](ArrowSchema& s) { s.children[1]->dictionary->format = nullptr; },
      [](ArrowSchema& s) { s.children[1]->dictionary->release(s.children[1]->dictionary); },
      [](ArrowSchema& s) { s.children[1]->dictionary->dictionary = &s; },
      [](ArrowSchema& s) { s.release(&s); },
  };
  for (const auto& spoil : faults) {
    Source source{.chunks = {rows_of({numbers<double>("g", {1}).named("x"),
                                      dictionary<std::int8_t>("c", {0}, texts({"a"}))})},
                  .spoil_schema = spoil};
    EXPECT_NE(rejection(source), "");
  }
  ArrowArrayStream stream = {};
  stream.release = [](ArrowArrayStream* self) { self->release = nullptr; };
  EXPECT_THROW(read_stream(&stream), Error);
  EXPECT_EQ(stream.release, nullptr);
}

TEST(ReadStream, stops_when_asked_to) {
  std::stop_source stop;
  stop.request_stop();
  Source source{.chunks = {rows_of({numbers<double>("g", {1})})}};
  rejection(source, ErrorKind::cancelled, {.stop = stop.get_token()});
}

TEST(TakenStream, can_be_read_twice_and_stopped_among_its_rows) {
  Source source{.chunks = {rows_of({numbers<double>("g", {1.5, 2, 3}).named("x")})}};
  ArrowArrayStream stream = source.stream();
  {
    const TakenStream taken(&stream);
    EXPECT_EQ(stream.release, nullptr);
    EXPECT_EQ(taken.columns().names, std::vector<std::string>{"x"});
    EXPECT_EQ(taken.columns().columns.front().number(0), 1.5);
    std::stop_source stop;
    stop.request_stop();
    EXPECT_THROW((void)taken.columns({.stop = stop.get_token()}), Error);
    EXPECT_FALSE(source.is_released());
  }
  EXPECT_TRUE(source.is_released());
}

TEST(ReadStream, rejects_copies_above_the_limit_but_not_what_is_borrowed) {
  const Plain chunk = rows_of({numbers("g", std::vector<double>(1000, 1.0))});
  Source one{.chunks = {chunk}};
  EXPECT_EQ(read(one, {.memory = 4000}).columns.size(), 1U);
  Source two{.chunks = {chunk, chunk}};
  EXPECT_EQ(
      rejection(two, ErrorKind::resources, {.memory = 4000}),
      "a copy of 2000 rows of the Arrow stream would take 1 MiB, and the limit is 0 MiB; raise the "
      "limit (memory=1M) or use a smaller table");
}

TEST(ReadStream, reads_many_columns_on_many_threads) {
  std::vector<Plain> many;
  many.reserve(3000);
  for (int i = 0; i < 3000; ++i) {
    many.push_back(
        i % 3 == 0 ? texts({"b", std::to_string(i), "a"}).named(std::to_string(i))
                   : numbers<float>("f", {1, 2, static_cast<float>(i)}).named(std::to_string(i)));
  }
  Source source{.chunks = {rows_of(many)}};
  {
    const Columns columns = read(source, {.threads = 4});
    ASSERT_EQ(columns.columns.size(), 3000U);
    EXPECT_EQ(columns.names[2999], "2999");
    EXPECT_EQ(columns.columns[2998].number(2), 2998);
    EXPECT_EQ(columns.columns[2997].level(0), "2997");
    EXPECT_EQ(source.arrays.alive(), 2000);
  }
  EXPECT_TRUE(source.is_released());
  // Of several faults the first column's is told.
  for (const std::size_t i : {100U, 700U, 2900U})
    many[i] = numbers<float>("f", {1, 2, INFINITY}).named(std::to_string(i));
  Source faulty{.chunks = {rows_of(many)}};
  EXPECT_NE(rejection(faulty, ErrorKind::bad_data, {.threads = 4}).find("column '100'"),
            std::string::npos);
}

TEST(ReadStream, rejects_integers_that_no_double_holds) {
  const std::vector<std::int64_t> values{1, (std::int64_t{1} << 53U) + 1};
  Source source{.chunks = {rows_of({numbers("l", values).named("id")})}};
  EXPECT_THROW(read(source), Error);
  EXPECT_TRUE(source.is_released());
}

}  // namespace
}  // namespace pith
