// SPDX-License-Identifier: Apache-2.0
#include "pith/measure/hsic.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <numeric>
#include <utility>

#include "pith/base/assert.h"
#include "pith/base/elementary.h"
#include "pith/base/option.h"
#include "pith/base/parallel.h"
#include "pith/measure/gaussian_kernels.h"

namespace pith {
inline namespace measure {
namespace {

/// At most this many pairs are processed together, and fewer if the set is large, so that the
/// partial distances stay in the cache.
constexpr std::size_t most_pairs = 256;
constexpr std::size_t cached_numbers = 32'768;
/// Blocks of rows, each of which has sums of its own.
constexpr std::size_t most_blocks = 64;

std::size_t padded(std::size_t rows) {
  return (rows + pair_group - 1) / pair_group * pair_group;
}

std::size_t strip_length(std::size_t set) {
  const std::size_t fits = cached_numbers / std::max<std::size_t>(set, 1) / pair_group * pair_group;
  return std::clamp(fits, pair_group, most_pairs);
}

double with_weight(std::span<const double> weights, std::size_t row) {
  return weights.empty() ? 1.0 : weights[row];
}

/// The number of pairs of ascending numbers whose difference is at most `limit`.
std::size_t pairs_within(std::span<const double> ascending, double limit) {
  std::size_t count = 0;
  std::size_t first = 0;
  for (std::size_t i = 0; i < ascending.size(); ++i) {
    while (ascending[i] - ascending[first] > limit)
      ++first;
    count += i - first;
  }
  return count;
}

/// The difference at place `place` (from 0) of all pairs, ascending. Differences are not negative,
/// so their bits are in the same order as their values: a search for the bits is exact.
double difference_at(std::span<const double> ascending, std::size_t place) {
  std::uint64_t low = 0;
  std::uint64_t high = std::bit_cast<std::uint64_t>(ascending.back() - ascending.front());
  while (low < high) {
    const std::uint64_t middle = low + (high - low) / 2;
    if (pairs_within(ascending, std::bit_cast<double>(middle)) > place) {
      high = middle;
    } else {
      low = middle + 1;
    }
  }
  return std::bit_cast<double>(low);
}

struct WeightedNumber {
  double number = 0;
  double weight = 0;
};

/// The same where a row counts as often as its weight says: also as pairs of its repetitions, whose
/// difference is 0.
double pairs_within(std::span<const WeightedNumber> ascending, double limit) {
  double count = 0;
  double near = 0;  // the weight of the rows from `first` on
  std::size_t first = 0;
  for (const auto& [number, weight] : ascending) {
    for (; number - ascending[first].number > limit; ++first)
      near -= ascending[first].weight;
    count += near * weight + weight * (weight - 1) / 2;
    near += weight;
  }
  return count;
}

/// The smallest difference up to which there are enough pairs.
template <class IsEnough>
double smallest_difference(std::span<const WeightedNumber> ascending, const IsEnough& is_enough) {
  std::uint64_t low = 0;
  std::uint64_t high =
      std::bit_cast<std::uint64_t>(ascending.back().number - ascending.front().number);
  while (low < high) {
    const std::uint64_t middle = low + (high - low) / 2;
    if (is_enough(pairs_within(ascending, std::bit_cast<double>(middle)))) {
      high = middle;
    } else {
      low = middle + 1;
    }
  }
  return std::bit_cast<double>(low);
}

}  // namespace

double ResponseKernel::rows() const {
  return std::accumulate(size.begin(), size.end(), 0.0);
}

ResponseKernel class_kernel(std::span<const std::uint32_t> classes,
                            std::span<const double> weights) {
  ResponseKernel kernel{.group = {classes.begin(), classes.end()},
                        .size = {},
                        .values = {},
                        .weights = {weights.begin(), weights.end()}};
  for (std::size_t row = 0; row < classes.size(); ++row) {
    if (classes[row] >= kernel.size.size()) kernel.size.resize(classes[row] + 1);
    kernel.size[classes[row]] += with_weight(weights, row);
  }
  const std::size_t count = kernel.groups();
  kernel.values.assign(count * count, 0.0);
  for (std::size_t c = 0; c < count; ++c)
    kernel.values[c * count + c] = kernel.size[c] > 0 ? 1 / kernel.size[c] : 0;
  return kernel;
}

ResponseKernel gaussian_kernel(std::span<const double> numbers, std::span<const double> weights) {
  std::vector<double> distinct(numbers.begin(), numbers.end());
  std::sort(distinct.begin(), distinct.end());
  distinct.erase(std::unique(distinct.begin(), distinct.end()), distinct.end());
  const std::size_t count = distinct.size();
  ResponseKernel kernel{.group = std::vector<std::uint32_t>(numbers.size()),
                        .size = std::vector<double>(count),
                        .values = std::vector<double>(count * count),
                        .weights = {weights.begin(), weights.end()}};
  for (std::size_t row = 0; row < numbers.size(); ++row) {
    const auto place = std::lower_bound(distinct.begin(), distinct.end(), numbers[row]);
    kernel.group[row] = static_cast<std::uint32_t>(place - distinct.begin());
    kernel.size[kernel.group[row]] += with_weight(weights, row);
  }
  const double width = median_distance(numbers, weights);
  for (std::size_t g = 0; g < count; ++g) {
    for (std::size_t h = 0; h < count; ++h) {
      const double step = (distinct[g] - distinct[h]) / width;
      kernel.values[g * count + h] = portable::exp(-step * step / 2);
    }
  }
  return kernel;
}

ResponseKernel kernel_of_rows(const MatrixView<const double>& values) {
  const std::size_t rows = values.extent(0);
  PITH_ASSERT(values.extent(1) == rows);
  ResponseKernel kernel{.group = std::vector<std::uint32_t>(rows),
                        .size = std::vector<double>(rows, 1.0),
                        .values = std::vector<double>(rows * rows),
                        .weights = {}};
  std::iota(kernel.group.begin(), kernel.group.end(), std::uint32_t{0});
  for (std::size_t i = 0; i < rows; ++i) {
    for (std::size_t j = 0; j < rows; ++j)
      kernel.values[i * rows + j] = values(i, j);
  }
  return kernel;
}

Hsic::Hsic(ResponseKernel response)
    : response_(std::move(response)), diagonal_(response_.groups()) {}

Hsic Hsic::biased(ResponseKernel given) {
  Hsic hsic(std::move(given));
  const ResponseKernel& response = hsic.response_;
  const std::size_t count = response.groups();
  const double n = response.rows();
  std::vector<double> means(count);
  double mean = 0;
  for (std::size_t g = 0; g < count; ++g) {
    for (std::size_t h = 0; h < count; ++h)
      means[g] += response.size[h] * response.values[g * count + h] / n;
    mean += response.size[g] * means[g] / n;
  }
  const double scale = n > 1 ? 1 / ((n - 1) * (n - 1)) : 0;
  for (std::size_t g = 0; g < count; ++g) {
    for (std::size_t h = 0; h < count; ++h) {
      double& value = hsic.response_.values[g * count + h];
      value = 2 * scale * (value - means[g] - means[h] + mean);
    }
    hsic.diagonal_[g] = hsic.response_.values[g * count + g] / 2;
  }
  return hsic;
}

Hsic Hsic::unbiased(ResponseKernel given) {
  Hsic hsic(std::move(given));
  const ResponseKernel& response = hsic.response_;
  const std::size_t count = response.groups();
  const double n = response.rows();
  PITH_ASSERT(n > 3);
  std::vector<double> sums(count);  // of a row of the kernel, without its diagonal
  double total = 0;
  for (std::size_t g = 0; g < count; ++g) {
    for (std::size_t h = 0; h < count; ++h)
      sums[g] += (response.size[h] - (g == h ? 1 : 0)) * response.values[g * count + h];
    total += response.size[g] * sums[g];
  }
  const double scale = 2 / (n * (n - 3));
  for (std::size_t g = 0; g < count; ++g) {
    for (std::size_t h = 0; h < count; ++h) {
      double& value = hsic.response_.values[g * count + h];
      value = scale * (value + total / ((n - 1) * (n - 2)) - (sums[g] + sums[h]) / (n - 2));
    }
  }
  return hsic;
}

void Hsic::weights(std::size_t row, std::size_t begin, std::span<double> out) const {
  const double* const with = &response_.values[response_.group[row] * response_.groups()];
  const double own = with_weight(response_.weights, row);
  for (std::size_t i = 0; i < out.size(); ++i) {
    const std::size_t other = begin + i;
    const bool is_pair = other > row && other < rows();
    out[i] =
        is_pair ? own * with_weight(response_.weights, other) * with[response_.group[other]] : 0.0;
  }
}

double Hsic::own_weight(std::size_t row) const {
  const std::size_t group = response_.group[row];
  const double weight = with_weight(response_.weights, row);
  return weight * diagonal_[group] +
         weight * (weight - 1) / 2 * response_.values[group * response_.groups() + group];
}

double Hsic::of_unit_diagonal() const {
  double sum = 0;
  for (std::size_t row = 0; row < rows(); ++row)
    sum += own_weight(row);
  return sum;
}

double Hsic::gaussian(std::span<const double> x, double sigma) const {
  PITH_ASSERT(x.size() == rows() && sigma > 0);
  std::vector<double> scaled(padded(rows()));
  std::transform(x.begin(), x.end(), scaled.begin(),
                 [sigma](double value) { return value / sigma; });
  const double* const column = scaled.data();
  double lanes[pair_group] = {};
  double total[most_pairs];
  double weight[most_pairs];
  for (std::size_t row = 0; row < rows(); ++row) {
    for (std::size_t begin = row / pair_group * pair_group; begin < rows(); begin += most_pairs) {
      const std::size_t count = std::min(most_pairs, scaled.size() - begin);
      weights(row, begin, {weight, count});
      add_nested({&column, 1, row, begin, count, weight}, total, lanes);
    }
  }
  return std::accumulate(lanes, lanes + pair_group, of_unit_diagonal());
}

double Hsic::linear(std::span<const double> x) const {
  PITH_ASSERT(x.size() == rows());
  const std::size_t count = response_.groups();
  std::vector<double> sums(count);
  double value = 0;
  for (std::size_t row = 0; row < rows(); ++row) {
    const std::size_t group = response_.group[row];
    const double weight = with_weight(response_.weights, row);
    sums[group] += weight * x[row];
    // The product of the sums has each pair twice, and each row with itself once.
    value += (own_weight(row) - weight * weight / 2 * response_.values[group * count + group]) *
             x[row] * x[row];
  }
  for (std::size_t g = 0; g < count; ++g) {
    for (std::size_t h = 0; h < count; ++h)
      value += response_.values[g * count + h] * sums[g] * sums[h] / 2;
  }
  return value;
}

double median_distance(std::span<const double> x) {
  if (x.size() < 2) return 1;
  std::vector<double> ascending(x.begin(), x.end());
  std::sort(ascending.begin(), ascending.end());
  const std::size_t pairs = x.size() * (x.size() - 1) / 2;
  const double upper = difference_at(ascending, pairs / 2);
  const double lower = pairs % 2 == 1 ? upper : difference_at(ascending, pairs / 2 - 1);
  const double median = lower + (upper - lower) / 2;
  return median > 0 ? median : 1;
}

double median_distance(std::span<const double> x, std::span<const double> weights) {
  if (weights.empty()) return median_distance(x);
  std::vector<WeightedNumber> ascending;
  for (std::size_t row = 0; row < x.size(); ++row)
    ascending.push_back({.number = x[row], .weight = weights[row]});
  std::erase_if(ascending, [](const WeightedNumber& entry) { return entry.weight == 0; });
  std::sort(ascending.begin(), ascending.end(),
            [](const auto& a, const auto& b) { return a.number < b.number; });
  if (ascending.empty()) return 1;
  const double half = pairs_within(ascending, std::numeric_limits<double>::infinity()) / 2;
  if (!(half > 0)) return 1;
  const double upper =
      smallest_difference(ascending, [half](double pairs) { return pairs > half; });
  const double lower =
      smallest_difference(ascending, [half](double pairs) { return pairs >= half; });
  const double median = lower + (upper - lower) / 2;
  return median > 0 ? median : 1;
}

SetHsic::SetHsic(Hsic hsic, const MatrixView<const double>& features, const Context& context)
    : hsic_(std::move(hsic)), stride_(padded(hsic_.rows())) {
  PITH_ASSERT(features.extent(1) == hsic_.rows());
  const std::uint64_t blocks = std::min(most_blocks, hsic_.rows());
  const std::uint64_t of_feature =
      stride_ + blocks * pair_group + context.thread_count() * strip_length(features.extent(0)) + 8;
  held_ = context.reserve(std::uint64_t{sizeof(double)} * of_feature * features.extent(0),
                          "the copy of the features, and partial sums for each of them,",
                          "select from fewer features (" + option("drop") + ")");
  numbers_.resize(stride_ * features.extent(0));
  for (std::size_t f = 0; f < features.extent(0); ++f) {
    for (std::size_t row = 0; row < hsic_.rows(); ++row)
      numbers_[f * stride_ + row] = features(f, row);
  }
}

std::vector<double> SetHsic::sums(std::span<const std::uint32_t> list, const Context& context,
                                  const AddStrip& add) const {
  std::vector<const double*> columns;
  for (const std::uint32_t feature : list)
    columns.push_back(&numbers_[feature * stride_]);
  const std::size_t length = strip_length(list.size());
  const std::size_t block = (hsic_.rows() + most_blocks - 1) / most_blocks;
  const std::size_t blocks = (hsic_.rows() + block - 1) / block;
  std::vector<double> lanes(blocks * list.size() * pair_group);
  parallel_blocks(context, hsic_.rows(), block, [&](std::size_t begin, std::size_t end) {
    double* const mine = &lanes[begin / block * list.size() * pair_group];
    std::vector<double> room(list.size() * length);
    std::vector<double> weights(length);
    for (std::size_t row = begin; row < end; ++row) {
      context.check_cancelled();
      for (std::size_t at = row / pair_group * pair_group; at < stride_; at += length) {
        const std::size_t count = std::min(length, stride_ - at);
        hsic_.weights(row, at, {weights.data(), count});
        add({columns.data(), columns.size(), row, at, count, weights.data()}, room.data(), mine);
      }
    }
  });
  std::vector<double> sums(list.size(), hsic_.of_unit_diagonal());
  for (std::size_t i = 0; i < lanes.size(); ++i)
    sums[i / pair_group % list.size()] += lanes[i];
  return sums;
}

std::vector<double> SetHsic::without_each(std::span<const std::uint32_t> set,
                                          const Context& context) const {
  if (set.size() <= 1) return std::vector<double>(set.size());
  const double factor = 0.5 / static_cast<double>(set.size() - 1);
  return sums(set, context, [factor](const PairStrip& strip, double* room, double* lanes) {
    add_without_each(strip, factor, room, lanes);
  });
}

std::vector<double> SetHsic::nested(std::span<const std::uint32_t> list,
                                    const Context& context) const {
  if (list.empty()) return {};
  return sums(list, context, [](const PairStrip& strip, double* room, double* lanes) {
    add_nested(strip, room, lanes);
  });
}

}  // namespace measure
}  // namespace pith
