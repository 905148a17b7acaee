// SPDX-License-Identifier: Apache-2.0
#include "pith/data/formats/arff.h"

#include <gtest/gtest.h>
#include <unistd.h>
#include <zlib.h>

#include <fstream>

#include "pith/base/error.h"

namespace pith {
namespace {

const std::string header =  // NOLINT(cert-err58-cpp)
    "% weather\n"
    "@RELATION 'the weather'\n"
    "@attribute outlook {sunny, 'light rain', \"it's \\\"fog\\\"\"}\n"
    "@ATTRIBUTE temperature REAL % in degrees\n"
    "\n"
    "@attribute 'who said' string\r\n"
    "@Attribute count integer\n"
    "@Data\n";

Columns read_text(const std::string& text, const Context& context = {}) {
  const std::string path = testing::TempDir() + "pith_arff_" + std::to_string(::getpid());
  std::ofstream(path, std::ios::binary) << text;
  Input input = Input::open(path);
  ::unlink(path.c_str());
  return read_arff(input, context);
}

/// The message from the line number on, without the name of the file.
std::string message_of(const std::string& text, ErrorKind kind = ErrorKind::bad_data) {
  try {
    (void)read_text(text, {.memory = 64U << 20U});
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), kind);
    const std::string_view message = error.what();
    return std::string(message.substr(message.find(':') + 1));
  }
  return "accepted";
}

TEST(ReadArff, takes_every_type_of_attribute) {
  const Columns columns = read_text(header +
                                    "sunny, 20.5, ann, 3\n"
                                    "'light rain',-1e1,'b \\'o\\\\ b', 4 % so be it\n"
                                    "% nothing\n"
                                    "\n"
                                    "\"it's \\\"fog\\\"\",?,ann,?\n"
                                    "?\t1 ? 2\n");
  EXPECT_EQ(columns.names,
            (std::vector<std::string>{"outlook", "temperature", "who said", "count"}));
  const Column& outlook = columns.columns[0];
  EXPECT_EQ(outlook.level_names(),
            (std::vector<std::string>{"sunny", "light rain", "it's \"fog\""}));
  EXPECT_EQ(outlook.code(1), 1U);
  EXPECT_EQ(outlook.code(2), 2U);
  EXPECT_TRUE(outlook.missing().test(3));
  const Column& temperature = columns.columns[1];
  EXPECT_EQ(temperature.numbers()[1], -10);
  EXPECT_TRUE(temperature.missing().test(2));
  const Column& who = columns.columns[2];
  EXPECT_EQ(who.level_names(), (std::vector<std::string>{"ann", "b 'o\\ b"}));
  EXPECT_TRUE(who.missing().test(3));
  EXPECT_EQ(columns.columns[3].numbers()[3], 2);
}

TEST(ReadArff, keeps_the_declared_order_and_levels_that_no_row_has) {
  const Columns columns = read_text("@relation r\n@attribute c {z, y, x}\n@data\nx\nz\n");
  EXPECT_EQ(columns.columns[0].level_names(), (std::vector<std::string>{"z", "y", "x"}));
  EXPECT_EQ(columns.columns[0].code(0), 2U);
}

TEST(ReadArff, takes_sparse_rows) {
  const Columns columns = read_text(
      "@relation r\n@attribute a numeric\n@attribute b {no, yes}\n@attribute c numeric\n@data\n"
      "{0 1.5, 1 yes}\n{}\n{2 ?}\n0,no,7\n");
  EXPECT_EQ(columns.columns[0].numbers()[0], 1.5);
  EXPECT_EQ(columns.columns[0].numbers()[1], 0);
  EXPECT_EQ(columns.columns[1].code(0), 1U);
  EXPECT_EQ(columns.columns[1].code(1), 0U);
  EXPECT_TRUE(columns.columns[2].missing().test(2));
  EXPECT_EQ(columns.columns[2].numbers()[3], 7);
}

TEST(ReadArff, rejects_sparse_rows_that_are_not_clear) {
  const std::string start = "@attribute a numeric\n@attribute b string\n@data\n";
  EXPECT_EQ(message_of(start + "{0 1}\n"),
            "4:6: the sparse row omits string attribute 'b', which must be given");
  EXPECT_EQ(message_of(start + "{1 x, 0 1}\n"),
            "4:7: position 0 follows 1; positions must be ascending");
  EXPECT_EQ(message_of(start + "{2 x}\n"), "4:2: position '2' must be an integer from 0 to 1");
  EXPECT_EQ(message_of(start + "{-1 x}\n"), "4:2: position '-1' must be an integer from 0 to 1");
  EXPECT_EQ(message_of(start + "{1 x"), "4:5: position '' must be an integer from 0 to 1");
}

TEST(ReadArff, rejects_weights_of_rows) {
  const std::string remedy =
      "row weights in braces are not supported; make them an attribute, and name it in weights";
  EXPECT_EQ(message_of("@attribute a numeric\n@data\n1, {5}\n"), "3:5: " + remedy);
  EXPECT_EQ(message_of("@attribute a numeric\n@data\n{0 1}, {5}\n"), "3:9: " + remedy);
}

TEST(ReadArff, says_where_a_value_is_wrong) {
  EXPECT_EQ(message_of(header + "sunny,1,ü,2\nhail,1,ü,2\n"),
            "10:1: 'hail' is not among the 3 declared values of attribute 'outlook'");
  EXPECT_EQ(message_of(header + "sunny,1,üü,two\n"),
            "9:12: 'two' is not a number, as attribute 'count' requires; write ? if it is missing");
  EXPECT_EQ(message_of(header + "sunny,1,x\n"),
            "9:10: the row has 3 values, but 4 attributes are declared");
  EXPECT_EQ(message_of(header + "sunny,1,x,2,3\n"),
            "9:13: the row has more values than the 4 declared attributes");
  EXPECT_EQ(
      message_of(header + "sunny,,x,2\n"),
      "9:7: '' is not a number, as attribute 'temperature' requires; write ? if it is missing");
  EXPECT_EQ(message_of(header + "sunny,1,,2\n"),
            "9:9: the value of attribute 'who said' is empty; write ? if it is missing");
  EXPECT_EQ(message_of(header + "sunny,1,'x,2\n"), "9:9: the quote is not closed on this line");
  EXPECT_EQ(message_of(header + "sunny,inf,x,2\n"),
            "9:7: the value of attribute 'temperature' is infinite; replace it with a number, or "
            "with ? if it is missing");
}

TEST(ReadArff, reads_dates_as_days) {
  const Columns table = read_text(
      "@attribute d date\n@attribute t DATE \"yyyy-MM-dd HH:mm\"\n@data\n"
      "1970-01-02,'1970-01-01 12:00'\n?,?\n");
  EXPECT_TRUE(table.columns[0].is_date());
  EXPECT_EQ(table.columns[0].number(0), 1.0);
  EXPECT_EQ(table.columns[1].number(0), 0.5);
  EXPECT_TRUE(table.columns[1].missing().test(1));
}

TEST(ReadArff, takes_more_texts_for_missing) {
  const std::string path = testing::TempDir() + "pith_arff_na_" + std::to_string(::getpid());
  std::ofstream(path) << "@attribute a real\n@attribute b {x,y}\n@attribute c string\n@data\n"
                         "-9,none,none\n-9.0,y,''\nnone,x,z\n1,y,z\n";
  Input input = Input::open(path);
  ::unlink(path.c_str());
  const Columns table = read_arff(input, {}, MissingTokens({"-9", "none"}, false));
  EXPECT_EQ(table.columns[0].missing().count(), 3U);
  EXPECT_EQ(table.columns[0].number(3), 1.0);
  EXPECT_EQ(table.columns[1].missing().count(), 1U);
  EXPECT_TRUE(table.columns[1].missing().test(0));
  EXPECT_EQ(table.columns[2].level_names(), (std::vector<std::string>{"", "z"}));
}

TEST(ReadArff, says_what_is_wrong_with_a_declaration) {
  EXPECT_EQ(message_of("@attribute t date \"yyyy\"\n@data\n1\n"),
            "3:1: '1' is not a date as in ISO 8601 (2024-03-31 or 2024-03-31T12:30:00), as "
            "attribute 't' requires");
  EXPECT_EQ(message_of("@attribute t relational\n"),
            "1:14: the type of attribute 't' must be numeric, real, integer, string, date or {a, "
            "b, ...} (got 'relational')");
  EXPECT_EQ(message_of("@attribute\n"), "1:11: the attribute has no name");
  EXPECT_EQ(message_of("@attribute t {a, b\n"),
            "1:19: a value or } was expected in the list of values");
  EXPECT_EQ(message_of("@attribute t {a, a}\n"), "1:18: value 'a' is declared twice");
  EXPECT_EQ(message_of("@attribute t {}\n"), "1:16: the list of values is empty");
  EXPECT_EQ(message_of("a,b\n1,2\n"), "1:1: @relation, @attribute or @data was expected (got 'a')");
  EXPECT_EQ(message_of("@data\n1\n"), "1:1: there is no @attribute before @data");
  EXPECT_EQ(message_of("@relation x"), "1:12: the file ends before @data");
  EXPECT_EQ(message_of("@attribute t real\n@data\n"), " there are no rows");
}

TEST(ReadArff, makes_names_unique) {
  const Columns columns = read_text("@attribute a real\n@attribute a real\n@data\n1,2\n");
  EXPECT_EQ(columns.names, (std::vector<std::string>{"a", "a.2"}));
  EXPECT_EQ(columns.notes.size(), 1U);
}

TEST(ReadArff, reads_compressed_files) {
  const std::string path = testing::TempDir() + "pith_arff_gz_" + std::to_string(::getpid());
  const std::string text = "@attribute a real\n@data\n1\n2\n";
  gzFile out = gzopen(path.c_str(), "wb");
  gzwrite(out, text.data(), static_cast<unsigned>(text.size()));
  gzclose(out);
  Input input = Input::open(path);
  EXPECT_EQ(read_arff(input, {}).columns[0].rows(), 2U);
  ::unlink(path.c_str());
}

}  // namespace
}  // namespace pith
