// SPDX-License-Identifier: Apache-2.0
#include "pith/stats/passes/pass_source.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <mutex>
#include <vector>

#include "tests/support/pass_runner.h"
#include "tests/support/tables.h"

namespace pith {
inline namespace stats {
namespace {

/// Features of many numbers of levels, some of which depend on the classes and on each other.
Table coded_table(std::size_t rows, std::size_t classes, bool has_missing = false) {
  const std::vector<std::uint32_t> target = random_codes(rows, classes, 99);
  std::vector<Column> features;
  for (const std::size_t levels : {2U, 3U, 3U, 6U, 1U, 12U, 40U, 5U}) {
    std::vector<std::uint32_t> codes = random_codes(rows, levels, features.size());
    for (std::size_t row = levels; row < rows; row += 3)
      codes[row] = static_cast<std::uint32_t>((target[row] + row % 2) % levels);
    Mask missing;
    for (std::size_t row = levels; has_missing && row < rows; row += 11 + features.size()) {
      missing.set(row);
      codes[row] = 0;
    }
    features.push_back(codes_column(codes, std::move(missing)));
  }
  return table_of(std::move(features), target);
}

/// Normal-ish numbers about an offset, correlated; one is constant, one a copy.
Table numeric_table(std::size_t rows, std::size_t features, double offset = 0) {
  const std::vector<std::uint32_t> target = random_codes(rows, 3, 99);
  std::vector<std::vector<double>> columns(features, std::vector<double>(rows));
  for (std::size_t j = 0; j < features; ++j) {
    const Random random(j, 0);
    for (std::size_t row = 0; row < rows; ++row) {
      double z = -3;
      for (std::size_t i = 0; i < 6; ++i)
        z += random.uniform(6 * row + i);
      columns[j][row] = offset + z * (1 + static_cast<double>(j)) + 0.3 * target[row] +
                        (j > 0 ? 0.5 * (columns[j - 1][row] - offset) : 0.0);
    }
  }
  columns[3].assign(rows, offset + 1);
  columns[5] = columns[4];
  return table_of(std::move(columns), target);
}

bool has_bits(double a, double b) {
  return std::bit_cast<std::uint64_t>(a) == std::bit_cast<std::uint64_t>(b);
}

void expect_bits(const PairEntropies& a, const PairEntropies& b) {
  EXPECT_TRUE(has_bits(a.x, b.x)) << a.x << " " << b.x;
  EXPECT_TRUE(has_bits(a.s, b.s)) << a.s << " " << b.s;
  EXPECT_TRUE(has_bits(a.xs, b.xs)) << a.xs << " " << b.xs;
  EXPECT_TRUE(has_bits(a.xsy, b.xsy)) << a.xsy << " " << b.xsy;
  EXPECT_TRUE(has_bits(a.chance.redundancy, b.chance.redundancy));
  EXPECT_TRUE(has_bits(a.chance.conditional_redundancy, b.chance.conditional_redundancy));
  EXPECT_TRUE(has_bits(a.chance.conditional_relevance, b.chance.conditional_relevance));
}

std::vector<FeaturePair> all_pairs(std::size_t features) {
  std::vector<FeaturePair> pairs;
  for (Feature s = 0; s < features; ++s) {
    for (Feature x = 0; x < features; ++x)
      pairs.push_back({.x = x, .s = s});
  }
  return pairs;
}

std::vector<PairEntropies> entropies_of(const Source& source, const PairRequest& request,
                                        std::span<const FeaturePair> pairs,
                                        const Context& context = {}) {
  std::vector<PairEntropies> found(pairs.size());
  source.pairs(request, context)->entropies(pairs, found, context);
  return found;
}

const std::vector<PairRequest>& requests() {
  static const PairTerms all{
      .redundancy = true, .conditional_redundancy = true, .conditional_relevance = true};
  static const std::vector<PairRequest> made{
      {},
      {.with_target = true},
      {.correction = Correction::miller_madow},
      {.with_target = true, .correction = Correction::miller_madow},
      {.correction = Correction::chance, .terms = {.redundancy = true}},
      {.with_target = true, .correction = Correction::chance, .terms = all}};
  return made;
}

TEST(PassSource, counts_features_against_the_target_as_a_table_does) {
  for (const bool has_missing : {false, true}) {
    const Table table = coded_table(500, 3, has_missing);
    PassTable passes(table, 77);
    std::mutex mutex;
    std::vector<Counts> expected(table.features(), Counts(0, 0));
    TableSource(table).target_counts(
        [&](Feature feature, const Counts& counts) {
          const std::scoped_lock lock(mutex);
          expected[feature] = counts;
        },
        {});
    std::size_t visited = 0;
    passes.source.target_counts(
        [&](Feature feature, const Counts& counts) {
          const std::scoped_lock lock(mutex);
          ++visited;
          EXPECT_TRUE(std::ranges::equal(counts.cells(), expected[feature].cells()));
          EXPECT_TRUE(std::ranges::equal(counts.missing_x(), expected[feature].missing_x()));
        },
        {});
    EXPECT_EQ(visited, table.features());
    EXPECT_EQ(passes.runner.passes, 1U);
    passes.source.target_counts([](Feature, const Counts&) {}, {});
    EXPECT_EQ(passes.runner.passes, 1U) << "the tables are kept";
  }
}

TEST(PassPairs, have_the_bits_of_a_table_for_every_correction) {
  const Table table = coded_table(600, 3);
  const std::vector<FeaturePair> pairs = all_pairs(table.features());
  for (const PairRequest& request : requests()) {
    const auto expected = entropies_of(TableSource(table), request, pairs);
    for (const std::size_t block_rows : {7U, 100U, 600U}) {
      PassTable passes(table, block_rows);
      const auto found = entropies_of(passes.source, request, pairs, {.threads = 3});
      for (std::size_t i = 0; i < pairs.size(); ++i)
        expect_bits(found[i], expected[i]);
    }
  }
}

TEST(PassPairs, spread_missing_values_as_a_table_does) {
  const Table table = coded_table(800, 3, true);
  const std::vector<FeaturePair> pairs = all_pairs(table.features());
  for (const Correction correction : {Correction::none, Correction::miller_madow}) {
    const auto expected = entropies_of(TableSource(table), {.correction = correction}, pairs);
    PassTable passes(table, 90);
    const auto found = entropies_of(passes.source, {.correction = correction}, pairs);
    for (std::size_t i = 0; i < pairs.size(); ++i)
      expect_bits(found[i], expected[i]);
  }
}

TEST(PassPairs, use_the_table_of_codes_of_a_runner_that_has_one) {
  const Table table = coded_table(300, 3);
  PassTable passes(table, 300);
  passes.runner.codes = table;
  const std::vector<FeaturePair> pairs = all_pairs(table.features());
  const auto found = entropies_of(passes.source, {.with_target = true}, pairs);
  const auto expected = entropies_of(TableSource(table), {.with_target = true}, pairs);
  for (std::size_t i = 0; i < pairs.size(); ++i)
    expect_bits(found[i], expected[i]);
  EXPECT_EQ(passes.runner.passes, 0U);
}

TEST(PassPairs, fetch_what_is_expected_together_with_what_is_asked_for) {
  const Table table = coded_table(300, 3);
  PassTable passes(table, 300);
  const auto pairs = passes.source.pairs({}, {});
  const std::size_t before = passes.runner.passes;
  EXPECT_TRUE(pairs->are_passes_expensive());
  const std::vector<Feature> next{5, 3};
  const std::vector<Feature> partners{0, 2, 3, 5};
  pairs->expect({.pivots = next, .partners = partners});
  PairEntropies out;
  const auto ask = [&](Feature x, Feature s) {
    const FeaturePair pair{.x = x, .s = s};
    pairs->entropies({&pair, 1}, {&out, 1}, {});
    return passes.runner.passes - before;
  };
  EXPECT_EQ(ask(0, 2), 1U);
  EXPECT_EQ(ask(0, 5), 1U);
  EXPECT_EQ(ask(2, 3), 1U);
  EXPECT_EQ(ask(3, 0), 1U) << "known from the other side";
  EXPECT_EQ(ask(1, 6), 2U) << "with all features, since feature 1 was not expected";
  EXPECT_EQ(ask(4, 6), 2U);
}

TEST(PassPairs, give_the_same_bits_in_little_memory) {
  const Table table = coded_table(400, 3);
  const std::vector<FeaturePair> pairs = all_pairs(table.features());
  const PairRequest request{.with_target = true};
  const auto expected = entropies_of(TableSource(table), request, pairs);
  for (const std::uint64_t memory : {60'000U, 150'000U}) {
    PassTable passes(table, 100);
    const auto found = entropies_of(passes.source, request, pairs, {.memory = memory});
    for (std::size_t i = 0; i < pairs.size(); ++i)
      expect_bits(found[i], expected[i]);
    EXPECT_GT(passes.runner.passes, 2U);
  }
}

TEST(PassSource, has_the_moments_of_numbers) {
  const Table table = numeric_table(2000, 8, 50);
  PassTable passes(table, 333);
  std::vector<ClassMoments> expected(table.features(), ClassMoments(3));
  TableSource(table).class_moments(
      [&](Feature feature, const ClassMoments& moments) { expected[feature] = moments; },
      {.threads = 1});
  passes.source.class_moments(
      [&](Feature feature, const ClassMoments& moments) {
        for (std::size_t c = 0; c < 3; ++c) {
          EXPECT_EQ(moments.count(c), expected[feature].count(c));
          EXPECT_NEAR(moments.mean(c), expected[feature].mean(c), 1e-11);
          EXPECT_NEAR(moments.deviation(c), expected[feature].deviation(c),
                      1e-12 * expected[feature].deviation(c));
        }
        EXPECT_EQ(moments.smallest(), expected[feature].smallest());
      },
      {.threads = 1});
  const auto spreads = passes.source.spreads({});
  const auto twins = TableSource(table).spreads({});
  for (Feature j = 0; j < table.features(); ++j) {
    EXPECT_EQ(spreads[j].lowest, twins[j].lowest);
    EXPECT_EQ(spreads[j].highest, twins[j].highest);
    EXPECT_NEAR(spreads[j].deviation, twins[j].deviation, 1e-12 * twins[j].deviation);
  }
  EXPECT_EQ(passes.runner.passes, 0U);
}

/// The scatter in long double.
long double twin_scatter(const Table& table, Feature a, Feature b, std::size_t c) {
  std::vector<long double> x;
  std::vector<long double> y;
  for (std::size_t row = 0; row < table.rows(); ++row) {
    if (table.target().code(row) != c) continue;
    x.push_back(table.feature(a).number(row));
    y.push_back(table.feature(b).number(row));
  }
  long double mx = 0;
  long double my = 0;
  for (std::size_t i = 0; i < x.size(); ++i) {
    mx += x[i] / static_cast<long double>(x.size());
    my += y[i] / static_cast<long double>(x.size());
  }
  long double sum = 0;
  for (std::size_t i = 0; i < x.size(); ++i)
    sum += (x[i] - mx) * (y[i] - my);
  return sum;
}

TEST(PassScatter, is_accurate_with_an_offset_of_1e8) {
  const Table table = numeric_table(1500, 8, 1e8);
  PassTable passes(table, 400);
  const auto scatter = passes.source.scatter(Storage::float64, {});
  const PanelMoments& moments = scatter->moments();
  const std::vector<Feature> pivots{4, 0, 3};
  const ScatterColumns columns = scatter->columns(pivots, {});
  for (std::size_t p = 0; p < pivots.size(); ++p) {
    for (Feature j = 0; j < 8; ++j) {
      for (std::size_t c = 0; c < 3; ++c) {
        if (pivots[p] == 3 || j == 3) {  // the constant, which the twin rounds
          EXPECT_EQ(columns.at(p, c)[j], 0.0);
          continue;
        }
        const double scale = std::ldexp(1.0, moments.exponents[pivots[p]] + moments.exponents[j]);
        const double length = std::sqrt(static_cast<double>(
            twin_scatter(table, pivots[p], pivots[p], c) * twin_scatter(table, j, j, c)));
        EXPECT_NEAR(columns.at(p, c)[j] * scale,
                    static_cast<double>(twin_scatter(table, pivots[p], j, c)), 1e-12 * length);
      }
    }
  }
  EXPECT_EQ(moments.is_constant, (std::vector<char>{0, 0, 0, 1, 0, 0, 0, 0}));
}

TEST(PassScatter, has_the_moments_of_a_panel) {
  const Table table = numeric_table(1500, 8, 20);
  PassTable passes(table, 400);
  const auto scatter = passes.source.scatter(Storage::float64, {});
  const auto panel = TableSource(table).scatter(Storage::float64, {});
  const PanelMoments& found = scatter->moments();
  const PanelMoments& expected = panel->moments();
  EXPECT_EQ(found.features, expected.features);
  EXPECT_EQ(found.distinct_rows, expected.distinct_rows);
  EXPECT_EQ(found.weights, expected.weights);
  EXPECT_EQ(found.exponents, expected.exponents);
  EXPECT_EQ(found.is_constant, expected.is_constant);
  for (std::size_t i = 0; i < expected.means.size(); ++i) {
    EXPECT_NEAR(found.means[i], expected.means[i], 1e-12);
    EXPECT_NEAR(found.deviations[i], expected.deviations[i], 1e-12 * expected.deviations[i]);
  }
  for (std::size_t j = 0; j < 8; ++j)
    EXPECT_NEAR(found.origins[j], expected.origins[j], 1e-11);
}

TEST(PassScatter, has_the_same_bits_in_columns_among_a_few_and_in_the_matrix) {
  const Table table = numeric_table(700, 30);
  PassTable passes(table, 111);
  const auto scatter = passes.source.scatter(Storage::float64, {});
  std::vector<Feature> all(30);
  std::iota(all.begin(), all.end(), Feature{0});
  const ScatterColumns columns = scatter->columns(all, {});
  const ScatterColumns matrix = scatter->matrix({});
  const std::vector<Feature> few{20, 3, 7, 29};
  const ScatterColumns among = scatter->among(few, {});
  for (std::size_t c = 0; c < 3; ++c) {
    for (Feature i = 0; i < 30; ++i) {
      for (Feature j = 0; j < 30; ++j) {
        EXPECT_TRUE(has_bits(columns.at(i, c)[j], matrix.at(i, c)[j]));
        EXPECT_TRUE(has_bits(columns.at(i, c)[j], columns.at(j, c)[i]));
      }
    }
    for (std::size_t i = 0; i < few.size(); ++i) {
      for (std::size_t j = 0; j < few.size(); ++j)
        EXPECT_TRUE(has_bits(among.at(i, c)[j], matrix.at(few[i], c)[few[j]]));
    }
  }
}

std::vector<double> elements_of(const SymmetricMatrix& matrix) {
  const std::size_t size = matrix.size();
  std::vector<double> found(size * size);
  std::vector<std::size_t> all(size);
  std::iota(all.begin(), all.end(), std::size_t{0});
  matrix.columns(all, MatrixView<double>::row_major(found.data(), size, size), {});
  return found;
}

std::vector<double> products_of(const SymmetricMatrix& matrix) {
  const std::size_t size = matrix.size();
  std::vector<double> vectors(2 * size);
  for (std::size_t i = 0; i < vectors.size(); ++i)
    vectors[i] = std::sin(static_cast<double>(i));
  std::vector<double> products(vectors.size());
  matrix.multiply(MatrixView<const double>::row_major(vectors.data(), 2, size),
                  MatrixView<double>::row_major(products.data(), 2, size), {});
  return products;
}

TEST(PassSimilarity, of_numbers_is_near_that_of_a_table) {
  const Table table = numeric_table(900, 60, 1e4);
  std::vector<Feature> features;
  for (Feature j = 59; j > 1; --j)
    features.push_back(j);
  for (const SimilarityKind kind : {SimilarityKind::values, SimilarityKind::ranks}) {
    PassTable passes(table, 200);
    if (kind == SimilarityKind::ranks) passes.use_ranks(table);
    const SimilarityRequest request{.kind = kind, .features = features};
    const auto found = passes.source.similarity(request, {});
    const auto expected = TableSource(table).similarity(request, {});
    const std::vector<double> columns = elements_of(*found);
    const std::vector<double> twins = elements_of(*expected);
    for (std::size_t i = 0; i < twins.size(); ++i)
      EXPECT_NEAR(columns[i], twins[i], 1e-12);
    for (std::size_t i = 0; i < features.size(); ++i)
      EXPECT_EQ(found->diagonal(i), expected->diagonal(i));
    const std::vector<double> products = products_of(*found);
    const std::vector<double> twin_products = products_of(*expected);
    for (std::size_t i = 0; i < products.size(); ++i)
      EXPECT_NEAR(products[i], twin_products[i], 1e-10);
    EXPECT_EQ(elements_of(*found), columns) << "kept elements have the same bits";
  }
}

TEST(PassSimilarity, of_codes_has_the_bits_of_a_table) {
  const Table table = coded_table(900, 3);
  const std::vector<Feature> features{7, 0, 1, 3, 5, 6, 2};
  for (const SimilarityKind kind : {SimilarityKind::information, SimilarityKind::complements}) {
    for (const Correction correction :
         {Correction::none, Correction::miller_madow, Correction::chance}) {
      PassTable passes(table, 200);
      const SimilarityRequest request{.kind = kind, .features = features, .correction = correction};
      const auto found = passes.source.similarity(request, {});
      const auto expected = TableSource(table).similarity(request, {});
      EXPECT_EQ(elements_of(*found), elements_of(*expected));
      EXPECT_EQ(products_of(*found), products_of(*expected));
      EXPECT_EQ(elements_of(*found), elements_of(*expected));
      for (std::size_t i = 0; i < features.size(); ++i)
        EXPECT_EQ(found->diagonal(i), expected->diagonal(i));
    }
  }
}

TEST(PassSource, gives_the_same_bits_for_any_blocks_and_order_of_the_rows) {
  const Table numbers = numeric_table(600, 12, 1e6);
  std::vector<std::size_t> order = Random(5, 0).permutation(600);
  const Table shuffled = numbers.take(order);
  const auto answers = [](const Table& table, std::size_t block_rows) {
    PassTable passes(table, block_rows);
    const auto scatter = passes.source.scatter(Storage::float64, {});
    std::vector<double> all = scatter->moments().means;
    const auto append = [&](std::span<const double> more) {
      all.insert(all.end(), more.begin(), more.end());
    };
    append(scatter->moments().deviations);
    append(scatter->moments().origins);
    const std::vector<Feature> pivots{0, 7, 2};
    append(scatter->columns(pivots, {}).sums);
    for (const Spread& spread : passes.source.spreads({}))
      all.push_back(spread.deviation);
    return all;
  };
  const std::vector<double> expected = answers(numbers, 600);
  for (const std::size_t block_rows : {1U, 7U, 1000U}) {
    EXPECT_EQ(answers(numbers, block_rows), expected);
    EXPECT_EQ(answers(shuffled, block_rows), expected);
  }
}

}  // namespace
}  // namespace stats
}  // namespace pith
