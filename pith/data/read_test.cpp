// SPDX-License-Identifier: Apache-2.0
#include "pith/data/read.h"

#include <gtest/gtest.h>
#include <unistd.h>
#include <zlib.h>

#include <filesystem>
#include <fstream>

#include "pith/base/error.h"

namespace pith {
namespace {

/// A folder of files that is there as long as a test.
class Read : public testing::Test {
 protected:
  void SetUp() override {
    folder_ = testing::TempDir() + "pith_read_" + std::to_string(::getpid());
    std::filesystem::create_directories(folder_);
  }
  void TearDown() override { std::filesystem::remove_all(folder_); }

  std::string path(const std::string& name) const { return folder_ + "/" + name; }
  std::string write(const std::string& name, const std::string& bytes) const {
    std::ofstream(path(name), std::ios::binary) << bytes;
    return path(name);
  }
  std::string write_packed(const std::string& name, const std::string& bytes) const {
    gzFile out = gzopen(path(name).c_str(), "wb");
    gzwrite(out, bytes.data(), static_cast<unsigned>(bytes.size()));
    gzclose(out);
    return path(name);
  }
  /// The message without the folder.
  std::string message(const std::string& file, const Roles& roles = {},
                      const ReadOptions& options = {}) const {
    try {
      (void)read(file, roles, options);
    } catch (const Error& error) {
      const std::string_view text = error.what();
      return std::string(text.starts_with(folder_) ? text.substr(folder_.size() + 1) : text);
    }
    return "accepted";
  }

 private:
  std::string folder_;
};

std::string npy(const std::string& type, const std::string& shape, const std::string& data) {
  std::string text = "{'descr': '" + type + "', 'fortran_order': False, 'shape': " + shape + "}";
  text.resize(117, ' ');
  return std::string("\x93NUMPY\1\0\x76\0", 10) + text + "\n" + data;
}

const char* const csv = "a,b,y\n1,2.5,0\n2,3.5,1\n3,4.5,1\n";

TEST_F(Read, chooses_the_reader_by_the_extension) {
  EXPECT_EQ(read(write("t.csv", csv)).names(), (std::vector<std::string>{"a", "b"}));
  EXPECT_EQ(read(write("T.CSV", csv)).features(), 2U);
  EXPECT_EQ(read(write("t.txt", csv)).features(), 2U);
  EXPECT_EQ(read(write("t.dat", "a b y\n1 2 p\n3 4 q\n")).features(), 2U);
  EXPECT_EQ(read(write_packed("t.csv.gz", csv)).features(), 2U);
  EXPECT_EQ(read(write("t.tsv", "a,1\tb\ty\n1\t2\t0\n2\t3\t1\n")).name(0), "a,1");
  const std::string arff = "@attribute a real\n@attribute y {n,p}\n@data\n1,p\n2,n\n";
  EXPECT_EQ(read(write("t.arff", arff)).target().level(1), "p");
  EXPECT_EQ(read(write_packed("t.ARFF.GZ", arff)).classes(), 2U);
  EXPECT_EQ(read(write("t.svm", "1 1:1\n2 2:1\n")).target_name(), "target");
  EXPECT_EQ(read(write("t.libsvm", "1 1:1\n2 2:1\n")).features(), 2U);
  EXPECT_EQ(read(write("t.npy", npy("|u1", "(2, 2)", {1, 0, 2, 1}))).target_name(), "f1");
}

TEST_F(Read, decodes_text_files) {
  using namespace std::string_literals;
  const std::string wide =
      "\xff\xfe"
      "a\0,\0y\0\n\0001\0,\0p\0\n\0002\0,\0\xe4\0\n\0"s;
  EXPECT_EQ(read(write("t.csv", wide)).target().level(1), "ä");
  EXPECT_EQ(read(write("t.csv", wide.substr(2)), {}, {.encoding = "utf-16"}).target().level(1),
            "ä");
  EXPECT_EQ(
      read(write("t.csv", "a,y\n1,p\n2,\xe4\n"), {}, {.encoding = "latin-1"}).target().level(1),
      "ä");
  const Table arff =
      read(write("t.arff", "@attribute a real\n@attribute y {\xfc,p}\n@data\n1,p\n2,\xfc\n"));
  EXPECT_EQ(arff.target().level(0), "ü");
  EXPECT_EQ(arff.notes().size(), 1U);
}

TEST_F(Read, takes_the_format_from_the_options_first) {
  const std::string file = write("t.table", csv);
  EXPECT_EQ(read(file, {}, {.format = Format::csv}).rows(), 3U);
  EXPECT_EQ(
      message(file),
      "t.table: the file extension must be .csv, .tsv, .txt, .dat, .data, .arff, .libsvm, .svm, "
      ".npy, .npz, .mat, .parquet, .pq, .arrow, .feather, .ipc, .h5ad, .h5, .hdf5, .sas7bdat, "
      ".xpt, .dta, .sav, .zsav or .por (text formats also with .gz or .zst)");
}

TEST_F(Read, says_what_to_do_with_spreadsheets) {
  EXPECT_EQ(message(write("t.xlsx", "PK")),
            "t.xlsx: .xlsx files are not supported; save the sheet as CSV");
}

TEST_F(Read, begins_messages_with_the_file) {
  EXPECT_EQ(message(path("none.csv")).substr(0, 10), "none.csv: ");
  EXPECT_EQ(message(write("t.svm", "1 1:1\n1 1:x\n")), "t.svm:2:5: value 'x' is not a number");
  EXPECT_EQ(message(write("t.csv", "a,b\n1,no\n2,no\n")).substr(0, 7), "t.csv: ");
  EXPECT_EQ(message(write_packed("t.mat", "x")),
            "t.mat: the file is compressed; decompress it first");
}

TEST_F(Read, makes_a_digest_when_asked) {
  const std::string file = write("t.csv", csv);
  EXPECT_EQ(read(file).sha256(), "");
  EXPECT_EQ(read(file, {}, {.wants_digest = true}).sha256().size(), 64U);
}

TEST_F(Read, takes_the_target_from_another_array) {
  const std::string features = write("x.npy", npy("|u1", "(3, 2)", {1, 2, 3, 4, 5, 6}));
  const std::string target = write("y.npy", npy("|S1", "(3,)", "aba"));
  const Table table = read(features, {.target = target});
  EXPECT_EQ(table.features(), 2U);
  EXPECT_EQ(table.target_name(), target);
  EXPECT_EQ(table.target().level(1), "b");
  const std::string other = write("z.npy", npy("|u1", "(2,)", {1, 2}));
  EXPECT_NE(message(features, {.target = other}).find("has 2 rows and 1 column,"),
            std::string::npos);
}

TEST_F(Read, lets_names_beat_globs_and_globs_leave_the_target_alone) {
  const std::string file = write("t.csv", "zip,n,y\n010,1,a\n10,2,b\n9,1,a\n");
  const Table all = read(file, {.kinds = {.numeric = {"*"}}});
  EXPECT_EQ(all.classes(), 2U);
  EXPECT_TRUE(all.feature(0).is_declared_numeric());
  const Table text = read(file, {.kinds = {.categorical = {"z*"}}});
  EXPECT_EQ(text.feature(0).levels(), 3U);
  const Table mixed = read(file, {.kinds = {.categorical = {"*"}, .numeric = {"n"}}});
  EXPECT_EQ(mixed.feature(0).levels(), 3U);
  EXPECT_TRUE(mixed.feature(1).is_numbers());
  const std::string numbers = write("n.csv", "a,y\n1,10\n2,9\n3,10\n");
  EXPECT_EQ(read(numbers, {.kinds = {.categorical = {"*"}}}).target().level(0), "9");
}

TEST(Format, is_named_by_its_word) {
  for (const std::string& word : format_words())
    EXPECT_NO_THROW(parse_format(word)) << word;
  EXPECT_EQ(parse_format("tsv"), Format::tsv);
  EXPECT_THROW(parse_format("xlsx"), Error);
}

}  // namespace
}  // namespace pith
