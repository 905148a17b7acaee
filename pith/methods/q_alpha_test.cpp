// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <cmath>
#include <string>

#include "pith/base/error.h"
#include "pith/base/option.h"
#include "pith/base/text.h"
#include "pith/select/select.h"
#include "tests/support/tables.h"

namespace pith {
namespace {

/// The correlation of x0 and x1 is sqrt(1/2); x2 has none with either, x3 is constant.
Table three_directions() {
  return table_of({{1, 1, -1, -1}, {2, 0, 0, -2}, {1, -1, -1, 1}, {3, 3, 3, 3}}, {0, 0, 1, 1});
}

double diagnostic_of(const Selection& selection, const std::string& name) {
  for (const Diagnostic& figure : selection.diagnostics) {
    if (figure.name == name) return figure.value;
  }
  return std::nan("");
}

TEST(QAlpha, of_three_features_in_closed_form) {
  // With Q for the whole space, G holds squared correlations: [1 1/2 0; 1/2 1 0; 0 0 1]. Its first
  // eigenvector is (1 1 0) / sqrt(2), and then trace(A'A) = 1 + 1/2.
  const Selection found = select(three_directions(), "q-alpha", 4);
  EXPECT_EQ(found.names(), (std::vector<std::string>{"x0", "x1", "x2", "x3"}));
  EXPECT_NEAR(found.selected[0].score, std::sqrt(0.5), 1e-12);
  EXPECT_NEAR(found.selected[1].score, std::sqrt(0.5), 1e-12);
  EXPECT_NEAR(found.selected[2].score, 0, 1e-10);
  EXPECT_EQ(found.selected[3].score, 0);
  EXPECT_NEAR(diagnostic_of(found, "objective"), 1.5, 1e-12);
  EXPECT_LT(diagnostic_of(found, "change"), 1e-12);
  EXPECT_EQ(diagnostic_of(found, "converged"), 1);
  EXPECT_EQ(render(found.notes.back()),
            "used 3 dimensions instead of 5 (dimensions), because the features span no more");
}

/// Two groups of features that move together, and noise; in any unit and sign.
Table groups(double unit) {
  std::vector<std::vector<double>> features(9, std::vector<double>(40));
  std::vector<std::uint32_t> classes(40);
  for (std::size_t row = 0; row < 40; ++row) {
    classes[row] = static_cast<std::uint32_t>(row % 2);
    const Random random(4, row);
    for (std::size_t i = 0; i < 9; ++i) {
      const double common = i < 4 ? random.uniform(100) : i < 6 ? random.uniform(101) : 0;
      features[i][row] = (i % 2 == 0 ? 1 : unit) * (common + 0.3 * random.uniform(i));
    }
  }
  return table_of(features, classes);
}

TEST(QAlpha, prefers_the_larger_group_of_features_that_vary_together) {
  const Selection found = select(groups(1), "q-alpha", 4, {{"dimensions", "1"}});
  for (const Selected& step : found.selected)
    EXPECT_LT(step.feature, 4U);
  EXPECT_LT(found.ranking[4].score, 0.2 * found.ranking[3].score);
}

TEST(QAlpha, depends_neither_on_units_nor_on_signs) {
  const Selection a = select(groups(1), "q-alpha", 9, {{"dimensions", "2"}});
  const Selection b = select(groups(-1e6), "q-alpha", 9, {{"dimensions", "2"}});
  EXPECT_EQ(a.names(), b.names());
  for (std::size_t i = 0; i < 9; ++i)
    EXPECT_NEAR(a.selected[i].score, b.selected[i].score, 1e-11);
}

TEST(QAlpha, never_decreases_the_objective_and_adds_a_note_if_not_converged) {
  double last = 0;
  for (std::size_t steps = 1; steps <= 12; ++steps) {
    const Selection found = select(groups(1), "q-alpha", 1,
                                   {{"dimensions", "2"}, {"iterations", std::to_string(steps)}});
    const double value = diagnostic_of(found, "objective");
    EXPECT_GT(value, last) << steps;
    last = value;
    EXPECT_EQ(diagnostic_of(found, "iterations"), steps);
    EXPECT_EQ(diagnostic_of(found, "converged"), 0);
    ASSERT_EQ(found.notes.size(), 1U);
    EXPECT_NE(found.notes[0].find("alpha did not converge in " + counted(steps, "iteration")),
              std::string::npos);
  }
  const Selection loose =
      select(groups(1), "q-alpha", 1, {{"dimensions", "2"}, {"tolerance", "0.01"}});
  EXPECT_TRUE(loose.notes.empty());
  EXPECT_LT(diagnostic_of(loose, "iterations"), 12);
}

using Matrix = std::vector<std::vector<double>>;

Matrix product(const Matrix& a, const Matrix& b) {
  Matrix out(a.size(), std::vector<double>(b[0].size()));
  for (std::size_t i = 0; i < a.size(); ++i) {
    for (std::size_t k = 0; k < b.size(); ++k) {
      for (std::size_t j = 0; j < b[0].size(); ++j)
        out[i][j] += a[i][k] * b[k][j];
    }
  }
  return out;
}

Matrix transposed(const Matrix& a) {
  Matrix out(a[0].size(), std::vector<double>(a.size()));
  for (std::size_t i = 0; i < a.size(); ++i) {
    for (std::size_t j = 0; j < a[0].size(); ++j)
      out[j][i] = a[i][j];
  }
  return out;
}

/// Rows of length 1, each orthogonal to those before it.
Matrix orthonormal(Matrix a) {
  for (std::size_t i = 0; i < a.size(); ++i) {
    for (std::size_t j = 0; j <= i; ++j) {
      double dot = 0;
      for (std::size_t k = 0; k < a[i].size(); ++k)
        dot += a[i][k] * a[j][k];
      for (std::size_t k = 0; k < a[i].size(); ++k)
        a[i][k] = j < i ? a[i][k] - dot * a[j][k] : a[i][k] / std::sqrt(dot);
    }
  }
  return a;
}

/// sum[i] alpha_i m_i m_i'.
Matrix weighted(const Matrix& m, const std::vector<double>& alpha) {
  Matrix scaled = m;
  for (std::size_t i = 0; i < m.size(); ++i) {
    for (double& number : scaled[i])
      number *= alpha[i];
  }
  return product(transposed(m), scaled);
}

TEST(QAlpha, takes_the_steps_of_the_formed_matrices) {
  const Table table = groups(1);
  Matrix m;
  for (Feature i = 0; i < 9; ++i) {
    const auto numbers = table.feature(i).numbers();
    m.emplace_back(numbers.begin(), numbers.end());
    double mean = 0;
    for (const double number : numbers)
      mean += number / 40;
    for (double& number : m.back())
      number -= mean;
    m.back() = orthonormal({m.back()})[0];
  }
  std::vector<double> alpha(9, 1.0 / 3);
  Matrix q{m[0], m[4]};
  for (int round = 0; round < 300; ++round)
    q = orthonormal(product(q, weighted(m, alpha)));
  for (int step = 1; step <= 4; ++step) {
    const Matrix correlations = product(m, transposed(m));
    const Matrix z = product(m, transposed(q));
    const Matrix projected = product(z, transposed(z));
    Matrix g(9, std::vector<double>(9));
    for (std::size_t i = 0; i < 9; ++i) {
      for (std::size_t j = 0; j < 9; ++j)
        g[i][j] = correlations[i][j] * projected[i][j];
    }
    for (int round = 0; round < 2000; ++round)  // the leading eigenvector, by powers
      alpha = orthonormal(product({alpha}, g))[0];
    q = orthonormal(product(q, weighted(m, alpha)));
    const Selection found =
        select(table, "q-alpha", 9, {{"dimensions", "2"}, {"iterations", std::to_string(step)}});
    for (const Selected& entry : found.selected)
      EXPECT_NEAR(entry.score, alpha[entry.feature], 1e-6) << step;
  }
}

TEST(QAlpha, takes_the_leading_eigenvector_where_one_power_step_ends_lower) {
  // With one power step per iteration of Q, the value ends at 1.8373.
  const Table table = table_of({{0, 1, -1, -2, -1, -2, -1, 0},
                                {-1, 0, -1, -2, 1, 0, -2, -2},
                                {2, 2, -1, 0, 2, -2, 2, 0},
                                {0, 0, 2, 1, 0, 1, -1, -1},
                                {-2, 1, 2, -2, -2, 0, -1, 2},
                                {-2, -1, -1, 2, 1, 2, 2, 2},
                                {-1, 2, 0, 1, 0, -2, 0, 2},
                                {1, -2, 2, 2, 2, 1, -2, 2}},
                               {0, 1, 0, 1, 0, 1, 0, 1});
  const Selection found = select(table, "q-alpha", 8, {{"dimensions", "2"}});
  EXPECT_NEAR(diagnostic_of(found, "objective"), 1.8536869228797466, 1e-9);
  EXPECT_EQ(diagnostic_of(found, "converged"), 1);
}

TEST(QAlpha, keeps_the_start_where_all_eigenvalues_are_equal) {
  const Selection found =
      select(table_of({{1, 1, -1, -1}, {1, -1, 1, -1}, {1, -1, -1, 1}}, {0, 0, 1, 1}), "q-alpha", 3,
             {{"dimensions", "3"}});
  // Orthogonal features are equals: every unit vector leads, and the start is one.
  for (const Selected& entry : found.selected)
    EXPECT_NEAR(entry.score, std::sqrt(1.0 / 3), 1e-12);
  EXPECT_EQ(found.names(), (std::vector<std::string>{"x0", "x1", "x2"}));
  EXPECT_EQ(diagnostic_of(found, "converged"), 1);
}

TEST(QAlpha, gives_copies_and_mirror_images_the_weight_of_the_original) {
  const std::vector<double> x{1, 4, 2, 8, 5, 7};
  std::vector<double> mirrored;
  for (const double number : x)
    mirrored.push_back(3 - 2 * number);
  const Table table =
      table_of({x, {2, 1, 9, 3, 3, 5}, x, mirrored, {7, 7, 7, 7, 7, 7}}, {0, 1, 0, 1, 0, 1});
  for (const std::string supervised : {"false", "true"}) {
    const Selection found =
        select(table, "q-alpha", 5, {{"dimensions", "1"}, {"supervised", supervised}});
    std::vector<double> alpha(5);
    for (const Ranked& entry : found.ranking)
      alpha[entry.feature] = entry.score;
    EXPECT_NEAR(alpha[0], alpha[2], 1e-12);
    EXPECT_NEAR(alpha[0], alpha[3], 1e-12);
    EXPECT_EQ(diagnostic_of(found, "converged"), 1);
  }
}

TEST(QAlpha, needs_no_target) {
  TableParts parts = three_directions().parts();
  parts.target.reset();
  EXPECT_EQ(select(Table(parts), "q-alpha", 1).names(), std::vector<std::string>{"x0"});
}

/// The features of `groups`, centred and of length 1, of the rows of each class.
std::vector<Matrix> class_parts(const Table& table) {
  std::vector<Matrix> parts(table.classes(), Matrix(table.features()));
  for (Feature i = 0; i < table.features(); ++i) {
    const auto numbers = table.feature(i).numbers();
    std::vector<double> m(numbers.begin(), numbers.end());
    double mean = 0;
    for (const double number : m)
      mean += number / static_cast<double>(m.size());
    for (double& number : m)
      number -= mean;
    m = orthonormal({m})[0];
    for (std::size_t row = 0; row < m.size(); ++row)
      parts[table.target().code(row)][i].push_back(m[row]);
  }
  return parts;
}

/// The leading `count` right singular vectors of a block, as rows.
Matrix singular_vectors(const Matrix& block, std::size_t count) {
  const Matrix square = product(transposed(block), block);
  Matrix q(count, std::vector<double>(square.size()));
  for (std::size_t c = 0; c < count; ++c) {
    for (std::size_t row = 0; row < square.size(); ++row)
      q[c][row] = Random(3, c).uniform(row) - 0.5;
  }
  for (int round = 0; round < 500; ++round)
    q = orthonormal(product(q, square));
  return q;
}

TEST(QAlpha, supervised_is_a_fixed_point_of_the_formed_matrices) {
  const Table table = groups(1);
  const Settings settings{{"dimensions", "2"}, {"supervised", "true"}, {"gamma", "0.7"}};
  const Selection found = select(table, "q-alpha", 9, settings);
  std::vector<double> alpha(9);
  for (const Selected& entry : found.selected)
    alpha[entry.feature] = entry.score;
  const std::vector<Matrix> parts = class_parts(table);
  Matrix g(9, std::vector<double>(9));
  double value = 0;
  for (std::size_t a = 0; a < 2; ++a) {
    for (std::size_t b = a; b < 2; ++b) {
      Matrix scaled = parts[b];
      for (std::size_t i = 0; i < 9; ++i) {
        for (double& number : scaled[i])
          number *= alpha[i];
      }
      const Matrix q = singular_vectors(product(transposed(parts[a]), scaled), 2);
      const Matrix left = product(parts[a], transposed(parts[a]));
      const Matrix z = product(parts[b], transposed(q));
      const Matrix right = product(z, transposed(z));
      for (std::size_t i = 0; i < 9; ++i) {
        for (std::size_t j = 0; j < 9; ++j)
          g[i][j] += (a == b ? 1 : -0.7) * left[i][j] * right[i][j];
      }
    }
  }
  const Matrix image = product({alpha}, transposed(g));
  for (std::size_t i = 0; i < 9; ++i)
    value += image[0][i] * alpha[i];
  EXPECT_NEAR(diagnostic_of(found, "objective"), value, 1e-9);
  EXPECT_NEAR(diagnostic_of(found, "within") - 0.7 * diagnostic_of(found, "between"), value, 1e-9);
  for (std::size_t i = 0; i < 9; ++i)
    EXPECT_NEAR(image[0][i], value * alpha[i], 1e-9) << i;
}

TEST(QAlpha, supervised_prefers_features_that_are_coherent_in_one_class_only) {
  // x0..x2 move together in class 1 only, x3..x5 likewise in all rows; the rest is noise.
  std::vector<std::vector<double>> features(8, std::vector<double>(120));
  std::vector<std::uint32_t> classes(120);
  for (std::size_t row = 0; row < 120; ++row) {
    classes[row] = row < 60 ? 0 : 1;
    const Random random(6, row);
    for (std::size_t i = 0; i < 8; ++i) {
      const double common = random.uniform(i < 3 ? 100 : 101) - 0.5;
      const bool is_bound = i < 3 ? row >= 60 : i < 6;
      features[i][row] = (i < 3 && row < 60 ? 0.05 : 1) *
                         (is_bound ? common + 0.2 * random.uniform(i) : random.uniform(i) - 0.5);
    }
  }
  const Table table = table_of(features, classes);
  const auto one_class = [&](const std::string& gamma) {
    const Settings settings{{"supervised", "true"}, {"dimensions", "1"}, {"gamma", gamma}};
    double sum = 0;
    for (const Ranked& entry : select(table, "q-alpha", 8, settings).ranking)
      sum += entry.feature < 3 ? entry.score * entry.score : 0;
    return sum;
  };
  EXPECT_GT(one_class("0.5"), 0.9);
  EXPECT_GT(one_class("1"), one_class("0"));
}

TEST(QAlpha, supervised_needs_a_target_and_takes_classes_without_spread) {
  TableParts parts = three_directions().parts();
  const Selection found = select(Table(parts), "q-alpha", 4, {{"supervised", "true"}});
  EXPECT_EQ(found.selected.size(), 4U);
  parts.target.reset();
  EXPECT_THROW((void)select(Table(parts), "q-alpha", 1, {{"supervised", "true"}}), Error);
  // Both rows of class 1 are at the mean of all features.
  const Table middle = table_of({{-1, 1, 0, 0}, {-2, 2, 0, 0}, {1, -1, 0, 0}}, {0, 0, 1, 1});
  const Selection one = select(middle, "q-alpha", 3, {{"supervised", "true"}});
  EXPECT_EQ(diagnostic_of(one, "between"), 0);
  EXPECT_NEAR(diagnostic_of(one, "objective"), 3, 1e-12);
}

}  // namespace
}  // namespace pith
