// SPDX-License-Identifier: Apache-2.0
#include "pith/data/formats/parquet/thrift.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace pith::parquet {
namespace {

std::span<const std::byte> bytes_of(const std::string& text) {
  return std::as_bytes(std::span(text));
}

TEST(ParquetCursor, reads_integers_of_any_length) {
  const std::string bytes("\x00\x7f\x80\x01\x01\x02\x04\x03\x02\x01", 10);
  Cursor in(bytes_of(bytes));
  EXPECT_EQ(in.varint(), 0U);
  EXPECT_EQ(in.varint(), 127U);
  EXPECT_EQ(in.varint(), 128U);
  EXPECT_EQ(in.zigzag(), -1);
  EXPECT_EQ(in.zigzag(), 1);
  EXPECT_EQ(in.word(), 0x01020304U);
  EXPECT_EQ(in.left(), 0U);
  EXPECT_THROW((void)in.byte(), Fault);
  EXPECT_THROW((void)in.take(1), Fault);
}

TEST(ParquetCursor, reads_the_extremes) {
  const std::string most = std::string(9, '\xff') + '\x01';
  EXPECT_EQ(Cursor(bytes_of(most)).varint(), ~std::uint64_t{0});
  EXPECT_EQ(Cursor(bytes_of(most)).zigzag(), std::numeric_limits<std::int64_t>::min());
  const std::string endless(20, '\xff');
  EXPECT_THROW((void)Cursor(bytes_of(endless)).varint(), Fault);
}

TEST(ParquetThrift, reads_the_fields_that_are_wanted) {
  // 1: i32 -1; 3: text "ab"; 20 (a long step): true; 21: list of two empty structures.
  const std::string bytes(
      "\x15\x01\x28\x02"
      "ab"
      "\x01\x28\x19\x2c\x00\x00\x00"
      "rest",
      17);
  Thrift in(bytes_of(bytes));
  std::vector<int> ids;
  std::size_t structures = 0;
  in.fields([&](int id, ThriftType type) {
    ids.push_back(id);
    if (id == 1) {
      EXPECT_EQ(in.small(type), -1);
    } else if (id == 3) {
      EXPECT_EQ(in.text(type), "ab");
    } else if (id == 20) {
      EXPECT_TRUE(in.truth(type));
    } else {
      in.structures(type, [&](std::size_t, std::size_t count) {
        EXPECT_EQ(count, 2U);
        in.fields([](int, ThriftType) {});
        ++structures;
      });
    }
  });
  EXPECT_EQ(ids, (std::vector{1, 3, 20, 21}));
  EXPECT_EQ(structures, 2U);
  EXPECT_EQ(in.rest().size(), 4U);
}

TEST(ParquetThrift, skips_values_of_every_type) {
  constexpr char all[] =
      "\x11"              // true
      "\x12"              // false
      "\x13\x05"          // i8
      "\x14\x80\x01"      // i16
      "\x16\xff\xff\x01"  // i64
      "\x17"
      "12345678"  // real
      "\x18\x03"
      "abc"                    // text
      "\x19\x21\x01\x02"       // list of two truth values
      "\x1a\x25\x02\x04"       // set of two integers
      "\x1b\x01\x85\x01k\x02"  // map of one text to an integer
      "\x1b\x00"               // empty map
      "\x1c\x15\x02\x00"       // structure
      "\x00";
  const std::string bytes(all, sizeof all - 1);
  Thrift in(bytes_of(bytes));
  int last = 0;
  in.fields([&](int id, ThriftType type) {
    last = id;
    in.skip(type);
  });
  EXPECT_EQ(last, 12);
  EXPECT_TRUE(in.rest().empty());
}

TEST(ParquetThrift, rejects_what_is_no_structure) {
  const auto skip = [](const std::string& bytes) {
    Thrift in(bytes_of(bytes));
    in.fields([&](int, ThriftType type) { in.skip(type); });
  };
  EXPECT_THROW(skip(""), Fault);
  EXPECT_THROW(skip("\x15"), Fault);
  EXPECT_THROW(skip(std::string("\x18\x7f"
                                "abc\x00",
                                6)),
               Fault);                                                        // a long text
  EXPECT_THROW(skip(std::string("\x19\xf5\xff\xff\xff\x7f\x00", 7)), Fault);  // a long list
  EXPECT_THROW(skip(std::string("\x1b\xff\xff\x03\x55\x00", 6)), Fault);      // a long map
  EXPECT_THROW(skip(std::string("\x1d\x00", 2)), Fault);                      // an unknown type
  EXPECT_THROW(skip(std::string(100'000, '\x1c')), Fault);                    // endless depth
  EXPECT_THROW(skip(std::string(100'000, '\x19')), Fault);
}

TEST(ParquetThrift, rejects_fields_of_another_type) {
  const std::string bytes("\x15\x01\x00", 3);
  const auto read = [&](auto use) {
    Thrift in(bytes_of(bytes));
    in.fields([&](int, ThriftType type) { use(in, type); });
  };
  EXPECT_THROW(read([](Thrift& in, ThriftType type) { (void)in.text(type); }), Fault);
  EXPECT_THROW(read([](Thrift& in, ThriftType type) { (void)in.truth(type); }), Fault);
  EXPECT_THROW(
      read([](Thrift& in, ThriftType type) { in.structure(type, [](int, ThriftType) {}); }), Fault);
  EXPECT_THROW(read([](Thrift& in, ThriftType type) {
                 in.structures(type, [](std::size_t, std::size_t) {});
               }),
               Fault);
  const std::string large("\x16\xff\xff\xff\xff\xff\x01\x00", 8);
  Thrift in(bytes_of(large));
  EXPECT_THROW(in.fields([&](int, ThriftType type) { (void)in.small(type); }), Fault);
}

}  // namespace
}  // namespace pith::parquet
