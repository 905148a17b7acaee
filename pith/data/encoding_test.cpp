// SPDX-License-Identifier: Apache-2.0
#include "pith/data/encoding.h"

#include <gtest/gtest.h>

#include "pith/base/error.h"
#include "pith/data/text_column.h"

namespace pith {
namespace {

using namespace std::string_view_literals;

TEST(Encoding, knows_well_formed_utf8) {
  for (const char* text : {"", "abc", "ä", "€", "\U0001F600", "\u07ff\u0800\uffff\U0010FFFF"}) {
    EXPECT_TRUE(is_utf8(text)) << text;
  }
  for (const char* text :
       {"\xe4", "\xc3", "a\x80", "\xc0\x80", "\xe0\x80\x80", "\xed\xa0\x80", "\xf0\x80\x80\x80",
        "\xf4\x90\x80\x80", "\xf5\x80\x80\x80", "\xff", "\xe2\x82", "M\xfcller"}) {
    EXPECT_FALSE(is_utf8(text)) << text;
  }
}

TEST(Encoding, decodes_bytes) {
  EXPECT_EQ(utf8_of_latin1("M\xfcller \xa3"), "Müller £");
  EXPECT_EQ(utf8_of_latin1("\x80"), "\u0080");
  EXPECT_EQ(utf8_of_windows1252("\x80 5 \x93q\x94 \xe9 \x81"), "€ 5 “q” é \u0081");
}

TEST(Encoding, decodes_utf16_in_pieces) {
  const std::string_view little = "a\0\xe4\0\xac\x20\x3d\xd8\x00\xde"sv;
  std::string big;
  for (std::size_t i = 0; i < little.size(); i += 2) {
    big += little[i + 1];
    big += little[i];
  }
  for (std::size_t piece = 1; piece <= little.size(); ++piece) {
    Utf16Decoder first(false);
    Utf16Decoder second(true);
    std::string a;
    std::string b;
    for (std::size_t at = 0; at < little.size(); at += piece) {
      first.decode(little.substr(at, piece), a);
      second.decode(std::string_view(big).substr(at, piece), b);
    }
    first.finish(a);
    EXPECT_EQ(a, "aä€\U0001F600");
    EXPECT_EQ(b, a);
  }
}

TEST(Encoding, replaces_what_is_no_utf16) {
  std::string text;
  Utf16Decoder decoder(true);
  decoder.decode("\xd8\x00\0a\xdc\x00\xd8\x00"sv, text);
  decoder.finish(text);
  EXPECT_EQ(text, "\uFFFDa\uFFFD\uFFFD");
  EXPECT_EQ(decoder.faulty_line(), 1U);
}

TEST(Encoding, knows_the_line_of_what_is_no_utf16) {
  std::string text;
  Utf16Decoder decoder(true);
  decoder.decode("\0a\0\n\0b\0\n\xdc\x00\0\n"sv, text);
  decoder.finish(text);
  EXPECT_EQ(decoder.faulty_line(), 3U);
  Utf16Decoder sound(true);
  sound.decode("\0a\xd8\x3d\xde\x00"sv, text);
  sound.finish(text);
  EXPECT_EQ(sound.faulty_line(), 0U);
}

TEST(Encoding, is_required_of_names_and_texts) {
  const std::vector<std::uint32_t> codes = {0, 1};
  Columns columns{.names = {"a"}, .columns = {Column::from_codes(codes, {"ä", "b"})}};
  EXPECT_NO_THROW(require_utf8(columns));
  columns.names = {"\xe4"};
  EXPECT_THROW(require_utf8(columns), Error);
  columns = {.names = {"a"}, .columns = {Column::from_codes(codes, {"b", "\xff"})}};
  EXPECT_THROW(require_utf8(columns), Error);
}

TEST(Encoding, has_words) {
  EXPECT_EQ(parse_encoding(""), Encoding::detected);
  EXPECT_EQ(parse_encoding("latin-1"), Encoding::latin1);
  try {
    parse_encoding("ebcdic");
    FAIL();
  } catch (const Error& error) {
    EXPECT_STREQ(error.what(),
                 "the encoding must be utf-8, latin-1, windows-1252 or utf-16 (got 'ebcdic')");
  }
}

Column column_of(const std::vector<std::string>& texts) {
  TextColumn column;
  for (const std::string& text : texts)
    column.add(text);
  return column.finish();
}

TEST(TextDecoder, decodes_what_is_not_utf8_and_says_so) {
  TextDecoder decoder(Encoding::detected, "a.csv");
  const Column column = decoder.decode(column_of({"z", "\xe4", "\x80", "ä"}), "x");
  EXPECT_EQ(column.level_names(), (std::vector<std::string>{"z", "ä", "€"}));
  EXPECT_EQ(column.level(column.code(1)), "ä");
  EXPECT_EQ(column.code(1), column.code(3));
  std::vector<std::string> notes;
  decoder.note(notes);
  ASSERT_EQ(notes.size(), 1U);
  EXPECT_EQ(render(notes[0]), "the file is not UTF-8; read as windows-1252 (encoding)");
}

TEST(TextDecoder, keeps_an_order_that_was_declared) {
  TextDecoder decoder(Encoding::detected, "a.arff");
  const std::vector<std::uint32_t> codes = {1, 0, 1};
  const Column column = decoder.decode(Column::from_codes(codes, {"\xfc", "a"}), "x");
  EXPECT_EQ(column.level_names(), (std::vector<std::string>{"ü", "a"}));
  EXPECT_EQ(column.code(0), 1U);
}

TEST(TextDecoder, merges_levels_that_are_equal_in_a_declared_order) {
  TextDecoder decoder(Encoding::detected, "a.arff");
  const std::vector<std::uint32_t> codes = {0, 1, 2};
  const Column column = decoder.decode(Column::from_codes(codes, {"\xfc", "a", "ü"}), "x");
  EXPECT_EQ(column.level_names(), (std::vector<std::string>{"ü", "a"}));
  EXPECT_EQ(column.code(2), 0U);
}

TEST(TextDecoder, does_not_take_every_byte_for_windows_1252) {
  TextDecoder decoder(Encoding::detected, "a.csv");
  EXPECT_THROW(decoder.decode(column_of({"\x81"}), "x"), Error);
}

TEST(TextDecoder, leaves_utf8_alone) {
  TextDecoder decoder(Encoding::detected, "a.csv");
  const Column column = column_of({"ä", "b"});
  EXPECT_EQ(decoder.decode(column, "x").level_names(), column.level_names());
  std::vector<std::string> notes;
  decoder.note(notes);
  EXPECT_TRUE(notes.empty());
}

TEST(TextDecoder, decodes_everything_as_it_is_told) {
  TextDecoder decoder(Encoding::latin1, "a.csv");
  std::vector<std::string> names = {"\xe4", "plain"};
  decoder.decode(names);
  EXPECT_EQ(names, (std::vector<std::string>{"ä", "plain"}));
  EXPECT_EQ(decoder.decode(column_of({"\xc3\xa4"}), "x").level(0), "Ã¤");
}

TEST(TextDecoder, rejects_what_is_not_utf8_where_it_must_be) {
  TextDecoder decoder(Encoding::utf8, "a.csv");
  try {
    decoder.decode(column_of({"M\xfcller"}), "x");
    FAIL();
  } catch (const Error& error) {
    EXPECT_STREQ(error.what(),
                 "a.csv: column 'x': 'Müller' is not UTF-8; pass another encoding, such as "
                 "encoding=latin-1, or convert the file");
  }
}

}  // namespace
}  // namespace pith
