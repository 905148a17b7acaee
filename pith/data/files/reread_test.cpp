// SPDX-License-Identifier: Apache-2.0
#include "pith/data/files/reread.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <cmath>
#include <filesystem>
#include <fstream>
#include <limits>

#include "pith/base/error.h"
#include "pith/data/csv/csv_write.h"

namespace pith {
namespace {

namespace fs = std::filesystem;

constexpr double nan = std::numeric_limits<double>::quiet_NaN();

/// Everything that a reader may take for something else.
const std::vector<std::string>& hostile_texts() {
  static const std::vector<std::string> texts = {"NA",
                                                 "?",
                                                 "",
                                                 ".",
                                                 "N/A",
                                                 "null",
                                                 "nan",
                                                 "inf",
                                                 "-inf",
                                                 "1",
                                                 "1.0",
                                                 "01",
                                                 "+1",
                                                 "-1",
                                                 "1e3",
                                                 "1,5",
                                                 "1.234,5",
                                                 "$12",
                                                 "12 %",
                                                 "0x10",
                                                 "true",
                                                 "FALSE",
                                                 "True",
                                                 "yes",
                                                 "2024-03-31",
                                                 "2024-03-31T12:00:00",
                                                 "31.3.2024",
                                                 "a,b",
                                                 "a;b",
                                                 "a;b;c;d",
                                                 "a|b|c",
                                                 "a\tb",
                                                 "a b c",
                                                 "two\nlines",
                                                 "two\r\nlines",
                                                 "\r",
                                                 "\n",
                                                 "\"",
                                                 "\"\"",
                                                 "say \"x\"",
                                                 "'",
                                                 "it's",
                                                 "'q'",
                                                 " ",
                                                 " lead",
                                                 "trail ",
                                                 "\ttab",
                                                 "#",
                                                 "# comment",
                                                 "#,x",
                                                 "%",
                                                 "{a}",
                                                 "{",
                                                 "}",
                                                 "\\",
                                                 "\\n",
                                                 "a\\",
                                                 "@data",
                                                 "@attribute x",
                                                 "=1+1",
                                                 "=cmd|' /C calc'!A0",
                                                 "+x",
                                                 "-x",
                                                 "@x",
                                                 "é",
                                                 "日本",
                                                 "\xEF\xBB\xBFx",
                                                 "\xEF\xBB\xBF",
                                                 "(\xC2\xB5/\xC3\xBD",
                                                 "\x01",
                                                 "\x1b[31m",
                                                 "\x7f",
                                                 "\xC2\x85",
                                                 "\xE2\x80\xAE",
                                                 "P*M\x18",
                                                 "\x1f",
                                                 "column 0",
                                                 "x.2",
                                                 "nrow:1",
                                                 "qid:1",
                                                 "f0"};
  return texts;
}

/// Those that may be taken for something else together.
std::vector<std::string> some_texts() {
  std::vector<std::string> some;
  for (std::size_t i = 0; i < hostile_texts().size(); i += 3)
    some.push_back(hostile_texts()[i]);
  const std::vector<std::string> more = {"NA",  "",    "1",     "1,5", "$12",
                                         "inf", "a;b", "a b c", "\"",  " "};
  some.insert(some.end(), more.begin(), more.end());
  std::sort(some.begin(), some.end());
  some.erase(std::unique(some.begin(), some.end()), some.end());
  return some;
}

/// Whether both columns have the same kind, levels in the same order, values and missing values.
bool is_same(const Column& a, const Column& b) {
  const bool is_same_kind = a.kind() == b.kind() && a.is_date() == b.is_date() &&
                            a.rows() == b.rows() && a.level_names() == b.level_names() &&
                            is_integer_coded(a) == is_integer_coded(b);
  if (!is_same_kind) return false;
  for (std::size_t row = 0; row < a.rows(); ++row) {
    if (a.missing().test(row) != b.missing().test(row)) return false;
    if (a.missing().test(row)) continue;
    if (a.is_codes() ? a.code(row) != b.code(row) : a.number(row) != b.number(row)) return false;
  }
  return true;
}

class RereadTest : public testing::Test {
 protected:
  void SetUp() override {
    std::string path = (fs::temp_directory_path() / "pith-reread-XXXXXX").string();
    ASSERT_NE(::mkdtemp(path.data()), nullptr);
    folder_ = path;
  }
  void TearDown() override { fs::remove_all(folder_); }

  /// Writes the columns, reads them with these options and tells whether they are the same.
  std::string path_of(const std::string& extension) const { return folder_ / ("a" + extension); }

  struct Outcome {
    bool is_same = false;
    std::vector<std::string> notes = {};
  };
  Outcome round_trip(const Columns& columns, bool has_target, const std::string& extension,
                     const ReadOptions& options = {}, Kinds kinds = {}) const {
    const std::string path = path_of(extension);
    const WrittenColumns written{.columns = columns, .has_target = has_target};
    write(written, path);
    Outcome outcome{.notes = reread_notes(written, written_format(path))};
    try {
      const Roles roles{.has_target = has_target, .kinds = std::move(kinds)};
      Columns back = read_columns(path, roles, options, {.threads = 1});
      // Numbers become classes where the target is assigned.
      if (has_target && columns.columns.back().is_codes())
        back.columns.back() = as_codes(back.columns.back());
      outcome.is_same = back.names == columns.names;
      for (std::size_t i = 0; outcome.is_same && i < columns.columns.size(); ++i)
        outcome.is_same = is_same(back.columns[i], columns.columns[i]);
    } catch (const Error&) {
      outcome.is_same = false;
    }
    return outcome;
  }
  /// Without waiting for the disk.
  static void write(const WrittenColumns& written, const std::string& path) {
    std::ofstream file(path, std::ios::binary);
    const Packer packer = packer_for(path, [&](std::string_view bytes) { file << bytes; });
    write_columns(written, written_format(path),
                  [&](std::string_view text) { packer(text, false); });
    packer({}, true);
  }
  static void expect_same_or_note(const Outcome& outcome, const std::string& what) {
    EXPECT_TRUE(outcome.is_same || !outcome.notes.empty()) << what;
  }

  fs::path folder_;
};

const std::vector<std::string> formats = {".csv", ".tsv",     ".arff", ".csv.gz",
                                          ".txt", ".parquet", ".arrow"};

/// A categorical column with this text and others, as a feature or the target.
Columns with_level(const std::string& text, bool is_target) {
  Mask last;
  last.set(4);
  std::vector<std::string> levels = {"k", text, "m"};
  std::sort(levels.begin(), levels.end());
  const Column hostile = Column::from_codes(std::vector<std::uint32_t>{0, 1, 2, 1, 0}, levels,
                                            is_target ? Mask() : last);
  const Column plain = Column::from_codes(std::vector<std::uint32_t>{0, 1, 1, 0, 1}, {"n", "p"});
  return {.names = {"x", "a", "y"},
          .columns = {Column::from_numbers({1.5, 2, 3, 4, 5}), is_target ? plain : hostile,
                      is_target ? hostile : plain}};
}

TEST_F(RereadTest, levels_are_the_same_or_noted) {
  for (const std::string& format : formats) {
    for (const std::string& text : hostile_texts()) {
      for (const bool is_target : {false, true}) {
        const Outcome outcome = round_trip(with_level(text, is_target), true, format);
        expect_same_or_note(outcome, format + " level " + quoted(text));
        // Only what is spelled like a missing value is lost among other levels.
        const bool is_word = text == "NA" || text == "?" || text == "." || text == "N/A" ||
                             text == "null" || text == "nan" || text.empty();
        if (!is_word || format == ".arff") {
          EXPECT_TRUE(outcome.is_same) << format << " " << quoted(text);
          EXPECT_TRUE(outcome.notes.empty()) << quoted(text) << " " << outcome.notes.front();
        }
      }
    }
  }
}

TEST_F(RereadTest, columns_of_one_or_two_levels_are_the_same_or_noted) {
  for (const std::string& format : formats) {
    for (const std::string& first : hostile_texts()) {
      for (const std::string& second : some_texts()) {
        if (!(first < second)) continue;
        const Columns columns{
            .names = {"a", "y"},
            .columns = {Column::from_codes(std::vector<std::uint32_t>{0, 1, 0}, {first, second}),
                        Column::from_codes(std::vector<std::uint32_t>{0, 1, 1}, {"n", "p"})}};
        if (format == ".csv.gz" || format == ".txt") continue;
        expect_same_or_note(round_trip(columns, true, format),
                            format + " " + quoted(first) + " " + quoted(second));
        if (format != ".csv") continue;
        const Columns as_target{.names = {"y", "a"},
                                .columns = {columns.columns[1], columns.columns[0]}};
        expect_same_or_note(round_trip(as_target, true, format),
                            format + " target " + quoted(first) + " " + quoted(second));
      }
      const Columns alone{
          .names = {"a"},
          .columns = {Column::from_codes(std::vector<std::uint32_t>{0, 0, 0}, {first})}};
      expect_same_or_note(round_trip(alone, false, format), format + " only " + quoted(first));
    }
  }
}

TEST_F(RereadTest, names_are_the_same) {
  for (const std::string& format : formats) {
    for (const std::string& text : hostile_texts()) {
      if (text.empty()) continue;  // names are not empty
      for (const std::size_t place : {0U, 1U, 2U}) {
        Columns columns = with_level("l", false);
        columns.names[place] = text;
        const Outcome outcome = round_trip(columns, true, format);
        EXPECT_TRUE(outcome.is_same) << format << " name " << quoted(text) << " at " << place;
        EXPECT_TRUE(outcome.notes.empty()) << format << " name " << quoted(text);
      }
      const Columns one{.names = {text}, .columns = {Column::from_numbers({1.5, 2, 3})}};
      const Outcome outcome = round_trip(one, false, format);
      EXPECT_TRUE(outcome.is_same) << format << " only name " << quoted(text);
    }
  }
}

TEST_F(RereadTest, pairs_of_names_are_the_same) {
  for (const std::string format : {".csv"}) {  // whose delimiter must be found
    for (const std::string& first : some_texts()) {
      for (const std::string& second : some_texts()) {
        if (first.empty() || second.empty() || first == second) continue;
        const Columns columns{
            .names = {first, second},
            .columns = {Column::from_numbers({0.5, 1, 1.5}), Column::from_numbers({2.5, 2, 1})}};
        const Outcome outcome = round_trip(columns, false, format);
        EXPECT_TRUE(outcome.is_same) << format << " " << quoted(first) << " " << quoted(second);
      }
    }
  }
}

TEST_F(RereadTest, the_option_of_the_note_reads_the_same_table) {
  const Columns numbers{
      .names = {"a", "y"},
      .columns = {Column::from_codes(std::vector<std::uint32_t>{0, 1, 2}, {"01", "1", "1.0"}),
                  Column::from_codes(std::vector<std::uint32_t>{0, 1, 1}, {"n", "p"})}};
  for (const std::string format : {".csv", ".tsv"}) {
    const Outcome plain = round_trip(numbers, true, format);
    EXPECT_FALSE(plain.is_same);
    EXPECT_EQ(
        plain.notes,
        (std::vector<std::string>{"the categories of column 'a' in the saved table will be read as "
                                  "numbers, dates or truth values (read it with " +
                                  option("categorical") + ")"}));
    EXPECT_TRUE(round_trip(numbers, true, format, {}, {.categorical = {"a"}}).is_same);
    const Columns words = with_level("NA", false);
    const Outcome lost = round_trip(words, true, format);
    EXPECT_FALSE(lost.is_same);
    EXPECT_EQ(
        lost.notes,
        (std::vector<std::string>{"texts of column 'a' in the saved table will be read as missing "
                                  "values (read it with " +
                                  option("no_default_na") + ")"}));
    EXPECT_TRUE(round_trip(words, true, format, {.has_default_na = false}).is_same);
    Columns header = with_level("two\nlines", false);
    header.names[1] = "12";
    header.columns[1] = header.columns[1].take(std::vector<std::size_t>{2, 0, 1, 3, 4});
    const Outcome row = round_trip(header, true, format);
    EXPECT_FALSE(row.is_same);
    EXPECT_EQ(row.notes, (std::vector<std::string>{
                             "the saved header looks like a row, because there are numbers in it "
                             "(read it with " +
                             option("header", "yes") + ")"}));
    EXPECT_TRUE(round_trip(header, true, format, {.has_header = true}).is_same);
  }
}

TEST_F(RereadTest, classes_that_are_numbers_are_the_same_or_noted) {
  std::vector<std::string> many;
  for (int i = 10; i < 31; ++i)
    many.push_back(std::to_string(i));
  const std::vector<std::vector<std::string>> lost = {{"01", "1", "1.0"},
                                                      {"0.5", "1.5"},
                                                      {"01", "02"},
                                                      {"1", "inf"},
                                                      many,
                                                      {"+1", "2"},
                                                      {"9007199254740992", "9007199254740993"}};
  const auto with_classes = [](std::vector<std::string> classes) {
    std::vector<std::uint32_t> codes(classes.size());
    for (std::size_t i = 0; i < codes.size(); ++i)
      codes[i] = static_cast<std::uint32_t>(i);
    codes.insert(codes.end(), codes.begin(), codes.end());
    std::vector<double> numbers(codes.begin(), codes.end());
    return Columns{.names = {"a", "y"},
                   .columns = {Column::from_numbers(std::move(numbers)),
                               Column::from_codes(std::move(codes), std::move(classes))}};
  };
  for (const std::string format : {".csv", ".tsv"}) {
    for (const std::vector<std::string>& classes : lost) {
      const Columns columns = with_classes(classes);
      EXPECT_EQ(round_trip(columns, true, format).notes,
                (std::vector<std::string>{"the categories of column 'y' in the saved table will be "
                                          "read as numbers, dates or truth values (read it with " +
                                          option("categorical") + ")"}))
          << format << " " << classes.front();
      EXPECT_TRUE(round_trip(columns, true, format, {}, {.categorical = {"y"}}).is_same);
    }
    for (const std::vector<std::string>& classes :
         {std::vector<std::string>{"-1", "1"}, {"0", "1", "10"}, {"01", "x"}, {"1,5", "2,5"}}) {
      const Outcome outcome = round_trip(with_classes(classes), true, format);
      EXPECT_TRUE(outcome.is_same) << format << " " << classes.front();
      EXPECT_TRUE(outcome.notes.empty()) << format << " " << classes.front();
    }
  }
}

TEST_F(RereadTest, numbers_dates_and_truth_are_the_same_or_noted) {
  Mask second;
  second.set(1);
  Mask all;
  for (std::size_t row = 0; row < 3; ++row)
    all.set(row);
  const std::vector<std::uint32_t> codes{0, 1, 0};
  const std::vector<Column> odd = {
      Column::from_numbers({0, 1, 0}),
      Column::from_numbers({0, 1, 0}).declared_numeric(),
      Column::from_numbers({-0.0, 5e-324, 1.7976931348623157e308}),
      Column::from_numbers({1, nan, 2}, second),
      Column::from_numbers({nan, nan, nan}, all),
      Column::from_numbers({0, 19813, -1}).as_date(),
      Column::from_numbers({0, 19813.5, -1}).as_date(),
      Column::from_numbers({0, 19813.123456789, nan},
                           [] {
                             Mask m;
                             m.set(2);
                             return m;
                           }())
          .as_date(),
      Column::from_numbers({1e9, 0, -1e9}).as_date(),
      Column::from_numbers({nan, nan, nan}, all).as_date(),
      Column::from_codes(codes, {"False", "True"}),
      Column::from_codes(codes, {"true", "false"}),
      Column::from_codes(codes, {"b", "a"}),
      Column::from_codes(codes, {"a", "b", "unused"}),
      Column::from_codes(std::vector<std::uint32_t>{0, 0, 0}, {}, all),
      Column::from_codes(std::vector<std::uint32_t>{0, 0, 0}, {"a", "b"}, all)};
  for (const std::string& format : formats) {
    for (std::size_t i = 0; i < odd.size(); ++i) {
      const Columns columns{.names = {"a", "y"},
                            .columns = {odd[i], Column::from_codes(codes, {"n", "p"})}};
      expect_same_or_note(round_trip(columns, true, format), format + " " + std::to_string(i));
    }
  }
  for (const std::string format : {".npy", ".libsvm"}) {
    for (std::size_t i = 0; i < odd.size(); ++i) {
      const Columns columns{.names = {"f0", "f1"},
                            .columns = {odd[i], Column::from_codes(codes, {"0", "1"})}};
      try {
        expect_same_or_note(round_trip(columns, true, format), format + " " + std::to_string(i));
      } catch (const Error& error) {
        EXPECT_EQ(error.kind(), ErrorKind::bad_argument);
      }
    }
  }
}

TEST_F(RereadTest, matrices_without_anything_to_lose_have_no_notes) {
  const Columns columns{
      .names = {"f0", "f1"},
      .columns = {Column::from_numbers({0.5, 1, 0}), Column::from_numbers({2, 3.5, 1})}};
  const Outcome outcome = round_trip(columns, false, ".npy");
  EXPECT_TRUE(outcome.is_same);
  EXPECT_TRUE(outcome.notes.empty());
}

TEST_F(RereadTest, formulas_are_guarded_only_where_asked) {
  const Columns columns{
      .names = {"=1+1", "-3", "y"},
      .columns = {Column::from_codes(std::vector<std::uint32_t>{0, 1, 2, 2}, {"+x", "-1", "@x"}),
                  Column::from_numbers({-1, -2.5, 3, 4}),
                  Column::from_codes(std::vector<std::uint32_t>{0, 1, 1, 0}, {"n", "p"})}};
  const auto text_of = [&](bool is_safe) {
    std::string text;
    write_columns({.columns = columns, .has_target = true, .is_csv_safe = is_safe}, Format::csv,
                  [&](std::string_view piece) { text += piece; });
    return text;
  };
  EXPECT_EQ(text_of(false), "=1+1,\"-3\",y\n+x,-1,n\n-1,-2.5,p\n@x,3,p\n@x,4,n\n");
  EXPECT_EQ(text_of(true), "'=1+1,\"-3\",y\n'+x,-1,n\n-1,-2.5,p\n'@x,3,p\n'@x,4,n\n");
  const auto notes =
      reread_notes({.columns = columns, .has_target = true, .is_csv_safe = true}, Format::csv);
  EXPECT_EQ(notes, (std::vector<std::string>{
                       "guarded 1 name and 3 values that a spreadsheet could run with an "
                       "apostrophe"}));
}

TEST_F(RereadTest, guards_keep_different_texts_different) {
  EXPECT_TRUE(is_formula("=e"));
  EXPECT_TRUE(is_formula("'=e"));
  EXPECT_TRUE(is_formula("''=e"));
  EXPECT_FALSE(is_formula("'e"));
  EXPECT_FALSE(is_formula("'"));
}

TEST_F(RereadTest, texts_with_nul_bytes_are_refused) {
  const std::string nul("a\0b", 3);
  const std::vector<std::uint32_t> codes{0, 1};
  for (const Format format : {Format::csv, Format::tsv, Format::arff}) {
    for (const bool is_name : {false, true}) {
      const Columns columns{.names = {is_name ? nul : "a"},
                            .columns = {Column::from_codes(codes, {is_name ? "k" : nul, "x"})}};
      std::string text;
      EXPECT_THROW(write_columns({.columns = columns}, format,
                                 [&](std::string_view piece) { text += piece; }),
                   Error);
      EXPECT_EQ(text, "");
    }
  }
}

}  // namespace
}  // namespace pith
