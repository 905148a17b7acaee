// SPDX-License-Identifier: Apache-2.0
#include "pith/base/keyed_hash.h"

#include <gtest/gtest.h>

#include <cstring>
#include <set>
#include <string>

namespace pith {
namespace {

constexpr HashKey key = {0x0706050403020100U, 0x0f0e0d0c0b0a0908U};

TEST(KeyedHash, is_siphash_1_3) {
  // The empty text is in the test vectors of the reference implementation.
  EXPECT_EQ(keyed_hash("", key), 0xabac0158050fc4dcU);
}

TEST(KeyedHash, reads_every_byte_and_the_length) {
  std::set<std::uint64_t> seen;
  for (std::size_t size = 0; size < 40; ++size) {
    const std::string text(size, '\0');
    EXPECT_TRUE(seen.insert(keyed_hash(text, key)).second) << size;
    for (std::size_t i = 0; i < size; ++i) {
      std::string other = text;
      other[i] = 1;
      EXPECT_TRUE(seen.insert(keyed_hash(other, key)).second) << size << " " << i;
    }
  }
}

TEST(KeyedHash, of_a_number_is_that_of_its_bytes) {
  const std::uint64_t number = 0x123456789abcdef0U;
  std::string bytes(sizeof(number), ' ');
  for (std::size_t i = 0; i < bytes.size(); ++i)
    bytes[i] = static_cast<char>(number >> (8 * i) & 0xFFU);
  EXPECT_EQ(keyed_hash(number, key), keyed_hash(bytes, key));
}

TEST(KeyedHash, has_another_key_each_time) {
  EXPECT_NE(random_hash_key(), random_hash_key());
}

}  // namespace
}  // namespace pith
