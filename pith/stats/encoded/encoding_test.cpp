// SPDX-License-Identifier: Apache-2.0
#include "pith/stats/encoded/encoding.h"

#include <gtest/gtest.h>

#include <cmath>

#include "pith/base/error.h"

namespace pith {
namespace {

using Kind = FeatureEncoding::Kind;
constexpr std::uint32_t no_code = FeatureEncoding::no_code;

Encoding example() {
  return {
      .target = {.field = 2, .name = "y", .values = {0, 1.5}, .names = {"0", "1.5"}},
      .features =
          {
              {.kind = Kind::cuts, .field = 0, .name = "a", .cuts = {-1, 2}, .fill_number = 0.5},
              {.kind = Kind::values, .field = 1, .values = {0, 3}, .has_missing_code = true},
              {.kind = Kind::levels, .field = 4, .levels = {"x", "y"}, .fill_code = 1},
              {.kind = Kind::grid, .field = 5, .grid = {.origin = 3, .exponent = -20}},
              {.kind = Kind::grid, .field = 6, .values = {0, 1}, .levels = {"False", "True"}},
              {.kind = Kind::ranks, .field = 7, .values = {1, 2}, .ranks = {2, 5}},
              {.kind = Kind::cuts, .field = 9, .cuts = {1, 2}, .renumbered = {0, no_code, 1}},
          },
      .required_fields = {8, 0},
  };
}

TEST(Encoding, counts_codes) {
  const std::vector<FeatureEncoding> features = example().features;
  EXPECT_EQ(features[0].codes(), 3U);
  EXPECT_EQ(features[1].codes(), 3U);  // with that of missing values
  EXPECT_EQ(features[2].codes(), 2U);
  EXPECT_EQ(features[3].codes(), 0U);
  EXPECT_EQ(features[4].codes(), 0U);
  EXPECT_EQ(features[5].codes(), 0U);
  EXPECT_EQ(features[6].codes(), 2U);
}

TEST(Encoding, reads_each_field_once_in_the_order_of_the_table) {
  EXPECT_EQ(example().fields(), (std::vector<std::size_t>{0, 1, 2, 4, 5, 6, 7, 8, 9}));
}

TEST(Encoding, is_the_same_after_it_was_sent) {
  const std::string bytes = example().describe();
  const Encoding back = Encoding::parse(bytes);
  EXPECT_EQ(back.describe(), bytes);
  EXPECT_EQ(back.target.values, example().target.values);
  EXPECT_EQ(back.target.names, example().target.names);
  EXPECT_EQ(back.features[0].fill_number, 0.5);
  EXPECT_EQ(back.features[2].fill_code, 1U);
  EXPECT_EQ(back.features[2].levels, example().features[2].levels);
  EXPECT_EQ(back.features[3].grid.exponent, -20);
  EXPECT_EQ(back.features[5].ranks, example().features[5].ranks);
  EXPECT_EQ(back.features[6].renumbered, example().features[6].renumbered);
  EXPECT_EQ(back.required_fields, example().required_fields);
}

TEST(Encoding, may_be_nothing_but_empty_features) {
  const Encoding encoding{.target = {}, .features = std::vector<FeatureEncoding>(50)};
  EXPECT_EQ(Encoding::parse(encoding.describe()).features.size(), 50U);
}

TEST(Encoding, rejects_every_truncation_and_every_changed_byte) {
  const std::string whole = example().describe();
  for (std::size_t i = 0; i < whole.size(); ++i) {
    EXPECT_THROW(Encoding::parse(std::string_view(whole).substr(0, i)), Error);
    std::string changed = whole;
    changed[i] = static_cast<char>(changed[i] ^ 4);
    EXPECT_THROW(Encoding::parse(changed), Error);
  }
}

void expect_rejected(const FeatureEncoding& feature) {
  EXPECT_THROW(Encoding::parse(Encoding{.target = {}, .features = {feature}}.describe()), Error);
}

TEST(Encoding, rejects_parts_that_do_not_fit_together) {
  const double nan = std::nan("");
  expect_rejected({.kind = Kind::cuts, .cuts = {2, 1}});
  expect_rejected({.kind = Kind::cuts, .cuts = {nan}});
  expect_rejected({.kind = Kind::values, .values = {1, 1}});
  expect_rejected({.kind = Kind::cuts, .cuts = {1}, .fill_number = nan});
  expect_rejected({.kind = Kind::cuts, .cuts = {1}, .renumbered = {0}});
  expect_rejected({.kind = Kind::levels, .levels = {"a"}, .fill_code = 1});
  expect_rejected({.kind = Kind::grid, .values = {1}, .levels = {"a", "b"}});
  expect_rejected({.kind = Kind::grid, .grid = {.origin = nan}});
  expect_rejected({.kind = Kind::grid, .grid = {.exponent = 5000}});
  expect_rejected({.kind = Kind::grid, .has_missing_code = true});
  expect_rejected({.kind = Kind::ranks, .values = {1, 2}, .ranks = {2}});
  expect_rejected({.kind = Kind::ranks, .values = {1}, .ranks = {std::int64_t{1} << 40U}});
  const auto target_rejected = [](const TargetEncoding& target) {
    EXPECT_THROW(Encoding::parse(Encoding{.target = target}.describe()), Error);
  };
  target_rejected({.field = 0, .values = {1, 2}, .names = {"a"}});
  target_rejected({.field = 0, .cuts = {1, 2}, .names = {"a"}});
  target_rejected({.field = 0, .cuts = {1}, .names = {"a"}, .renumbered = {0, 1}});
  target_rejected({.field = 0, .values = {2, 1}, .names = {"a", "b"}});
}

}  // namespace
}  // namespace pith
