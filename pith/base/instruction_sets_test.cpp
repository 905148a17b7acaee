// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>
#include <hwy/targets.h>

namespace {

bool has(std::int64_t target) {
  return (hwy::SupportedTargets() & target) != 0;
}

#if defined(__x86_64__)
TEST(InstructionSets, agree_with_the_compiler) {
  EXPECT_EQ(has(HWY_SSSE3), __builtin_cpu_supports("ssse3") != 0);
  EXPECT_EQ(has(HWY_AVX2), __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") &&
                               __builtin_cpu_supports("bmi2"));
  EXPECT_EQ(has(HWY_AVX3), has(HWY_AVX2) && __builtin_cpu_supports("avx512f") &&
                               __builtin_cpu_supports("avx512dq") &&
                               __builtin_cpu_supports("avx512bw") &&
                               __builtin_cpu_supports("avx512vl"));
}
#endif

TEST(InstructionSets, include_one_that_every_processor_has) {
  EXPECT_TRUE(has(HWY_SCALAR) || has(HWY_EMU128));
}

}  // namespace
