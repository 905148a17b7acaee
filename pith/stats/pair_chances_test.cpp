// SPDX-License-Identifier: Apache-2.0
#include "pith/stats/pair_chances.h"

#include <gtest/gtest.h>

#include <map>
#include <set>

#include "pith/stats/source.h"
#include "tests/support/tables.h"

namespace pith {
inline namespace stats {
namespace {

using Codes = std::vector<std::uint32_t>;

/// The twin: the expected information of x and other within each level of `strata`, weighted by
/// their rows, from the terms of every pair of levels.
double expected_within(const Codes& x, const Codes& other, const Codes& strata,
                       const std::vector<double>& weights) {
  struct Margins {
    std::map<std::uint32_t, double> x;
    std::map<std::uint32_t, double> other;
    double rows = 0;
  };
  std::map<std::uint32_t, Margins> all;
  double total = 0;
  for (std::size_t row = 0; row < x.size(); ++row) {
    const double weight = weights.empty() ? 1.0 : weights[row];
    Margins& here = all[strata[row]];
    here.x[x[row]] += weight;
    here.other[other[row]] += weight;
    here.rows += weight;
    total += weight;
  }
  long double sum = 0;  // of many equal terms, whose rounding errors add up
  for (const auto& [level, here] : all) {
    for (const auto& [a, x_count] : here.x) {
      for (const auto& [b, other_count] : here.other) {
        if (here.rows > 0) {
          sum += chance_term(static_cast<std::uint64_t>(here.rows),
                             static_cast<std::uint64_t>(x_count),
                             static_cast<std::uint64_t>(other_count));
        }
      }
    }
  }
  return static_cast<double>(sum / total);
}

constexpr PairTerms all_terms{
    .redundancy = true, .conditional_redundancy = true, .conditional_relevance = true};

Table table_with(const std::vector<Codes>& features, const Codes& target,
                 std::vector<double> weights) {
  std::vector<Column> columns;
  for (const Codes& codes : features)
    columns.push_back(codes_column(codes));
  TableParts parts = table_of(std::move(columns), target).parts();
  parts.weights = std::move(weights);
  return Table(std::move(parts));
}

void expect_twin(std::size_t rows, std::size_t classes, std::set<CountKernel>& used) {
  std::vector<Codes> features;
  for (const std::size_t levels : {1U, 2U, 3U, 10U, 16U, 34U, 257U})
    features.push_back(random_codes(rows, levels, levels));
  const Codes target = random_codes(rows, classes, 77);
  const Codes nothing(rows, 0);
  std::vector<double> weights(rows);
  for (std::size_t row = 0; row < rows; ++row)
    weights[row] = static_cast<double>(row < classes ? 1 : row % 4);
  for (const auto& given : {std::vector<double>{}, weights}) {
    const Table table = table_with(features, target, given);
    const TableSource source(table);
    const auto pairs = source.pairs(
        {.with_target = true, .correction = Correction::chance, .terms = all_terms}, {});
    const auto plain = source.pairs({.with_target = true}, {});
    const CodePanel panel(table, true, {});
    std::vector<FeaturePair> asked;
    for (Feature s = 0; s < features.size(); ++s) {
      for (Feature x = 0; x < features.size(); ++x)
        asked.push_back({.x = x, .s = s});
    }
    std::vector<PairEntropies> found(asked.size());
    std::vector<PairEntropies> uncorrected(asked.size());
    pairs->entropies(asked, found, {.threads = 2});
    plain->entropies(asked, uncorrected, {});
    for (std::size_t i = 0; i < asked.size(); ++i) {
      const Codes& x = features[asked[i].x];
      const Codes& s = features[asked[i].s];
      used.insert(panel.kernel(asked[i].x, asked[i].s));
      EXPECT_NEAR(found[i].chance.redundancy, expected_within(x, s, nothing, given), 1e-12);
      EXPECT_NEAR(found[i].chance.conditional_redundancy, expected_within(x, s, target, given),
                  1e-12);
      EXPECT_NEAR(found[i].chance.conditional_relevance, expected_within(x, target, s, given),
                  1e-12);
      // The entropies themselves stay as they are.
      EXPECT_EQ(found[i].xsy, uncorrected[i].xsy);
      EXPECT_EQ(found[i].xs, uncorrected[i].xs);
      EXPECT_EQ(uncorrected[i].chance.redundancy, 0);
    }
  }
}

TEST(PairChances, equal_the_terms_of_all_levels_for_every_kernel) {
  std::set<CountKernel> used;
  expect_twin(64, 3, used);
  expect_twin(700, 9, used);
  expect_twin(9000, 2, used);
  EXPECT_EQ(used, (std::set{CountKernel::planes, CountKernel::bytes, CountKernel::cells,
                            CountKernel::hashed}));
}

TEST(PairChances, are_the_means_over_permutations_of_x_within_the_levels_of_the_third) {
  // 3 and 4 rows of s; all 3! * 4! orders of x within them.
  const Codes s = {0, 0, 0, 1, 1, 1, 1};
  const Codes y = {0, 1, 1, 0, 0, 1, 0};
  Codes x = {0, 1, 2, 0, 0, 1, 2};
  const auto information_within = [&] {
    // I(x;y|s) = H(x,s) + H(s,y) - H(x,s,y) - H(s).
    const Table table = table_with({x, s, y}, y, {});
    const auto pairs = TableSource(table).pairs({.with_target = true}, {});
    const std::vector<FeaturePair> asked = {{.x = 0, .s = 1}, {.x = 2, .s = 1}};
    std::vector<PairEntropies> h(2);
    pairs->entropies(asked, h, {});
    return h[0].xs + h[1].xs - h[0].xsy - h[0].s;
  };
  const Table table = table_with({x, s}, y, {});
  const auto pairs = TableSource(table).pairs(
      {.with_target = true, .correction = Correction::chance, .terms = all_terms}, {});
  std::vector<PairEntropies> found(1);
  pairs->entropies(std::vector<FeaturePair>{{.x = 0, .s = 1}}, found, {});
  double sum = 0;
  double orders = 0;
  std::sort(x.begin(), x.begin() + 3);
  std::sort(x.begin() + 3, x.end());
  do {
    do {
      sum += information_within();
      ++orders;
    } while (std::next_permutation(x.begin() + 3, x.end()));
  } while (std::next_permutation(x.begin(), x.begin() + 3));
  EXPECT_EQ(orders, 6 * 12);
  EXPECT_NEAR(found[0].chance.conditional_relevance, sum / orders, 1e-12);
}

TEST(PairChances, are_computed_for_the_wanted_terms_only) {
  const Table table =
      table_with({random_codes(50, 3, 1), random_codes(50, 4, 2)}, random_codes(50, 2, 3), {});
  const auto pairs = TableSource(table).pairs({.with_target = true,
                                               .correction = Correction::chance,
                                               .terms = {.conditional_redundancy = true}},
                                              {});
  std::vector<PairEntropies> found(1);
  pairs->entropies(std::vector<FeaturePair>{{.x = 0, .s = 1}}, found, {});
  EXPECT_EQ(found[0].chance.redundancy, 0);
  EXPECT_GT(found[0].chance.conditional_redundancy, 0);
  EXPECT_EQ(found[0].chance.conditional_relevance, 0);
}

}  // namespace
}  // namespace stats
}  // namespace pith
