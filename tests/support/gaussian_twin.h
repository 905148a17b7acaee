// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <string>
#include <vector>

#include "pith/base/random.h"
#include "pith/base/text.h"
#include "pith/search/ranking.h"
#include "pith/select/select.h"
#include "tests/support/tables.h"

// The Gaussian criteria straight from their definitions: every covariance from the rows, every
// determinant and inverse from scratch, in long double.
namespace pith {

using Real = long double;
using Square = std::vector<std::vector<Real>>;

/// The lower Cholesky factor; the matrix is positive definite.
inline Square cholesky(const Square& a) {
  Square l(a.size(), std::vector<Real>(a.size()));
  for (std::size_t i = 0; i < a.size(); ++i) {
    for (std::size_t j = 0; j <= i; ++j) {
      Real left = a[i][j];
      for (std::size_t k = 0; k < j; ++k)
        left -= l[i][k] * l[j][k];
      l[i][j] = i == j ? std::sqrt(left) : left / l[j][j];
    }
  }
  return l;
}

inline Real log_determinant(const Square& a) {
  const Square l = cholesky(a);
  Real sum = 0;
  for (std::size_t i = 0; i < a.size(); ++i)
    sum += 2 * std::log(l[i][i]);
  return sum;
}

/// tr(a^-1 m): the sum of the squares of L^-1 rows, one column of m after the other.
inline Real trace_of_quotient(const Square& a, const Square& m) {
  const Square l = cholesky(a);
  const std::size_t n = a.size();
  Real trace = 0;
  for (std::size_t column = 0; column < n; ++column) {
    std::vector<Real> x(n);
    for (std::size_t i = 0; i < n; ++i) {
      x[i] = m[i][column];
      for (std::size_t k = 0; k < i; ++k)
        x[i] -= l[i][k] * x[k];
      x[i] /= l[i][i];
    }
    for (std::size_t i = n; i-- > column;) {
      for (std::size_t k = i + 1; k < n; ++k)
        x[i] -= l[k][i] * x[k];
      x[i] /= l[i][i];
    }
    trace += x[column];
  }
  return trace;
}

struct GaussianTwin {
  Table table;
  double shrinkage = 0.5;
  double ridge = 0;
  bool has_equal_priors = false;
  bool is_standardized = true;

  struct Values {
    Real gc_mi = 0;
    Real gc_fit = 0;
    Real gc_e = 0;
    Real gkl_mi = 0;
    Real gkl_e = 0;
  };

  Real number(std::size_t row, Feature j) const { return table.feature(j).numbers()[row]; }
  Real weight(std::size_t row) const { return table.has_weights() ? table.weights()[row] : 1.0; }

  std::vector<Real> priors() const {
    std::vector<Real> sums(table.classes());
    Real all = 0;
    for (std::size_t row = 0; row < table.rows(); ++row) {
      sums[table.target().code(row)] += weight(row);
      all += weight(row);
    }
    for (Real& p : sums)
      p = has_equal_priors ? Real{1} / static_cast<Real>(sums.size()) : p / all;
    return sums;
  }

  /// Means and covariances of a set within each class.
  struct Moments {
    std::vector<std::vector<Real>> means;
    std::vector<Square> covariances;
  };
  Moments moments(const std::vector<Feature>& set) const {
    const std::size_t n = set.size();
    Moments found;
    for (std::size_t c = 0; c < table.classes(); ++c) {
      std::vector<Real> mean(n);
      Square covariance(n, std::vector<Real>(n));
      Real sum = 0;
      for (std::size_t row = 0; row < table.rows(); ++row) {
        if (table.target().code(row) != c) continue;
        sum += weight(row);
        for (std::size_t i = 0; i < n; ++i)
          mean[i] += weight(row) * number(row, set[i]);
      }
      for (Real& m : mean)
        m /= sum;
      for (std::size_t row = 0; row < table.rows(); ++row) {
        if (table.target().code(row) != c) continue;
        for (std::size_t i = 0; i < n; ++i) {
          for (std::size_t j = 0; j < n; ++j) {
            covariance[i][j] += weight(row) / sum * (number(row, set[i]) - mean[i]) *
                                (number(row, set[j]) - mean[j]);
          }
        }
      }
      found.means.push_back(std::move(mean));
      found.covariances.push_back(std::move(covariance));
    }
    return found;
  }

  /// The mixture of some classes: sum[c] w_c (S_c + (m_c - m)(m_c - m)').
  static Square mixture(const Moments& from, const std::vector<Real>& weights,
                        std::vector<Real>& mean) {
    const std::size_t n = from.means.front().size();
    Real all = 0;
    mean.assign(n, 0);
    for (std::size_t c = 0; c < weights.size(); ++c) {
      all += weights[c];
      for (std::size_t i = 0; i < n; ++i)
        mean[i] += weights[c] * from.means[c][i];
    }
    for (Real& m : mean)
      m /= all;
    Square sum(n, std::vector<Real>(n));
    for (std::size_t c = 0; c < weights.size(); ++c) {
      for (std::size_t i = 0; i < n; ++i) {
        for (std::size_t j = 0; j < n; ++j) {
          sum[i][j] += weights[c] / all *
                       (from.covariances[c][i][j] +
                        (from.means[c][i] - mean[i]) * (from.means[c][j] - mean[j]));
        }
      }
    }
    return sum;
  }

  Values values(const std::vector<Feature>& set) const {
    const std::vector<Real> p = priors();
    const std::size_t n = set.size();
    Moments all = moments(set);
    Square pooled(n, std::vector<Real>(n));
    for (std::size_t i = 0; i < n * n; ++i) {
      for (std::size_t c = 0; c < p.size(); ++c)
        pooled[i / n][i % n] += p[c] * all.covariances[c][i / n][i % n];
    }
    for (std::size_t i = 0; i < n * n; ++i) {
      for (Square& covariance : all.covariances) {
        Real& entry = covariance[i / n][i % n];
        entry = (1 - shrinkage) * entry + shrinkage * pooled[i / n][i % n];
      }
    }
    std::vector<Real> mean;
    Square total = mixture(all, p, mean);
    std::vector<Real> noise(n);
    Real units = 0;
    for (std::size_t i = 0; i < n; ++i) {
      noise[i] = ridge * total[i][i];
      if (is_standardized) units -= 0.5L * std::log(total[i][i]);
    }
    const auto noisy = [&](Square a) {
      for (std::size_t i = 0; i < n; ++i)
        a[i][i] += noise[i];
      return a;
    };
    const Real constant =
        0.5L * static_cast<Real>(n) * (1 + std::log(2 * std::numbers::pi_v<Real>));
    const Real h_total = 0.5L * log_determinant(noisy(total)) + constant;
    Values found;
    for (std::size_t y = 0; y < p.size(); ++y) {
      const Square own = noisy(all.covariances[y]);
      const Real h_own = 0.5L * log_determinant(own) + constant;
      found.gc_fit += p[y] * (h_total - h_own);
      found.gc_mi += p[y] * std::min(h_total - h_own, -std::log(p[y]));
      found.gc_e += p[y] * std::min(h_total, h_own - std::log(p[y]));
      std::vector<Real> others = p;
      others[y] = 0;
      std::vector<Real> rest_mean;
      const Square rest = noisy(mixture(all, others, rest_mean));
      const Real h_rest = 0.5L * log_determinant(rest) + constant;
      const auto divergence = [&](const Square& a, const Square& b, Real h_a, Real h_b) {
        Square moment = a;
        for (std::size_t i = 0; i < n * n; ++i) {
          moment[i / n][i % n] +=
              (rest_mean[i / n] - all.means[y][i / n]) * (rest_mean[i % n] - all.means[y][i % n]);
        }
        return 0.5L * (trace_of_quotient(b, moment) - static_cast<Real>(n)) + h_b - h_a;
      };
      const Real information = p[y] * divergence(own, rest, h_own, h_rest) +
                               (1 - p[y]) * divergence(rest, own, h_rest, h_own);
      const auto share = static_cast<Real>(p.size());
      found.gkl_mi += information / share;
      found.gkl_e += (information + p[y] * h_own + (1 - p[y]) * h_rest) / share;
    }
    found.gc_e += units;
    found.gkl_e += units;
    return found;
  }

  Settings settings() const {
    return {{"shrinkage", number_text(shrinkage)},
            {"ridge", number_text(ridge)},
            {"priors", has_equal_priors ? "equal" : "data"},
            {"standardize", is_standardized ? "true" : "false"}};
  }
};

/// Greedy selection from the twin: every set that differs by one feature from scratch. No feature
/// is constant or a combination of others.
inline std::vector<Selected> twin_selection(const GaussianTwin& twin, std::size_t k,
                                            Real GaussianTwin::Values::*criterion) {
  std::vector<Selected> selected;
  std::vector<Feature> set;
  while (selected.size() < k) {
    std::vector<Feature> candidates;
    std::vector<double> scores;
    std::vector<double> fits;
    for (Feature j = 0; j < twin.table.features(); ++j) {
      if (std::find(set.begin(), set.end(), j) != set.end()) continue;
      std::vector<Feature> larger = set;
      larger.push_back(j);
      const GaussianTwin::Values values = twin.values(larger);
      candidates.push_back(j);
      scores.push_back(static_cast<double>(values.*criterion));
      fits.push_back(static_cast<double>(values.gc_fit));
    }
    std::size_t place = winner(scores);
    if (criterion == &GaussianTwin::Values::gc_mi) {
      const double best = *std::max_element(scores.begin(), scores.end());
      for (std::size_t i = 0; i < scores.size(); ++i) {
        if (!is_tied(scores[i], best)) fits[i] = -std::numeric_limits<double>::infinity();
      }
      place = winner(fits);
    }
    Selected step;
    step.feature = candidates[place];
    step.score = scores[place];
    set.push_back(step.feature);
    selected.push_back(step);
  }
  return selected;
}

/// Correlated numbers whose means and covariances differ between the classes.
inline Table gaussian_table(std::size_t rows, std::size_t features, std::size_t classes,
                            std::uint64_t seed) {
  const auto noise = [&](std::size_t stream, std::size_t row) {
    const Random random(seed, stream);
    Real sum = -6;
    for (std::size_t i = 0; i < 12; ++i)
      sum += random.uniform(12 * row + i);
    return static_cast<double>(sum);
  };
  std::vector<std::uint32_t> target(rows);
  for (std::size_t row = 0; row < rows; ++row)
    target[row] = static_cast<std::uint32_t>(
        row < 2 * classes ? row % classes : Random(seed, 0).below(row, classes));
  std::vector<std::vector<double>> columns(features, std::vector<double>(rows));
  for (std::size_t j = 0; j < features; ++j) {
    const Random loadings(seed, 1000 + j);
    for (std::size_t row = 0; row < rows; ++row) {
      const std::size_t c = target[row];
      const double spread = 0.5 + loadings.uniform(10 + c);
      columns[j][row] =
          loadings.uniform(c) + spread * noise(100 + j, row) +
          loadings.uniform(20) * noise(j % 3 + 1, row) * (1 + 0.5 * static_cast<double>(c));
    }
  }
  return table_of(std::move(columns), target);
}

inline void expect_steps(const Selection& found, const std::vector<Selected>& expected,
                         double tolerance) {
  ASSERT_EQ(found.selected.size(), expected.size());
  for (std::size_t step = 0; step < expected.size(); ++step) {
    EXPECT_EQ(found.selected[step].feature, expected[step].feature) << "step " << step;
    EXPECT_NEAR(found.selected[step].score, expected[step].score,
                tolerance * std::max(1.0, std::abs(expected[step].score)))
        << "step " << step;
  }
}

/// A method against the twin over the parameters of the family.
inline void expect_gaussian_twin(const std::string& method, Real GaussianTwin::Values::*criterion,
                                 const Settings& more = {}) {
  for (const std::size_t classes : {2U, 4U}) {
    GaussianTwin twin{gaussian_table(90, 7, classes, classes)};
    const auto expect_twin = [&] {
      Settings settings = twin.settings();
      settings.insert(settings.end(), more.begin(), more.end());
      expect_steps(select(twin.table, method, 6, settings), twin_selection(twin, 6, criterion),
                   1e-10);
    };
    for (const double shrinkage : {0.0, 0.5, 1.0}) {
      twin.shrinkage = shrinkage;
      expect_twin();
    }
    twin.shrinkage = 0.3;
    twin.ridge = 0.01;
    expect_twin();
    twin.has_equal_priors = true;
    twin.is_standardized = false;
    expect_twin();
    TableParts parts = twin.table.parts();
    for (std::size_t row = 0; row < twin.table.rows(); ++row)
      parts.weights.push_back(0.5 + static_cast<double>(row % 4));
    twin.table = Table(std::move(parts));
    twin.has_equal_priors = false;
    expect_twin();
  }
}

/// The table with every column changed by `change(feature, number)`.
template <class Change>
Table changed(const Table& table, Change change) {
  std::vector<Column> columns;
  for (Feature j = 0; j < table.features(); ++j) {
    std::vector<double> numbers;
    for (const double number : table.feature(j).numbers())
      numbers.push_back(change(j, number));
    columns.push_back(Column::from_numbers(std::move(numbers)));
  }
  return table.with_features(std::move(columns));
}

/// What holds for every method of the family.
inline void expect_gaussian_invariance(const std::string& method) {
  const Table table = gaussian_table(300, 12, 3, 5);
  for (const Settings& settings :
       {Settings{}, Settings{{"shrinkage", "0"}}, Settings{{"ridge", "0.1"}}}) {
    const Selection plain = select(table, method, 8, settings);
    const Table scaled = changed(
        table, [](Feature j, double x) { return (j % 2 == 0 ? 1000.0 : -0.003) * (x + 10.0 * j); });
    expect_steps(select(scaled, method, 8, settings), plain.selected, 1e-9);
    std::vector<Column> columns = table.parts().features;
    for (Feature j = 0; j < 12; ++j)
      columns.push_back(table.feature(j));
    TableParts twice = table.parts();
    twice.features = columns;
    for (std::size_t j = 0; j < 12; ++j)
      twice.names.push_back("copy" + std::to_string(j));
    if (settings.empty()) {
      const Selection found = select(Table(twice), method, 24);
      ASSERT_EQ(found.selected.size(), 12U);  // copies are never admissible
      EXPECT_EQ(found.combinations.size(), 12U);
      EXPECT_EQ(found.stopped, Stopped::nothing_left);
    }
    expect_steps(select(Table(twice), method, 8, settings), plain.selected, 1e-12);
  }
}

/// Data on which a covariance is singular somewhere: a selection all the same, and numbers.
inline void expect_gaussian_endurance(const std::string& method) {
  std::vector<Table> tables{gaussian_table(20, 60, 2, 1),     // fewer rows than features
                            gaussian_table(400, 20, 40, 2)};  // 40 classes of about 10 rows
  TableParts tiny = gaussian_table(60, 8, 2, 3).parts();      // a class of two rows
  std::vector<std::uint32_t> classes(60);
  classes[10] = classes[20] = 1;
  tiny.target = codes_column(classes);
  tables.emplace_back(tiny);
  const Table copies = changed(gaussian_table(80, 8, 3, 4), [](Feature, double x) { return x; });
  std::vector<Column> noisy = copies.parts().features;
  for (Feature j = 0; j < 4; ++j) {  // copies with a noise of 1e-8
    std::vector<double> numbers;
    for (std::size_t row = 0; row < 80; ++row)
      numbers.push_back(copies.feature(j).numbers()[row] + 1e-8 * Random(9, j).uniform(row));
    noisy[4 + j] = Column::from_numbers(std::move(numbers));
  }
  tables.push_back(copies.with_features(noisy));
  for (const Table& table : tables) {
    for (const std::string shrinkage : {"0", "0.5"}) {
      const Selection found = select(table, method, 60, {{"shrinkage", shrinkage}});
      EXPECT_GE(found.selected.size(), 3U);
      EXPECT_LT(found.selected.size(), table.rows());  // no more than can be independent
      for (const Selected& step : found.selected) {
        EXPECT_TRUE(std::isfinite(step.score));
        EXPECT_TRUE(std::isfinite(*step.gain));
      }
    }
  }
}

}  // namespace pith
