// SPDX-License-Identifier: Apache-2.0
#include "pith/base/temporary_file.h"

#include <gtest/gtest.h>

#include <array>
#include <cstdlib>
#include <filesystem>
#include <string_view>

#include "pith/base/error.h"

namespace pith {
namespace {

std::span<const std::byte> bytes_of(std::string_view text) {
  return {reinterpret_cast<const std::byte*>(text.data()), text.size()};
}

std::string text_at(const TemporaryFile& file, std::uint64_t offset, std::size_t size) {
  std::string text(size, ' ');
  file.read_at(offset, {reinterpret_cast<std::byte*>(text.data()), size});
  return text;
}

class TemporaryFileTest : public testing::Test {
 protected:
  void SetUp() override {
    folder_ = testing::TempDir() + "pith-temporary-file";
    std::filesystem::create_directories(folder_);
    const char* const before = std::getenv("TMPDIR");
    before_ = before == nullptr ? "" : before;
    ::setenv("TMPDIR", folder_.c_str(), 1);
  }
  void TearDown() override {
    if (before_.empty()) {
      ::unsetenv("TMPDIR");
    } else {
      ::setenv("TMPDIR", before_.c_str(), 1);
    }
    std::filesystem::remove_all(folder_);
  }

  std::string folder_;
  std::string before_;
};

TEST_F(TemporaryFileTest, reads_what_was_appended) {
  TemporaryFile file("test");
  EXPECT_EQ(file.append(bytes_of("abc")), 0U);
  EXPECT_EQ(file.append(bytes_of("defg")), 3U);
  EXPECT_EQ(file.size(), 7U);
  EXPECT_EQ(text_at(file, 2, 3), "cde");
  TemporaryFile moved = std::move(file);
  moved.prefetch(0, 7);
  EXPECT_EQ(text_at(moved, 0, 7), "abcdefg");
}

TEST_F(TemporaryFileTest, leaves_no_name_behind) {
  TemporaryFile file("test");
  file.append(bytes_of("abc"));
  EXPECT_TRUE(std::filesystem::is_empty(folder_));
  EXPECT_EQ(TemporaryFile::folder(), folder_);
  EXPECT_GT(TemporaryFile::free_bytes(), 0U);
}

TEST_F(TemporaryFileTest, names_the_remedy_where_the_folder_cannot_be_written) {
  ::setenv("TMPDIR", (folder_ + "/absent").c_str(), 1);
  try {
    const TemporaryFile file("table.csv");
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::io);
    EXPECT_EQ(std::string(error.what()),
              "table.csv: cannot write a temporary file (set TMPDIR to another folder): No such "
              "file or directory");
  }
}

TEST_F(TemporaryFileTest, rejects_to_read_beyond_the_end) {
  TemporaryFile file("table.csv");
  file.append(bytes_of("abc"));
  EXPECT_THROW(text_at(file, 1, 3), Error);
}

}  // namespace
}  // namespace pith
