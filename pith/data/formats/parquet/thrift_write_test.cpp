// SPDX-License-Identifier: Apache-2.0
#include "pith/data/formats/parquet/thrift_write.h"

#include <gtest/gtest.h>

namespace pith {
namespace {

std::string hex(const std::string& bytes) {
  constexpr std::string_view digits = "0123456789abcdef";
  std::string text;
  for (const char each : bytes) {
    const auto byte = static_cast<unsigned char>(each);
    text += digits[byte >> 4U];
    text += digits[byte & 15U];
  }
  return text;
}

TEST(ThriftWriter, has_the_bytes_of_the_specification) {
  ThriftWriter out;
  out.begin_struct();
  out.field_i32(1, -1);
  out.field_bool(2, true);
  out.field_bool(3, false);
  out.field_byte(4, 5);
  out.field_i64(20, 300);  // a step of 16 has no short form
  out.field_text(21, "ab");
  out.field_struct(22);
  out.field_i32(1, 2);
  out.end_struct();
  out.end_struct();
  EXPECT_EQ(hex(out.bytes()),
            "1501"
            "11"
            "12"
            "1305"
            "0628d804"
            "18026162"
            "1c150400"
            "00");
}

TEST(ThriftWriter, lists_have_a_short_and_a_long_form) {
  ThriftWriter out;
  out.begin_struct();
  out.field_i32s(1, 2);
  out.put_i32(1);
  out.put_i32(2);
  out.field_texts(2, 1);
  out.put_text("x");
  out.field_structs(3, 15);
  EXPECT_EQ(hex(out.bytes()),
            "19250204"
            "19180178"
            "19fc0f");
}

}  // namespace
}  // namespace pith
