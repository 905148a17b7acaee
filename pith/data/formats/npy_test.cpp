// SPDX-License-Identifier: Apache-2.0
#include "pith/data/formats/npy.h"

#include <gtest/gtest.h>
#include <unistd.h>
#include <zlib.h>

#include <algorithm>
#include <bit>
#include <cstring>
#include <fstream>
#include <limits>

#include "pith/base/error.h"
#include "pith/data/formats/npy_array.h"

namespace pith {
namespace {

constexpr std::string_view matrix_type = "{'descr': '<f8', 'fortran_order': False, 'shape': ";

/// A file that is there as long as this is.
class TemporaryFile {
 public:
  TemporaryFile(std::string_view bytes, const std::string& extension)
      : path_(testing::TempDir() + "pith_npy_" + std::to_string(::getpid()) + extension) {
    std::ofstream(path_, std::ios::binary) << bytes;
  }
  TemporaryFile(const TemporaryFile&) = delete;
  TemporaryFile& operator=(const TemporaryFile&) = delete;
  TemporaryFile(TemporaryFile&&) = delete;
  TemporaryFile& operator=(TemporaryFile&&) = delete;
  ~TemporaryFile() { ::unlink(path_.c_str()); }

  Input open() const { return Input::open(path_); }
  const std::string& path() const { return path_; }

 private:
  std::string path_;
};

template <class T>
std::string bytes_of(std::vector<T> values, bool is_swapped = false) {
  std::string bytes;
  for (const T& value : values) {
    char copy[sizeof(T)];
    std::memcpy(copy, &value, sizeof(T));
    if (is_swapped) std::reverse(copy, copy + sizeof(T));
    bytes.append(copy, sizeof(T));
  }
  return bytes;
}

std::string npy(const std::string& dictionary, const std::string& data, int version = 1) {
  std::string text = dictionary;
  text.resize((text.size() + 64) / 64 * 64 - 1, ' ');
  text += '\n';
  std::string bytes = "\x93NUMPY";
  bytes += static_cast<char>(version);
  bytes += '\0';
  const auto length = static_cast<std::uint32_t>(text.size());
  bytes += bytes_of<std::uint32_t>({length}).substr(0, version == 1 ? 2 : 4);
  return bytes + text + data;
}

std::string array(const std::string& type, const std::string& shape, const std::string& data,
                  bool is_fortran_order = false) {
  return npy("{'descr': '" + type + "', 'fortran_order': " + (is_fortran_order ? "True" : "False") +
                 ", 'shape': " + shape + ", }",
             data);
}

Columns read_bytes(const std::string& bytes, const Context& context = {}) {
  const TemporaryFile file(bytes, ".npy");
  Input input = file.open();
  return read_npy(input, context);
}

std::vector<double> values_of(const Column& column) {
  return {column.numbers().begin(), column.numbers().end()};
}

/// The message behind the name of the file.
std::string message_of(const std::string& bytes, ErrorKind kind = ErrorKind::bad_data) {
  try {
    (void)read_bytes(bytes, {.memory = 64U << 20U});
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), kind);
    const std::string_view text = error.what();
    return std::string(text.substr(text.find(".npy: ") + 6));
  }
  return "accepted";
}

TEST(ReadNpy, takes_both_orders) {
  const std::string data = bytes_of<double>({1, 2, 3, 4, 5, 6});
  const Columns rows = read_bytes(array("<f8", "(2, 3)", data));
  EXPECT_EQ(rows.names, (std::vector<std::string>{"f0", "f1", "f2"}));
  EXPECT_EQ(values_of(rows.columns[1]), (std::vector<double>{2, 5}));
  const Columns columns = read_bytes(array("<f8", "(2, 3)", data, true));
  EXPECT_EQ(values_of(columns.columns[1]), (std::vector<double>{3, 4}));
}

template <class T>
void expect_type(const std::string& type) {
  for (const bool is_big : {false, true}) {
    const bool is_swapped = is_big == (std::endian::native == std::endian::little);
    const std::string order = is_big ? ">" : "<";
    const Columns columns =
        read_bytes(array(order + type, "(3,)", bytes_of<T>({T{1}, T{0}, T{100}}, is_swapped)));
    EXPECT_EQ(values_of(columns.columns.front()), (std::vector<double>{1, 0, 100})) << order + type;
  }
}

TEST(ReadNpy, takes_every_type_of_number_in_both_byte_orders) {
  expect_type<std::int8_t>("i1");
  expect_type<std::int16_t>("i2");
  expect_type<std::int32_t>("i4");
  expect_type<std::int64_t>("i8");
  expect_type<std::uint8_t>("u1");
  expect_type<std::uint16_t>("u2");
  expect_type<std::uint32_t>("u4");
  expect_type<std::uint64_t>("u8");
  expect_type<float>("f4");
  expect_type<double>("f8");
  const Columns flags = read_bytes(array("|b1", "(3,)", std::string("\1\0\1", 3)));
  const Column& truths = flags.columns[0];
  EXPECT_EQ(truths.level_names(), (std::vector<std::string>{"False", "True"}));
  EXPECT_EQ(truths.code(0), 1U);
  EXPECT_EQ(truths.code(1), 0U);
  const Columns halves = read_bytes(
      array("<f2", "(5,)", bytes_of<std::uint16_t>({0x3C00, 0xC000, 0x0001, 0x3555, 0x7BFF})));
  EXPECT_EQ(values_of(halves.columns[0]),
            (std::vector<double>{1, -2, 0x1p-24, 0.333251953125, 65504}));
}

TEST(ReadNpy, takes_the_three_versions) {
  const std::string dictionary = std::string(matrix_type) + "(1, 2)}";
  const std::string data = bytes_of<double>({7, 8});
  for (const int version : {1, 2, 3}) {
    EXPECT_EQ(values_of(read_bytes(npy(dictionary, data, version)).columns[1])[0], 8);
  }
  EXPECT_EQ(message_of(npy(dictionary, data, 4)),
            "NPY version 4.0 is not supported; 1.0, 2.0 and 3.0 are");
}

TEST(ReadNpy, takes_more_elements_than_one_block) {
  const std::size_t rows = 3;
  const std::size_t cols = 70000;
  std::vector<float> values(rows * cols);
  for (std::size_t i = 0; i < values.size(); ++i)
    values[i] = static_cast<float>(i);
  const Columns wide = read_bytes(array("<f4", "(3, 70000)", bytes_of(values)));
  EXPECT_EQ(wide.columns[69999].numbers()[2], 209999);
  EXPECT_EQ(wide.columns[123].numbers()[1], 70123);
  const Columns tall = read_bytes(array("<f4", "(70000, 3)", bytes_of(values)));
  EXPECT_EQ(tall.columns[2].numbers()[69999], 209999);
  EXPECT_EQ(tall.columns[1].numbers()[30000], 90001);
}

TEST(ReadNpy, takes_nan_as_missing_and_refuses_infinity) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const double infinity = std::numeric_limits<double>::infinity();
  const Columns columns = read_bytes(array("<f8", "(2, 1)", bytes_of<double>({nan, 1})));
  EXPECT_TRUE(columns.columns[0].missing().test(0));
  EXPECT_FALSE(columns.columns[0].missing().test(1));
  EXPECT_EQ(message_of(array("<f8", "(2, 2)", bytes_of<double>({1, 2, 3, -infinity}))),
            "column 'f1', row 1 (counted from 0): the value is infinite; replace it with a number, "
            "or with NaN if it is missing");
}

TEST(ReadNpy, rejects_integers_that_a_double_would_change) {
  const std::int64_t exact = std::int64_t{1} << 60U;
  EXPECT_EQ(values_of(read_bytes(array("<i8", "(1,)", bytes_of<std::int64_t>({exact}))).columns[0]),
            (std::vector<double>{0x1p60}));
  EXPECT_EQ(message_of(array("<i8", "(1,)", bytes_of<std::int64_t>({exact + 1}))),
            "integer 1152921504606846977 does not fit exactly in a double; save the array as "
            "float64 or, for classes, as text");
  const std::uint64_t largest = std::numeric_limits<std::uint64_t>::max();
  EXPECT_NE(message_of(array("<u8", "(1,)", bytes_of<std::uint64_t>({largest}))), "accepted");
}

TEST(ReadNpy, takes_text_as_codes) {
  const Columns bytes = read_bytes(array("|S3", "(4,)", std::string("no\0yes\0\0\0no\0", 12)));
  EXPECT_EQ(bytes.columns[0].level_names(), (std::vector<std::string>{"no", "yes"}));
  EXPECT_EQ(bytes.columns[0].code(1), 1U);
  EXPECT_TRUE(bytes.columns[0].missing().test(2));
  const Columns wide =
      read_bytes(array("<U2", "(3,)", bytes_of<char32_t>({U'ü', U'€', U'b', 0, 0x1F33F, 0})));
  EXPECT_EQ(wide.columns[0].level_names(), (std::vector<std::string>{"b", "ü€", "🌿"}));
  EXPECT_EQ(message_of(array("<U1", "(1,)", bytes_of<std::uint32_t>({0x110000}))),
            "U+110000 is not a valid character");
  EXPECT_EQ(
      message_of(array("|S1", "(1, 2)", "ab")),
      "an array of text with 2 columns cannot be read; save numbers, or one-dimensional text");
}

TEST(ReadNpy, rejects_types_that_are_not_numbers) {
  EXPECT_EQ(message_of(array("|O", "(1,)", "12345678")),
            "elements of type '|O' cannot be read (they are Python objects); save numbers, such as "
            "float64");
  EXPECT_EQ(message_of(array("<c16", "(1,)", std::string(16, '\0'))),
            "elements of type '<c16' cannot be read; save numbers, such as float64");
  EXPECT_NE(message_of(array("<f16", "(1,)", std::string(16, '\0'))), "accepted");
  EXPECT_NE(message_of(array("<U0", "(1000000000000,)", "")), "accepted");
  EXPECT_EQ(message_of(npy("{'descr': [('a', '<f8')], 'fortran_order': False, 'shape': (1,)}",
                           bytes_of<double>({1}))),
            "structured types are not supported; save a plain array of numbers");
}

TEST(ReadNpy, believes_no_shape_that_the_file_cannot_hold) {
  EXPECT_EQ(message_of(array("<f8", "(65536, 65536)", bytes_of<double>({1}))),
            "the NPY header declares 34359738368 bytes of data, but the file has 8");
  EXPECT_EQ(message_of(array("<f8", "(4294967296, 4294967296)", "")),
            "the shape in the NPY header is too large");
  EXPECT_EQ(message_of(array("<f8", "(99999999999999999999,)", "")),
            "the shape in the NPY header is too large");
  EXPECT_NE(message_of(array("<f8", "(1,)", bytes_of<double>({1, 2}))), "accepted");
  EXPECT_EQ(message_of(array("<f8", "(0, 3)", "")), "there are no rows");
  EXPECT_EQ(message_of(array("<f8", "(3, 0)", "")), "there are no columns");
  EXPECT_EQ(message_of(array("<f8", "()", bytes_of<double>({1}))),
            "the array has 0 dimensions; one or two can be read");
  EXPECT_EQ(
      message_of(array("|b1", "(1, 5000000)", std::string(5000000, '\0')), ErrorKind::resources),
      "the columns of truths would take 3362 MiB, and the limit is 64 MiB; raise the limit "
      "(memory=3572M) or use a smaller table");
}

TEST(ReadNpy, reads_the_header_strictly) {
  const std::string data = bytes_of<double>({1});
  const std::string type(matrix_type);
  EXPECT_EQ(message_of("not numpy at all"),
            "this is not an NPY array: the magic bytes are missing");
  EXPECT_EQ(message_of(npy(type + "(1,)", data)), "the NPY header is damaged at ''");
  EXPECT_EQ(message_of(npy(type + "(1,)} + 1", data)), "the NPY header is damaged at '+ 1'");
  EXPECT_EQ(message_of(npy(type + "(-1,)}", data)), "the NPY header is damaged at '-1,)}'");
  EXPECT_EQ(message_of(npy(type + "(1,), 'shape': (1,)}", data)),
            "the NPY header has the same key twice");
  EXPECT_EQ(message_of(npy(type + "(1,), 'x': (1,)}", data)),
            "the NPY header has an unknown key 'x'");
  EXPECT_EQ(message_of(npy("{'descr': '<f8'}", data)),
            "the NPY header lacks descr, fortran_order or shape");
  EXPECT_EQ(message_of(npy(type + "(1,)}", data).substr(0, 30)), "the NPY header is truncated");
  EXPECT_EQ(message_of(npy(type + "(1,)}" + std::string(70000, ' '), data, 2)),
            "the NPY header has 70080 bytes; at most 65536 can be read");
}

TEST(ReadNpy, takes_a_compressed_file_and_checks_its_length) {
  const auto read_packed = [](const std::string& bytes) {
    const TemporaryFile file("", ".npy.gz");
    gzFile out = gzopen(file.path().c_str(), "wb");
    gzwrite(out, bytes.data(), static_cast<unsigned>(bytes.size()));
    gzclose(out);
    Input input = file.open();
    return read_npy(input, {});
  };
  const std::string whole = array("<f8", "(2,)", bytes_of<double>({1, 2}));
  EXPECT_EQ(values_of(read_packed(whole).columns[0]), (std::vector<double>{1, 2}));
  EXPECT_THROW(read_packed(whole.substr(0, whole.size() - 1)), Error);
  EXPECT_THROW(read_packed(whole + "x"), Error);
}

/// A small writer of ZIP archives.
class ZipWriter {
 public:
  void add(const std::string& name, const std::string& content, bool is_deflated) {
    const std::string packed = is_deflated ? deflated(content) : content;
    const auto crc = static_cast<std::uint32_t>(crc32(
        0, reinterpret_cast<const Bytef*>(content.data()), static_cast<uInt>(content.size())));
    const std::string common =
        bytes_of<std::uint16_t>({20, 0, is_deflated ? uint16_t{8} : uint16_t{0}, 0, 0}) +
        bytes_of<std::uint32_t>({crc, static_cast<std::uint32_t>(packed.size()),
                                 static_cast<std::uint32_t>(content.size())}) +
        bytes_of<std::uint16_t>({static_cast<std::uint16_t>(name.size()), 0});
    directory_ += "PK\1\2" + bytes_of<std::uint16_t>({20}) + common +
                  bytes_of<std::uint16_t>({0, 0, 0}) +
                  bytes_of<std::uint32_t>({0, static_cast<std::uint32_t>(bytes_.size())}) + name;
    bytes_ += "PK\3\4" + common + name + packed;
    ++count_;
  }
  std::string finish() const {
    return bytes_ + directory_ + "PK\5\6" + bytes_of<std::uint16_t>({0, 0, count_, count_}) +
           bytes_of<std::uint32_t>({static_cast<std::uint32_t>(directory_.size()),
                                    static_cast<std::uint32_t>(bytes_.size())}) +
           bytes_of<std::uint16_t>({0});
  }

 private:
  static std::string deflated(const std::string& content) {
    z_stream zlib{};
    deflateInit2(&zlib, 6, Z_DEFLATED, -MAX_WBITS, 8, Z_DEFAULT_STRATEGY);
    std::string packed(content.size() + 1000, '\0');
    zlib.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(content.data()));
    zlib.avail_in = static_cast<uInt>(content.size());
    zlib.next_out = reinterpret_cast<Bytef*>(packed.data());
    zlib.avail_out = static_cast<uInt>(packed.size());
    deflate(&zlib, Z_FINISH);
    packed.resize(zlib.total_out);
    deflateEnd(&zlib);
    return packed;
  }
  std::string bytes_;
  std::string directory_;
  std::uint16_t count_ = 0;
};

Columns read_archive(const std::string& bytes, const Context& context = {}) {
  const TemporaryFile file(bytes, ".npz");
  Input input = file.open();
  return read_npz(input, context);
}

std::string npz_message_of(const std::string& bytes) {
  try {
    (void)read_archive(bytes, {.memory = 64U << 20U});
  } catch (const Error& error) {
    const std::string_view text = error.what();
    return std::string(text.substr(text.find(".npz: ") + 6));
  }
  return "accepted";
}

TEST(ReadNpz, puts_vectors_behind_the_matrix_and_y_last) {
  for (const bool is_deflated : {false, true}) {
    ZipWriter zip;
    zip.add("y.npy", array("<i8", "(2,)", bytes_of<std::int64_t>({0, 1})), is_deflated);
    zip.add("X.npy", array("<f4", "(2, 2)", bytes_of<float>({1, 2, 3, 4})), is_deflated);
    zip.add("w.npy", array("<f8", "(2, 1)", bytes_of<double>({5, 6})), is_deflated);
    zip.add("odd.npy", array("<f8", "(3,)", bytes_of<double>({5, 6, 7})), is_deflated);
    zip.add("readme.txt", "hello", is_deflated);
    const Columns columns = read_archive(zip.finish());
    EXPECT_EQ(columns.names, (std::vector<std::string>{"f0", "f1", "w", "y"}));
    EXPECT_EQ(values_of(columns.columns[1]), (std::vector<double>{2, 4}));
    EXPECT_EQ(values_of(columns.columns[3]), (std::vector<double>{0, 1}));
    EXPECT_EQ(columns.notes,
              (std::vector<std::string>{"skipped 'readme.txt', which is not an array",
                                        "skipped array 'odd' of 3 x 1"}));
  }
}

TEST(ReadNpz, takes_the_largest_matrix_when_none_is_called_x) {
  ZipWriter zip;
  zip.add("small.npy", array("<f8", "(1, 2)", bytes_of<double>({1, 2})), false);
  zip.add("large.npy", array("<f8", "(2, 2)", bytes_of<double>({1, 2, 3, 4})), false);
  const Columns columns = read_archive(zip.finish());
  EXPECT_EQ(columns.columns.size(), 2U);
  EXPECT_EQ(columns.columns[0].rows(), 2U);
}

TEST(ReadNpz, takes_vectors_alone) {
  ZipWriter zip;
  zip.add("a.npy", array("<f8", "(2,)", bytes_of<double>({1, 2})), false);
  zip.add("y.npy", array("|S1", "(2,)", "ab"), false);
  EXPECT_EQ(read_archive(zip.finish()).names, (std::vector<std::string>{"a", "y"}));
}

TEST(ReadNpz, rejects_archives_that_are_damaged) {
  ZipWriter zip;
  zip.add("X.npy", array("<f8", "(1, 2)", bytes_of<double>({1, 2})), false);
  const std::string whole = zip.finish();
  EXPECT_EQ(npz_message_of(""), "this is not a ZIP archive, or it is truncated");
  EXPECT_EQ(npz_message_of(whole.substr(0, whole.size() - 5)),
            "this is not a ZIP archive, or it is truncated");
  std::string flipped = whole;
  flipped[whole.find("PK\1\2") - 1] ^= 1;
  EXPECT_EQ(npz_message_of(flipped),
            "'X.npy' in the ZIP archive is damaged: its checksum is wrong");
  EXPECT_EQ(npz_message_of(ZipWriter().finish()),
            "there is no array of one or two dimensions; save X and y");
}

TEST(ReadNpz, stops_bombs_before_they_grow) {
  ZipWriter zip;
  const std::string zeros(40U << 20U, '\0');
  zip.add("X.npy", array("|b1", "(20971520, 2)", zeros), true);
  EXPECT_EQ(
      npz_message_of(zip.finish()),
      "a table of 20971520 rows and 2 columns would take 321 MiB, and the limit is 64 MiB; raise the "
      "limit (memory=426M) or use a smaller table");
}

}  // namespace
}  // namespace pith
