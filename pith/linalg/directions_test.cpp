// SPDX-License-Identifier: Apache-2.0
#include "pith/linalg/directions.h"

#include <gtest/gtest.h>

#include <cmath>

#include "pith/base/random.h"

namespace pith {
inline namespace linalg {
namespace {

using Input = MatrixView<const double>;

std::vector<double> random_numbers(std::size_t count, std::uint64_t stream) {
  const Random random(3, stream);
  std::vector<double> numbers(count);
  for (std::size_t i = 0; i < count; ++i)
    numbers[i] = 2 * random.uniform(i) - 1;
  return numbers;
}

double dot(std::span<const double> a, std::span<const double> b) {
  double sum = 0;
  for (std::size_t i = 0; i < a.size(); ++i)
    sum += a[i] * b[i];
  return sum;
}

/// Vectors along orthonormal axes, so that sum[i] v_i v_i' has these eigenvalues: coordinate axes
/// reflected at a plane.
struct Axes {
  std::size_t rows = 0;
  std::vector<double> numbers = {};

  Axes(const std::vector<double>& eigenvalues, std::size_t how_many_rows) : rows(how_many_rows) {
    std::vector<double> normal = random_numbers(rows, 17);
    const double squares = dot(normal, normal);
    for (std::size_t i = 0; i < eigenvalues.size(); ++i) {
      for (std::size_t row = 0; row < rows; ++row) {
        const double axis = (row == i ? 1 : 0) - 2 * normal[i] * normal[row] / squares;
        numbers.push_back(std::sqrt(eigenvalues[i]) * axis);
      }
    }
  }
  Input view() const { return Input::row_major(numbers.data(), numbers.size() / rows, rows); }
  /// |cosine| of the angle between a direction and axis i.
  double along(std::size_t i, std::span<const double> direction) const {
    const std::span<const double> axis = std::span(numbers).subspan(i * rows, rows);
    return std::abs(dot(axis, direction)) / std::sqrt(dot(axis, axis));
  }
};

TEST(Sweep, sums_vectors_times_factors_of_their_products) {
  const std::size_t rows = 37;
  for (const std::size_t size : {1U, 64U, 200U}) {
    const std::vector<double> numbers = random_numbers(size * rows, 1);
    Directions directions(3, rows);
    directions.numbers = random_numbers(3 * rows, 2);
    const auto make = [](std::size_t begin, const Input& products,
                         const MatrixView<double>& factors) {
      for (std::size_t i = 0; i < products.extent(0); ++i) {
        for (std::size_t c = 0; c < products.extent(1); ++c)
          factors(c, i) = products(i, c) * products(i, 0) + static_cast<double>(begin + i);
      }
    };
    const Directions found =
        sweep(Input::row_major(numbers.data(), size, rows), directions, make, {.threads = 3});
    for (std::size_t c = 0; c < 3; ++c) {
      std::vector<double> expected(rows);
      for (std::size_t i = 0; i < size; ++i) {
        const std::span<const double> vector = std::span(numbers).subspan(i * rows, rows);
        const double factor =
            dot(vector, directions.at(c)) * dot(vector, directions.at(0)) + static_cast<double>(i);
        for (std::size_t row = 0; row < rows; ++row)
          expected[row] += factor * vector[row];
      }
      for (std::size_t row = 0; row < rows; ++row)
        EXPECT_NEAR(found.at(c)[row], expected[row], 1e-11) << size;
    }
  }
}

TEST(Orthonormalize, keeps_the_span_and_zeroes_dependent_directions) {
  Directions directions(4, 50);
  directions.numbers = random_numbers(200, 5);
  for (std::size_t row = 0; row < 50; ++row) {
    directions.at(1)[row] = directions.at(0)[row] + 1e-8 * directions.at(1)[row];
    directions.at(2)[row] = 3 * directions.at(0)[row] - directions.at(1)[row];
  }
  const Directions before = directions;
  orthonormalize(directions);
  for (const std::size_t c : {0U, 1U, 3U}) {
    EXPECT_NEAR(dot(directions.at(c), directions.at(c)), 1, 1e-14);
    for (std::size_t j = 0; j < c; ++j)
      EXPECT_NEAR(dot(directions.at(c), directions.at(j)), 0, 1e-14);
  }
  EXPECT_EQ(dot(directions.at(2), directions.at(2)), 0);
  // The second adds the little that it is not the first.
  const double along = dot(before.at(1), directions.at(0));
  const double across = dot(before.at(1), directions.at(1));
  EXPECT_NEAR(along * along + across * across, dot(before.at(1), before.at(1)), 1e-13);
  EXPECT_GT(across, 1e-9);
}

TEST(LeadingDirections, are_the_eigenvectors_of_the_largest_eigenvalues) {
  // Close together, so that plain iteration would take thousands of rounds.
  std::vector<double> eigenvalues;
  for (std::size_t i = 0; i < 150; ++i)
    eigenvalues.push_back(1 + static_cast<double>((i * 7) % 150) / 500);
  const Axes axes(eigenvalues, 160);
  const LeadingDirections found = leading_directions(axes.view(), 3, {});
  ASSERT_EQ(found.directions.count, 3U);
  EXPECT_LE(found.residual, 1e-12);
  for (std::size_t c = 0; c < 3; ++c) {
    const auto rank = static_cast<double>(149 - c);
    EXPECT_NEAR(found.values[c], 1 + rank / 500, 1e-12);
    const auto place =
        std::max_element(eigenvalues.begin(), eigenvalues.end()) - eigenvalues.begin();
    EXPECT_NEAR(axes.along(static_cast<std::size_t>(place), found.directions.at(c)), 1, 1e-12);
    eigenvalues[static_cast<std::size_t>(place)] = 0;
  }
}

TEST(LeadingDirections, are_found_next_to_one_that_is_a_million_times_larger) {
  std::vector<double> eigenvalues(60);
  for (std::size_t i = 0; i < 60; ++i)
    eigenvalues[i] = 1 / (1 + static_cast<double>(i));
  eigenvalues[30] = 1e6;
  const Axes axes(eigenvalues, 80);
  const LeadingDirections found = leading_directions(axes.view(), 4, {});
  EXPECT_NEAR(found.values[0], 1e6, 1e-6);
  EXPECT_NEAR(found.values[1], 1, 1e-8);
  EXPECT_NEAR(found.values[3], 1.0 / 3, 1e-8);
  EXPECT_NEAR(axes.along(2, found.directions.at(3)), 1, 1e-8);
}

TEST(LeadingDirections, are_at_most_the_rank) {
  const Axes axes({2, 1, 3}, 20);
  std::vector<double> twice = axes.numbers;
  twice.insert(twice.end(), axes.numbers.begin(), axes.numbers.end());
  const LeadingDirections found = leading_directions(Input::row_major(twice.data(), 6, 20), 5, {});
  ASSERT_EQ(found.directions.count, 3U);
  EXPECT_NEAR(found.values[0], 6, 1e-13);
  EXPECT_NEAR(found.values[2], 2, 1e-13);
}

}  // namespace
}  // namespace linalg
}  // namespace pith
