// SPDX-License-Identifier: Apache-2.0
#include "pith/data/discretize.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "pith/base/error.h"
#include "pith/base/random.h"
#include "tests/support/tables.h"

namespace pith {
namespace {

constexpr double nan = std::numeric_limits<double>::quiet_NaN();

std::vector<double> cuts_of(std::vector<double> values, std::string_view bins,
                            std::vector<double> weights = {}) {
  return cut_points(Column::from_numbers(std::move(values)), parse_bins(bins),
                    {.target = nullptr, .weights = weights});
}

std::vector<std::uint32_t> codes_of(const Column& column) {
  std::vector<std::uint32_t> codes(column.rows());
  for (std::size_t row = 0; row < codes.size(); ++row)
    codes[row] = column.code(row);
  return codes;
}

std::string message_of(std::string_view bins) {
  try {
    (void)parse_bins(bins);
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::bad_argument);
    return error.what();
  }
  return "accepted";
}

TEST(ParseBins, reads_what_bins_text_writes) {
  for (const char* text : {"sigma", "sigma:n", "width:2", "width:65536", "frequency:10", "ranks:5",
                           "mdl", "mdl:plain"}) {
    EXPECT_EQ(bins_text(parse_bins(text)), text);
  }
}

TEST(ParseBins, lists_the_rules) {
  EXPECT_EQ(
      message_of("quantile"),
      "bins must be sigma, sigma:n, width:N, frequency:N, ranks:N, mdl or mdl:plain, with N from 2 "
      "to 65536 (got 'quantile')");
  for (const char* text :
       {"", "width", "width:", "width:1", "width:65537", "width:-3", "width:2.5", "frequency:0",
        "frequency:5x", "sigma:3", "mdl:better", "Sigma", "width:99999999999999999999"}) {
    EXPECT_NE(message_of(text), "accepted") << text;
  }
}

TEST(CutPoints, of_sigma_lie_a_deviation_from_the_mean) {
  // Mean 3, deviation sqrt(10/4).
  const auto cuts = cuts_of({1, 2, 3, 4, 5}, "sigma");
  ASSERT_EQ(cuts.size(), 2U);
  EXPECT_DOUBLE_EQ(cuts[0], 3 - std::sqrt(2.5));
  EXPECT_DOUBLE_EQ(cuts[1], 3 + std::sqrt(2.5));
}

TEST(CutPoints, of_sigma_are_the_mean_where_all_rows_lie_within_a_deviation) {
  EXPECT_EQ(cut_points(Column::from_numbers({0.25, 0.75, 0.25, 0.75}), {}, {}),
            std::vector<double>{0.5});
  // The mean of neighbours may be rounded to the higher one; then the lower one is the cut.
  const double next = std::nextafter(1.0, 2.0);
  EXPECT_EQ(cut_points(Column::from_numbers({1.0, next}), {}, {}), std::vector<double>{1.0});
}

TEST(CutPoints, of_width_divide_the_range) {
  EXPECT_EQ(cuts_of({0, 1, 10}, "width:5"), (std::vector<double>{2, 4, 6, 8}));
}

TEST(CutPoints, of_sigma_by_n_part_two_values_that_are_equally_frequent) {
  EXPECT_EQ(cuts_of({-1, 1, -1, 1}, "sigma:n"), (std::vector<double>{-1}));
  EXPECT_EQ(cuts_of({-3, 1, -1, 3}, "sigma:n"),
            (std::vector<double>{-std::sqrt(5.0), std::sqrt(5.0)}));
}

TEST(CutPoints, of_ranks_are_values_of_the_column) {
  EXPECT_EQ(cuts_of({4, 1, 3, 2, 5}, "ranks:5"), (std::vector<double>{1, 2, 3, 4}));
  EXPECT_EQ(cuts_of({1, 2, 3, 4, 5, 6, 7}, "ranks:3"), (std::vector<double>{2, 5}));  // 2.3, 4.7
  EXPECT_EQ(cuts_of({1, 1, 1, 1, 1, 1, 1, 9}, "ranks:4"), (std::vector<double>{1}));
}

TEST(FewAsCodes, decides_for_the_whole_table) {
  const Table few = table_of({{0, 1, 2, 1}, {0.5, 0.5, 1.5, 1.5}}, {0, 1, 0, 1});
  const auto codes = few_as_codes(few, 3, {});
  ASSERT_TRUE(codes);
  EXPECT_EQ(codes->feature(0).levels(), 3U);
  EXPECT_EQ(codes->feature(1).levels(), 2U);
  EXPECT_FALSE(few_as_codes(few, 2, {}));
  const Table binned = bin_all(few, parse_bins("sigma:n"), {});
  EXPECT_EQ(binned.feature(0).levels(), 3U);  // 1 -+ 0.7
  EXPECT_EQ(binned.notes().back(), "binned 2 numeric features by sigma:n");
}

TEST(CutPoints, of_frequency_are_quantiles_each_once) {
  EXPECT_EQ(cuts_of({4, 1, 3, 2, 5}, "frequency:4"), (std::vector<double>{2, 3, 4}));
  EXPECT_EQ(cuts_of({1, 2, 3, 4}, "frequency:2"), (std::vector<double>{2.5}));
  EXPECT_EQ(cuts_of({1, 1, 1, 1, 1, 1, 1, 9}, "frequency:4"), (std::vector<double>{1}));
  EXPECT_TRUE(cuts_of({1, 9, 9, 9, 9, 9, 9, 9}, "frequency:4").empty());
}

TEST(CutPoints, of_a_constant_column_are_none) {
  const std::vector<std::uint32_t> target{0, 1, 0};
  const Column classes = Column::from_codes(target, {"a", "b"});
  for (const char* bins : {"sigma", "width:7", "frequency:3", "ranks:3", "mdl", "mdl:plain"}) {
    for (const double value : {0.1, 0.0, -1e300, 1e-320}) {
      const Column column = Column::from_numbers({value, value, value});
      EXPECT_TRUE(
          cut_points(column, parse_bins(bins), {.target = &classes, .weights = {}}).empty());
      EXPECT_EQ(discretize(column, parse_bins(bins), {.target = &classes, .weights = {}}).levels(),
                1U);
    }
  }
}

TEST(CutPoints, of_mdl_need_a_target) {
  EXPECT_THROW(cuts_of({1, 2}, "mdl"), Error);
}

TEST(CutPoints, take_a_weight_for_repetition) {
  const std::vector<double> values{0.5, 3, 7, 7.5, 20, -4};
  const std::vector<double> weights{2, 1, 3, 1, 0, 2};
  std::vector<double> repeated;
  for (std::size_t i = 0; i < values.size(); ++i)
    repeated.insert(repeated.end(), static_cast<std::size_t>(weights[i]), values[i]);
  for (const char* bins :
       {"sigma", "sigma:n", "width:4", "frequency:4", "frequency:7", "ranks:4"}) {
    EXPECT_EQ(cuts_of(values, bins, weights), cuts_of(repeated, bins)) << bins;
  }
}

TEST(CutPoints, do_not_depend_on_the_order_of_the_rows) {
  const Random random(8, 0);
  std::vector<double> values(500);
  for (std::size_t i = 0; i < values.size(); ++i)
    values[i] = std::round(random.uniform(i) * 100) / 10;
  std::vector<double> shuffled(values.size());
  const auto order = random.permutation(values.size());
  for (std::size_t i = 0; i < values.size(); ++i)
    shuffled[i] = values[order[i]];
  for (const char* bins : {"sigma", "sigma:n", "width:5", "frequency:5", "ranks:5"}) {
    EXPECT_EQ(cuts_of(values, bins), cuts_of(shuffled, bins)) << bins;
  }
}

TEST(CutPoints, are_finite_and_inside_the_range_for_extreme_numbers) {
  const double huge = std::numeric_limits<double>::max();
  const double tiny = std::numeric_limits<double>::denorm_min();
  const std::vector<std::vector<double>> columns{
      {-huge, 0, huge},       {1e300, 2e300, -1e300, 5},
      {0, tiny, 2 * tiny},    {1, std::nextafter(1.0, 2.0)},
      {-0.0, 0.0, 1e-310, 1}, {huge, huge / 2}};
  for (const auto& values : columns) {
    const auto [lowest, highest] = std::minmax_element(values.begin(), values.end());
    std::vector<std::uint32_t> target(values.size());
    std::iota(target.begin(), target.end(), 0U);
    const Column classes = Column::from_codes(target, std::vector<std::string>(values.size(), "c"));
    for (const char* bins : {"sigma", "width:2", "width:65536", "frequency:2", "frequency:65536",
                             "mdl", "mdl:plain"}) {
      const auto cuts = cut_points(Column::from_numbers(values), parse_bins(bins),
                                   {.target = &classes, .weights = {}});
      EXPECT_TRUE(std::is_sorted(cuts.begin(), cuts.end()));
      EXPECT_TRUE(std::all_of(cuts.begin(), cuts.end(), [&](double cut) {
        return cut >= *lowest && cut < *highest;
      })) << bins;
    }
  }
}

TEST(Discretize, puts_a_value_on_a_cut_below_it) {
  // Mean 2, deviation 1: the cuts are 1 and 3.
  const Column coded = discretize(Column::from_numbers({1, 2, 3}), {}, {});
  EXPECT_EQ(codes_of(coded), (std::vector<std::uint32_t>{0, 1, 1}));
  const Column width = discretize(Column::from_numbers({0, 5, 6, 10}), parse_bins("width:2"), {});
  EXPECT_EQ(codes_of(width), (std::vector<std::uint32_t>{0, 0, 1, 1}));
}

TEST(Discretize, leaves_out_bins_without_a_row) {
  const Column coded = discretize(Column::from_numbers({0, 1, 10}), parse_bins("width:5"), {});
  EXPECT_EQ(codes_of(coded), (std::vector<std::uint32_t>{0, 0, 1}));
  EXPECT_EQ(coded.level_names(), (std::vector<std::string>{"(-inf, 2]", "(8, inf)"}));
}

TEST(Discretize, keeps_the_mask_and_learns_nothing_from_it) {
  Mask missing;
  missing.set(1);
  const Column column = Column::from_numbers({1, nan, 3, 2}, missing);
  const Column coded = discretize(column, parse_bins("width:2"), {});
  EXPECT_TRUE(coded.missing().test(1));
  EXPECT_EQ(coded.missing().count(), 1U);
  EXPECT_EQ(codes_of(coded), (std::vector<std::uint32_t>{0, 0, 1, 0}));
  Mask all;
  all.set(0);
  EXPECT_EQ(discretize(Column::from_numbers({nan}, all), {}, {}).levels(), 0U);
}

TEST(Discretize, never_rounds_fractions_to_integers) {
  // {0.1, 0.9} cut into two must stay two levels.
  const Column coded =
      discretize(Column::from_numbers({0.1, 0.9, 0.1, 0.9}), parse_bins("width:2"), {});
  EXPECT_EQ(coded.levels(), 2U);
}

Table mixed_table() {
  const std::vector<std::uint32_t> target{0, 1, 0, 1};
  const std::vector<std::uint32_t> colour{0, 1, 1, 0};
  return Table({.features = {Column::from_numbers({0.5, 1.5, 2.5, 3.5}),
                             Column::from_numbers({7, -2, 7, 100}),
                             Column::from_codes(colour, {"red", "blue"}),
                             Column::from_numbers({1, 2, 1, 2}).declared_numeric()},
                .names = {"x", "integer", "colour", "numeric"},
                .target = Column::from_codes(target, {"n", "y"}),
                .target_name = "y"});
}

TEST(Discretize, takes_integers_as_categories_unless_declared_numeric) {
  const Table coded = discretize(mixed_table(), parse_bins("width:2"), {});
  EXPECT_EQ(coded.feature(1).level_names(), (std::vector<std::string>{"-2", "7", "100"}));
  EXPECT_EQ(coded.feature(2).level_names(), (std::vector<std::string>{"red", "blue"}));
  EXPECT_EQ(coded.feature(3).level_names(),
            (std::vector<std::string>{"(-inf, 1.5]", "(1.5, inf)"}));
  EXPECT_EQ(coded.notes(),
            (std::vector<std::string>{
                "treated 1 integer feature with at most 32 distinct values as categorical",
                "binned 2 numeric features by width:2"}));
}

TEST(Discretize, keeps_kinds_when_rows_are_taken_from_a_table_with_fixed_kinds) {
  std::vector<double> income(40);
  std::vector<double> grade(40);
  for (std::size_t row = 0; row < income.size(); ++row) {
    income[row] = static_cast<double>(row % 36) * 7;
    grade[row] = static_cast<double>(row % 3);
  }
  const Table table({.features = {Column::from_numbers(income), Column::from_numbers(grade)},
                     .names = {"income", "grade"}});
  const std::vector<std::size_t> rows{0, 1, 2, 3, 36, 37, 38, 39};
  EXPECT_TRUE(is_integer_coded(table.take(rows).feature(0)));
  const Table fixed = with_fixed_kinds(table, {});
  EXPECT_FALSE(is_integer_coded(fixed.take(rows).feature(0)));
  EXPECT_TRUE(is_integer_coded(fixed.take(rows).feature(1)));
}

TEST(Discretize, gives_the_same_codes_on_any_number_of_threads) {
  const Table one = discretize(mixed_table(), {}, {.threads = 1});
  const Table five = discretize(mixed_table(), {}, {.threads = 5});
  for (Feature feature = 0; feature < one.features(); ++feature) {
    EXPECT_EQ(codes_of(one.feature(feature)), codes_of(five.feature(feature)));
  }
}

}  // namespace
}  // namespace pith
