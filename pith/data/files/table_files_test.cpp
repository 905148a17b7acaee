// SPDX-License-Identifier: Apache-2.0
#include "pith/data/files/table_files.h"

#include <gtest/gtest.h>
#include <stdlib.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>

#include "pith/base/error.h"
#include "pith/base/sha256.h"
#include "pith/data/input.h"

namespace pith {
namespace {

namespace fs = std::filesystem;

class TableFilesTest : public testing::Test {
 protected:
  void SetUp() override {
    std::string path = (fs::temp_directory_path() / "pith-files-XXXXXX").string();
    ASSERT_NE(::mkdtemp(path.data()), nullptr);
    folder_ = path;
  }
  void TearDown() override { fs::remove_all(folder_); }

  void make(const std::string& name) const {
    fs::create_directories((folder_ / name).parent_path());
    std::ofstream(folder_ / name) << name;
  }
  std::string at(const std::string& name) const { return (folder_ / name).string(); }

  std::vector<std::string> names(const std::string& pattern,
                                 const ReadOptions& options = {}) const {
    std::vector<std::string> all;
    for (const std::string& path : table_files(at(pattern), options).paths)
      all.push_back(fs::relative(path, folder_).string());
    return all;
  }
  std::string error(const std::string& pattern, const ReadOptions& options = {}) const {
    try {
      (void)table_files(at(pattern), options);
    } catch (const Error& thrown) {
      return thrown.what();
    }
    return "";
  }

  fs::path folder_;
};

using Names = std::vector<std::string>;

TEST_F(TableFilesTest, one_file_need_not_exist) {
  EXPECT_EQ(names("a.parquet"), Names{"a.parquet"});
  EXPECT_EQ(table_files("-", {}).format, Format::csv);
  EXPECT_EQ(table_files(at("a.parquet"), {}).format, Format::parquet);
  EXPECT_EQ(table_files(at("a.word"), {}).format, std::nullopt);
  EXPECT_EQ(table_files(at("a.word"), {.format = Format::arrow}).format, Format::arrow);
}

TEST_F(TableFilesTest, patterns_and_folders_are_in_byte_order) {
  for (const char* name :
       {"lake/b.parquet", "lake/a10.parquet", "lake/a9.parquet", "lake/B.parquet", "lake/_metadata",
        "lake/.b.parquet.crc", "lake/_x.parquet"})
    make(name);
  const Names all = {"lake/B.parquet", "lake/a10.parquet", "lake/a9.parquet", "lake/b.parquet"};
  EXPECT_EQ(names("lake"), all);
  EXPECT_EQ(names("lake/"), all);
  EXPECT_EQ(names("lake/*.parquet"), all);
  EXPECT_EQ(names("la?e/a*"), (Names{"lake/a10.parquet", "lake/a9.parquet"}));
  EXPECT_EQ(names("lake/[!a]*.parquet"), (Names{"lake/B.parquet", "lake/b.parquet"}));
  EXPECT_EQ(names("lake/_*.parquet"), Names{"lake/_x.parquet"});
  EXPECT_EQ(table_files(at("lake"), {}).format, Format::parquet);
  EXPECT_EQ(table_files(at("lake/*"), {}).name, at("lake/*"));
}

TEST_F(TableFilesTest, names_that_exist_are_no_patterns) {
  make("x[1].parquet");
  make("x1.parquet");
  make("d[2]/a.arrow");
  make("d2/b.arrow");
  EXPECT_EQ(names("x[1].parquet"), Names{"x[1].parquet"});
  EXPECT_EQ(names("d[2]"), Names{"d[2]/a.arrow"});
  EXPECT_EQ(names("d[2]/*"), Names{"d[2]/a.arrow"});
  EXPECT_EQ(names("x[!2].parquet"), Names{"x1.parquet"});
}

TEST_F(TableFilesTest, lists_keep_their_order) {
  make("a.parquet");
  make("b.parquet");
  make("d/c.parquet");
  const TableFiles files =
      table_files(at("b.parquet"), {.more_files = {at("a.parquet"), at("d"), at("*.parquet")}});
  EXPECT_EQ(files.paths, (Names{at("b.parquet"), at("a.parquet"), at("d/c.parquet"),
                                at("a.parquet"), at("b.parquet")}));
}

TEST_F(TableFilesTest, rejects_what_is_no_table) {
  make("mixed/a.parquet");
  make("mixed/b.arrow");
  make("text/a.csv");
  make("odd/a.parquet");
  make("odd/notes.word");
  make("parts/year=2024/a.parquet");
  make("deep/x/a.parquet");
  fs::create_directories(folder_ / "empty");
  EXPECT_NE(error("mixed").find("different formats"), std::string::npos);
  EXPECT_NE(error("text").find("not csv; pass one file"), std::string::npos);
  EXPECT_NE(error("text/*.csv").find("not csv; pass one file"), std::string::npos);
  EXPECT_NE(error("odd").find("no file of a known format"), std::string::npos);
  EXPECT_EQ(names("odd", {.format = Format::parquet}).size(), 2);
  EXPECT_NE(error("parts").find("partitioned by folders ('year=2024')"), std::string::npos);
  EXPECT_NE(error("deep").find("folders in a folder ('x')"), std::string::npos);
  EXPECT_NE(error("deep/*").find("is a folder"), std::string::npos);
  EXPECT_NE(error("**/a.parquet").find("** is not supported"), std::string::npos);
  EXPECT_NE(error("empty").find("there is no file in this folder"), std::string::npos);
  EXPECT_NE(error("*.pq").find("none matches it"), std::string::npos);
}

TEST_F(TableFilesTest, folders_that_cannot_be_read_are_named) {
  make("closed/a.parquet");
  fs::permissions(folder_ / "closed", fs::perms::none);
  if (::access((folder_ / "closed").c_str(), R_OK) != 0) {  // the superuser may read anything
    EXPECT_NE(error("closed").find("cannot read: Permission denied"), std::string::npos);
    EXPECT_NE(error("closed/*").find("cannot read: Permission denied"), std::string::npos);
  }
  fs::permissions(folder_ / "closed", fs::perms::owner_all);
}

TEST_F(TableFilesTest, partitions_are_noted) {
  make("parts/year=2024/a.parquet");
  make("parts/year=2025/a.parquet");
  EXPECT_EQ(names("parts/*/*.parquet").size(), 2);
  EXPECT_EQ(table_files(at("parts/*/*.parquet"), {}).notes.size(), 1);
  EXPECT_TRUE(table_files(at("parts/year=2024/*.parquet"), {}).notes.empty());
}

TEST_F(TableFilesTest, knows_files_that_would_become_a_part) {
  make("lake/a.parquet");
  EXPECT_TRUE(is_table_file(at("lake/new.parquet"), at("lake")));
  EXPECT_TRUE(is_table_file(at("lake/new.parquet"), at("lake/*.parquet")));
  EXPECT_TRUE(is_table_file(at("lake/../lake/new.parquet"), at("l*/*.parquet")));
  EXPECT_FALSE(is_table_file(at("lake/new.json"), at("lake/*.parquet")));
  EXPECT_FALSE(is_table_file(at("lake/_new.parquet"), at("lake")));
  EXPECT_FALSE(is_table_file(at("new.parquet"), at("lake")));
  EXPECT_FALSE(is_table_file(at("lake/new.parquet"), at("lake/a.parquet")));
}

TEST_F(TableFilesTest, digest_is_that_of_all_bytes) {
  make("a.parquet");
  make("b.parquet");
  std::vector<Input> inputs;
  for (const std::string& path : table_files(at("*.parquet"), {}).paths)
    inputs.push_back(Input::open(path));
  Sha256 hash;
  hash.update("a.parquetb.parquet");
  EXPECT_EQ(digest(inputs), hash.finish());
}

}  // namespace
}  // namespace pith
