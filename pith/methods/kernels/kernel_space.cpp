// SPDX-License-Identifier: Apache-2.0
#include "pith/methods/kernels/kernel_space.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <numeric>

#include "pith/base/assert.h"
#include "pith/base/random.h"
#include "pith/linalg/matrix_kernels.h"
#include "pith/linalg/product_kernels.h"
#include "pith/measure/gaussian_kernels.h"

namespace pith {
inline namespace families {
namespace {

/// The factorisation of the Gaussian kernel of ascending distinct numbers: factor t has one element
/// per number.
class GaussianFactors {
 public:
  GaussianFactors(std::span<const double> numbers, const Context& context)
      : numbers_(numbers),
        stride_((numbers.size() + pair_group - 1) / pair_group * pair_group),
        left_(numbers.size(), 1.0) {
    constexpr double tolerance = 1e-13;
    for (;;) {
      context.check_cancelled();
      const auto pivot = std::max_element(left_.begin(), left_.end());
      if (*pivot <= tolerance) return;
      add(static_cast<std::size_t>(pivot - left_.begin()));
    }
  }

  std::size_t rank() const { return rank_; }
  const double* factor(std::size_t t) const { return &factors_[t * stride_]; }

 private:
  void add(std::size_t pivot) {
    factors_.resize((rank_ + 1) * stride_);
    double* const next = &factors_[rank_ * stride_];
    for (std::size_t i = 0; i < numbers_.size(); ++i) {
      const double step = numbers_[i] - numbers_[pivot];
      next[i] = step * step / 2;
    }
    negative_exponentials(next, stride_);
    std::vector<const double*> rows;
    std::vector<double> at_pivot;
    for (std::size_t t = 0; t < rank_; ++t) {
      rows.push_back(factor(t));
      at_pivot.push_back(factor(t)[pivot]);
    }
    subtract_products(rows, at_pivot.data(), {&next, 1}, 0, numbers_.size());
    const double scale = 1 / std::sqrt(left_[pivot]);
    for (std::size_t i = 0; i < numbers_.size(); ++i) {
      next[i] *= scale;
      left_[i] -= next[i] * next[i];
    }
    left_[pivot] = 0;
    ++rank_;
  }

  std::span<const double> numbers_;
  std::size_t stride_;
  std::vector<double> left_;  // of the diagonal
  std::vector<double> factors_;
  std::size_t rank_ = 0;
};

class AllPairs final : public KernelSpace {
 public:
  AllPairs(std::size_t rows, std::span<const double> weights, const Context& context)
      : context_(context) {
    for (std::size_t row = 0; row < rows; ++row) {
      const double weight = weights.empty() ? 1.0 : weights[row];
      if (weight == 0) continue;
      rows_.push_back(row);
      weights_.push_back(weight);
      roots_.push_back(std::sqrt(weight));
    }
    total_ = std::accumulate(weights_.begin(), weights_.end(), 0.0);
  }

  KernelVector gaussian(std::span<const double> x) const override {
    const std::size_t count = rows_.size();
    std::vector<std::size_t> order(count);
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::sort(order.begin(), order.end(),
              [&](std::size_t a, std::size_t b) { return x[rows_[a]] < x[rows_[b]]; });
    std::vector<double> distinct;
    std::vector<std::size_t> place(count);
    for (const std::size_t i : order) {
      const double number = x[rows_[i]];
      if (distinct.empty() || number != distinct.back()) distinct.push_back(number);
      place[i] = distinct.size() - 1;
    }
    if (distinct.size() < 2) return {};
    const GaussianFactors factors(distinct, context_);
    KernelVector vector{std::vector<double>(factors.rank() * count), factors.rank()};
    for (std::size_t t = 0; t < vector.rank; ++t) {
      for (std::size_t i = 0; i < count; ++i)
        vector.numbers[t * count + i] = factors.factor(t)[place[i]];
    }
    return centred(std::move(vector));
  }

  KernelVector classes(std::span<const std::uint32_t> codes) const override {
    std::vector<double> sizes;
    for (std::size_t i = 0; i < rows_.size(); ++i) {
      const std::uint32_t code = codes[rows_[i]];
      if (code >= sizes.size()) sizes.resize(code + 1);
      sizes[code] += weights_[i];
    }
    KernelVector vector{std::vector<double>(sizes.size() * rows_.size()), sizes.size()};
    for (std::size_t i = 0; i < rows_.size(); ++i) {
      const std::uint32_t code = codes[rows_[i]];
      vector.numbers[code * rows_.size() + i] = 1 / std::sqrt(sizes[code]);
    }
    const auto used =
        std::count_if(sizes.begin(), sizes.end(), [](double size) { return size > 0; });
    return used < 2 ? KernelVector{} : centred(std::move(vector));
  }

  double inner(const KernelVector& a, const KernelVector& b) const override {
    if (a.rank == 0 || b.rank == 0) return 0;
    std::vector<double> products(a.rank * b.rank);
    std::vector<double> part(products.size());
    const std::size_t count = rows_.size();
    for (std::size_t begin = 0; begin < count; begin += rows_per_part) {
      context_.check_cancelled();
      const std::size_t size = std::min(rows_per_part, count - begin);
      multiply({a.numbers.data() + begin, a.rank, size, count, 1},
               {b.numbers.data() + begin, size, b.rank, 1, count},
               MatrixView<double>::row_major(part.data(), a.rank, b.rank));
      std::transform(products.begin(), products.end(), part.begin(), products.begin(),
                     std::plus<>());
    }
    return std::inner_product(products.begin(), products.end(), products.begin(), 0.0);
  }

 private:
  static constexpr std::size_t rows_per_part = 65'536;

  KernelVector centred(KernelVector vector) const {
    const std::size_t count = rows_.size();
    for (std::size_t t = 0; t < vector.rank; ++t) {
      double* const factor = &vector.numbers[t * count];
      const double mean =
          std::inner_product(weights_.begin(), weights_.end(), factor, 0.0) / total_;
      for (std::size_t i = 0; i < count; ++i)
        factor[i] = roots_[i] * (factor[i] - mean);
    }
    const double scale = 1 / std::sqrt(std::sqrt(inner(vector, vector)));
    for (double& number : vector.numbers)
      number *= scale;
    return vector;
  }

  const Context& context_;
  std::vector<std::size_t> rows_;  // of positive weight
  std::vector<double> weights_;    // of these
  std::vector<double> roots_;      // of the weights
  double total_ = 0;
};

class Blocks final : public KernelSpace {
 public:
  explicit Blocks(const RowBlocks& blocks) : size_(blocks.size) {
    PITH_ASSERT(size_ >= 2 && size_ <= blocks.rows);
    const std::size_t used = blocks.rows / size_ * size_;
    for (std::size_t m = 0; m < blocks.permutations; ++m) {
      const std::vector<std::size_t> order = Random(blocks.seed, m).permutation(blocks.rows);
      rows_.insert(rows_.end(), order.begin(), order.begin() + static_cast<std::ptrdiff_t>(used));
    }
    scale_ = 1 / std::sqrt(static_cast<double>(rows_.size() / size_));
  }

  KernelVector gaussian(std::span<const double> x) const override {
    const auto fill = [x](std::span<const std::size_t> rows, std::vector<double>& kernel) {
      std::size_t at = 0;
      for (const std::size_t a : rows) {
        for (const std::size_t b : rows)
          kernel[at++] = (x[a] - x[b]) * (x[a] - x[b]) / 2;
      }
      negative_exponentials(kernel.data(), kernel.size());
    };
    return made(fill);
  }

  KernelVector classes(std::span<const std::uint32_t> codes) const override {
    const auto fill = [codes](std::span<const std::size_t> rows, std::vector<double>& kernel) {
      std::size_t at = 0;
      for (const std::size_t a : rows) {
        const auto size = std::count_if(rows.begin(), rows.end(),
                                        [&](std::size_t row) { return codes[row] == codes[a]; });
        for (const std::size_t b : rows)
          kernel[at++] = codes[a] == codes[b] ? 1 / static_cast<double>(size) : 0;
      }
    };
    return made(fill);
  }

  double inner(const KernelVector& a, const KernelVector& b) const override {
    // Several sums, because one would wait for every addition.
    double sums[pair_group] = {};
    const std::size_t whole = a.numbers.size() / pair_group * pair_group;
    for (std::size_t i = 0; i < whole; i += pair_group) {
      for (std::size_t lane = 0; lane < pair_group; ++lane)
        sums[lane] += a.numbers[i + lane] * b.numbers[i + lane];
    }
    double sum = 0;
    for (std::size_t i = whole; i < a.numbers.size(); ++i)
      sum += a.numbers[i] * b.numbers[i];
    return std::accumulate(sums, sums + pair_group, sum);
  }

 private:
  /// Keeps the upper triangles; elements beside the diagonal count twice.
  template <class Fill>
  KernelVector made(const Fill& fill) const {
    KernelVector vector;
    vector.numbers.reserve(rows_.size() * (size_ + 1) / 2);
    std::vector<double> kernel((size_ * size_ + pair_group - 1) / pair_group * pair_group);
    std::vector<double> means(size_);
    for (std::size_t begin = 0; begin < rows_.size(); begin += size_) {
      fill(std::span(rows_).subspan(begin, size_), kernel);
      const double norm = centre(kernel, means);
      const double scale = norm > 0 ? scale_ / norm : 0;
      for (std::size_t i = 0; i < size_; ++i) {
        vector.numbers.push_back(scale * kernel[i * size_ + i]);
        for (std::size_t j = i + 1; j < size_; ++j)
          vector.numbers.push_back(scale * std::sqrt(2.0) * kernel[i * size_ + j]);
      }
    }
    return vector;
  }

  /// Centres a kernel and returns its norm; 0 if it is constant but for rounding.
  double centre(std::vector<double>& kernel, std::vector<double>& means) const {
    const auto size = static_cast<double>(size_);
    double mean = 0;
    for (std::size_t i = 0; i < size_; ++i) {
      means[i] = std::accumulate(&kernel[i * size_], &kernel[i * size_] + size_, 0.0) / size;
      mean += means[i] / size;
    }
    double squares = 0;
    for (std::size_t i = 0; i < size_; ++i) {
      for (std::size_t j = 0; j < size_; ++j) {
        double& value = kernel[i * size_ + j];
        value += mean - means[i] - means[j];
        squares += value * value;
      }
    }
    const double norm = std::sqrt(squares);
    return norm > 1e-14 * size ? norm : 0;
  }

  std::size_t size_;
  std::vector<std::size_t> rows_;  // of the blocks, one after the other
  double scale_ = 0;               // so that a kernel has norm 1
};

}  // namespace

std::unique_ptr<KernelSpace> space_of_all_pairs(std::size_t rows, std::span<const double> weights,
                                                const Context& context) {
  return std::make_unique<AllPairs>(rows, weights, context);
}

std::unique_ptr<KernelSpace> space_of_blocks(const RowBlocks& blocks) {
  return std::make_unique<Blocks>(blocks);
}

}  // namespace families
}  // namespace pith
