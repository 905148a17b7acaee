// SPDX-License-Identifier: Apache-2.0
#include "pith/data/typing.h"

#include <gtest/gtest.h>

#include "pith/base/option.h"
#include "pith/base/text.h"
#include "pith/data/text_column.h"

namespace pith {
namespace {

using Texts = std::vector<std::string>;

Column column_of(const Texts& texts) {
  TextColumn column;
  for (const std::string& text : texts)
    column.add(text);
  return column.finish();
}

Typed typed(const Texts& texts, const TypingRules& rules = {}) {
  return pith::typed(column_of(texts), "x", rules);
}

/// The kind of the column and its values.
std::string shown(const Column& column) {
  std::string text = column.is_date() ? "date" : column.is_numbers() ? "numbers" : "categories";
  for (std::size_t row = 0; row < column.rows(); ++row) {
    text += ' ';
    if (column.missing().test(row)) {
      text += '_';
    } else {
      text +=
          column.is_numbers() ? number_text(column.number(row)) : column.level(column.code(row));
    }
  }
  return text;
}

std::string shown(const Texts& texts, const TypingRules& rules = {}) {
  return shown(typed(texts, rules).column);
}

std::string note(const Texts& texts, const TypingRules& rules = {}) {
  return render(typed(texts, rules).note);
}

/// `count` distinct numbers, followed by `more`.
Texts numbers_and(int count, const Texts& more) {
  Texts texts;
  for (int i = 0; i < count; ++i)
    texts.push_back(std::to_string(i) + ".5");
  texts.insert(texts.end(), more.begin(), more.end());
  return texts;
}

TEST(Typing, keeps_categories) {
  EXPECT_EQ(shown({"b", "a", "b"}), "categories b a b");
  EXPECT_EQ(note({"b", "a", "b"}), "");
  EXPECT_EQ(shown({"yes", "no"}), "categories yes no");
  EXPECT_EQ(shown({"T", "F"}), "categories T F");
  EXPECT_EQ(shown({"1", "2", "x"}), "categories 1 2 x");
  EXPECT_EQ(note({"1", "2", "x"}), "");
}

TEST(Typing, keeps_texts_that_are_all_like_numbers_in_no_common_notation) {
  EXPECT_EQ(shown({"$12", "-inf", "$12"}), "categories $12 -inf $12");
  EXPECT_EQ(shown({"12 %", "inf"}), "categories 12 % inf");
  EXPECT_EQ(shown({"1,5", "inf"}), "categories 1,5 inf");
}

TEST(Typing, makes_missing_tokens_missing) {
  EXPECT_EQ(shown({"b", "NA", "", "None"}), "categories b _ _ _");
  EXPECT_EQ(typed({"b", "NA"}).column.level_names(), Texts{"b"});
  EXPECT_EQ(shown({"1", "NA", "."}), "numbers 1 _ _");
  EXPECT_EQ(shown({"NA", "?"}), "numbers _ _");
  EXPECT_EQ(shown({"1", "-9", "-9.0", "z"}, {.missing = MissingTokens({"-9", "z"})}),
            "numbers 1 _ _ _");
  EXPECT_EQ(shown({"NA", "b"}, {.missing = MissingTokens({}, false)}), "categories NA b");
}

TEST(Typing, has_one_spelling_of_booleans) {
  for (const Texts& texts : {Texts{"TRUE", "FALSE"}, {"true", "false"}, {"True", "False"}}) {
    EXPECT_EQ(shown(texts), "categories True False");
    EXPECT_EQ(typed(texts).column.level_names(), (Texts{"False", "True"}));
  }
  EXPECT_EQ(shown({"TRUE", "NA", "false"}), "categories True _ False");
  EXPECT_EQ(shown({"TRUE", "maybe"}), "categories TRUE maybe");
}

TEST(Typing, takes_few_other_texts_as_missing) {
  const Typed result = typed(numbers_and(96, {"<LOD", "bad", "<LOD", "NA"}));
  ASSERT_TRUE(result.column.is_numbers());
  EXPECT_EQ(result.column.missing().count(), 4U);
  const auto stray = result.column.stray();
  ASSERT_EQ(stray.size(), 2U);
  EXPECT_EQ(stray[0].token, "<LOD");
  EXPECT_EQ(stray[0].count, 2U);
  EXPECT_EQ(stray[0].row, 96U);
  EXPECT_FALSE(stray[0].line);
  EXPECT_EQ(stray[1].token, "bad");
  EXPECT_EQ(stray_text(result.column),
            "3 of 99 values are not numbers: '<LOD' (2 times, first in row 96), 'bad' (row 97)");
  EXPECT_EQ(result.note, "");
}

TEST(Typing, needs_95_percent_of_the_values_to_be_numbers) {
  EXPECT_TRUE(typed(numbers_and(95, {"a", "b", "c", "d", "e"})).column.is_numbers());
  EXPECT_FALSE(typed(numbers_and(94, {"a", "b", "c", "d", "e"})).column.is_numbers());
  // Missing values do not count.
  Texts texts = numbers_and(95, {"a", "b", "c", "d", "e"});
  texts.insert(texts.end(), 1000, "NA");
  EXPECT_TRUE(typed(texts).column.is_numbers());
}

TEST(Typing, allows_five_distinct_other_texts) {
  EXPECT_TRUE(typed(numbers_and(1000, {"a", "b", "c", "d", "e", "e"})).column.is_numbers());
  EXPECT_FALSE(typed(numbers_and(1000, {"a", "b", "c", "d", "e", "f"})).column.is_numbers());
  EXPECT_EQ(note(numbers_and(1000, {"a", "b", "c", "d", "e", "f"})),
            "column 'x' was read as categories: 6 of 1006 values are not numbers, such as 'a'; if "
            "they stand for missing values, name them (na)");
}

TEST(Typing, needs_more_distinct_numbers_than_a_column_of_categories_has) {
  Texts few = numbers_and(32, {});
  for (int i = 0; i < 3; ++i)
    few.insert(few.end(), few.begin(), few.end());
  few.emplace_back("x");
  EXPECT_FALSE(typed(few).column.is_numbers());
  few.emplace_back("33");
  EXPECT_TRUE(typed(few).column.is_numbers());
  EXPECT_FALSE(typed(few, {.allows_stray = false}).column.is_numbers());
}

TEST(Typing, finds_infinite_numbers) {
  const Typed result = typed(numbers_and(98, {"a", "inf"}));
  EXPECT_EQ(result.infinite_row, 99U);
  EXPECT_FALSE(typed({"inf", "x"}).infinite_row);
}

TEST(Typing, reads_dates) {
  EXPECT_EQ(shown({"1970-01-02", "NA", "1970-02-01"}), "date 1 _ 31");
  EXPECT_EQ(shown({"1970-01-02T12:00", "1970-01-02"}), "date 1.5 1");
  EXPECT_EQ(shown({"1970-01-02T12:00Z", "1970-01-02T00:00+12:00"}), "date 1.5 0.5");
  EXPECT_EQ(shown({"1970-01-02T12:00Z", "1970-01-02T00:00"}),
            "categories 1970-01-02T12:00Z 1970-01-02T00:00");
  EXPECT_EQ(shown({"1970-01-02", "later"}), "categories 1970-01-02 later");
}

TEST(Typing, says_when_half_of_the_texts_are_something_else) {
  Texts texts;
  for (int i = 0; i < 40; ++i)
    texts.push_back("$" + std::to_string(i));
  for (int i = 0; i < 10; ++i)
    texts.push_back("about " + std::to_string(i));
  EXPECT_EQ(note(texts),
            "column 'x' was read as categories: 10 of 50 values are not numbers, such as 'about "
            "0'; if they stand for missing values, name them (na)");
  for (int i = 0; i < 40; ++i)
    texts[static_cast<std::size_t>(i)] = "20" + std::to_string(10 + i) + "-01-01";
  EXPECT_EQ(note(texts),
            "column 'x' was read as categories: 10 of 50 values are not dates, such as 'about 0'; "
            "if they stand for missing values, name them (na)");
  EXPECT_EQ(note({"1970-01-02T12:00Z", "1970-01-02T00:00"}),
            "column 'x' was read as categories: only some of its times have an offset from UTC; "
            "write them alike to have dates");
}

TEST(Typing, says_that_dates_must_be_as_in_iso_8601) {
  EXPECT_EQ(shown({"31.03.2024", "1.4.2024"}), "categories 31.03.2024 1.4.2024");
  EXPECT_EQ(note({"31.03.2024", "1.4.2024", "NA"}),
            "column 'x' was read as categories, but looks like dates such as '1.4.2024'; write "
            "them as in ISO 8601 (2024-03-31)");
}

TEST(Typing, takes_few_texts_among_dates_as_missing) {
  Texts texts;
  for (int month = 1; month <= 12; ++month) {
    for (int day = 10; day < 20; ++day)
      texts.push_back("20" + std::to_string(month + 9) + "-01-" + std::to_string(day));
  }
  texts.emplace_back("0000-00-00");
  const Typed result = typed(texts);
  EXPECT_TRUE(result.column.is_date());
  EXPECT_EQ(stray_text(result.column), "1 of 121 values is not a date: '0000-00-00' (row 120)");
}

TEST(Typing, reads_numbers_as_people_write_them) {
  EXPECT_EQ(shown({"$1,234.50", "$2", "-$3"}), "numbers 1234.5 2 -3");
  EXPECT_EQ(note({"$1,234.50", "$2"}), "column 'x' was read as numbers: '$1,234.50' is 1234.5");
  EXPECT_EQ(shown({"12 %", "3.5 %"}), "numbers 12 3.5");
  EXPECT_EQ(shown({"1,5", "2", "NA"}), "numbers 1.5 2 _");
  EXPECT_EQ(shown({"1.234.567", "2"}), "numbers 1234567 2");
  EXPECT_EQ(shown({"1 234", "12 345,5"}), "numbers 1234 12345.5");
  EXPECT_EQ(shown({"1'234", "5"}), "numbers 1234 5");
  EXPECT_EQ(shown({"EUR 5", "EUR 6"}), "numbers 5 6");
  EXPECT_EQ(shown({"0,125", "0,250"}), "numbers 0.125 0.25");
  EXPECT_EQ(shown({"1,234", "12.5"}), "numbers 1234 12.5");
}

TEST(Typing, takes_three_digits_of_an_amount_of_money_as_thousands) {
  EXPECT_EQ(shown({"$1,234", "$12,500"}), "numbers 1234 12500");
  EXPECT_EQ(shown({"1.234 €", "12.500 €"}), "numbers 1234 12500");
}

TEST(Typing, says_what_it_cannot_tell) {
  EXPECT_EQ(shown({"1,234", "5,678"}), "categories 1,234 5,678");
  EXPECT_EQ(note({"1,234", "5,678"}),
            "column 'x' was read as categories: '1,234' can be 1.234 (decimal=,) or 1234 "
            "(decimal=.)");
  EXPECT_EQ(shown({"1,234", "5,678"}, {.decimal = '.'}), "numbers 1234 5678");
  EXPECT_EQ(shown({"1,234", "5,678"}, {.decimal = ','}), "numbers 1.234 5.678");
  EXPECT_EQ(note({"1,234", "5,678"}, {.decimal = ','}), "");
  EXPECT_EQ(shown({"1.234", "5"}, {.decimal = ','}), "numbers 1234 5");
}

TEST(Typing, says_when_numbers_are_not_written_alike) {
  EXPECT_EQ(note({"$5", "€6"}),
            "column 'x' was read as categories, but looks like numbers in different units: '$5' "
            "and '€6'; write them alike to have numbers");
  EXPECT_EQ(note({"5 %", "0.05"}),
            "column 'x' was read as categories, but looks like numbers in different units: '0.05' "
            "and '5 %'; write them alike to have numbers");
  EXPECT_EQ(note({"1,5", "2.5"}),
            "column 'x' was read as categories, but looks like numbers such as '1,5' that are not "
            "all written alike; correct them");
}

TEST(Typing, takes_few_texts_among_written_numbers_as_missing) {
  Texts texts;
  for (int i = 0; i < 60; ++i)
    texts.push_back("$" + std::to_string(i) + ".50");
  texts.emplace_back("free");
  const Typed result = typed(texts);
  ASSERT_TRUE(result.column.is_numbers());
  EXPECT_EQ(stray_text(result.column), "1 of 61 values is not a number: 'free' (row 60)");
}

TEST(Typing, does_not_take_numbers_with_a_mark_for_stray_texts) {
  Texts texts = numbers_and(97, {"1,234", "5,678"});
  const Typed result = typed(texts);
  ASSERT_TRUE(result.column.is_numbers());
  EXPECT_TRUE(result.column.stray().empty());
  EXPECT_EQ(result.column.number(98), 5678.0);
}

// '8.' is a number, but not one that may stand beside a currency.
TEST(Typing, names_a_text_where_all_look_like_numbers_of_different_notations) {
  EXPECT_EQ(shown({"$5", "8.", "$5"}), "categories $5 8. $5");
  EXPECT_EQ(note({"$5", "8.", "$5"}),
            "column 'x' was read as categories, but looks like numbers such as '$5' that are not "
            "all written alike; correct them");
}

}  // namespace
}  // namespace pith
