// SPDX-License-Identifier: Apache-2.0
#include "pith/data/blocks/open_blocks.h"

#include <gtest/gtest.h>

#include <chrono>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <set>

#include "pith/base/atomic_file.h"
#include "pith/base/error.h"
#include "pith/data/write.h"
#include "tests/support/csv_files.h"
#include "tests/support/row_blocks.h"

namespace pith {
namespace {

namespace fs = std::filesystem;

std::string npy_file(const std::string& type, const std::string& shape, const std::string& data) {
  std::string header =
      fmt::format("{{'descr': '{}', 'fortran_order': False, 'shape': {}, }}", type, shape);
  header.resize(118 - 1, ' ');
  header += '\n';
  return std::string("\x93NUMPY\x01\0", 8) + static_cast<char>(header.size()) + '\0' + header +
         data;
}

/// The table, or why it cannot be read.
std::vector<std::string> outcome(const std::string& path, const Roles& roles,
                                 const ReadOptions& options) {
  try {
    const Columns table = read_columns(path, roles, options, {});
    std::vector<std::string> shown = shown_columns(table);
    shown.insert(shown.end(), table.notes.begin(), table.notes.end());
    shown.push_back(table.source + table.sha256);
    return shown;
  } catch (const Error& error) {
    return {error.what()};
  }
}

std::vector<std::string> outcome(const std::string& path, const Roles& roles,
                                 const ReadOptions& options, std::size_t rows) {
  try {
    const std::unique_ptr<RowBlocks> blocks = open_blocks(path, roles, options, {}, rows);
    std::vector<std::string> shown = shown_columns(*blocks);
    const BlockSchema& schema = blocks->schema();
    shown.insert(shown.end(), schema.notes.begin(), schema.notes.end());
    shown.push_back(schema.source + schema.sha256);
    return shown;
  } catch (const Error& error) {
    return {error.what()};
  }
}

void expect_same_outcome(const std::string& path, const Roles& roles = {},
                         const ReadOptions& options = {}) {
  const std::vector<std::string> expected = outcome(path, roles, options);
  // Where no column can be read, the first that is tried is another one.
  const bool is_hopeless = path.ends_with("brotli.parquet");
  for (const std::size_t rows : {1U, 7U, 1000U}) {
    const std::vector<std::string> found = outcome(path, roles, options, rows);
    EXPECT_EQ(found.size(), expected.size()) << path;
    if (is_hopeless) continue;
    EXPECT_EQ(found, expected) << path << " in blocks of " << rows;
  }
}

TEST(OpenBlocks, reads_what_the_ordinary_reader_does) {
  const std::set<std::string> extensions{".csv", ".tsv",     ".gz",    ".zst",
                                         ".npy", ".parquet", ".arrow", ".feather"};
  std::size_t files = 0;
  for (const auto& entry : fs::recursive_directory_iterator(PITH_SOURCE_DIR "/tests/data")) {
    const fs::path& path = entry.path();
    if (!entry.is_regular_file() || !extensions.contains(path.extension().string())) continue;
    expect_same_outcome(path.string(), {}, {.wants_digest = true});
    expect_same_outcome(path.string(), {.has_target = false}, {.na = {"1", "a"}});
    ++files;
  }
  EXPECT_GT(files, 20U);
}

/// Files that are gone at the end of the test.
class OpenBlocksTest : public testing::Test {
 protected:
  void SetUp() override {
    folder_ = testing::TempDir() + "pith-open-blocks/";
    fs::create_directories(folder_);
  }
  void TearDown() override { fs::remove_all(folder_); }

  /// Writes a table of numbers with gaps, dates, categories and truth values.
  std::string written(const std::string& name) const {
    Columns table;
    std::vector<double> numbers;
    std::vector<std::uint32_t> codes;
    std::vector<std::uint8_t> truths;
    Mask missing;
    for (std::size_t row = 0; row < 100; ++row) {
      if (row % 9 == 4) missing.set(row);
      numbers.push_back(row % 9 == 4 ? std::nan("") : static_cast<double>(row * row % 37) / 4);
      codes.push_back(static_cast<std::uint32_t>(row * 7 % 3));
      truths.push_back(row % 2 == 0 ? 1 : 0);
    }
    table.names = {"x", "when", "colour", "is_new", "y"};
    table.columns = {Column::from_numbers(numbers, missing),
                     Column::from_numbers(numbers, missing).as_date(),
                     Column::from_codes(codes, {"blue", "green", "red"}, missing),
                     boolean_column(truths), Column::from_codes(codes, {"a", "b", "c"})};
    const std::string path = folder_ + name;
    write_atomically(path, [&](AtomicFile& file) {
      write_columns(file, {.columns = table, .has_target = true});
    });
    return path;
  }

  std::string folder_;
};

TEST_F(OpenBlocksTest, reads_what_pith_has_written) {
  for (const char* const name : {"t.csv", "t.tsv", "t.parquet", "t.arrow"}) {
    const std::string path = written(name);
    expect_same_outcome(path);
    expect_same_outcome(path, {.target = "colour", .drop = {"x"}}, {.wants_digest = true});
    expect_same_outcome(path, {.has_target = false, .kinds = {.categorical = {"x"}}});
    expect_same_outcome(path, {.features = {"x", "is*"}}, {.na = {"4", "red"}});
  }
}

TEST_F(OpenBlocksTest, reads_several_files_as_one_table) {
  (void)written("part-1.parquet");
  fs::copy(folder_ + "part-1.parquet", folder_ + "part-2.parquet");
  expect_same_outcome(folder_ + "*.parquet");
  (void)written("part-1.arrow");
  fs::copy(folder_ + "part-1.arrow", folder_ + "part-2.arrow");
  expect_same_outcome(folder_ + "*.arrow");
}

TEST_F(OpenBlocksTest, keeps_row_groups_that_do_not_fit_in_a_cache) {
  for (const char* const name : {"t.parquet", "t.arrow"}) {
    const std::string path = written(name);
    const std::unique_ptr<RowBlocks> direct = open_blocks(path, {}, {}, {}, 10);
    Context little;
    little.memory = std::uint64_t{12} << 20U;
    // One group has 100 rows; with hardly any memory left they do not fit in a block.
    const Reservation held = little.reserve(little.memory_available() - (9U << 20U), "the test");
    const std::unique_ptr<RowBlocks> cached = open_blocks(path, {}, {}, little, 1);
    EXPECT_EQ(shown_columns(*cached), shown_columns(*direct));
  }
}

TEST_F(OpenBlocksTest, takes_the_target_from_another_file) {
  const std::string numbers = folder_ + "y.npy";
  std::ofstream(numbers, std::ios::binary) << npy_file("<i8", "(100,)", std::string(100 * 8, '\1'));
  const std::string texts = folder_ + "names.npy";
  std::string letters;
  for (std::size_t row = 0; row < 100; ++row)
    letters += row % 3 == 0 ? "ab" : "cd";
  std::ofstream(texts, std::ios::binary) << npy_file("|S2", "(100,)", letters);
  const std::string matrix = folder_ + "X.npy";
  std::ofstream(matrix, std::ios::binary) << npy_file("|u1", "(100, 4)", std::string(400, '\2'));
  for (const std::string& table : {written("t.csv"), written("t.parquet"), matrix}) {
    expect_same_outcome(table, {.target = texts});
    expect_same_outcome(table, {.target = numbers});
  }
  const std::string other = folder_ + "short.npy";
  std::ofstream(other, std::ios::binary) << npy_file("|u1", "(99,)", std::string(99, '\2'));
  expect_same_outcome(matrix, {.target = other});
}

/// What reading all blocks says after the file was changed.
std::string error_after_change(const std::string& path) {
  const std::unique_ptr<RowBlocks> blocks = open_blocks(path, {}, {}, {}, 7);
  (void)shown_columns(*blocks);
  fs::last_write_time(path, fs::last_write_time(path) + std::chrono::seconds(1));
  try {
    (void)shown_columns(*blocks);
    return "";
  } catch (const Error& error) {
    return error.what();
  }
}

TEST_F(OpenBlocksTest, notices_that_a_file_was_changed_between_two_passes) {
  const std::string matrix = folder_ + "X.npy";
  std::ofstream(matrix, std::ios::binary) << npy_file("|u1", "(100, 4)", std::string(400, '\2'));
  for (const std::string& table : {matrix, written("t.parquet"), written("t.arrow")}) {
    const std::string what = ": the file was changed while it was read; ";
    EXPECT_EQ(error_after_change(table).find(table + what), 0U) << table;
  }
  // The rows of a text file are in the column cache.
  EXPECT_EQ(error_after_change(written("t.csv")), "");
}

/// Text in the last rows of a column of numbers, which is read again.
std::string late_text() {
  std::string text = "a,b\n";
  for (int row = 0; row < 90000; ++row)
    text += fmt::format("{},{}\n", row < 50000 ? "1" : "x", row);
  return text;
}

TEST_F(OpenBlocksTest, notices_that_a_text_file_was_changed_before_it_was_read_again) {
  const std::string path = folder_ + "late.csv";
  std::ofstream(path) << late_text();
  Context context;
  std::size_t changes = 0;
  context.progress = [&](const Progress&) {
    if (changes++ == 0) fs::resize_file(path, fs::file_size(path) - sizeof("x,89999"));
  };
  for (const bool is_in_blocks : {true, false}) {
    changes = 0;
    try {
      if (is_in_blocks) {
        (void)open_blocks(path, {}, {}, context, 1000);
      } else {
        (void)read_columns(path, {}, {}, context);
      }
      FAIL();
    } catch (const Error& error) {
      EXPECT_EQ(std::string(error.what()).find(path + ": the file was changed"), 0U)
          << error.what();
    }
  }
}

TEST_F(OpenBlocksTest, tells_the_size_of_a_table_before_it_is_read) {
  const std::string matrix = folder_ + "X.npy";
  std::ofstream(matrix, std::ios::binary) << npy_file("|u1", "(100, 4)", std::string(400, '\2'));
  const TableSize npy = table_size(matrix, {}, {}, {}).value();
  EXPECT_EQ(npy.rows, 100U);
  EXPECT_EQ(npy.columns, 4U);
  EXPECT_EQ(npy.cache_bytes, 0U);
  EXPECT_GE(npy.table_bytes, 100U * 4U * 8U);
  const TableSize parquet = table_size(written("t.parquet"), {.drop = {"x"}}, {}, {}).value();
  EXPECT_EQ(parquet.rows, 100U);
  EXPECT_EQ(parquet.columns, 4U);
  const TableSize csv = table_size(written("t.csv"), {}, {}, {}).value();
  EXPECT_TRUE(csv.is_estimate);
  EXPECT_NEAR(static_cast<double>(csv.rows), 100, 5);
  EXPECT_EQ(csv.columns, 5U);
  const TableSize packed = table_size(written("t.csv.gz"), {}, {}, {}).value();
  EXPECT_NEAR(static_cast<double>(packed.rows), 100, 5);
  EXPECT_FALSE(table_size("-", {}, {}, {}));
  EXPECT_FALSE(table_size(folder_ + "t.arff", {}, {}, {}));
}

TEST_F(OpenBlocksTest, rejects_other_formats) {
  const std::string path = written("t.arff");
  try {
    (void)open_blocks(path, {}, {}, {});
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::bad_argument);
    EXPECT_EQ(std::string(error.what()),
              path +
                  ": only CSV, TSV, NPY, Arrow and Parquet files can be read in blocks; "
                  "convert the table");
  }
}

}  // namespace
}  // namespace pith
