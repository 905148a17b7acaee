// SPDX-License-Identifier: Apache-2.0
#include "pith/data/write.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <cmath>
#include <filesystem>
#include <limits>

#include "pith/base/error.h"
#include "pith/data/csv/csv.h"

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
  write_csv(table, features, delimiter, [&](std::string_view piece) { text += piece; });
  return text;
}

TEST(WriteCsv, writes_features_in_order_then_the_target) {
  EXPECT_EQ(text_of(small_table(), {2, 0}),
            "\"say \"\"x\"\"\",plain,class\n"
            "x\ty,1,no\n"
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
  for (const char* name : {"a.csv", "a.tsv", "a.csv.gz", "a.tsv.gz", "a.csv.zst", "other"}) {
    const std::string path = folder_ / name;
    write_table(path, table, features);
    Input input = Input::open(path);
    EXPECT_EQ(input.is_compressed(), path.ends_with("gz") || path.ends_with("zst"));
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

TEST_F(WriteTableTest, leaves_nothing_behind_when_it_fails) {
  EXPECT_THROW(write_table(folder_ / "none" / "a.csv", small_table(), std::vector<Feature>{0}),
               Error);
  EXPECT_TRUE(fs::is_empty(folder_));
}

}  // namespace
}  // namespace pith
