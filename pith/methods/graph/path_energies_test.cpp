// SPDX-License-Identifier: Apache-2.0
#include "pith/methods/graph/path_energies.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "pith/base/random.h"
#include "pith/linalg/dense_eigen.h"
#include "pith/stats/source.h"
#include "tests/support/tables.h"

namespace pith {
inline namespace families {
namespace {

/// The matrix A as it is written, its largest eigenvalue and all powers of r A, one by one.
PathEnergies plain_energies(const std::vector<double>& alike, const std::vector<double>& s,
                            double alpha, double damping) {
  const std::size_t n = s.size();
  std::vector<double> a(n * n);
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t j = 0; j < n; ++j)
      a[i * n + j] = alpha * std::max(s[i], s[j]) + (1 - alpha) * (1 - alike[i * n + j]);
  }
  PathEnergies found{.scores = std::vector<double>(n)};
  found.radius =
      dense_eigensystem(MatrixView<const double>::row_major(a.data(), n, n)).values().back();
  std::vector<double> step(n, 1.0);
  for (int length = 1; length < 2000; ++length) {
    std::vector<double> next(n);
    for (std::size_t i = 0; i < n; ++i) {
      for (std::size_t j = 0; j < n; ++j)
        next[i] += damping / found.radius * a[i * n + j] * step[j];
      found.scores[i] += next[i];
    }
    step = std::move(next);
  }
  return found;
}

struct Example {
  Table table;
  std::unique_ptr<const SymmetricMatrix> similarity;
  std::vector<double> alike;
  std::vector<double> dispersions;
};

Example example(std::size_t size) {
  std::vector<std::vector<double>> features(size);
  for (std::size_t f = 0; f < size; ++f) {
    for (std::size_t row = 0; row < 25; ++row)
      features[f].push_back(Random(2, f).uniform(row) + Random(2, 1000).uniform(row));
  }
  Example made{table_of(std::move(features), random_codes(25, 2, 1)), nullptr, {}, {}};
  std::vector<Feature> all(size);
  std::iota(all.begin(), all.end(), Feature{0});
  made.similarity =
      TableSource(made.table).similarity({.kind = SimilarityKind::ranks, .features = all}, {});
  std::vector<std::size_t> columns(all.begin(), all.end());
  made.alike.resize(size * size);
  made.similarity->columns(columns, MatrixView<double>::row_major(made.alike.data(), size, size),
                           {});
  for (std::size_t f = 0; f < size; ++f)
    made.dispersions.push_back(f == 0 ? 1 : Random(3, 0).uniform(f));
  return made;
}

TEST(PathEnergies, are_the_sums_over_paths_of_every_length) {
  for (const std::size_t size : {1U, 2U, 3U, 20U, 60U}) {
    const Example made = example(size);
    const std::vector<double> alphas{0, 0.1, 0.5, 1};
    for (const double damping : {0.3, 0.9, 0.98}) {
      const auto found = path_energies({*made.similarity, made.dispersions}, alphas, damping, {});
      for (std::size_t a = 0; a < alphas.size(); ++a) {
        if (size == 1 && alphas[a] == 0) {  // no edge at all
          EXPECT_EQ(found[a].scores, std::vector<double>{0});
          continue;
        }
        const auto expected = plain_energies(made.alike, made.dispersions, alphas[a], damping);
        EXPECT_NEAR(found[a].radius, expected.radius, 1e-12 * expected.radius);
        for (std::size_t i = 0; i < size; ++i)
          EXPECT_NEAR(found[a].scores[i], expected.scores[i], 1e-10 * (1 + expected.scores[i]));
        EXPECT_LE(found[a].residual, 1e-13);
        EXPECT_LE(found[a].radius_error, 1e-13 * expected.radius);
      }
    }
  }
}

TEST(PathEnergies, do_not_depend_on_the_other_alphas) {
  const Example made = example(30);
  const std::vector<double> alphas{0, 0.2, 0.4, 0.6, 0.8, 1};
  const auto together = path_energies({*made.similarity, made.dispersions}, alphas, 0.9, {});
  for (std::size_t a = 0; a < alphas.size(); ++a) {
    const auto alone = path_energies({*made.similarity, made.dispersions},
                                     std::span(alphas).subspan(a, 1), 0.9, {});
    EXPECT_EQ(alone[0].scores, together[a].scores);
    EXPECT_EQ(alone[0].passes, together[a].passes);
  }
}

}  // namespace
}  // namespace families
}  // namespace pith
