// SPDX-License-Identifier: Apache-2.0
#include "pith/learn/trees/split_kernels.h"

#include <algorithm>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE \
  "pith/learn/trees/split_kernels.cpp"  // Highway compiles this file once per instruction set
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace pith::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

template <class T>
HWY_INLINE Extremes<T> extremes(const T* values, std::size_t size) {
  const hn::ScalableTag<T> tag;
  const std::size_t lanes = hn::Lanes(tag);
  T low = values[0];
  T high = values[0];
  std::size_t i = 0;
  if (size >= lanes) {
    auto lows = hn::LoadU(tag, values);
    auto highs = lows;
    for (i = lanes; i + lanes <= size; i += lanes) {
      const auto next = hn::LoadU(tag, values + i);
      lows = hn::Min(lows, next);
      highs = hn::Max(highs, next);
    }
    HWY_ALIGN T kept[2][HWY_MAX_BYTES / sizeof(T)];
    hn::Store(lows, tag, kept[0]);
    hn::Store(highs, tag, kept[1]);
    low = *std::min_element(kept[0], kept[0] + lanes);
    high = *std::max_element(kept[1], kept[1] + lanes);
  }
  for (; i < size; ++i) {
    low = std::min(low, values[i]);
    high = std::max(high, values[i]);
  }
  return {low, high};
}

template <class T>
HWY_INLINE void count(const T* values, std::span<const std::uint32_t> sizes, T limit,
                      std::uint32_t* counts) {
  const hn::ScalableTag<T> tag;
  const std::size_t lanes = hn::Lanes(tag);
  const auto bound = hn::Set(tag, limit);
  for (std::size_t run = 0; run < sizes.size(); ++run) {
    const std::size_t size = sizes[run];
    std::size_t found = 0;
    std::size_t i = 0;
    for (; i + lanes <= size; i += lanes)  // bytes have no comparison by size
      found += hn::CountTrue(tag, hn::Eq(hn::Max(hn::LoadU(tag, values + i), bound), bound));
    for (; i < size; ++i)
      found += values[i] <= limit ? 1 : 0;
    counts[run] = static_cast<std::uint32_t>(found);
    values += size;
  }
}

Extremes<std::uint8_t> byte_extremes(const std::uint8_t* values, std::size_t size) {
  return extremes(values, size);
}
Extremes<float> float_extremes(const float* values, std::size_t size) {
  return extremes(values, size);
}
Extremes<double> double_extremes(const double* values, std::size_t size) {
  return extremes(values, size);
}
void count_bytes(const std::uint8_t* values, std::span<const std::uint32_t> sizes,
                 std::uint8_t limit, std::uint32_t* counts) {
  count(values, sizes, limit, counts);
}
void count_floats(const float* values, std::span<const std::uint32_t> sizes, float limit,
                  std::uint32_t* counts) {
  count(values, sizes, limit, counts);
}
void count_doubles(const double* values, std::span<const std::uint32_t> sizes, double limit,
                   std::uint32_t* counts) {
  count(values, sizes, limit, counts);
}

HWY_INLINE double gain_at(const CutSums& node, std::size_t i) {
  const double left = node.sums[i];
  const double right = node.sums.back() - left;
  return left * left / node.sizes[i] + right * right / (node.sizes.back() - node.sizes[i]);
}

BestCut find_best_cut(const CutSums& node) {
  const hn::ScalableTag<double> tag;
  const std::size_t lanes = hn::Lanes(tag);
  const std::size_t cuts = node.sums.size() - 1;
  const auto sum = hn::Set(tag, node.sums.back());
  const auto total = hn::Set(tag, node.sizes.back());
  // The largest gain of each lane, with its place, as a double: exact up to 2^53.
  auto best = hn::Set(tag, -1.0);
  auto places = hn::Zero(tag);
  auto place = hn::Iota(tag, 1.0);
  const auto step = hn::Set(tag, static_cast<double>(lanes));
  const hn::Rebind<std::uint32_t, decltype(tag)> number_tag;
  std::size_t i = 0;
  for (; i + lanes <= cuts; i += lanes) {
    const auto left = hn::LoadU(tag, &node.sums[i]);
    const auto right = hn::Sub(sum, left);
    const auto size = hn::LoadU(tag, &node.sizes[i]);
    const auto gain = hn::Add(hn::Div(hn::Mul(left, left), size),
                              hn::Div(hn::Mul(right, right), hn::Sub(total, size)));
    // The numbers grow, so a difference is positive and fits.
    const auto ahead =
        hn::PromoteTo(tag, hn::BitCast(hn::RebindToSigned<decltype(number_tag)>(),
                                       hn::Sub(hn::LoadU(number_tag, &node.numbers[i + 1]),
                                               hn::LoadU(number_tag, &node.numbers[i]))));
    const auto is_better = hn::And(hn::Gt(gain, best), hn::Gt(ahead, hn::Zero(tag)));
    best = hn::IfThenElse(is_better, gain, best);
    places = hn::IfThenElse(is_better, place, places);
    place = hn::Add(place, step);
  }
  HWY_ALIGN double gains[HWY_MAX_BYTES / sizeof(double)];
  HWY_ALIGN double where[HWY_MAX_BYTES / sizeof(double)];
  hn::Store(best, tag, gains);
  hn::Store(places, tag, where);
  BestCut found{.place = 0, .gain = -1};
  for (std::size_t lane = 0; lane < lanes; ++lane) {
    const auto at = static_cast<std::size_t>(where[lane]);
    if (at == 0) continue;
    if (gains[lane] > found.gain || (gains[lane] == found.gain && at < found.place))
      found = {.place = at, .gain = gains[lane]};
  }
  for (; i < cuts; ++i) {
    if (node.numbers[i] == node.numbers[i + 1]) continue;
    const double gain = gain_at(node, i);
    if (gain > found.gain) found = {.place = i + 1, .gain = gain};
  }
  return found;
}

}  // namespace pith::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace pith {

HWY_EXPORT(byte_extremes);
HWY_EXPORT(float_extremes);
HWY_EXPORT(double_extremes);
HWY_EXPORT(count_bytes);
HWY_EXPORT(count_floats);
HWY_EXPORT(count_doubles);
HWY_EXPORT(find_best_cut);

Extremes<std::uint8_t> extremes_of(std::span<const std::uint8_t> values) {
  return HWY_DYNAMIC_DISPATCH(byte_extremes)(values.data(), values.size());
}
Extremes<float> extremes_of(std::span<const float> values) {
  return HWY_DYNAMIC_DISPATCH(float_extremes)(values.data(), values.size());
}
Extremes<double> extremes_of(std::span<const double> values) {
  return HWY_DYNAMIC_DISPATCH(double_extremes)(values.data(), values.size());
}
void count_at_most(const std::uint8_t* values, std::span<const std::uint32_t> sizes,
                   std::uint8_t limit, std::uint32_t* counts) {
  HWY_DYNAMIC_DISPATCH(count_bytes)(values, sizes, limit, counts);
}
void count_at_most(const float* values, std::span<const std::uint32_t> sizes, float limit,
                   std::uint32_t* counts) {
  HWY_DYNAMIC_DISPATCH(count_floats)(values, sizes, limit, counts);
}
void count_at_most(const double* values, std::span<const std::uint32_t> sizes, double limit,
                   std::uint32_t* counts) {
  HWY_DYNAMIC_DISPATCH(count_doubles)(values, sizes, limit, counts);
}
BestCut best_cut(const CutSums& node) {
  return HWY_DYNAMIC_DISPATCH(find_best_cut)(node);
}

}  // namespace pith
#endif  // HWY_ONCE
