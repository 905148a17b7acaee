// SPDX-License-Identifier: Apache-2.0
#include "pith/base/sha256.h"

#include <algorithm>
#include <bit>
#include <cstring>

#include "pith/base/assert.h"

#if defined(__x86_64__)
#include <immintrin.h>
#endif

namespace pith {
namespace {

using State = std::array<std::uint32_t, 8>;

constexpr std::size_t block_size = 64;

alignas(16) constexpr std::array<std::uint32_t, 64> round_constants = {
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
    0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
    0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
    0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
    0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
    0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
    0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
    0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2};

std::uint32_t big_endian(const char* bytes) {
  std::uint32_t word = 0;
  for (std::size_t i = 0; i < 4; ++i)
    word = word << 8U | static_cast<unsigned char>(bytes[i]);
  return word;
}

void absorb_portable(State& state, const char* blocks, std::size_t count) {
  for (; count > 0; --count, blocks += block_size) {
    std::array<std::uint32_t, 64> w{};
    for (std::size_t i = 0; i < 16; ++i)
      w[i] = big_endian(blocks + 4 * i);
    for (std::size_t i = 16; i < 64; ++i) {
      const std::uint32_t s0 =
          std::rotr(w[i - 15], 7) ^ std::rotr(w[i - 15], 18) ^ (w[i - 15] >> 3U);
      const std::uint32_t s1 =
          std::rotr(w[i - 2], 17) ^ std::rotr(w[i - 2], 19) ^ (w[i - 2] >> 10U);
      w[i] = w[i - 16] + s0 + w[i - 7] + s1;
    }
    auto [a, b, c, d, e, f, g, h] = state;
    for (std::size_t i = 0; i < 64; ++i) {
      const std::uint32_t s1 = std::rotr(e, 6) ^ std::rotr(e, 11) ^ std::rotr(e, 25);
      const std::uint32_t t1 = h + s1 + ((e & f) ^ (~e & g)) + round_constants[i] + w[i];
      const std::uint32_t s0 = std::rotr(a, 2) ^ std::rotr(a, 13) ^ std::rotr(a, 22);
      const std::uint32_t t2 = s0 + ((a & b) ^ (a & c) ^ (b & c));
      h = g;
      g = f;
      f = e;
      e = d + t1;
      d = c;
      c = b;
      b = a;
      a = t1 + t2;
    }
    const State added = {a, b, c, d, e, f, g, h};
    for (std::size_t i = 0; i < state.size(); ++i)
      state[i] += added[i];
  }
}

#if defined(__x86_64__)

/// The message schedule is in four registers of four words; each iteration does four rounds and
/// computes the four words that are needed sixteen rounds later.
__attribute__((target("sha,sse4.1"))) void absorb_native(State& state, const char* blocks,
                                                         std::size_t count) {
  const __m128i swap_bytes = _mm_set_epi64x(0x0c0d0e0f08090a0bLL, 0x0405060700010203LL);
  auto* words = reinterpret_cast<__m128i*>(state.data());
  // The instructions expect the state as (a,b,e,f) and (c,d,g,h), highest word first.
  const __m128i badc = _mm_shuffle_epi32(_mm_loadu_si128(words), 0xB1);
  const __m128i hgfe = _mm_shuffle_epi32(_mm_loadu_si128(words + 1), 0x1B);
  __m128i abef = _mm_alignr_epi8(badc, hgfe, 8);
  __m128i cdgh = _mm_blend_epi16(hgfe, badc, 0xF0);
  for (; count > 0; --count, blocks += block_size) {
    const __m128i abef_before = abef;
    const __m128i cdgh_before = cdgh;
    __m128i w[4];
    for (int i = 0; i < 4; ++i) {
      w[i] = _mm_shuffle_epi8(_mm_loadu_si128(reinterpret_cast<const __m128i*>(blocks) + i),
                              swap_bytes);
    }
    for (int turn = 0; turn < 16; ++turn) {
      __m128i& now = w[turn % 4];
      __m128i sum = _mm_add_epi32(
          now, _mm_load_si128(reinterpret_cast<const __m128i*>(round_constants.data()) + turn));
      cdgh = _mm_sha256rnds2_epu32(cdgh, abef, sum);
      sum = _mm_shuffle_epi32(sum, 0x0E);
      abef = _mm_sha256rnds2_epu32(abef, cdgh, sum);
      if (turn >= 12) continue;
      const __m128i& last = w[(turn + 3) % 4];
      const __m128i middle = _mm_alignr_epi8(last, w[(turn + 2) % 4], 4);
      now = _mm_sha256msg2_epu32(
          _mm_add_epi32(_mm_sha256msg1_epu32(now, w[(turn + 1) % 4]), middle), last);
    }
    abef = _mm_add_epi32(abef, abef_before);
    cdgh = _mm_add_epi32(cdgh, cdgh_before);
  }
  const __m128i feba = _mm_shuffle_epi32(abef, 0x1B);
  const __m128i dchg = _mm_shuffle_epi32(cdgh, 0xB1);
  _mm_storeu_si128(words, _mm_blend_epi16(feba, dchg, 0xF0));
  _mm_storeu_si128(words + 1, _mm_alignr_epi8(dchg, feba, 8));
}

#else

void absorb_native(State& state, const char* blocks, std::size_t count) {
  absorb_portable(state, blocks, count);
}

#endif

}  // namespace

bool Sha256::has_native() {
#if defined(__x86_64__)
  // Leaf 7, EBX bit 29 is SHA. __builtin_cpu_supports does not know "sha" in every compiler.
  unsigned eax = 7;
  unsigned ebx = 0;
  unsigned ecx = 0;
  unsigned edx = 0;
  __asm__("cpuid" : "+a"(eax), "=b"(ebx), "+c"(ecx), "=d"(edx));
  return (ebx >> 29U & 1U) != 0 && __builtin_cpu_supports("sse4.1") != 0;
#else
  return false;
#endif
}

void Sha256::absorb(const char* blocks, std::size_t count) {
  if (kernel_ == Kernel::native) {
    absorb_native(state_, blocks, count);
  } else {
    absorb_portable(state_, blocks, count);
  }
}

void Sha256::update(std::string_view bytes) {
  size_ += bytes.size();
  if (rest_size_ > 0) {
    const std::size_t taken = std::min(bytes.size(), block_size - rest_size_);
    std::copy_n(bytes.begin(), taken, rest_.begin() + static_cast<std::ptrdiff_t>(rest_size_));
    rest_size_ += taken;
    bytes.remove_prefix(taken);
    if (rest_size_ < block_size) return;
    absorb(rest_.data(), 1);
    rest_size_ = 0;
  }
  const std::size_t whole = bytes.size() / block_size;
  absorb(bytes.data(), whole);
  bytes.remove_prefix(whole * block_size);
  std::copy(bytes.begin(), bytes.end(), rest_.begin());
  rest_size_ = bytes.size();
}

std::string Sha256::finish() {
  const std::uint64_t bits = size_ * 8;
  std::string tail(1, '\x80');
  while ((rest_size_ + tail.size()) % block_size != block_size - 8)
    tail += '\0';
  for (int shift = 56; shift >= 0; shift -= 8)
    tail += static_cast<char>(bits >> shift & 0xFFU);
  update(tail);
  PITH_ASSERT(rest_size_ == 0);
  std::string digits;
  for (const std::uint32_t word : state_) {
    for (int shift = 28; shift >= 0; shift -= 4)
      digits += "0123456789abcdef"[word >> shift & 0xFU];
  }
  return digits;
}

}  // namespace pith
