// SPDX-License-Identifier: Apache-2.0
#include "pith/select/passes/file_plan.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "pith/base/error.h"

namespace pith {
namespace {

namespace fs = std::filesystem;

/// An NPY file of zeros that takes no space on the disk.
class FilePlanTest : public testing::Test {
 protected:
  void SetUp() override {
    folder_ = testing::TempDir() + "pith-file-plan/";
    fs::create_directories(folder_);
  }
  void TearDown() override { fs::remove_all(folder_); }

  std::string table(std::uint64_t rows, std::uint64_t columns) const {
    const std::string path = folder_ + "X.npy";
    std::string header = fmt::format(
        "{{'descr': '<f8', 'fortran_order': False, 'shape': ({}, {}), }}", rows, columns);
    header.resize(117, ' ');
    header += '\n';
    std::ofstream(path, std::ios::binary)
        << std::string("\x93NUMPY\x01\0", 8) << static_cast<char>(header.size()) << '\0' << header;
    fs::resize_file(path, 128 + 8 * rows * columns);
    return path;
  }

  static FilePlan plan(const std::string& path, const Request& request, std::uint64_t mebibytes) {
    Context context;
    context.memory = mebibytes << 20U;
    return plan_file(path, {}, {}, request, context);
  }

  std::string folder_;
};

TEST_F(FilePlanTest, reads_a_table_that_fits_into_memory) {
  const FilePlan small = plan(table(1000, 100), {.method = "gc-mi"}, 100);
  EXPECT_FALSE(small.is_chunked);
  EXPECT_TRUE(small.can_be_chunked());
  EXPECT_GE(small.memory_need, 2 * 1000U * 100U * 8U);
}

TEST_F(FilePlanTest, reads_a_larger_table_in_blocks) {
  const std::string path = table(1'000'000, 100);  // 800 MB
  const FilePlan numbers = plan(path, {.method = "gc-mi", .k = 16}, 100);
  EXPECT_TRUE(numbers.is_chunked);
  EXPECT_EQ(numbers.kept, Kept::none);
  EXPECT_LE(numbers.peak, numbers.limit);
  EXPECT_LT(numbers.smallest_limit, numbers.limit);
  EXPECT_EQ(numbers.bytes_read,
            (128 + 800'000'000ULL) * (numbers.table_passes + numbers.encoded_passes));
  const FilePlan codes = plan(path, {.method = "jmi", .k = 16}, 100);
  EXPECT_EQ(codes.kept, Kept::file);
  EXPECT_EQ(codes.encoded_bytes, 100'000'000U);
  EXPECT_EQ(plan(path, {.method = "jmi", .k = 16}, 300).kept, Kept::memory);
}

TEST_F(FilePlanTest, names_the_limit_that_a_method_of_rows_needs) {
  const std::string path = table(1'000'000, 100);
  try {
    (void)plan(path, {.method = "relieff"}, 100);
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::resources);
    const std::string message = error.what();
    EXPECT_NE(message.find("a table of 1000000 rows and 100 columns takes"), std::string::npos)
        << message;
    EXPECT_NE(message.find("raise it (memory="), std::string::npos) << message;
    EXPECT_NE(message.find("relieff needs the rows"), std::string::npos) << message;
  }
  EXPECT_FALSE(plan(path, {.method = "relieff"}, 4000).is_chunked);
}

TEST_F(FilePlanTest, names_the_smallest_limit_for_passes) {
  const std::string path = table(100, 200'000);
  try {
    (void)plan(path, {.method = "mim"}, 50);
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::resources);
    const std::string message = error.what();
    EXPECT_NE(message.find("in blocks of rows it takes"), std::string::npos) << message;
    EXPECT_NE(message.find("raise the limit (memory="), std::string::npos) << message;
  }
}

TEST_F(FilePlanTest, names_a_limit_for_memory_where_blocks_of_rows_take_more) {
  const std::string path = table(3, 200'000);
  try {
    (void)plan(path, {.method = "mim"}, 50);
    FAIL();
  } catch (const Error& error) {
    const std::string message = error.what();
    const auto number_after = [&](const std::string& words) {
      const std::size_t place = message.find(words);
      EXPECT_NE(place, std::string::npos) << message;
      return place == std::string::npos ? 0 : std::stod(message.substr(place + words.size()));
    };
    const double in_memory = number_after("columns takes ");
    EXPECT_GT(number_after("in blocks of rows it takes "), 2 * in_memory) << message;
    EXPECT_NEAR(number_after("raise the limit (memory="), 2 * in_memory, 2) << message;
  }
}

TEST_F(FilePlanTest, leaves_room_for_covariances_beside_the_blocks) {
  const std::string path = table(1'000, 100'000);
  const FilePlan codes = plan(path, {.method = "mim", .k = 20}, 465);
  const FilePlan numbers = plan(path, {.method = "gc-mi", .k = 20}, 465);
  const FilePlan more = plan(path, {.method = "gc-mi", .k = 50}, 800);
  EXPECT_GT(numbers.smallest_limit, codes.smallest_limit);
  EXPECT_GT(more.smallest_limit, numbers.smallest_limit);
  EXPECT_GE(numbers.block_rows, 8U);
  EXPECT_LT(numbers.block_rows, codes.block_rows);
}

TEST_F(FilePlanTest, knows_a_target_of_numbers_that_is_asked_for) {
  Context context;
  context.memory = std::uint64_t{10} << 20U;
  const std::string path = table(1'000'000, 10);
  const Roles roles{.target = "f3", .task = TaskKind::regress};
  EXPECT_THROW(plan_file(path, roles, {}, {.method = "mim"}, context), Error);
  Roles binned = roles;
  binned.target_bins = "frequency:3";
  EXPECT_TRUE(plan_file(path, binned, {}, {.method = "mim"}, context).is_chunked);
}

TEST_F(FilePlanTest, leaves_other_sources_to_the_ordinary_reader) {
  EXPECT_FALSE(plan("-", {}, 100).size);
  EXPECT_FALSE(plan(folder_ + "absent.csv", {}, 100).size);
  std::ofstream(folder_ + "t.arff") << "@relation r\n@attribute a numeric\n@data\n1\n";
  EXPECT_FALSE(plan(folder_ + "t.arff", {}, 100).size);
}

}  // namespace
}  // namespace pith
