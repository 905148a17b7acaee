// SPDX-License-Identifier: Apache-2.0
#include "pith/stats/similarity.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <numeric>

#include "pith/base/error.h"
#include "pith/base/random.h"
#include "pith/stats/source.h"
#include "tests/support/tables.h"

namespace pith {
inline namespace stats {
namespace {

constexpr std::size_t rows = 70;

std::vector<Feature> first(std::size_t count) {
  std::vector<Feature> all(count);
  std::iota(all.begin(), all.end(), Feature{0});
  return all;
}

/// Numbers with ties, or codes of two to four levels; feature 3 is constant, 5 a copy of 4.
Table some_table(std::size_t features, bool has_codes) {
  std::vector<Column> columns;
  for (std::size_t f = 0; f < features; ++f) {
    const Random random(11, f == 5 ? 4 : f);
    std::vector<double> numbers(rows);
    std::vector<std::uint32_t> codes(rows);
    for (std::size_t row = 0; row < rows; ++row) {
      const double value = random.uniform(row) + random.uniform(rows + row / 7);
      numbers[row] = f == 3 ? 2.5 : f % 3 == 0 ? std::floor(6 * value) : value;
      codes[row] = f == 3 ? 0 : static_cast<std::uint32_t>(value * static_cast<double>(1 + f % 3));
    }
    columns.push_back(has_codes ? codes_column(codes) : Column::from_numbers(std::move(numbers)));
  }
  return table_of(std::move(columns), random_codes(rows, 3, 5));
}

std::vector<double> plain_ranks(std::span<const double> values) {
  std::vector<double> ranks;
  for (const double value : values) {
    double rank = 0.5;
    for (const double other : values)
      rank += other < value ? 1 : other == value ? 0.5 : 0;
    ranks.push_back(rank);
  }
  return ranks;
}

double plain_correlation(std::span<const double> x, std::span<const double> y) {
  const auto n = static_cast<double>(x.size());
  const double mx = std::accumulate(x.begin(), x.end(), 0.0) / n;
  const double my = std::accumulate(y.begin(), y.end(), 0.0) / n;
  double xx = 0;
  double yy = 0;
  double xy = 0;
  for (std::size_t i = 0; i < x.size(); ++i) {
    xx += (x[i] - mx) * (x[i] - mx);
    yy += (y[i] - my) * (y[i] - my);
    xy += (x[i] - mx) * (y[i] - my);
  }
  return xx > 0 && yy > 0 ? std::abs(xy) / std::sqrt(xx * yy) : 0;
}

/// Entropy of what a function of the rows gives.
template <class Key>
double plain_entropy(Key key) {
  double entropy = 0;
  for (std::size_t i = 0; i < rows; ++i) {
    double same = 0;
    for (std::size_t j = 0; j < rows; ++j)
      same += key(i) == key(j) ? 1 : 0;
    entropy += std::log(rows / same) / rows;
  }
  return entropy;
}

double plain_element(const Table& table, SimilarityKind kind, Feature a, Feature b) {
  const Column& x = table.feature(a);
  const Column& s = table.feature(b);
  const Column& y = table.target();
  switch (kind) {
    case SimilarityKind::values:
      return plain_correlation(x.numbers(), s.numbers());
    case SimilarityKind::ranks:
      return plain_correlation(plain_ranks(x.numbers()), plain_ranks(s.numbers()));
    case SimilarityKind::information:
      return plain_entropy([&](auto i) { return x.code(i); }) +
             plain_entropy([&](auto i) { return s.code(i); }) -
             plain_entropy([&](auto i) { return std::pair(x.code(i), s.code(i)); });
    case SimilarityKind::complements: {
      const auto relevance = [&](auto key) {
        return plain_entropy(key) + plain_entropy([&](auto i) { return y.code(i); }) -
               plain_entropy([&](auto i) { return std::pair(key(i), y.code(i)); });
      };
      const double of_x = relevance([&](auto i) { return x.code(i); });
      if (a == b) return of_x;
      const double of_s = relevance([&](auto i) { return s.code(i); });
      return relevance([&](auto i) { return std::pair(x.code(i), s.code(i)); }) - (of_x + of_s) / 2;
    }
  }
  return 0;
}

struct Kind {
  SimilarityKind kind;
  Storage storage;
};

class OfSimilarity : public testing::TestWithParam<Kind> {
 protected:
  static bool has_codes() {
    return GetParam().kind == SimilarityKind::information ||
           GetParam().kind == SimilarityKind::complements;
  }
  static double tolerance() { return GetParam().storage == Storage::float32 ? 3e-6 : 1e-12; }
  static std::unique_ptr<const SymmetricMatrix> similarity(const Table& table,
                                                           const std::vector<Feature>& features,
                                                           bool is_kept,
                                                           const Context& context = {}) {
    return TableSource(table).similarity({.kind = GetParam().kind,
                                          .features = features,
                                          .storage = GetParam().storage,
                                          .is_kept = is_kept},
                                         context);
  }
  static std::vector<double> product(const SymmetricMatrix& matrix,
                                     const std::vector<double>& vectors,
                                     const Context& context = {}) {
    const std::size_t count = vectors.size() / matrix.size();
    std::vector<double> products(vectors.size());
    matrix.multiply(MatrixView<const double>::row_major(vectors.data(), count, matrix.size()),
                    MatrixView<double>::row_major(products.data(), count, matrix.size()), context);
    return products;
  }
};

TEST_P(OfSimilarity, columns_are_what_the_definition_says) {
  const Table table = some_table(12, has_codes());
  const std::vector<Feature> features{0, 1, 3, 4, 5, 7, 8, 11};
  const auto matrix = similarity(table, features, false);
  const std::vector<std::size_t> all{0, 1, 2, 3, 4, 5, 6, 7};
  std::vector<double> columns(64);
  matrix->columns(all, MatrixView<double>::row_major(columns.data(), 8, 8), {});
  for (std::size_t i = 0; i < 8; ++i) {
    EXPECT_EQ(matrix->diagonal(i), columns[9 * i]);
    for (std::size_t j = 0; j < 8; ++j) {
      EXPECT_NEAR(columns[8 * i + j],
                  plain_element(table, GetParam().kind, features[i], features[j]), tolerance())
          << i << ", " << j;
      EXPECT_EQ(columns[8 * i + j], columns[8 * j + i]);
    }
  }
}

TEST_P(OfSimilarity, products_are_those_of_the_columns) {
  for (const std::size_t size : {1U, 47U, 48U, 49U, 100U}) {
    const Table table = some_table(size, has_codes());
    const auto matrix = similarity(table, first(size), false);
    std::vector<double> vectors(2 * size);
    for (std::size_t i = 0; i < vectors.size(); ++i)
      vectors[i] = Random(3, 0).uniform(i) - 0.3;
    const std::vector<double> products = product(*matrix, vectors);
    for (std::size_t i = 0; i < size; ++i) {
      std::vector<double> column(size);
      const std::vector<std::size_t> wanted{i};
      matrix->columns(wanted, MatrixView<double>::row_major(column.data(), 1, size), {});
      for (std::size_t v = 0; v < 2; ++v) {
        const double expected =
            std::inner_product(column.begin(), column.end(), &vectors[v * size], 0.0);
        EXPECT_NEAR(products[v * size + i], expected, 1e-11) << size << ", " << i;
      }
    }
  }
}

TEST_P(OfSimilarity, products_are_the_same_bits_however_they_are_made) {
  const std::size_t size = 130;
  const Table table = some_table(size, has_codes());
  std::vector<double> vectors(3 * size);
  for (std::size_t i = 0; i < vectors.size(); ++i)
    vectors[i] = Random(4, 0).uniform(i);
  const auto made = similarity(table, first(size), false, {.threads = 1});
  const std::vector<double> expected = product(*made, vectors, {.threads = 1});
  for (const unsigned threads : {1U, 2U, 5U}) {
    const Context context{.threads = threads};
    EXPECT_EQ(product(*made, vectors, context), expected);
    const auto kept = similarity(table, first(size), true, context);
    EXPECT_EQ(product(*kept, vectors, context), expected);
    for (std::size_t v = 0; v < 3; ++v) {  // alone as among others
      const std::vector<double> one(&vectors[v * size], &vectors[v * size] + size);
      EXPECT_EQ(product(*kept, one, context),
                std::vector<double>(&expected[v * size], &expected[v * size] + size));
    }
  }
}

std::string name_of(const Kind& kind) {
  constexpr const char* names[] = {"values", "ranks", "information", "complements"};
  const bool is_single = kind.storage == Storage::float32;
  return std::string(names[static_cast<int>(kind.kind)]) + (is_single ? "_single" : "");
}

INSTANTIATE_TEST_SUITE_P(Kinds, OfSimilarity,
                         testing::Values(Kind{SimilarityKind::values, Storage::float64},
                                         Kind{SimilarityKind::values, Storage::float32},
                                         Kind{SimilarityKind::ranks, Storage::float64},
                                         Kind{SimilarityKind::ranks, Storage::float32},
                                         Kind{SimilarityKind::information, Storage::float64},
                                         Kind{SimilarityKind::complements, Storage::float64}),
                         [](const auto& test) { return name_of(test.param); });

/// The information of two columns within each level of a third, without what is expected of it.
double corrected_information(const Column& x, const Column& s, const Column& third,
                             Correction correction) {
  double sum = 0;
  for (std::size_t level = 0; level < third.levels(); ++level) {
    std::vector<double> weights(rows);
    for (std::size_t row = 0; row < rows; ++row)
      weights[row] = third.code(row) == level ? 1.0 : 0.0;
    Counts counts(x.levels(), s.levels());
    counts.update(x, s, weights);
    if (counts.total() == 0) continue;
    const double shared = corrected_entropy(counts.x_totals(), correction) +
                          corrected_entropy(counts.y_totals(), correction) -
                          corrected_entropy(counts.cells(), correction);
    const double chance = correction == Correction::chance
                              ? expected_information(counts.x_totals(), counts.y_totals())
                              : 0.0;
    sum += counts.total() / rows * (shared - chance);
  }
  return sum;
}

TEST(Informations, are_corrected_and_not_negative) {
  const Table table = some_table(12, true);
  const Column whole = codes_column(std::vector<std::uint32_t>(rows));
  const std::vector<Feature> features = first(12);
  std::vector<std::size_t> all(12);
  std::iota(all.begin(), all.end(), std::size_t{0});
  for (const SimilarityKind kind : {SimilarityKind::information, SimilarityKind::complements}) {
    for (const Correction correction : {Correction::miller_madow, Correction::chance}) {
      const auto matrix = TableSource(table).similarity(
          {.kind = kind, .features = features, .correction = correction}, {.threads = 2});
      std::vector<double> columns(144);
      matrix->columns(all, MatrixView<double>::row_major(columns.data(), 12, 12), {});
      for (std::size_t i = 0; i < 12; ++i) {
        EXPECT_EQ(matrix->diagonal(i), columns[13 * i]);
        for (std::size_t j = 0; j < 12; ++j) {
          const Column& x = table.feature(features[i]);
          const Column& s = table.feature(features[j]);
          const double shared =
              kind == SimilarityKind::information ? corrected_information(x, s, whole, correction)
              : i == j ? corrected_information(x, table.target(), whole, correction)
                       : (corrected_information(x, table.target(), s, correction) +
                          corrected_information(s, table.target(), x, correction)) /
                             2;
          EXPECT_NEAR(columns[12 * i + j], std::max(0.0, shared), 1e-12) << i << ", " << j;
          EXPECT_EQ(columns[12 * i + j], columns[12 * j + i]);
        }
      }
    }
  }
}

TEST(Correlations, count_weights_as_repetition) {
  const Table table = some_table(6, false);
  TableParts parts = table.parts();
  std::vector<std::size_t> repeated;
  for (std::size_t row = 0; row < rows; ++row) {
    parts.weights.push_back(static_cast<double>(1 + row % 3));
    repeated.insert(repeated.end(), 1 + row % 3, row);
  }
  const Table weighted(std::move(parts));
  const Table plain = table.take(repeated);
  for (const SimilarityKind kind : {SimilarityKind::values, SimilarityKind::ranks}) {
    const std::vector<Feature> features{0, 1, 2, 4};
    const std::vector<std::size_t> all{0, 1, 2, 3};
    std::vector<double> a(16);
    std::vector<double> b(16);
    TableSource(weighted)
        .similarity({.kind = kind, .features = features}, {})
        ->columns(all, MatrixView<double>::row_major(a.data(), 4, 4), {});
    TableSource(plain)
        .similarity({.kind = kind, .features = features}, {})
        ->columns(all, MatrixView<double>::row_major(b.data(), 4, 4), {});
    for (std::size_t i = 0; i < 16; ++i)
      EXPECT_NEAR(a[i], b[i], 1e-13);
  }
}

TEST(Correlations, report_the_memory_that_they_need) {
  const Table table = some_table(40, false);
  try {
    (void)TableSource(table).similarity({.kind = SimilarityKind::ranks, .features = first(40)},
                                        {.memory = 1000});
    FAIL() << "accepted";
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::resources);
    EXPECT_NE(std::string(error.what()).find("precision=single"), std::string::npos);
  }
}

TEST(Spreads, have_range_and_deviation) {
  const Table table = table_of({{1, 3, 5, 7}, {2, 2, 2, 2}}, {0, 1, 0, 1});
  const auto spreads = TableSource(table).spreads({});
  EXPECT_EQ(spreads[0].lowest, 1);
  EXPECT_EQ(spreads[0].highest, 7);
  EXPECT_NEAR(spreads[0].deviation, std::sqrt(5.0), 1e-15);
  EXPECT_FALSE(spreads[0].is_constant());
  EXPECT_TRUE(spreads[1].is_constant());
}

}  // namespace
}  // namespace stats
}  // namespace pith
