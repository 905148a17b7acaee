// SPDX-License-Identifier: Apache-2.0
#include "pith/data/formats/mat/mat.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <fstream>
#include <limits>

#include "pith/base/error.h"
#include "tests/support/mat_bytes.h"

namespace pith {
namespace {

Columns read(const std::string& bytes, const Context& context = {}) {
  const std::string path = testing::TempDir() + "pith_mat_" + std::to_string(::getpid()) + ".mat";
  std::ofstream(path, std::ios::binary) << bytes;
  Input input = Input::open(path, context);
  ::unlink(path.c_str());
  return read_mat(input, true, context);
}

std::string message(const std::string& bytes, const Context& context = {}) {
  try {
    (void)read(bytes, context);
  } catch (const Error& error) {
    const std::string_view text = error.what();
    return std::string(text.substr(text.find(".mat: ") + 6));
  }
  return "accepted";
}

std::vector<double> values_of(const Column& column) {
  return {column.numbers().begin(), column.numbers().end()};
}

TEST(ReadMat, takes_x_and_y_in_every_version_and_byte_order) {
  for (const int version : {4, 5}) {
    for (const bool is_swapped : {false, true}) {
      for (const bool is_compressed : {false, true}) {
        MatBytesWriter file(version, is_swapped);
        file.add_doubles("Y", {1, 3}, {0, 1, 1}, is_compressed)
            .add_doubles("X", {3, 2}, {1, 2, 3, 4, 5, 6}, is_compressed)
            .add_doubles("w", {3, 1}, {7, 8, 9});
        const Columns columns = read(file.bytes());
        EXPECT_EQ(columns.names, (std::vector<std::string>{"f0", "f1", "w", "Y"}));
        EXPECT_EQ(values_of(columns.columns[1]), (std::vector<double>{4, 5, 6}));
        EXPECT_EQ(values_of(columns.columns[3]), (std::vector<double>{0, 1, 1}));
      }
    }
  }
}

TEST(ReadMat, takes_every_class_of_number_as_it_is_stored) {
  for (const bool is_swapped : {false, true}) {
    MatBytesWriter file(5, is_swapped);
    file.add<float>("x", 7, {2, 2}, {1, 2, 3, 4}, true);
    file.add<std::int8_t>("a", 8, {2, 1}, {-1, 2});
    file.add<std::uint8_t>("b", 6, {2, 1},
                           {255, 2});  // doubles are stored as narrow as they can be
    file.add<std::int16_t>("c", 10, {2, 1}, {-300, 2});
    file.add<std::uint16_t>("d", 11, {2, 1}, {65535, 2});
    file.add<std::int32_t>("e", 12, {2, 1}, {-70000, 2});
    file.add<std::uint32_t>("f", 13, {2, 1}, {4294967295U, 2});
    file.add<std::int64_t>("g", 14, {2, 1}, {-5000000000, 2});
    file.add<std::uint64_t>("h", 15, {2, 1}, {5000000000, 2});
    file.add<std::uint8_t>("i", 9 | 0x200U, {2, 1}, {1, 0});  // logical
    const Columns columns = read(file.bytes());
    ASSERT_EQ(columns.columns.size(), 11U);
    const std::vector<double> firsts{1, 3, -1, 255, -300, 65535, -70000, 4294967295, -5e9, 5e9, 1};
    for (std::size_t i = 0; i < firsts.size(); ++i) {
      EXPECT_EQ(columns.columns[i].numbers()[0], firsts[i]) << columns.names[i];
    }
  }
}

TEST(ReadMat, takes_every_precision_of_version_4) {
  MatBytesWriter file(4);
  file.add_old<float>("x", 0, {2, 2}, {1.5, 2, 3, 4})
      .add_old<std::int32_t>("a", 0, {2, 1}, {-7, 2});
  file.add_old<std::int16_t>("b", 0, {1, 2}, {-300, 2})
      .add_old<std::uint16_t>("c", 0, {2, 1}, {65535, 2});
  file.add_old<std::uint8_t>("d", 0, {2, 1}, {255, 2}).add_text("t", "me");
  const Columns columns = read(file.bytes());
  const std::vector<double> firsts{1.5, 3, -7, -300, 65535, 255};
  ASSERT_EQ(columns.columns.size(), firsts.size());
  for (std::size_t i = 0; i < firsts.size(); ++i)
    EXPECT_EQ(columns.columns[i].numbers()[0], firsts[i]) << columns.names[i];
  EXPECT_EQ(columns.notes, std::vector<std::string>{"skipped 't', which is text"});
}

TEST(ReadMat, reads_more_numbers_than_a_block) {
  std::vector<double> values(50'000);
  for (std::size_t i = 0; i < values.size(); ++i)
    values[i] = static_cast<double>(i % 1013);
  for (const int version : {4, 5}) {
    for (const bool is_compressed : {false, true}) {
      const Columns columns = read(
          MatBytesWriter(version).add_doubles("X", {10'000, 5}, values, is_compressed).bytes());
      for (std::size_t col = 0; col < 5; ++col) {
        EXPECT_EQ(
            values_of(columns.columns[col]),
            std::vector<double>(values.begin() + 10'000 * static_cast<std::ptrdiff_t>(col),
                                values.begin() + 10'000 * static_cast<std::ptrdiff_t>(col + 1)));
      }
    }
  }
}

TEST(ReadMat, makes_sparse_matrices_dense) {
  for (const bool is_swapped : {false, true}) {
    const Columns columns =
        read(MatBytesWriter(5, is_swapped)
                 .add_sparse<double>("X", {3, 2}, {2, 0, 1}, {0, 1, 3}, {5, 6, 7}, is_swapped)
                 .add_sparse<std::uint8_t>("y", {1, 3}, {0, 0}, {0, 1, 1, 2}, {1, 1})
                 .bytes());
    EXPECT_EQ(values_of(columns.columns[0]), (std::vector<double>{0, 0, 5}));
    EXPECT_EQ(values_of(columns.columns[1]), (std::vector<double>{6, 7, 0}));
    EXPECT_EQ(values_of(columns.columns[2]), (std::vector<double>{1, 0, 1}));
  }
  // Rows, columns and values of three numbers, and then the extents.
  const Columns columns =
      read(MatBytesWriter(4)
               .add_old<double>("X", 2, {4, 3}, {3, 1, 2, 3, 1, 2, 2, 2, 5, 6, 7, 0})
               .bytes());
  EXPECT_EQ(values_of(columns.columns[0]), (std::vector<double>{0, 0, 5}));
  EXPECT_EQ(values_of(columns.columns[1]), (std::vector<double>{6, 7, 0}));
}

TEST(ReadMat, rejects_positions_outside_a_sparse_matrix) {
  const std::string outside = "'X': the array is damaged: a position is outside the matrix";
  const auto of = [](const std::vector<std::int32_t>& rows,
                     const std::vector<std::int32_t>& starts) {
    return message(
        MatBytesWriter().add_sparse<double>("X", {3, 2}, rows, starts, {5, 6, 7}).bytes());
  };
  EXPECT_EQ(of({2, 0, 3}, {0, 1, 3}), outside);
  EXPECT_EQ(of({2, 0, -1}, {0, 1, 3}), outside);
  EXPECT_EQ(of({2, 0, 1}, {0, 1, 4}), outside);
  EXPECT_EQ(of({2, 0, 1}, {0, 3, 1}), outside);
  EXPECT_EQ(of({2, 0, 1}, {0, 3}), "'X': the array is damaged");
  EXPECT_EQ(message(MatBytesWriter(4).add_old<double>("X", 2, {2, 3}, {4, 3, 1, 2, 5, 0}).bytes()),
            outside);
}

TEST(ReadMat, skips_what_does_not_fit) {
  MatBytesWriter file;
  file.add_doubles("data", {2, 2}, {1, 2, 3, 4}).add_doubles("odd", {3, 1}, {1, 2, 3});
  file.add_text("who", "me").add_doubles("cube", {1, 2, 2}, {1, 2, 3, 4});
  file.add_array("c", 1, {0, 0}, "").add_array("s", 2, {1, 1}, "").add_array("f", 16, {1, 1}, "");
  const Columns columns = read(file.bytes());
  EXPECT_EQ(columns.columns.size(), 2U);
  EXPECT_EQ(columns.notes,
            (std::vector<std::string>{
                "skipped 'who', which is text", "skipped 'cube', which has 3 dimensions",
                "skipped 'c', which is a cell array", "skipped 's', which is a structure",
                "skipped 'f', which is not an array of numbers", "skipped array 'odd' of 3 x 1"}));
}

TEST(ReadMat, lets_nothing_take_the_place_of_x_or_y) {
  const std::string x = "; save it as a matrix of real numbers, with rows";
  const std::string y =
      "; save it as a vector of numbers, one per row, or name another target (target)";
  const auto with_x = [] {
    return MatBytesWriter().add_doubles("X", {2, 2}, {1, 2, 3, 4}).add_doubles("z", {2, 1}, {0, 1});
  };
  EXPECT_EQ(message(with_x().add_array("y", 1, {0, 0}, "").bytes()), "'y' is a cell array" + y);
  EXPECT_EQ(message(with_x().add_text("Y", "ab").bytes()), "'Y' is text" + y);
  EXPECT_EQ(message(with_x().add_doubles("y", {0, 1}, {}).bytes()),
            "'y' is empty: it has 0 rows and 1 column" + y);
  EXPECT_EQ(message(MatBytesWriter()
                        .add_doubles("X", {1, 2, 2}, {1, 2, 3, 4})
                        .add_doubles("z", {2, 2}, {1, 2, 3, 4})
                        .bytes()),
            "'X' has 3 dimensions" + x);
  EXPECT_EQ(
      message(MatBytesWriter().add_doubles("X", {0, 5}, {}).add_doubles("y", {0, 1}, {}).bytes()),
      "'X' is empty: it has 0 rows and 5 columns" + x);
}

TEST(ReadMat, rejects_complex_numbers_and_integers_without_a_double) {
  EXPECT_EQ(message(MatBytesWriter().add<double>("X", 6 | 0x800U, {2, 2}, {1, 2, 3, 4}).bytes()),
            "'X': complex numbers are not supported; save their real part or absolute value");
  EXPECT_EQ(
      message(
          MatBytesWriter().add<std::int64_t>("X", 14, {2, 2}, {1, (1LL << 53) + 1, 3, 4}).bytes()),
      "'X': a number does not fit exactly in a double; save the array as double");
}

TEST(ReadMat, keeps_to_the_memory_limit) {
  MatBytesWriter file;
  file.add_doubles("X", {1000, 1000}, std::vector<double>(1000000));
  EXPECT_EQ(
      message(file.bytes(), {.memory = 4U << 20U}),
      "a table of 1000 rows and 1000 columns would take 9 MiB, and the limit is 4 MiB; raise the limit "
      "(memory=12M) or use a smaller table");
}

TEST(ReadMat, rejects_sizes_beyond_the_bytes_that_are_there) {
  const Context context{.memory = 16U << 20U};
  const auto words = [](std::vector<std::uint32_t> values) {
    return std::string(reinterpret_cast<const char*>(values.data()), values.size() * 4);
  };
  const std::string damaged =
      "the MATLAB file is damaged: a part is larger than the bytes that are there";
  // Version 4: type, rows, columns, imaginary part, letters of the name.
  EXPECT_EQ(message(words({0, 2, 2, 0, 1'000'000'000}) + std::string(99, '\0'), context), damaged);
  EXPECT_EQ(message(words({0, 30000, 30000, 0, 2}) + std::string(99, '\0'), context), damaged);
  const std::string header = std::string(124, ' ') + std::string("\0\1IM", 4);
  // Version 5: a matrix of doubles and an array of cells, without any.
  const std::string doubles = words({6, 8, 6, 0, 5, 8, 30000, 30000, 1, 1, 'X', 0, 9, 0});
  EXPECT_EQ(message(header + words({14, 56}) + doubles, context), damaged);
  const std::string cells = words({6, 8, 1, 0, 5, 8, 1, 200'000'000, 1, 1, 'c', 0});
  EXPECT_EQ(message(header + words({14, 48}) + cells, context), damaged);
  EXPECT_EQ(message(header + words({14, 0x7FFFFFFF}) + cells, context), damaged);
}

TEST(ReadMat, rejects_compressed_bytes_that_were_changed) {
  const std::string bytes = MatBytesWriter().add_doubles("X", {2, 2}, {1, 2, 3, 4}, true).bytes();
  std::string changed = bytes;
  changed.back() = static_cast<char>(changed.back() + 1);  // the checksum
  EXPECT_EQ(message(changed),
            "the MATLAB file is damaged: a part is larger than the bytes that are there");
  EXPECT_NE(message(bytes.substr(0, bytes.size() - 1)), "accepted");
}

TEST(ReadMat, says_when_there_is_nothing_to_read) {
  EXPECT_EQ(message(MatBytesWriter().add_text("who", "me").bytes()),
            "there is no numeric matrix; save X and y");
  EXPECT_EQ(message("a,b\n1,2\n"),
            "this is not a MATLAB file of version 4, 5 or 7.3; save it again");
}

}  // namespace
}  // namespace pith
