// SPDX-License-Identifier: Apache-2.0
// What Highway's dispatch asks for: which instruction sets this processor and its system support.
// Highway's own library is not linked on x86-64, because it measures timers whenever a program
// starts, which takes longer than everything else that a short run does.
#include <cpuid.h>
#include <hwy/targets.h>

#include <cstdint>
#include <cstdlib>
#include <initializer_list>

namespace pith {
namespace {

/// Bits of the registers that the instruction cpuid returns (Intel's manual, volume 2A).
struct Registers {
  std::uint32_t a = 0, b = 0, c = 0, d = 0;

  explicit Registers(std::uint32_t leaf) {
    if (__get_cpuid_count(leaf, 0, &a, &b, &c, &d) == 0) a = b = c = d = 0;
  }
};

constexpr std::uint64_t bits(std::initializer_list<int> positions) {
  std::uint64_t mask = 0;
  for (const int position : positions)
    mask |= std::uint64_t{1} << position;
  return mask;
}

bool has_all(std::uint64_t found, std::uint64_t wanted) {
  return (found & wanted) == wanted;
}

/// The registers that the system saves when it switches threads; none if it cannot say.
std::uint64_t saved_registers(const Registers& basic) {
  if (!has_all(basic.c, bits({27}))) return 0;
  std::uint32_t low = 0;
  std::uint32_t high = 0;
  __asm__ volatile("xgetbv" : "=a"(low), "=d"(high) : "c"(0));
  return (std::uint64_t{high} << 32) | low;
}

std::int64_t supported_targets() {
  const Registers basic(1);
  const Registers extended(7);
  const Registers amd(0x80000001U);
  const std::uint64_t saved = saved_registers(basic);
  std::int64_t targets = HWY_SCALAR | HWY_EMU128;
  if (!has_all(basic.c, bits({0, 9}))) return targets;  // SSE3, SSSE3
  targets |= HWY_SSSE3;
  if (!has_all(basic.c, bits({1, 19, 20, 25}))) return targets;  // CLMUL, SSE4.1, SSE4.2, AES
  targets |= HWY_SSE4;
  const bool has_avx2 = has_all(basic.c, bits({12, 28, 29})) &&  // FMA, AVX, F16C
                        has_all(extended.b, bits({3, 5, 8})) &&  // BMI, AVX2, BMI2
                        has_all(amd.c, bits({5})) &&             // LZCNT
                        has_all(saved, bits({1, 2}));            // registers of SSE and AVX
  if (!has_avx2) return targets;
  targets |= HWY_AVX2;
  const bool has_avx512 = has_all(extended.b, bits({16, 17, 30, 31})) &&  // F, DQ, BW, VL
                          has_all(saved, bits({5, 6, 7}));                // and its registers
  if (!has_avx512) return targets;
  targets |= HWY_AVX3;
  // VBMI, VBMI2, VAES, VPCLMULQDQ, VNNI, BITALG, VPOPCNTDQ
  return has_all(extended.c, bits({1, 6, 9, 10, 11, 12, 14})) ? targets | HWY_AVX3_DL : targets;
}

}  // namespace
}  // namespace pith

namespace hwy {

int64_t SupportedTargets() {
  static const int64_t targets = pith::supported_targets();
  return targets;
}

ChosenTarget& GetChosenTarget() {
  static ChosenTarget chosen;
  return chosen;
}

// Highway's assertions, which builds with sanitizers have.
// NOLINTNEXTLINE(cert-dcl50-cpp): its signature
void Abort(const char* /*file*/, int /*line*/, const char* /*format*/, ...) {
  std::abort();
}

}  // namespace hwy
