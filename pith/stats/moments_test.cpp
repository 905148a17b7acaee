// SPDX-License-Identifier: Apache-2.0
#include "pith/stats/moments.h"

#include <gtest/gtest.h>

#include "pith/base/random.h"

namespace pith {
inline namespace stats {
namespace {

Column classes_of(const std::vector<std::uint32_t>& codes) {
  return Column::from_codes(codes, {"a", "b"});
}

TEST(ClassMoments, hold_count_mean_and_deviation_of_each_class) {
  ClassMoments moments(2);
  moments.update(std::vector<double>{1, 3, 10}, classes_of({0, 0, 1}), {});
  EXPECT_EQ(moments.count(0), 2);
  EXPECT_EQ(moments.mean(0), 2);
  EXPECT_EQ(moments.deviation(0), 2);
  EXPECT_EQ(moments.deviation(1), 0);
  EXPECT_NEAR(moments.total_mean(), 14.0 / 3, 1e-15);
}

TEST(ClassMoments, keep_their_precision_under_a_large_offset) {
  const std::vector<double> near{1, 2, 4, 1};
  std::vector<double> far = near;
  for (double& value : far)
    value += 1e9;
  ClassMoments here(2);
  here.update(near, classes_of({0, 0, 0, 1}), {});
  ClassMoments there(2);
  there.update(far, classes_of({0, 0, 0, 1}), {});
  EXPECT_NEAR(there.deviation(0), here.deviation(0), 1e-6);
}

TEST(ClassMoments, merging_parts_gives_the_whole) {
  const Random random(3, 0);
  std::vector<double> values(300);
  std::vector<std::uint32_t> codes(300);
  for (std::size_t i = 0; i < 300; ++i) {
    values[i] = random.uniform(i);
    codes[i] = static_cast<std::uint32_t>(random.below(1000 + i, 2));
  }
  ClassMoments whole(2);
  whole.update(values, classes_of(codes), {});
  ClassMoments parts(2);
  for (std::size_t start = 0; start < 300; start += 100) {
    ClassMoments part(2);
    part.update(std::span(values).subspan(start, 100),
                classes_of({codes.begin() + static_cast<std::ptrdiff_t>(start),
                            codes.begin() + static_cast<std::ptrdiff_t>(start) + 100}),
                {});
    parts.merge(part);
  }
  for (const std::size_t c : {0U, 1U}) {
    EXPECT_EQ(parts.count(c), whole.count(c));
    EXPECT_NEAR(parts.mean(c), whole.mean(c), 1e-14);
    EXPECT_NEAR(parts.deviation(c), whole.deviation(c), 1e-12);
  }
}

TEST(ClassMoments, a_weight_counts_as_repetition) {
  ClassMoments weighted(2);
  weighted.update(std::vector<double>{1, 3, 99}, classes_of({0, 0, 1}),
                  std::vector<double>{2, 1, 0});
  ClassMoments repeated(2);
  repeated.update(std::vector<double>{1, 1, 3}, classes_of({0, 0, 0}), {});
  EXPECT_EQ(weighted.count(0), repeated.count(0));
  EXPECT_NEAR(weighted.mean(0), repeated.mean(0), 1e-15);
  EXPECT_NEAR(weighted.deviation(0), repeated.deviation(0), 1e-14);
  EXPECT_EQ(weighted.count(1), 0);
}

TEST(ClassMoments, of_a_constant_are_exact) {
  std::vector<double> tenths(1000, 0.1);
  std::vector<std::uint32_t> codes(1000);
  for (std::size_t row = 0; row < 300; ++row)
    codes[row] = 1;
  ClassMoments moments(2);
  moments.update(tenths, classes_of(codes), {});
  for (const std::size_t c : {0U, 1U}) {
    EXPECT_EQ(moments.mean(c), 0.1);
    EXPECT_EQ(moments.deviation(c), 0);
  }
}

TEST(ClassMoments, have_the_smallest_number_with_a_weight) {
  ClassMoments moments(2);
  EXPECT_EQ(moments.smallest(), std::numeric_limits<double>::infinity());
  moments.update(std::vector<double>{4, -7, 2}, classes_of({0, 0, 1}),
                 std::vector<double>{1, 0, 1});
  EXPECT_EQ(moments.smallest(), 2);
  ClassMoments other(2);
  other.update(std::vector<double>{1}, classes_of({1}), {});
  moments.merge(other);
  EXPECT_EQ(moments.smallest(), 1);
}

}  // namespace
}  // namespace stats
}  // namespace pith
