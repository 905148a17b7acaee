// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <memory>
#include <span>
#include <string_view>
#include <vector>

#include "pith/base/random.h"
#include "pith/learn/model/learner.h"
#include "pith/learn/model/model.h"

namespace pith {

/// Training rows that own their numbers.
struct Rows {
  std::vector<double> numbers;
  std::vector<std::uint32_t> classes;
  std::size_t columns = 0;
  std::size_t class_count = 0;

  MatrixView<const double> view() const {
    return MatrixView<const double>::row_major(numbers.data(), classes.size(), columns);
  }
  Examples examples() const {
    return {.rows = view(), .classes = classes, .class_count = class_count};
  }
};

/// Roughly a normal number: the sum of four uniform ones, with mean 0 and variance 1/3.
inline double bell(std::uint64_t seed, std::uint64_t index) {
  double sum = -2;
  for (std::uint64_t part = 0; part < 4; ++part)
    sum += Random(seed, part).uniform(index);
  return sum;
}

/// Classes in turn, each around a centre of its own; `spread` scales the deviations from it.
inline Rows clouds(std::size_t count, std::size_t columns, std::size_t class_count, double spread,
                   std::uint64_t seed) {
  Rows made{.numbers = {}, .classes = {}, .columns = columns, .class_count = class_count};
  for (std::size_t row = 0; row < count; ++row) {
    const std::size_t c = row % class_count;
    made.classes.push_back(static_cast<std::uint32_t>(c));
    for (std::size_t column = 0; column < columns; ++column) {
      const double centre = Random(99, 0).uniform(c * columns + column) * 2 - 1;
      made.numbers.push_back(centre + spread * bell(seed, row * columns + column));
    }
  }
  return made;
}

/// Training rows with numbers that own their numbers.
struct NumberRows {
  std::vector<double> values;
  std::vector<double> numbers;
  std::size_t columns = 0;

  MatrixView<const double> view() const { return view(0, numbers.size()); }
  MatrixView<const double> view(std::size_t begin, std::size_t end) const {
    return MatrixView<const double>::row_major(values.data() + begin * columns, end - begin,
                                               columns);
  }
  Examples examples() const { return examples(numbers.size()); }
  /// The first rows.
  Examples examples(std::size_t count) const {
    return {.rows = view(0, count),
            .classes = {},
            .class_count = 0,
            .categories = {},
            .numbers = std::span(numbers).first(count)};
  }
};

/// x[i][j] = ((i^2 (j + 1) + 3 i (j + 2) + j) mod 19) / 19 and y = 2 x0 - x1 + (7 i mod 5) / 10,
/// which other programs can compute, too.
inline NumberRows counted_rows(std::size_t rows, std::size_t columns) {
  NumberRows made{.values = {}, .numbers = {}, .columns = columns};
  for (std::size_t i = 0; i < rows; ++i) {
    for (std::size_t j = 0; j < columns; ++j)
      made.values.push_back(static_cast<double>((i * i * (j + 1) + 3 * i * (j + 2) + j) % 19) /
                            19.0);
    const double* const row = &made.values[i * columns];
    made.numbers.push_back(2 * row[0] - row[1] + static_cast<double>(7 * i % 5) / 10.0);
  }
  return made;
}

/// A model of the learner with this id.
inline std::unique_ptr<const Model> fit(std::string_view id, const Examples& examples,
                                        const Settings& settings = {},
                                        const Context& context = {}) {
  const Learner& wanted = learner(id);
  return wanted.fit(examples, wanted.params(settings), context);
}

inline std::vector<double> scores_of(const Model& model, const MatrixView<const double>& rows,
                                     std::size_t class_count) {
  std::vector<double> scores(rows.extent(0) * class_count);
  model.score(rows, MatrixView<double>::row_major(scores.data(), rows.extent(0), class_count));
  return scores;
}

/// The share of rows that a model misclassifies.
inline double error_rate(const Model& model, const Rows& rows) {
  const auto found = predict(model, rows.view(), rows.class_count);
  double wrong = 0;
  for (std::size_t row = 0; row < found.size(); ++row)
    wrong += found[row] != rows.classes[row] ? 1 : 0;
  return wrong / static_cast<double>(found.size());
}

/// Checks what every learner guarantees for all rows: scores are not NaN, they are -infinity
/// exactly for classes without training rows, and the first columns of a wider matrix give the same
/// result. `fit(examples)` returns a model.
template <class Fit>
void expect_promises(Fit fit) {
  std::vector<Rows> cases{
      {.numbers = {0, 1}, .classes = {0, 1}, .columns = 1, .class_count = 2},
      {.numbers = {5, 5, 5}, .classes = {2, 0, 2}, .columns = 1, .class_count = 4},
      {.numbers = {1, 7, 2, 7, 3, 7, 9, 7},
       .classes = {0, 0, 0, 1},
       .columns = 2,
       .class_count = 2},
      {.numbers = {0, 0, 0, 0, 0, 0}, .classes = {0, 1, 2}, .columns = 2, .class_count = 3},
      {.numbers = {1e6, -1e-6, -1e6, 1e-6}, .classes = {1, 0}, .columns = 2, .class_count = 2},
      clouds(5, 40, 2, 1, 1),
      clouds(30, 3, 3, 1, 2),
      clouds(30, 1, 3, 1, 2)};
  cases.push_back(clouds(24, 4, 3, 0.5, 3));
  cases.back().class_count = 5;  // two never occur
  for (std::size_t number = 0; number < cases.size(); ++number) {
    SCOPED_TRACE(testing::Message() << "case " << number);
    const Rows& rows = cases[number];
    const std::unique_ptr<const Model> model = fit(rows.examples());
    const std::vector<double> scores = scores_of(*model, rows.view(), rows.class_count);
    for (std::size_t i = 0; i < scores.size(); ++i) {
      const auto c = static_cast<std::uint32_t>(i % rows.class_count);
      const bool occurs =
          std::find(rows.classes.begin(), rows.classes.end(), c) != rows.classes.end();
      EXPECT_FALSE(std::isnan(scores[i]));
      EXPECT_EQ(scores[i] == -INFINITY, !occurs)
          << "row " << i / rows.class_count << " class " << c;
      EXPECT_LT(scores[i], INFINITY);
    }
    const std::size_t width = rows.columns + 3;
    std::vector<double> wide(rows.classes.size() * width, 1e3);
    for (std::size_t i = 0; i < rows.numbers.size(); ++i)
      wide[i / rows.columns * width + i % rows.columns] = rows.numbers[i];
    Examples front = rows.examples();
    front.rows = {wide.data(), rows.classes.size(), rows.columns, width, 1};
    EXPECT_EQ(scores_of(*fit(front), front.rows, rows.class_count), scores);
    EXPECT_TRUE(predict(*model, MatrixView<const double>(nullptr, 0, rows.columns, width, 1),
                        rows.class_count)
                    .empty());
  }
}

/// Checks that the scores of each row are logarithms of probabilities.
template <class Fit>
void expect_probabilities(Fit fit) {
  for (const std::size_t class_count : {2U, 4U}) {
    const Rows rows = clouds(40, 3, class_count, 1, 7);
    const std::vector<double> scores = scores_of(*fit(rows.examples()), rows.view(), class_count);
    for (std::size_t row = 0; row < 40; ++row) {
      double sum = 0;
      for (std::size_t c = 0; c < class_count; ++c)
        sum += std::exp(scores[row * class_count + c]);
      EXPECT_NEAR(sum, 1, 1e-12);
    }
  }
}

/// Checks what every learner of numbers guarantees for all rows: the numbers are finite, the first
/// columns of a wider matrix give the same result, and a shifted and scaled target gives shifted
/// and scaled numbers. `fit(examples)` returns a model.
template <class Fit>
void expect_number_promises(Fit fit) {
  const std::vector<NumberRows> cases{
      {.values = {0, 1}, .numbers = {0, 1}, .columns = 1},
      {.values = {5, 5, 5}, .numbers = {2, 0, 2}, .columns = 1},
      {.values = {1, 7, 2, 7, 3, 7, 9, 7}, .numbers = {0, 0, 0, 1}, .columns = 2},
      {.values = {0, 1, 2}, .numbers = {4, 4, 4}, .columns = 1},
      {.values = {1e6, -1e-6, -1e6, 1e-6}, .numbers = {1, 0}, .columns = 2},
      counted_rows(5, 20),
      counted_rows(30, 3)};
  for (std::size_t number = 0; number < cases.size(); ++number) {
    SCOPED_TRACE(testing::Message() << "case " << number);
    const NumberRows& rows = cases[number];
    const std::vector<double> found = predict_numbers(*fit(rows.examples()), rows.view());
    for (const double each : found)
      EXPECT_TRUE(std::isfinite(each));
    const std::size_t width = rows.columns + 3;
    std::vector<double> wide(rows.numbers.size() * width, 1e3);
    for (std::size_t i = 0; i < rows.values.size(); ++i)
      wide[i / rows.columns * width + i % rows.columns] = rows.values[i];
    Examples front = rows.examples();
    front.rows = {wide.data(), rows.numbers.size(), rows.columns, width, 1};
    EXPECT_EQ(predict_numbers(*fit(front), front.rows), found);
    NumberRows moved = rows;
    for (double& each : moved.numbers)
      each = 1024 * each - 4096;
    const std::vector<double> others = predict_numbers(*fit(moved.examples()), rows.view());
    for (std::size_t row = 0; row < found.size(); ++row)
      EXPECT_NEAR(others[row], 1024 * found[row] - 4096,
                  2e-3 * (4096 + 1024 * std::abs(found[row])));
  }
}

}  // namespace pith
