// SPDX-License-Identifier: Apache-2.0
#include "pith/data/csv/csv.h"

#include <gtest/gtest.h>
#include <zlib.h>

#include <bit>
#include <cmath>

#include "pith/base/error.h"
#include "pith/base/random.h"
#include "pith/data/csv/pass.h"
#include "tests/support/csv_files.h"

namespace pith {
namespace {

using namespace csv_files;

TEST(ReadCsv, reads_numbers_and_text) {
  EXPECT_EQ(shown("a,b,c\n1,x,2.5\n-3e2,y,.5\n+4,x,0\n"),
            "a = 1 -300 4\nb ~ x y x <x> <y>\nc = 2.5 0.5 0\n");
}

TEST(ReadCsv, sorts_levels_by_bytes_whatever_the_rows) {
  EXPECT_EQ(shown("a,b\nz,1\nB,1\na,1\n"), "a ~ z B a <B> <a> <z>\nb = 1 1 1\n");
}

TEST(ReadCsv, finds_the_header) {
  EXPECT_EQ(shown("1,2\n3,4\n"), "column 0 = 1 3\ncolumn 1 = 2 4\n");
  EXPECT_EQ(shown("x,2\n3,4\n"), "column 0 ~ x 3 <3> <x>\ncolumn 1 = 2 4\n");
  EXPECT_EQ(shown("x,\n3,4\n"), "x = 3\ncolumn 1 = 4\n");
  EXPECT_EQ(read("1,2\n3,4\n").notes.size(), 1U);
  EXPECT_EQ(read("a,b\n3,4\n").notes.size(), 0U);
}

TEST(ReadCsv, believes_what_it_is_told_about_the_header) {
  EXPECT_EQ(shown("1,2\n3,4\n", {.options = {.has_header = true}}), "1 = 3\n2 = 4\n");
  EXPECT_EQ(shown("a,b\n3,4\n", {.options = {.has_header = false}}),
            "column 0 ~ a 3 <3> <a>\ncolumn 1 ~ b 4 <4> <b>\n");
}

TEST(ReadCsv, finds_the_delimiter) {
  EXPECT_EQ(shown("a;b\n1;2\n"), "a = 1\nb = 2\n");
  EXPECT_EQ(shown("a\tb\n1\t2\n"), "a = 1\nb = 2\n");
  EXPECT_EQ(shown("\"a,x,y\";b\n1;2\n"), "a,x,y = 1\nb = 2\n");
  EXPECT_EQ(shown("a|b\n1|2\n"), "a = 1\nb = 2\n");
  EXPECT_EQ(shown("a|b\n1|2\n", {.options = {.delimiter = '|'}}), "a = 1\nb = 2\n");
  EXPECT_EQ(shown("a b\n1 2\n", {.options = {.delimiter = ' '}}), "a = 1\nb = 2\n");
}

TEST(ReadCsv, knows_the_words_for_missing) {
  EXPECT_EQ(shown("a,b\n1,x\n,\nNA,NA\nN/A,?\nNaN,null\nnan,NULL\n\"\",\" \"\n?,y\n"),
            "a = 1 _ _ _ _ _ _ _\nb ~ x _ _ _ _ _   y < > <x> <y>\n");
  const Columns table = read("a,b\n,\nNA,?\n");
  EXPECT_TRUE(table.columns[0].is_numbers());
  EXPECT_TRUE(std::isnan(table.columns[0].numbers()[1]));
  EXPECT_EQ(table.columns[0].missing().count(), 2U);
}

TEST(ReadCsv, understands_quotes) {
  EXPECT_EQ(shown("a,b\n\"x, y\",1\n\"say \"\"hi\"\"\",2\n\"two\nlines\",3\n"),
            "a ~ x, y say \"hi\" two\nlines <say \"hi\"> <two\nlines> <x, y>\nb = 1 2 3\n");
  EXPECT_EQ(shown("a,b\n\"1.5\",\"\"\n \"2\" ,\"x\"\n"), "a = 1.5 2\nb ~ _ x <x>\n");
}

TEST(ReadCsv, takes_a_quote_inside_a_field_as_text) {
  EXPECT_EQ(shown("a,b\n5\" nail,1\nx,2\n"), "a ~ 5\" nail x <5\" nail> <x>\nb = 1 2\n");
}

TEST(ReadCsv, leaves_out_blanks_around_fields) {
  EXPECT_EQ(shown("a , b\n 1, x y \n2 ,?\n"), "a = 1 2\nb ~ x y _ <x y>\n");
  EXPECT_EQ(shown("a\tb\n1\t\n 2\t3\n"), "a = 1 2\nb = _ 3\n");
}

TEST(ReadCsv, accepts_crlf) {
  EXPECT_EQ(shown("a,b\r\n1,x\r\n2,\"y\"\r\n\r\n3,z"), "a = 1 2 3\nb ~ x y z <x> <y> <z>\n");
  EXPECT_EQ(shown("a,b\r\n1,2\r"), "a = 1\nb = 2\n");
}

TEST(ReadCsv, skips_a_byte_order_mark) {
  EXPECT_EQ(shown("\xef\xbb\xbf"
                  "a,b\n1,2\n"),
            "a = 1\nb = 2\n");
}

TEST(ReadCsv, ignores_blank_lines) {
  EXPECT_EQ(shown("\n\na,b\n\n1,2\n  \n3,4\n\n\n"), "a = 1 3\nb = 2 4\n");
  EXPECT_EQ(shown("a\n1\n\n2\n\"\"\n"), "a = 1 2 _\n");
}

// The undefined-behaviour sanitizer of Clang sees where a block without rows has no memory.
TEST(ReadCsv, ignores_blocks_of_blank_lines) {
  constexpr std::size_t columns = 20;
  std::string row;
  for (std::size_t i = 0; i < columns; ++i)
    row += (i > 0 ? "," : "") + std::to_string(i);
  const std::string text = row + "\n" + std::string(200, '\n') + row + "\n";
  for (const unsigned threads : {1U, 3U}) {
    const Columns table =
        read(text,
             {.options = {.has_header = false}, .context = {.threads = threads}, .block_size = 64});
    ASSERT_EQ(table.columns.size(), columns);
    for (std::size_t i = 0; i < columns; ++i) {
      ASSERT_EQ(table.columns[i].rows(), 2U);
      EXPECT_EQ(table.columns[i].number(1), static_cast<double>(i));
    }
  }
}

TEST(ReadCsv, needs_no_final_line_end) {
  EXPECT_EQ(shown("a,b\n1,2"), "a = 1\nb = 2\n");
}

TEST(ReadCsv, makes_names_unique) {
  const Columns table = read("x,,x\n1,2,3\n");
  EXPECT_EQ(table.names, (std::vector<std::string>{"x", "column 1", "x.2"}));
  EXPECT_EQ(table.notes.size(), 2U);
}

TEST(ReadCsv, reads_a_column_again_that_holds_text_after_all) {
  std::string text = "a,b,c\n";
  for (int i = 0; i < 60000; ++i)
    text += "1,2,inf\n";
  text += "x,3,y\n";
  const Columns table = read(text);
  EXPECT_EQ(table.columns[0].level_names(), (std::vector<std::string>{"1", "x"}));
  EXPECT_EQ(table.columns[0].code(60000), 1U);
  EXPECT_EQ(table.columns[1].numbers()[60000], 3.0);
  EXPECT_EQ(table.columns[2].level_names(), (std::vector<std::string>{"inf", "y"}));
}

TEST(ReadCsv, keeps_the_text_of_categorical_columns) {
  const Settings categorical{.kinds = {.categorical = {"z*"}}};
  EXPECT_EQ(shown("zip,n\n010,1\n9,2\n10,3\nNA,4\n", categorical),
            "zip ~ 010 9 10 _ <9> <010> <10>\nn = 1 2 3 4\n");
  EXPECT_EQ(shown("zip,n\n10,1\n9,2\nx,3\n", categorical),
            "zip ~ 10 9 x <10> <9> <x>\nn = 1 2 3\n");
}

TEST(ReadCsv, marks_columns_that_are_said_to_be_numeric) {
  const Columns table = read("a,b\n1,2\n", {.kinds = {.numeric = {"a"}}});
  EXPECT_TRUE(table.columns[0].is_declared_numeric());
  EXPECT_FALSE(table.columns[1].is_declared_numeric());
  expect_error("a,b\n1,2\n3,x\n", ErrorKind::bad_data, {":3:3: ", "'x'", "'b'", "not a number"},
               {.kinds = {.numeric = {"b"}}});
  expect_error("a,b\n1,2\n", ErrorKind::bad_argument, {"both categorical and numeric", "'b'"},
               {.kinds = {.categorical = {"b"}, .numeric = {"b"}}});
}

TEST(ReadCsv, rejects_infinite_numbers) {
  expect_error("a,b\n1,2\n3,inf\n", ErrorKind::bad_data, {":3:3: ", "'inf'", "'b'", "finite"});
  expect_error("a,b\n1,2\n-1e999,4\n", ErrorKind::bad_data, {":3:1: ", "'-1e999'", "'a'"});
  expect_error("a,b\n1,\"Infinity\"\n-inf,4\n", ErrorKind::bad_data, {":2:4: ", "'Infinity'"});
}

TEST(ReadCsv, names_a_row_with_too_few_or_too_many_fields) {
  expect_error("a,b,c\n1,2,3\n4,5\n", ErrorKind::bad_data,
               {":3:1: ", "2 fields", "the first has 3"});
  expect_error("a,b\n1,2\n\n4,5,6,7\n", ErrorKind::bad_data, {":4:1: ", "4 fields", "has 2"});
  expect_error("a,b\n1\n", ErrorKind::bad_data, {":2:1: ", "1 field,", "has 2"});
  expect_error("a,b\n1,2,\n", ErrorKind::bad_data, {":2:1: ", "3 fields", "has 2"});
}

TEST(ReadCsv, counts_characters_and_lines_as_an_editor_does) {
  expect_error("a,b\n\"x\ny\",1\n\xc3\xa4\xc3\xb6,inf\n", ErrorKind::bad_data, {":4:4: "});
  expect_error(
      "\xef\xbb\xbf"
      "a,b\"\n\"x\"z,1\n",
      ErrorKind::bad_data, {":2:4: "});
}

TEST(ReadCsv, names_faulty_quotes) {
  expect_error("a,b\n1,\"x\n2,3\n", ErrorKind::bad_data, {":2:3: ", "never closed"});
  expect_error("\"a,b\n1,2\n", ErrorKind::bad_data, {":1:1: ", "never closed"});
  expect_error("a,b\n\"x\"y,2\n", ErrorKind::bad_data, {":2:4: ", "closing quote"});
}

TEST(ReadCsv, rejects_lone_carriage_returns) {
  expect_error("a,b\r1,2\r3,4\r", ErrorKind::bad_data, {":1:4: ", "carriage return"});
  expect_error("a,b\n1,2\r3,4\n", ErrorKind::bad_data, {":2:4: ", "carriage return"});
  expect_error("a,b\n1,\"2\"\r3\n", ErrorKind::bad_data, {":2:6: ", "carriage return"});
}

TEST(ReadCsv, names_what_is_not_a_text_table) {
  using namespace std::string_view_literals;
  expect_error("a,b\n1,2\0\n"sv, ErrorKind::bad_data, {":2:4: ", "NUL"});
  expect_error("a\0b,c\n1,2\n"sv, ErrorKind::bad_data, {":1:2: ", "NUL"});
  expect_error(
      "\xff\xfe"
      "a\0,\0b\0"sv,
      ErrorKind::bad_data, {":1:1: ", "UTF-16", "encoding=utf-16"});
  expect_error("\xfe\xff\0a\0,"sv, ErrorKind::bad_data, {":1:1: ", "UTF-16", "encoding=utf-16"});
}

TEST(ReadCsv, says_when_there_are_no_rows) {
  for (const char* text : {"", "\n", "\n \r\n", "\xef\xbb\xbf", "a,b\n", "a,b", "a,b\r\n\n\n"}) {
    expect_error(text, ErrorKind::bad_data, {"no rows"});
  }
}

TEST(ReadCsv, rejects_delimiters_that_numbers_need) {
  for (const char delimiter : {'.', '-', '1', 'e', '"', '\n'}) {
    expect_error("a,b\n1,2\n", ErrorKind::bad_argument, {"delimiter"},
                 {.options = {.delimiter = delimiter}});
  }
}

TEST(ReadCsv, rejects_a_field_over_one_mebibyte) {
  const std::string longest(csv_longest_field, 'x');
  EXPECT_EQ(read("a,b\n" + longest + ",1\n").columns[0].level(0).size(), longest.size());
  expect_error("a,b\n1,2\n3,x" + longest + "\n", ErrorKind::bad_data, {":3:3: ", "1 MiB"});
  const std::string rows = [] {
    std::string text;
    for (int i = 0; i < 1000000; ++i)
      text += "4,5\n";
    return text;
  }();
  expect_error("a,b\n1,\"2\n" + rows, ErrorKind::bad_data, {":2:3: ", "1 MiB", "quote"},
               {.block_size = 1 << 16});
  expect_error("a,b\n1,\"2\n" + rows, ErrorKind::bad_data, {":2:3: ", "1 MiB", "quote"});
}

TEST(ReadCsv, reads_lines_longer_than_a_block) {
  std::string header = "x";
  std::string row = "1";
  for (int i = 1; i < 300000; ++i) {
    header += ",x" + std::to_string(i);
    row += "," + std::to_string(i % 1000);
  }
  std::string text = header;
  text += '\n' + row + '\n' + row;
  const Columns table = read(text, {.block_size = 1 << 16});
  ASSERT_EQ(table.columns.size(), 300000U);
  EXPECT_EQ(table.columns[299999].numbers()[1], 999.0);
}

TEST(ReadCsv, stops_at_the_memory_limit_even_when_the_file_is_small) {
  std::string zeros = "a,b\n";
  for (int i = 0; i < 3000000; ++i)
    zeros += "0,0\n";
  const TextFile file("");
  gzFile packed = gzopen(file.path().c_str(), "wb9");
  gzwrite(packed, zeros.data(), static_cast<unsigned>(zeros.size()));
  gzclose(packed);
  Input input = Input::open(file.path());
  EXPECT_LT(input.size(), 100000U);
  Context context;
  context.threads = 1;
  context.memory = std::uint64_t{40} << 20U;
  try {
    read_csv(input, {}, {}, context);
    FAIL() << "no error";
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::resources);
    EXPECT_NE(std::string(error.what()).find("(memory="), std::string::npos) << error.what();
  }
  context.memory = std::uint64_t{1} << 30U;
  EXPECT_EQ(read_csv(input, {}, {}, context).columns[1].rows(), 3000000U);
}

TEST(ReadCsv, holds_the_memory_of_its_columns_and_nothing_else) {
  std::string text = "a,b,t\n";
  for (int i = 0; i < 20000; ++i)
    text += "0.5,,level " + std::to_string(i % 7) + "\n";
  const TextFile file(text);
  for (const unsigned threads : {1U, 4U}) {
    const Context context{.threads = threads, .memory = 64U << 20U};
    {
      Input input = Input::open(file.path(), context);
      const Columns table = read_csv(input, {}, {}, context);
      std::uint64_t bytes = 0;
      for (const Column& column : table.columns)
        bytes += column.bytes();
      EXPECT_GE(context.ledger->in_use(), bytes);
      EXPECT_LT(context.ledger->in_use(), bytes + bytes / 10 + 20000);
    }
    EXPECT_EQ(context.ledger->in_use(), 0U);
  }
}

TEST(ReadCsv, does_not_keep_blank_lines_and_comments_before_the_header) {
  std::string text(std::size_t{20} << 20U, '\n');
  for (int i = 0; i < 100000; ++i)
    text += "# a comment that says nothing\n\n";
  text += "#a,b\n1,2\n3,4\n";
  const TextFile file(text);
  const Context context{.threads = 1, .memory = 4U << 20U};
  Input input = Input::open(file.path(), context);
  const Columns table = read_csv(input, {}, {}, context);
  EXPECT_EQ(table.names, (std::vector<std::string>{"a", "b"}));
  EXPECT_EQ(table.columns[1].number(1), 4.0);
  EXPECT_EQ(table.notes, std::vector<std::string>{"skipped 100000 lines that begin with '#'"});
}

TEST(ReadCsv, finds_blanks_in_a_header_that_is_longer_than_what_is_read_at_first) {
  std::string text;
  for (int i = 0; i < 20000; ++i)
    text += "x" + std::to_string(i) + " ";
  text += "y\n";
  for (int row = 0; row < 2; ++row) {
    for (int i = 0; i < 20000; ++i)
      text += "0.5  ";
    text += "1\n";
  }
  const Columns table = read(text);
  ASSERT_EQ(table.names.size(), 20001U);
  EXPECT_EQ(table.columns[20000].number(1), 1.0);
}

TEST(ReadCsv, names_a_limit_that_suffices) {
  std::string text = "a,b,c\n";
  for (int i = 0; i < 200000; ++i)
    text += "0.25,0.5,0.75\n";
  const TextFile file(text);
  Context context{.threads = 2, .memory = 3U << 20U};
  std::uint64_t limit = 0;
  try {
    Input input = Input::open(file.path(), context);
    (void)read_csv(input, {}, {}, context);
    FAIL() << "no error";
  } catch (const Error& error) {
    const std::string message = error.what();
    const std::size_t place = message.find("(memory=");
    ASSERT_NE(place, std::string::npos) << message;
    limit = std::stoull(message.substr(place + 8));
  }
  context.memory = limit << 20U;
  Input input = Input::open(file.path(), context);
  EXPECT_EQ(read_csv(input, {}, {}, context).columns[0].rows(), 200000U);
}

TEST(ReadCsv, can_be_cancelled_and_reports_progress) {
  std::stop_source source;
  Context context;
  std::size_t reports = 0;
  std::size_t last = 0;
  context.progress = [&](const Progress& now) {
    ++reports;
    EXPECT_EQ(now.phase, "read");
    EXPECT_GE(now.done, last);
    EXPECT_EQ(now.total, 408U);
    last = now.done;
  };
  std::string text = "a,bcd,e\n";
  for (int i = 0; i < 50; ++i)
    text += "1,xy,23\n";
  shown(text, {.context = context, .block_size = 32});
  EXPECT_GT(reports, 1U);
  EXPECT_EQ(last, 408U);
  context.stop = source.get_token();
  source.request_stop();
  expect_error(text, ErrorKind::cancelled, {"cancelled"}, {.context = context});
}

/// Rows that are hard to cut: quotes, line ends inside quotes, CRLF, missing, blank lines.
std::string tricky_text(std::uint64_t seed, int rows) {
  const Random random(seed, 0);
  std::uint64_t next = 0;
  const auto pick = [&](std::initializer_list<const char*> choices) {
    return std::string(*(choices.begin() + random.below(next++, choices.size())));
  };
  std::string text = pick({"a,b,c", "a,\"b\nb\",c", R"("a",b,"c""")"}) + pick({"\n", "\r\n"});
  for (int row = 0; row < rows; ++row) {
    text += pick({"1", "-2.5", "", "NA", " 7 ", "\"8\"", "1e-3"}) + ',';
    text += pick({"x", "\"x\"", "\"p,q\"", "\"l1\nl2\"", "\"l1\r\nl2\"", R"("""")",
                  "\"a\"\"\n\"\"b\"", "", "5\"", "?"}) +
            ',';
    const bool is_surprise = seed % 3 == 0 && row == rows - 2;
    text += is_surprise ? "z" : pick({"10", "20", "0.125", "\"3\"", "\"\""});
    if (row + 1 < rows || random.below(next++, 2) == 0)
      text += pick({"\n", "\r\n", "\n\n", "\n \r\n"});
  }
  return text;
}

TEST(ReadCsv, does_not_depend_on_where_blocks_are_cut) {
  for (std::uint64_t seed = 0; seed < 40; ++seed) {
    const std::string text = tricky_text(seed, 30);
    const std::string whole = shown(text);
    for (const std::size_t block_size : {1, 2, 3, 7, 16, 17, 33, 64, 100}) {
      ASSERT_EQ(shown(text, {.block_size = block_size}), whole)
          << "seed " << seed << ", block " << block_size << '\n'
          << text;
    }
  }
}

TEST(ReadCsv, gives_the_same_columns_on_any_number_of_threads) {
  for (std::uint64_t seed = 0; seed < 6; ++seed) {
    const std::string text = tricky_text(seed, 500);
    Context one;
    one.threads = 1;
    const std::string expected = shown(text, {.context = one, .block_size = 64});
    for (const unsigned threads : {2U, 5U}) {
      Context context;
      context.threads = threads;
      EXPECT_EQ(shown(text, {.context = context, .block_size = 64}), expected);
    }
  }
}

TEST(ReadCsv, reports_the_same_problem_on_any_number_of_threads) {
  std::string text = "a,b\n";
  for (int i = 0; i < 100; ++i)
    text += "1,2\n";
  text += "1,2,3\n" + text + "\"x\"y,2\n\"";
  for (const unsigned threads : {1U, 2U, 5U}) {
    Context context;
    context.threads = threads;
    expect_error(text, ErrorKind::bad_data, {":102:1: ", "3 fields"},
                 {.context = context, .block_size = 16});
  }
}

TEST(ReadCsv, reads_every_number_as_strtod_does) {
  const Random random(3, 0);
  std::string text = "a,b\n";
  std::vector<double> expected;
  for (std::uint64_t i = 0; i < 20000; ++i) {
    const auto any = std::bit_cast<double>(random.bits(i));
    const double value = std::isfinite(any) && i % 2 == 0 ? any : random.uniform(i) * 1000;
    expected.push_back(value);
    text += "0," + number_text(value) + '\n';
  }
  const Columns table = read(text, {.block_size = 1000});
  for (std::size_t i = 0; i < expected.size(); ++i) {
    ASSERT_EQ(std::bit_cast<std::uint64_t>(table.columns[1].numbers()[i] + 0.0),
              std::bit_cast<std::uint64_t>(expected[i] + 0.0));
  }
}

TEST(ReadCsv, ends_in_a_result_or_an_error_whatever_the_bytes) {
  constexpr char bytes[] = "\"\"\n\r,;\t\0 .-+eE0123456789xN\xff\xfe\xef\xbb\xbf?";
  const std::string_view spice(bytes, sizeof bytes - 1);
  const TextFile file("");
  const Random random(4, 0);
  std::uint64_t next = 0;
  std::size_t results = 0;
  for (std::uint64_t trial = 0; trial < 4000; ++trial) {
    std::string text = tricky_text(trial, 8);
    for (std::uint64_t n = random.below(next++, 6); n > 0 && !text.empty(); --n) {
      const std::size_t at = random.below(next++, text.size());
      const char letter = spice[random.below(next++, spice.size())];
      const std::uint64_t what = random.below(next++, 4);
      if (what == 0) text.erase(at, 1 + random.below(next++, 9));
      if (what == 1) text.insert(at, 1, letter);
      if (what == 2) text[at] = letter;
      if (what == 3) text.insert(at, text.substr(random.below(next++, text.size()), 20));
    }
    file.write(text);
    const auto outcome = [&](std::size_t block_size, unsigned threads) {
      Context context;
      context.threads = threads;
      try {
        Input input = Input::open(file.path());
        const Columns table = read_csv_in_blocks(input, {}, {Roles{}, context}, block_size);
        ++results;
        return shown(table);
      } catch (const Error& error) {
        return std::string(error.what());
      }
    };
    ASSERT_EQ(outcome(csv_block_size, 1), outcome(16, 1 + trial % 2)) << text;
  }
  EXPECT_GT(results, 1000U);
}

TEST(ReadCsv, keeps_only_the_columns_that_are_chosen) {
  const auto choose = [](std::span<const std::string> names) {
    std::vector<bool> chosen(names.size());
    std::transform(names.begin(), names.end(), chosen.begin(),
                   [](const std::string& name) { return name == "b" || name == "d"; });
    return chosen;
  };
  const Columns table =
      read("a,b,c,d\n1,2,x,u\n\"x,y\",4.5,3,v\n,,inf,u\n", {.options = {.choice = choose}});
  ASSERT_EQ(table.names, (std::vector<std::string>{"b", "d"}));
  EXPECT_EQ(table.columns[0].number(1), 4.5);
  EXPECT_TRUE(table.columns[0].missing().test(2));
  EXPECT_EQ(table.columns[1].level_names(), (std::vector<std::string>{"u", "v"}));
  EXPECT_TRUE(table.notes.empty());
}

TEST(ReadCsv, reads_repeated_texts_alike_with_and_without_quotes) {
  // Codes of repeated short fields come from a cache, unless blanks surround quotes.
  const Random random(12, 0);
  std::uint64_t next = 0;
  const std::vector<std::string> fields = {"a",
                                           "ab",
                                           "",
                                           "NA",
                                           "?",
                                           "01",
                                           "x y",
                                           "a\tb",
                                           "twelve bytes",
                                           "thirteen byte",
                                           "fourteen bytes",
                                           "fifteen letters",
                                           "sixteen letters!",
                                           "seventeen letters",
                                           "sixteen  letters",
                                           "\xc3\xa9"};
  std::string plain = "u,v\n";
  std::string some = "u,v\n";
  std::string naive = "u,v\n";
  const auto add = [&](std::string_view end) {
    const std::string field = fields[random.below(next++, fields.size())];
    const std::string quotes = random.below(next++, 2) == 0 ? "\"" : "";
    plain.append(field).append(end);
    some.append(quotes + field + quotes).append(end);
    naive.append(" \"" + field + "\" ").append(end);
  };
  for (int row = 0; row < 5000; ++row) {
    add(",");
    add(row % 3 == 0 ? "\r\n" : "\n");
  }
  const std::string expected = shown(naive);
  EXPECT_EQ(shown(plain), expected);
  EXPECT_EQ(shown(some), expected);
}

TEST(ReadCsv, finds_a_lone_return_after_a_text_that_is_known) {
  const std::string rows = "a,b\nx,y\r\nx,y\r\n";
  expect_error(rows + "x,y\r,z\n", ErrorKind::bad_data, {":4:4: ", "a carriage return without"});
  expect_error(rows + "x\r,y\n", ErrorKind::bad_data, {":4:2: ", "a carriage return without"});
}

}  // namespace
}  // namespace pith
