// SPDX-License-Identifier: Apache-2.0
#include "pith/data/write.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <cmath>
#include <filesystem>
#include <limits>

#include "pith/base/error.h"
#include "pith/data/csv/csv.h"
#include "pith/data/files/value_text.h"

namespace pith {
namespace {

namespace fs = std::filesystem;

constexpr double nan = std::numeric_limits<double>::quiet_NaN();

Table small_table() {
  Mask second;
  second.set(1);
  TableParts parts;
  parts.names = {"plain", "a,b", "say \"x\""};
  parts.features = {Column::from_numbers({1, 0.1, -3e-300}),
                    Column::from_numbers({2.5, nan, 1.0 / 3}, second),
                    Column::from_codes(std::vector<std::uint32_t>{2, 0, 1},
                                       {" padded", "two\nlines", "x\ty"}, second)};
  parts.target = Column::from_codes(std::vector<std::uint32_t>{0, 1, 0}, {"no", "yes, \"sure\""});
  parts.target_name = "class";
  return Table(std::move(parts));
}

std::string text_of(const Table& table, std::vector<Feature> features, char delimiter = ',') {
  std::string text;
  const Columns columns = columns_of(table, features);
  write_columns({.columns = columns, .has_target = table.has_target()},
                delimiter == ',' ? Format::csv : Format::tsv,
                [&](std::string_view piece) { text += piece; });
  return text;
}

TEST(WriteCsv, writes_features_in_order_then_the_target) {
  EXPECT_EQ(text_of(small_table(), {2, 0}),
            "\"say \"\"x\"\"\",plain,class\n"
            "\"x\ty\",1,no\n"
            ",0.1,\"yes, \"\"sure\"\"\"\n"
            "\"two\nlines\",-3e-300,no\n");
  EXPECT_EQ(text_of(small_table(), {1}, '\t'),
            "a,b\tclass\n2.5\tno\n\t\"yes, \"\"sure\"\"\"\n0.3333333333333333\tno\n");
}

TEST(WriteCsv, writes_a_missing_value_of_the_only_column_so_that_it_is_a_row) {
  Mask second;
  second.set(1);
  TableParts parts;
  parts.names = {"x"};
  parts.features = {Column::from_numbers({1, nan}, second)};
  EXPECT_EQ(text_of(Table(std::move(parts)), {0}), "x\n1\n\"\"\n");
}

class WriteTableTest : public testing::Test {
 protected:
  void SetUp() override {
    std::string path = (fs::temp_directory_path() / "pith-write-XXXXXX").string();
    ASSERT_NE(::mkdtemp(path.data()), nullptr);
    folder_ = path;
  }
  void TearDown() override { fs::remove_all(folder_); }

  fs::path folder_;
};

TEST_F(WriteTableTest, is_read_back_to_the_same_values) {
  const Table table = small_table();
  const std::vector<Feature> features = {1, 2, 0};
  for (const char* name : {"a.csv", "a.tsv", "a.csv.gz", "a.TSV.GZ", "a.csv.zst", "a.txt"}) {
    const std::string path = folder_ / name;
    write_table(path, table, features);
    Input input = Input::open(path);
    EXPECT_EQ(input.is_compressed(),
              path.ends_with("gz") || path.ends_with("GZ") || path.ends_with("zst"));
    const Columns back = read_csv(input, {}, {}, {});
    ASSERT_EQ(back.names, (std::vector<std::string>{"a,b", "say \"x\"", "plain", "class"}));
    for (std::size_t i = 0; i < features.size(); ++i) {
      const Column& expected = table.feature(features[i]);
      for (std::size_t row = 0; row < table.rows(); ++row) {
        ASSERT_EQ(back.columns[i].missing().test(row), expected.missing().test(row)) << name;
        if (expected.missing().test(row)) continue;
        if (expected.is_numbers()) {
          EXPECT_EQ(back.columns[i].numbers()[row], expected.numbers()[row]);
        } else {
          EXPECT_EQ(back.columns[i].level(back.columns[i].code(row)),
                    expected.level(expected.code(row)));
        }
      }
    }
    EXPECT_EQ(back.columns[3].level_names(), table.target().level_names());
  }
}

TEST_F(WriteTableTest, compresses_more_than_one_piece) {
  std::vector<double> values(200000);
  for (std::size_t i = 0; i < values.size(); ++i)
    values[i] = std::sin(static_cast<double>(i));
  TableParts parts;
  parts.names = {"x"};
  parts.features = {Column::from_numbers(values)};
  const Table table(std::move(parts));
  for (const char* name : {"b.csv.gz", "b.csv.zst"}) {
    write_table(folder_ / name, table, std::vector<Feature>{0});
    Input input = Input::open(folder_ / name);
    const Columns back = read_csv(input, {}, {}, {});
    const auto numbers = back.columns[0].numbers();
    EXPECT_TRUE(std::equal(numbers.begin(), numbers.end(), values.begin(), values.end()));
  }
}

/// Whether two columns have the same rows: values, or the names of their levels.
void expect_same(const Column& back, const Column& expected, const std::string& name) {
  ASSERT_EQ(back.rows(), expected.rows()) << name;
  ASSERT_EQ(back.kind(), expected.kind()) << name;
  for (std::size_t row = 0; row < expected.rows(); ++row) {
    ASSERT_EQ(back.missing().test(row), expected.missing().test(row)) << name << " row " << row;
    if (expected.missing().test(row)) continue;
    if (expected.is_numbers()) {
      EXPECT_EQ(back.number(row), expected.number(row)) << name << " row " << row;
    } else {
      EXPECT_EQ(back.level(back.code(row)), expected.level(expected.code(row))) << name;
    }
  }
}

/// Everything that text formats must quote or escape.
Columns awkward_columns() {
  Mask second;
  second.set(1);
  const std::vector<std::uint32_t> codes{0, 1, 2, 3};
  return {.names = {"x", "two words", "a,b", "it's", "\"q\"", "naïve µ", "50%", "{set}",
                    "back\\slash", "#hash", "@data", "flag", "tab\tline"},
          .columns = {Column::from_numbers({1, -2.5, 1e300, 1.0 / 3}),
                      Column::from_numbers({0, nan, 5e-324, 0.1}, second),
                      Column::from_codes(codes, {"a,b", "c d", "'", "\""}),
                      Column::from_codes(codes, {"%", "{", "}", "\\"}, second),
                      Column::from_codes(codes, {"é", "日本", "@x", "#"}),
                      Column::from_codes(codes, {" lead", "trail ", "two\nlines", "\\n"}),
                      Column::from_codes(codes, {"-", "--", "x'y", "x\"y"}),
                      Column::from_codes(codes, {"NaNa", "??", "a\tb", "'quoted'"}),
                      Column::from_numbers({1, 2, 3, 4}), Column::from_numbers({1, 2, 3, 4.5}),
                      Column::from_numbers({-1, 0, 3, 4}),
                      Column::from_codes(std::vector<std::uint32_t>{1, 0, 0, 1}, {"False", "True"}),
                      Column::from_codes(std::vector<std::uint32_t>{1, 0, 0, 1}, {"no", "yes"})}};
}

TEST_F(WriteTableTest, text_formats_keep_awkward_names_and_values) {
  const Columns columns = awkward_columns();
  for (const char* name : {"a.csv", "a.tsv", "a.arff", "a.arff.gz", "a.tsv.zst"}) {
    const std::string path = folder_ / name;
    write_atomically(path, [&](AtomicFile& file) {
      write_columns(file, {.columns = columns, .has_target = true});
    });
    const Columns back = read_columns(path, {}, {.has_header = true}, {});
    ASSERT_EQ(back.names, columns.names) << name;
    for (std::size_t i = 0; i < columns.columns.size(); ++i)
      expect_same(back.columns[i], columns.columns[i], std::string(name) + " " + columns.names[i]);
  }
}

TEST_F(WriteTableTest, text_formats_keep_dates_and_times) {
  Mask second;
  second.set(1);
  const Columns columns{
      .names = {"day", "time", "y"},
      .columns = {Column::from_numbers({19813, nan, -1}, second).as_date(),
                  Column::from_numbers({19813 + 45015.25 / 86400, 19813, -1 + 0.9}).as_date(),
                  Column::from_numbers({0, 1, 0})}};
  for (const char* name : {"a.csv", "a.tsv", "a.arff"}) {
    const std::string path = folder_ / name;
    write_atomically(path, [&](AtomicFile& file) {
      write_columns(file, {.columns = columns, .has_target = true});
    });
    const Columns back = read_columns(path, {}, {}, {});
    for (std::size_t i = 0; i < 3; ++i) {
      EXPECT_EQ(back.columns[i].is_date(), i < 2) << name;
      expect_same(back.columns[i], columns.columns[i], name);
    }
  }
}

TEST_F(WriteTableTest, arff_keeps_the_order_of_levels_and_columns_without_any) {
  Mask all;
  all.set(0);
  all.set(1);
  const std::vector<std::uint32_t> codes{0, 1};
  const Columns columns{.names = {"size", "none"},
                        .columns = {Column::from_codes(codes, {"small", "big", "unused"}),
                                    Column::from_codes(std::vector<std::uint32_t>{0, 0}, {}, all)}};
  const std::string path = folder_ / "a.arff";
  write_atomically(path, [&](AtomicFile& file) { write_columns(file, {.columns = columns}); });
  const Columns back = read_columns(path, {}, {}, {});
  EXPECT_EQ(back.columns[0].level_names(), columns.columns[0].level_names());
  EXPECT_EQ(back.columns[1].missing().count(), 2U);
}

TEST_F(WriteTableTest, matrix_formats_hold_numbers_and_classes) {
  Mask second;
  second.set(1);
  const Columns columns{
      .names = {"x", "gap", "flag", "digit", "zero", "class"},
      .columns = {Column::from_numbers({1, -2.5, 1.0 / 3}),
                  Column::from_numbers({0, nan, 7}, second),
                  Column::from_codes(std::vector<std::uint32_t>{1, 0, 1}, {"False", "True"}),
                  Column::from_codes(std::vector<std::uint32_t>{1, 0, 1}, {"-3", "2.5"}),
                  Column::from_numbers({0, 0, 0}),
                  Column::from_codes(std::vector<std::uint32_t>{1, 0, 2}, {"a", "b", "c"})}};
  const std::vector<std::vector<double>> expected{{1, -2.5, 1.0 / 3}, {0, nan, 7}, {1, 0, 1},
                                                  {2.5, -3, 2.5},     {0, 0, 0},   {1, 0, 2}};
  for (const char* name : {"a.npy", "a.libsvm", "a.svm", "a.libsvm.gz"}) {
    const std::string path = folder_ / name;
    write_atomically(path, [&](AtomicFile& file) {
      write_columns(file, {.columns = columns, .has_target = true});
    });
    const Columns back = read_columns(path, {}, {}, {});
    ASSERT_EQ(back.columns.size(), expected.size()) << name;
    for (std::size_t i = 0; i < expected.size(); ++i)
      expect_same(back.columns[i], Column::from_numbers(expected[i], i == 1 ? second : Mask()),
                  name);
  }
}

TEST_F(WriteTableTest, libsvm_without_a_target_has_labels_of_zero) {
  const Columns columns{.names = {"x", "y"},
                        .columns = {Column::from_numbers({0, 2}), Column::from_numbers({0, 0})}};
  std::string text;
  write_columns({.columns = columns}, Format::libsvm, [&](std::string_view more) { text += more; });
  EXPECT_EQ(text, "0 2:0\n0 1:2\n");
}

TEST_F(WriteTableTest, matrix_formats_reject_categories_that_are_no_numbers) {
  const std::vector<std::uint32_t> codes{0, 1};
  for (const char* level : {"red", "007", "1e5x", ""}) {
    const Columns columns{.names = {"colour"},
                          .columns = {Column::from_codes(codes, {"1", level})}};
    for (const Format format : {Format::npy, Format::libsvm}) {
      std::string text;
      try {
        write_columns({.columns = columns}, format, [&](std::string_view more) { text += more; });
        ADD_FAILURE() << level;
      } catch (const Error& error) {
        EXPECT_EQ(error.kind(), ErrorKind::bad_argument);
        EXPECT_NE(std::string(error.what()).find("'colour'"), std::string::npos);
      }
      EXPECT_EQ(text, "");
    }
  }
}

TEST_F(WriteTableTest, rejects_an_extension_that_it_does_not_write) {
  for (const char* name :
       {"a.parquet.gz", "a.xlsx", "a", "a.mat", "a.npz", "a.npy.gz", "a.gz", ".csvx"}) {
    const std::string path = folder_ / name;
    EXPECT_THROW(write_table(path, small_table(), std::vector<Feature>{0}), Error) << name;
  }
  EXPECT_TRUE(fs::is_empty(folder_));
  EXPECT_EQ(written_format("/dev/null"), Format::csv);
}

TEST(IsoDateText, has_as_many_digits_as_the_time_needs) {
  EXPECT_EQ(iso_date_text(0), "1970-01-01");
  EXPECT_EQ(iso_date_text(19813), "2024-03-31");
  EXPECT_EQ(iso_date_text(-1), "1969-12-31");
  EXPECT_EQ(iso_date_text(19813.5), "2024-03-31T12:00:00");
  EXPECT_EQ(iso_date_text(19813 + 45015.25 / 86400), "2024-03-31T12:30:15.25");
  EXPECT_EQ(iso_date_text(-0.5), "1969-12-31T12:00:00");
  EXPECT_EQ(iso_date_text(std::nextafter(19813.0, 0.0)), "2024-03-30T23:59:59.9999997");
}

TEST_F(WriteTableTest, leaves_nothing_behind_when_it_fails) {
  EXPECT_THROW(write_table(folder_ / "none" / "a.csv", small_table(), std::vector<Feature>{0}),
               Error);
  EXPECT_TRUE(fs::is_empty(folder_));
}

}  // namespace
}  // namespace pith
