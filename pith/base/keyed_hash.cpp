// SPDX-License-Identifier: Apache-2.0
#include "pith/base/keyed_hash.h"

#include <bit>
#include <cstring>
#include <random>

namespace pith {
namespace {

class SipHash {
 public:
  explicit SipHash(const HashKey& key)
      : a_(key[0] ^ 0x736f6d6570736575U),
        b_(key[1] ^ 0x646f72616e646f6dU),
        c_(key[0] ^ 0x6c7967656e657261U),
        d_(key[1] ^ 0x7465646279746573U) {}

  void add(std::uint64_t word) {
    d_ ^= word;
    mix();
    a_ ^= word;
  }
  std::uint64_t finish() {
    c_ ^= 0xFFU;
    mix();
    mix();
    mix();
    return a_ ^ b_ ^ c_ ^ d_;
  }

 private:
  void mix() {
    a_ += b_;
    c_ += d_;
    b_ = std::rotl(b_, 13) ^ a_;
    d_ = std::rotl(d_, 16) ^ c_;
    a_ = std::rotl(a_, 32) + d_;
    c_ += b_;
    b_ = std::rotl(b_, 17) ^ c_;
    d_ = std::rotl(d_, 21) ^ a_;
    c_ = std::rotl(c_, 32);
  }

  std::uint64_t a_;
  std::uint64_t b_;
  std::uint64_t c_;
  std::uint64_t d_;
};

/// The first bytes as a little-endian number; at most eight.
std::uint64_t word_of(std::string_view bytes) {
  std::uint64_t word = 0;
  if constexpr (std::endian::native == std::endian::little) {
    std::memcpy(&word, bytes.data(), bytes.size());
  } else {
    for (std::size_t i = 0; i < bytes.size(); ++i)
      word |= std::uint64_t{static_cast<unsigned char>(bytes[i])} << (8 * i);
  }
  return word;
}

}  // namespace

HashKey random_hash_key() {
  std::random_device source;
  const auto word = [&source] { return std::uint64_t{source()} << 32U | source(); };
  return {word(), word()};
}

std::uint64_t keyed_hash(std::string_view text, const HashKey& key) {
  constexpr std::size_t width = sizeof(std::uint64_t);
  SipHash hash(key);
  const std::uint64_t size = text.size();
  for (; text.size() >= width; text.remove_prefix(width))
    hash.add(word_of(text.substr(0, width)));
  hash.add(word_of(text) | size << 56U);
  return hash.finish();
}

std::uint64_t keyed_hash(std::uint64_t number, const HashKey& key) {
  SipHash hash(key);
  hash.add(number);
  hash.add(std::uint64_t{sizeof(number)} << 56U);
  return hash.finish();
}

}  // namespace pith
