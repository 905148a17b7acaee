// SPDX-License-Identifier: Apache-2.0
#include "pith/data/formats/mat.h"

#include <gtest/gtest.h>
#include <matio.h>
#include <unistd.h>

#include <array>
#include <fstream>
#include <memory>

#include "pith/base/error.h"

namespace pith {
namespace {

/// A MATLAB file that is there as long as this is.
class MatFile {
 public:
  explicit MatFile(enum mat_ft version = MAT_FT_MAT5)
      : path_(testing::TempDir() + "pith_mat_" + std::to_string(::getpid()) + ".mat"),
        file_(Mat_CreateVer(path_.c_str(), nullptr, version)) {}
  MatFile(const MatFile&) = delete;
  MatFile& operator=(const MatFile&) = delete;
  MatFile(MatFile&&) = delete;
  MatFile& operator=(MatFile&&) = delete;
  ~MatFile() { ::unlink(path_.c_str()); }

  template <class T>
  MatFile& add(const char* name, enum matio_classes kind, enum matio_types type,
               std::array<std::size_t, 2> extents, std::vector<T> values,
               enum matio_compression compression = MAT_COMPRESSION_NONE) {
    write(Mat_VarCreate(name, kind, type, 2, extents.data(), values.data(), 0), compression);
    return *this;
  }
  MatFile& add_doubles(const char* name, std::array<std::size_t, 2> extents,
                       std::vector<double> values) {
    return add<double>(name, MAT_C_DOUBLE, MAT_T_DOUBLE, extents, std::move(values));
  }
  void write(matvar_t* variable, enum matio_compression compression = MAT_COMPRESSION_NONE) {
    EXPECT_EQ(Mat_VarWrite(file_, variable, compression), 0);
    Mat_VarFree(variable);
  }
  Columns read(const Context& context = {}) {
    Mat_Close(file_);
    Input input = Input::open(path_);
    return read_mat(input, context);
  }
  std::string message(const Context& context = {}) {
    try {
      (void)read(context);
    } catch (const Error& error) {
      const std::string_view text = error.what();
      return std::string(text.substr(text.find(".mat: ") + 6));
    }
    return "accepted";
  }

 private:
  std::string path_;
  mat_t* file_;
};

std::vector<double> values_of(const Column& column) {
  return {column.numbers().begin(), column.numbers().end()};
}

TEST(ReadMat, takes_x_and_y_in_every_version) {
  for (const auto version : {MAT_FT_MAT4, MAT_FT_MAT5, MAT_FT_MAT73}) {
    MatFile file(version);
    file.add_doubles("Y", {1, 3}, {0, 1, 1}).add_doubles("X", {3, 2}, {1, 2, 3, 4, 5, 6});
    file.add_doubles("w", {3, 1}, {7, 8, 9});
    const Columns columns = file.read();
    EXPECT_EQ(columns.names, (std::vector<std::string>{"f0", "f1", "w", "Y"}));
    EXPECT_EQ(values_of(columns.columns[1]), (std::vector<double>{4, 5, 6}));
    EXPECT_EQ(values_of(columns.columns[3]), (std::vector<double>{0, 1, 1}));
  }
}

TEST(ReadMat, takes_every_class_of_number) {
  MatFile file;
  file.add<float>("x", MAT_C_SINGLE, MAT_T_SINGLE, {2, 2}, {1, 2, 3, 4}, MAT_COMPRESSION_ZLIB);
  file.add<std::int8_t>("a", MAT_C_INT8, MAT_T_INT8, {2, 1}, {-1, 2});
  file.add<std::uint8_t>("b", MAT_C_UINT8, MAT_T_UINT8, {2, 1}, {255, 2});
  file.add<std::int16_t>("c", MAT_C_INT16, MAT_T_INT16, {2, 1}, {-300, 2});
  file.add<std::uint16_t>("d", MAT_C_UINT16, MAT_T_UINT16, {2, 1}, {65535, 2});
  file.add<std::int32_t>("e", MAT_C_INT32, MAT_T_INT32, {2, 1}, {-70000, 2});
  file.add<std::uint32_t>("f", MAT_C_UINT32, MAT_T_UINT32, {2, 1}, {4294967295U, 2});
  file.add<std::int64_t>("g", MAT_C_INT64, MAT_T_INT64, {2, 1}, {-5000000000, 2});
  file.add<std::uint64_t>("h", MAT_C_UINT64, MAT_T_UINT64, {2, 1}, {5000000000, 2});
  const Columns columns = file.read();
  ASSERT_EQ(columns.columns.size(), 10U);
  const std::vector<double> firsts{1, 3, -1, 255, -300, 65535, -70000, 4294967295, -5e9, 5e9};
  for (std::size_t i = 0; i < firsts.size(); ++i) {
    EXPECT_EQ(columns.columns[i].numbers()[0], firsts[i]) << columns.names[i];
  }
}

TEST(ReadMat, makes_sparse_matrices_dense) {
  std::vector<mat_uint32_t> rows{2, 0, 1};
  std::vector<mat_uint32_t> starts{0, 1, 3};
  std::vector<double> values{5, 6, 7};
  mat_sparse_t sparse{};
  sparse.nzmax = sparse.nir = sparse.ndata = 3;
  sparse.njc = 3;
  sparse.ir = rows.data();
  sparse.jc = starts.data();
  sparse.data = values.data();
  std::array<std::size_t, 2> extents{3, 2};
  MatFile file;
  file.write(Mat_VarCreate("X", MAT_C_SPARSE, MAT_T_DOUBLE, 2, extents.data(), &sparse,
                           MAT_F_DONT_COPY_DATA));
  const Columns columns = file.read();
  EXPECT_EQ(values_of(columns.columns[0]), (std::vector<double>{0, 0, 5}));
  EXPECT_EQ(values_of(columns.columns[1]), (std::vector<double>{6, 7, 0}));
}

TEST(ReadMat, skips_text_and_what_does_not_fit) {
  MatFile file;
  file.add_doubles("data", {2, 2}, {1, 2, 3, 4}).add_doubles("odd", {3, 1}, {1, 2, 3});
  file.add<char>("who", MAT_C_CHAR, MAT_T_UINT8, {1, 2}, {'m', 'e'});
  const Columns columns = file.read();
  EXPECT_EQ(columns.columns.size(), 2U);
  EXPECT_EQ(columns.notes, (std::vector<std::string>{"skipped 'who', which is text",
                                                     "skipped array 'odd' of 3 x 1"}));
}

TEST(ReadMat, rejects_complex_numbers) {
  std::vector<double> real{1, 2, 3, 4};
  mat_complex_split_t split{real.data(), real.data()};
  std::array<std::size_t, 2> extents{2, 2};
  MatFile file;
  file.write(
      Mat_VarCreate("X", MAT_C_DOUBLE, MAT_T_DOUBLE, 2, extents.data(), &split, MAT_F_COMPLEX));
  EXPECT_EQ(file.message(),
            "'X': complex numbers are not supported; save their real part or absolute value");
}

TEST(ReadMat, keeps_to_the_memory_limit) {
  MatFile file;
  file.add_doubles("X", {1000, 1000}, std::vector<double>(1000000));
  EXPECT_EQ(
      file.message({.memory = 4U << 20U}),
      "a table of 1000 rows and 1000 columns would take 9 MiB, and the limit is 4 MiB; raise the limit "
      "(memory=9M) or use a smaller table");
}

TEST(ReadMat, rejects_sizes_beyond_the_bytes_that_are_there) {
  const std::string path = testing::TempDir() + "pith_mat_sizes_" + std::to_string(::getpid());
  const auto message = [&](const std::string& bytes) -> std::string {
    std::ofstream(path, std::ios::binary) << bytes;
    const Context context{.memory = 16U << 20U};
    try {
      Input input = Input::open(path, context);
      (void)read_mat(input, context);
    } catch (const Error& error) {
      const std::string text = error.what();
      return text.substr(path.size() + 2);
    }
    return "accepted";
  };
  const auto words = [](std::vector<std::uint32_t> values) {
    return std::string(reinterpret_cast<const char*>(values.data()), values.size() * 4);
  };
  const std::string damaged =
      "the MATLAB file is damaged: a part is larger than the bytes that are there";
  // Version 4: type, rows, columns, imaginary part, letters of the name.
  EXPECT_EQ(message(words({0, 2, 2, 0, 1'000'000'000}) + std::string(99, '\0')), damaged);
  EXPECT_EQ(message(words({0, 30000, 30000, 0, 2}) + std::string(99, '\0')), damaged);
  const std::string header = std::string(124, ' ') + std::string("\0\1IM", 4);
  // Version 5: a matrix of doubles and an array of cells, without any.
  const std::string doubles = words({6, 8, 6, 0, 5, 8, 30000, 30000, 1, 1, 'X', 0, 9, 0});
  EXPECT_EQ(message(header + words({14, 56}) + doubles), damaged);
  const std::string cells = words({6, 8, 1, 0, 5, 8, 1, 200'000'000, 1, 1, 'c', 0});
  EXPECT_EQ(message(header + words({14, 48}) + cells), damaged);
  EXPECT_EQ(message(header + words({14, 0x7FFFFFFF}) + cells), damaged);
  ::unlink(path.c_str());
}

TEST(ReadMat, says_when_there_is_nothing_to_read) {
  MatFile file;
  file.add<char>("who", MAT_C_CHAR, MAT_T_UINT8, {1, 2}, {'m', 'e'});
  EXPECT_EQ(file.message(), "there is no numeric matrix; save X and y");
}

TEST(ReadMat, prints_nothing_about_other_files) {
  const std::string path = testing::TempDir() + "pith_mat_other_" + std::to_string(::getpid());
  std::ofstream(path) << "a,b\n1,2\n";
  Input input = Input::open(path);
  testing::internal::CaptureStderr();
  testing::internal::CaptureStdout();
  EXPECT_THROW(read_mat(input, {}), Error);
  EXPECT_EQ(testing::internal::GetCapturedStderr(), "");
  EXPECT_EQ(testing::internal::GetCapturedStdout(), "");
  ::unlink(path.c_str());
}

}  // namespace
}  // namespace pith
