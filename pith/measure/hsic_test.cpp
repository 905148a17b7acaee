// SPDX-License-Identifier: Apache-2.0
#include "pith/measure/hsic.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <vector>

#include "pith/base/random.h"
#include "pith/measure/gaussian_kernels.h"
#include "tests/support/tables.h"

namespace pith {
namespace {

using Matrix = std::vector<std::vector<double>>;

Matrix kernel(std::size_t n, const std::function<double(std::size_t, std::size_t)>& value) {
  Matrix result(n, std::vector<double>(n));
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t j = 0; j < n; ++j)
      result[i][j] = value(i, j);
  }
  return result;
}

/// tr(KHLH) / (n-1)^2, as written.
double naive_biased(const Matrix& k, const Matrix& l) {
  const std::size_t n = k.size();
  const auto centred = [n](const Matrix& m) {
    Matrix result = m;
    std::vector<double> means(n);
    double mean = 0;
    for (std::size_t i = 0; i < n; ++i) {
      for (std::size_t j = 0; j < n; ++j)
        means[i] += m[i][j] / static_cast<double>(n);
      mean += means[i] / static_cast<double>(n);
    }
    for (std::size_t i = 0; i < n; ++i) {
      for (std::size_t j = 0; j < n; ++j)
        result[i][j] += mean - means[i] - means[j];
    }
    return result;
  };
  const Matrix a = centred(k);
  const Matrix b = centred(l);
  double sum = 0;
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t j = 0; j < n; ++j)
      sum += a[i][j] * b[i][j];
  }
  return sum / static_cast<double>((n - 1) * (n - 1));
}

/// The mean over all quadruples of different rows of k_ij l_ij + k_ij l_qr - 2 k_ij l_iq.
double naive_unbiased(const Matrix& k, const Matrix& l) {
  const std::size_t n = k.size();
  double sum = 0;
  double count = 0;
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t j = 0; j < n; ++j) {
      for (std::size_t q = 0; q < n; ++q) {
        for (std::size_t r = 0; r < n; ++r) {
          if (i == j || i == q || i == r || j == q || j == r || q == r) continue;
          sum += k[i][j] * (l[i][j] + l[q][r] - 2 * l[i][q]);
          ++count;
        }
      }
    }
  }
  return sum / count;
}

struct Data {
  std::vector<double> x;
  std::vector<std::uint32_t> classes;
};

Data data(std::size_t n, std::uint64_t seed) {
  const Random random(seed, 0);
  Data made{std::vector<double>(n), random_codes(n, 3, seed)};
  for (std::size_t row = 0; row < n; ++row)
    made.x[row] = 3 * random.uniform(row) + made.classes[row];
  return made;
}

Matrix class_matrix(const std::vector<std::uint32_t>& classes) {
  return kernel(classes.size(), [&](std::size_t i, std::size_t j) {
    const auto size = std::count(classes.begin(), classes.end(), classes[i]);
    return classes[i] == classes[j] ? 1.0 / static_cast<double>(size) : 0.0;
  });
}

TEST(Hsic, equals_its_definitions) {
  for (const std::size_t n : {4U, 9U, 17U}) {
    const Data made = data(n, n);
    const Matrix l = class_matrix(made.classes);
    const ResponseKernel response = class_kernel(made.classes, {});
    const Matrix gauss = kernel(n, [&](std::size_t i, std::size_t j) {
      return std::exp(-std::pow(made.x[i] - made.x[j], 2) / (2 * 0.7 * 0.7));
    });
    const Matrix linear =
        kernel(n, [&](std::size_t i, std::size_t j) { return made.x[i] * made.x[j]; });
    EXPECT_NEAR(Hsic::biased(response).gaussian(made.x, 0.7), naive_biased(gauss, l), 1e-14);
    EXPECT_NEAR(Hsic::unbiased(response).gaussian(made.x, 0.7), naive_unbiased(gauss, l), 1e-14);
    EXPECT_NEAR(Hsic::biased(response).linear(made.x), naive_biased(linear, l), 1e-13);
    EXPECT_NEAR(Hsic::unbiased(response).linear(made.x), naive_unbiased(linear, l), 1e-13);
  }
}

TEST(Hsic, takes_any_kernel_of_the_response) {
  const Data made = data(12, 5);
  const Matrix l = class_matrix(made.classes);
  std::vector<double> flat;
  for (const auto& row : l)
    flat.insert(flat.end(), row.begin(), row.end());
  const ResponseKernel rows =
      kernel_of_rows(MatrixView<const double>::row_major(flat.data(), 12, 12));
  const ResponseKernel classes = class_kernel(made.classes, {});
  EXPECT_NEAR(Hsic::biased(rows).gaussian(made.x, 1), Hsic::biased(classes).gaussian(made.x, 1),
              1e-15);
  EXPECT_NEAR(Hsic::unbiased(rows).linear(made.x), Hsic::unbiased(classes).linear(made.x), 1e-14);
}

TEST(Hsic, takes_weights_as_repetitions) {
  const Data made = data(10, 6);
  std::vector<double> weights(10);
  Data repeated;
  for (std::size_t row = 0; row < 10; ++row) {
    weights[row] = static_cast<double>(row % 4);
    repeated.x.insert(repeated.x.end(), row % 4, made.x[row]);
    repeated.classes.insert(repeated.classes.end(), row % 4, made.classes[row]);
  }
  for (const auto make : {Hsic::biased, Hsic::unbiased}) {
    const Hsic weighted = make(class_kernel(made.classes, weights));
    const Hsic plain = make(class_kernel(repeated.classes, {}));
    EXPECT_NEAR(weighted.gaussian(made.x, 0.9), plain.gaussian(repeated.x, 0.9), 1e-15);
    EXPECT_NEAR(weighted.linear(made.x), plain.linear(repeated.x), 1e-14);
  }
}

TEST(Hsic, of_a_constant_is_zero) {
  const Data made = data(30, 7);
  const std::vector<double> constant(30, 5.0);
  EXPECT_NEAR(Hsic::biased(class_kernel(made.classes, {})).gaussian(constant, 1), 0, 1e-16);
  EXPECT_NEAR(Hsic::unbiased(class_kernel(made.classes, {})).gaussian(constant, 1), 0, 1e-16);
}

TEST(MedianDistance, is_the_middle_of_all_pairs) {
  EXPECT_EQ(median_distance(std::vector<double>{0, 1, 3}), 2);
  EXPECT_EQ(median_distance(std::vector<double>{0, 0, 0, 7}), 3.5);
  EXPECT_EQ(median_distance(std::vector<double>{0, 0, 0, 0, 7}), 1);  // instead of 0
  EXPECT_EQ(median_distance(std::vector<double>{4}), 1);
  for (const std::size_t n : {10U, 31U, 64U}) {
    const Data made = data(n, n);
    std::vector<double> all;
    for (std::size_t i = 0; i < n; ++i) {
      for (std::size_t j = 0; j < i; ++j)
        all.push_back(std::abs(made.x[i] - made.x[j]));
    }
    std::sort(all.begin(), all.end());
    const std::size_t half = all.size() / 2;
    const double median = all.size() % 2 == 1 ? all[half] : (all[half - 1] + all[half]) / 2;
    EXPECT_DOUBLE_EQ(median_distance(made.x), median);
  }
}

TEST(SetHsic, equals_the_criterion_of_each_set) {
  constexpr std::size_t rows = 37;
  constexpr std::size_t features = 6;
  const Random random(3, 0);
  const auto classes = random_codes(rows, 3, 8);
  std::vector<double> numbers(rows * features);
  for (std::size_t i = 0; i < numbers.size(); ++i)
    numbers[i] = 4 * random.uniform(i) + (i < rows ? classes[i] : 0);
  const SetHsic values(Hsic::unbiased(class_kernel(classes, {})),
                       MatrixView<const double>::row_major(numbers.data(), features, rows), {});
  const auto naive = [&](const std::vector<std::uint32_t>& set) {
    const Matrix k = kernel(rows, [&](std::size_t i, std::size_t j) {
      double distance = 0;
      for (const std::uint32_t f : set)
        distance += std::pow(numbers[f * rows + i] - numbers[f * rows + j], 2);
      return std::exp(-distance / (2 * static_cast<double>(set.size())));
    });
    // Through the linear form, which the tests above compare with the definition.
    const Hsic hsic = Hsic::unbiased(class_kernel(classes, {}));
    std::vector<double> weights(rows);
    double sum = 0;
    for (std::size_t i = 0; i < rows; ++i) {
      hsic.weights(i, 0, weights);
      for (std::size_t j = i + 1; j < rows; ++j)
        sum += weights[j] * k[i][j];
    }
    return sum;
  };
  const std::vector<std::uint32_t> set{0, 2, 3, 5};
  const std::vector<double> without = values.without_each(set, {});
  for (std::size_t out = 0; out < set.size(); ++out) {
    std::vector<std::uint32_t> rest = set;
    rest.erase(rest.begin() + static_cast<std::ptrdiff_t>(out));
    EXPECT_NEAR(without[out], naive(rest), 1e-15);
  }
  const std::vector<std::uint32_t> list{5, 0, 4};
  const std::vector<double> nested = values.nested(list, {});
  for (std::size_t size = 1; size <= list.size(); ++size) {
    const auto end = list.begin() + static_cast<std::ptrdiff_t>(size);
    EXPECT_NEAR(nested[size - 1], naive({list.begin(), end}), 1e-15);
  }
  EXPECT_EQ(values.without_each(std::vector<std::uint32_t>{4}, {}), std::vector<double>{0});
}

TEST(Hsic, of_numbers_agrees_with_the_kernel_of_all_rows) {
  const std::vector<double> y{3, 1, 4, 1, 5, 9, 2, 6, 5, 3};
  const std::vector<double> x{2, 7, 1, 8, 2, 8, 1, 8, 2, 9};
  const double width = median_distance(y);
  std::vector<double> values;
  for (const double a : y) {
    for (const double b : y)
      values.push_back(std::exp(-(a - b) * (a - b) / (2 * width * width)));
  }
  const ResponseKernel rows =
      kernel_of_rows(MatrixView<const double>::row_major(values.data(), 10, 10));
  const ResponseKernel groups = gaussian_kernel(y, {});
  EXPECT_EQ(groups.groups(), 7U);
  EXPECT_NEAR(Hsic::unbiased(groups).gaussian(x, 2), Hsic::unbiased(rows).gaussian(x, 2), 1e-14);
  EXPECT_NEAR(Hsic::biased(groups).gaussian(x, 2), Hsic::biased(rows).gaussian(x, 2), 1e-14);
}

TEST(MedianDistance, treats_weights_as_repetition) {
  const std::vector<double> x{4, 1, 9, 2, 5};
  EXPECT_EQ(median_distance(x, {}), median_distance(x));
  const std::vector<double> weights{2, 1, 0, 3, 1};
  EXPECT_EQ(median_distance(x, weights), median_distance(std::vector<double>{4, 4, 1, 2, 2, 2, 5}));
  const std::vector<double> even{1, 2, 0, 1, 1};
  EXPECT_EQ(median_distance(x, even), median_distance(std::vector<double>{4, 1, 1, 2, 5}));
  EXPECT_EQ(median_distance(x, std::vector<double>{1, 0, 0, 0, 0}), 1);
}

TEST(GaussianKernels, exponentials_are_accurate) {
  std::vector<double> values(8000);
  for (std::size_t i = 0; i < values.size(); ++i)
    values[i] = 700.0 * static_cast<double>(i) / 8000.0;
  std::vector<double> found = values;
  negative_exponentials(found.data(), found.size());
  for (std::size_t i = 0; i < values.size(); ++i)
    ASSERT_NEAR(found[i] / std::exp(-values[i]), 1, 1e-15) << values[i];
  std::vector<double> far(pair_group, 1e300);
  negative_exponentials(far.data(), far.size());
  EXPECT_LT(far[0], 1e-307);
}

}  // namespace
}  // namespace pith
