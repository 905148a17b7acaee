// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace pith {

/// SHA-256 (FIPS 180-4), computed incrementally.
class Sha256 {
 public:
  /// `native` uses the SHA instructions of the processor and requires has_native().
  enum class Kernel { portable, native };
  static bool has_native();
  static Kernel best() { return has_native() ? Kernel::native : Kernel::portable; }

  explicit Sha256(Kernel kernel = best()) : kernel_(kernel) {}

  void update(std::string_view bytes);

  /// 64 lower-case hexadecimal digits, as sha256sum prints them. Finishes the computation.
  std::string finish();

 private:
  static constexpr std::size_t block_size = 64;

  void absorb(const char* blocks, std::size_t count);

  Kernel kernel_;
  std::array<std::uint32_t, 8> state_ = {0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a,
                                         0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19};
  std::array<char, block_size> rest_{};
  std::size_t rest_size_ = 0;
  std::uint64_t size_ = 0;
};

}  // namespace pith
