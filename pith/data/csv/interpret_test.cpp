// SPDX-License-Identifier: Apache-2.0
#include "pith/data/csv/interpret.h"

#include <gtest/gtest.h>

#include <map>

#include "tests/support/csv_files.h"

namespace pith {
namespace {

using namespace csv_files;

TEST(InterpretCsv, reads_decimal_commas_where_they_are_clear_and_says_so) {
  const Columns table = read("a;b;c\n1,5;2;x\n2;3;y\n");
  EXPECT_EQ(shown(table), "a = 1.5 2\nb = 2 3\nc ~ x y <x> <y>\n");
  EXPECT_EQ(table.notes, Notes{"column 'a' was read as numbers: '1,5' is 1.5"});
  const Columns unclear = read("a;c\n1,500;x\n2,250;y\n");
  EXPECT_EQ(shown(unclear), "a ~ 1,500 2,250 <1,500> <2,250>\nc ~ x y <x> <y>\n");
  ASSERT_EQ(unclear.notes.size(), 1U);
  EXPECT_EQ(render(unclear.notes[0]),
            "column 'a' was read as categories: '1,500' can be 1.5 (decimal=,) or 1500 "
            "(decimal=.)");
}

TEST(InterpretCsv, takes_the_decimal_mark_that_it_is_told) {
  const std::string text = "a;b;n;c\n1,500;1.234;7;x\n2,250;20;8;y\n";
  EXPECT_EQ(shown(text, {.options = {.decimal = ','}}),
            "a = 1.5 2.25\nb = 1234 20\nn = 7 8\nc ~ x y <x> <y>\n");
  EXPECT_EQ(shown(text, {.options = {.decimal = '.'}}),
            "a = 1500 2250\nb = 1.234 20\nn = 7 8\nc ~ x y <x> <y>\n");
  EXPECT_EQ(shown(text, {.options = {.decimal = ','}, .kinds = {.numeric = {"a"}}}),
            "a = 1.5 2.25\nb = 1234 20\nn = 7 8\nc ~ x y <x> <y>\n");
}

/// Rows with the numbers 0.5, 1.5, ... in column a, apart from these fields.
std::string rows_with(const std::map<int, std::string>& fields, int rows = 100) {
  std::string text = "id,a,y\n";
  for (int i = 0; i < rows; ++i) {
    const auto field = fields.find(i);
    text += std::to_string(i) + ',' +
            (field == fields.end() ? std::to_string(i) + ".5" : field->second) + ",c" +
            std::to_string(i % 2) + '\n';
  }
  return text;
}

TEST(InterpretCsv, reads_a_column_of_numbers_with_stray_texts_as_numbers) {
  const Columns table = read(rows_with({{16, "<LOD"}}));
  ASSERT_TRUE(table.columns[1].is_numbers());
  EXPECT_EQ(table.columns[1].missing().count(), 1U);
  EXPECT_TRUE(table.columns[1].missing().test(16));
  EXPECT_EQ(table.columns[1].number(17), 17.5);
  EXPECT_EQ(table.notes, Notes{"column 'a': 1 of 100 values is not a number: '<LOD' (line 18); "
                               "read as missing"});
}

TEST(InterpretCsv, knows_the_lines_of_stray_texts) {
  std::string text =
      "# made by hand\n\n" +
      rows_with({{16, "<LOD"}, {40, "\"no\nnumber\""}, {50, "<LOD"}, {60, "NA"}, {70, "bad"}});
  text.insert(text.find("10,"), "\n  \n");
  text.replace(text.find("\n20,"), 1, "\r\n");
  for (const std::size_t block_size : {1UL, 7UL, 64UL, csv_block_size}) {
    const Columns table = read(text, {.block_size = block_size});
    const auto stray = table.columns[1].stray();
    ASSERT_EQ(stray.size(), 3U);
    EXPECT_EQ(stray[0].token, "<LOD");
    EXPECT_EQ(stray[0].count, 2U);
    EXPECT_EQ(stray[0].row, 16U);
    EXPECT_EQ(stray[0].line, 22U);
    EXPECT_EQ(stray[1].line, 46U);
    EXPECT_EQ(stray[2].line, 77U);
    EXPECT_EQ(table.columns[1].missing().count(), 5U);
  }
}

TEST(InterpretCsv, notes_stray_texts_of_many_columns_briefly) {
  std::string text = "a,b,c,d,e,f,g,y\n";
  for (int i = 0; i < 100; ++i) {
    for (int j = 0; j < 7; ++j)
      text += i == 3 * j ? "x," : std::to_string(i) + ',';
    text += "c\n";
  }
  const Columns table = read(text);
  ASSERT_EQ(table.notes.size(), 6U);
  EXPECT_EQ(table.notes[5],
            "2 more columns with values that are not numbers, read as missing: 'f', 'g'");
}

TEST(InterpretCsv, keeps_the_texts_of_the_target_and_of_columns_declared_categorical) {
  std::string text = rows_with({{16, "<LOD"}});
  EXPECT_TRUE(read(text, {.roles = {.target = "a"}}).columns[1].is_codes());
  EXPECT_TRUE(read(text, {.kinds = {.categorical = {"a"}}}).columns[1].is_codes());
  EXPECT_TRUE(
      read(text, {.roles = {.target = "a", .target_bins = "width:3"}}).columns[1].is_numbers());
  EXPECT_EQ(shown("a,y\nTRUE,TRUE\nFALSE,FALSE\n"),
            "a ~ True False <False> <True>\ny ~ TRUE FALSE <FALSE> <TRUE>\n");
}

TEST(InterpretCsv, takes_more_or_other_words_for_missing) {
  const std::string text = "a,b,y\n1,x,p\n-999,-999,q\n-999.0,unknown,p\nNA,NA,q\n";
  EXPECT_EQ(shown(text, {.options = {.na = {"-999", "unknown"}}}),
            "a = 1 _ _ _\nb ~ x _ _ _ <x>\ny ~ p q p q <p> <q>\n");
  EXPECT_EQ(shown(text, {.options = {.na = {"unknown"}, .has_default_na = false}}),
            "a ~ 1 -999 -999.0 NA <-999> <-999.0> <1> <NA>\n"
            "b ~ x -999 _ NA <-999> <NA> <x>\ny ~ p q p q <p> <q>\n");
  EXPECT_EQ(shown("a,y\n.,p\n2,q\n"), "a = _ 2\ny ~ p q <p> <q>\n");
}

TEST(InterpretCsv, reads_dates_as_days) {
  const Columns table = read("d,y\n1970-01-02,p\n1970-01-03T12:00,q\nNA,p\n");
  EXPECT_EQ(shown(table), "d = 1 2.5 _\ny ~ p q p <p> <q>\n");
  EXPECT_TRUE(table.columns[0].is_date());
}

TEST(InterpretCsv, rejects_an_infinite_number_among_stray_texts) {
  expect_error(rows_with({{16, "<LOD"}, {20, "inf"}}), ErrorKind::bad_data,
               {":22:4: ", "'inf'", "'a'", "finite"});
}

TEST(InterpretCsv, types_columns_the_same_on_any_number_of_threads_and_in_blocks_of_any_size) {
  std::string text = "a,b,c,d,y\n";
  for (int i = 0; i < 300; ++i) {
    text += (i == 250 ? "x" : std::to_string(i) + ".25") + ",2020-01-" +
            std::to_string(10 + i % 20) + ",\"$" + std::to_string(1 + i % 9) + ",000.50\"," +
            (i % 2 == 0 ? "TRUE" : "false") + ",k\n";
  }
  const std::string whole = shown(text);
  EXPECT_EQ(whole.find('~'), whole.find("d ~") + 2);
  for (const unsigned threads : {1U, 3U}) {
    for (const std::size_t block_size : {16UL, 100UL, 5000UL}) {
      Context context;
      context.threads = threads;
      const Columns table = read(text, {.context = context, .block_size = block_size});
      EXPECT_EQ(shown(table), whole);
      EXPECT_EQ(table.columns[0].stray()[0].line, 252U);
      EXPECT_EQ(table.notes.size(), 2U);
    }
  }
}

TEST(InterpretCsv, reads_fields_between_runs_of_blanks) {
  const std::string text = "  a    b  c\n 1   2.5 x\n10  20   \"x  y\"  \r\n\n 3\t4 \"p\n q\"\n";
  const std::string expected = "a = 1 10 3\nb = 2.5 20 4\nc ~ x x  y p\n q <p\n q> <x> <x  y>\n";
  EXPECT_EQ(shown("a b\n1   2\n"), "a = 1\nb = 2\n");
  for (const std::size_t block_size : {1UL, 2UL, 5UL, 16UL, csv_block_size}) {
    EXPECT_EQ(shown(text, {.options = {.delimiter = ' '}, .block_size = block_size}), expected);
  }
  expect_error("a b\n1 2\n1 2\n1 2 3\n", ErrorKind::bad_data,
               {":4:1: ", "3 fields", "a run of blanks"}, {.options = {.delimiter = ' '}});
}

TEST(InterpretCsv, reads_what_r_writes_with_row_names) {
  const Columns table = read("\"a\" \"b\"\n\"r1\" 1 2\n\"r2\" 3 4\n");
  EXPECT_EQ(shown(table), "column 0 ~ r1 r2 <r1> <r2>\na = 1 3\nb = 2 4\n");
  ASSERT_EQ(table.notes.size(), 2U);
  EXPECT_NE(table.notes[0].find("row names"), std::string::npos);
  EXPECT_EQ(shown("a\tb\n1\t5\t2\n2\t3\t4\n"), "column 0 = 1 2\na = 5 3\nb = 2 4\n");
  // Neither a trailing delimiter nor a decimal comma is a row name.
  expect_error("a,b\n1,2,\n3,4,\n", ErrorKind::bad_data, {":2:1: ", "3 fields"});
  expect_error("a,b\n1,5,2\n3,4,7\n", ErrorKind::bad_data, {":2:1: ", "3 fields"});
}

TEST(InterpretCsv, skips_comments_before_the_header) {
  const Columns table = read("# made by hand\n#\n# 2 columns\na,b\n1,2\n");
  EXPECT_EQ(shown(table), "a = 1\nb = 2\n");
  EXPECT_EQ(table.notes, Notes{"skipped 3 lines that begin with '#'"});
  EXPECT_EQ(shown("#x\n\n# y\n\na,b\n#1,2\n"), "a ~ #1 <#1>\nb = 2\n");
}

TEST(InterpretCsv, takes_the_header_from_a_comment) {
  const Columns table = read("##fileformat=VCFv4.2\n#CHROM\tPOS\tID\n1\t100\trs1\n");
  EXPECT_EQ(shown(table), "CHROM = 1\nPOS = 100\nID ~ rs1 <rs1>\n");
  EXPECT_EQ(table.notes, Notes{"skipped 1 line that begins with '#'"});
  EXPECT_EQ(shown("# a b\n1.5 2\n2.5 3\n"), "a = 1.5 2.5\nb = 2 3\n");
  EXPECT_EQ(shown("#a,b\nx,y\n"), "a ~ x <x>\nb ~ y <y>\n");
  EXPECT_EQ(shown("# left, right\na,b\nx,y\n"), "a ~ x <x>\nb ~ y <y>\n");
  EXPECT_EQ(shown("#,name\n1,x\n2,y\n"), "# = 1 2\nname ~ x y <x> <y>\n");
  EXPECT_EQ(shown("#a,b\n1,2\n", {.options = {.has_header = false}}),
            "column 0 = 1\ncolumn 1 = 2\n");
  for (const char* text : {"# only\n", "# only\n# this\n", "#a,b\n"}) {
    expect_error(text, ErrorKind::bad_data, {"no rows"});
  }
}

TEST(InterpretCsv, skips_comments_that_are_longer_than_the_first_piece) {
  std::string text;
  for (int i = 0; i < 5000; ++i)
    text += "## a line of a long preamble, number " + std::to_string(i) + "\n";
  EXPECT_EQ(shown(text + "a,b\n1,2\n"), "a = 1\nb = 2\n");
}

TEST(InterpretCsv, reads_decimal_commas_without_a_header) {
  EXPECT_EQ(shown("1,5;2,5\n2,5;3,25\n", {.roles = {.has_target = false}}),
            "column 0 = 1.5 2.5\ncolumn 1 = 2.5 3.25\n");
}

TEST(InterpretCsv, reads_windows_1252_where_it_is_not_utf8_and_says_so) {
  const std::string text =
      "gr\xf6\xdf"
      "e,\x80,y\nM\xfcller,\x80 5,p\nz,\x80 7,q\n";
  const Columns table = read(text);
  EXPECT_EQ(shown(table), "größe ~ Müller z <Müller> <z>\n€ = 5 7\ny ~ p q <p> <q>\n");
  ASSERT_EQ(table.notes.size(), 2U);
  EXPECT_EQ(render(table.notes[0]), "the file is not UTF-8; read as windows-1252 (encoding)");
  EXPECT_EQ(shown(text, {.kinds = {.categorical = {"größe"}}}), shown(table));
  expect_error(text, ErrorKind::bad_data, {"'größe'", "UTF-8", "encoding"},
               {.options = {.encoding = Encoding::utf8}});
  EXPECT_EQ(shown("a,y\n\xe4,p\n", {.options = {.na = {"ä"}}}), "a = _\ny ~ p <p>\n");
}

}  // namespace
}  // namespace pith
