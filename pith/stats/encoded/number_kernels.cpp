// SPDX-License-Identifier: Apache-2.0
#include "pith/stats/encoded/number_kernels.h"

#include <algorithm>
#include <cmath>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE \
  "pith/stats/encoded/number_kernels.cpp"  // Highway compiles this file once per instruction set
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace pith {
inline namespace stats {
namespace HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

void scan(const double* numbers, std::size_t count, NumberScan& found) {
  const hn::ScalableTag<double> tag;
  const hn::RebindToSigned<decltype(tag)> longs;
  const std::size_t lanes = hn::Lanes(tag);
  const auto limit = hn::Set(tag, 0x1p53);
  const auto highest = hn::Set(tag, std::numeric_limits<double>::infinity());
  const auto lowest = hn::Set(tag, -std::numeric_limits<double>::infinity());
  auto min = highest;
  auto max = lowest;
  auto missing = hn::Zero(longs);            // minus their number, in each lane
  auto fractions = hn::Lt(highest, lowest);  // none so far
  std::size_t i = 0;
  for (; i + lanes <= count; i += lanes) {
    const auto x = hn::LoadU(tag, numbers + i);
    const auto is_missing = hn::Not(hn::Eq(x, x));  // NaN is not unequal, for Highway
    min = hn::Min(min, hn::IfThenElse(is_missing, highest, x));
    max = hn::Max(max, hn::IfThenElse(is_missing, lowest, x));
    missing = hn::Add(missing, hn::BitCast(longs, hn::VecFromMask(tag, is_missing)));
    // A comparison with NaN fails, so missing values count as integers.
    fractions = hn::Or(fractions, hn::Or(hn::Lt(hn::Trunc(x), x), hn::Gt(hn::Trunc(x), x)));
    fractions = hn::Or(fractions, hn::Gt(hn::Abs(x), limit));
  }
  double least = hn::GetLane(hn::MinOfLanes(tag, min));
  double greatest = hn::GetLane(hn::MaxOfLanes(tag, max));
  std::size_t absent = static_cast<std::size_t>(-hn::GetLane(hn::SumOfLanes(longs, missing)));
  bool has_fractions = !hn::AllFalse(tag, fractions);
  for (; i < count; ++i) {
    const double x = numbers[i];
    if (std::isnan(x)) {
      ++absent;
      continue;
    }
    least = std::min(least, x);
    greatest = std::max(greatest, x);
    has_fractions = has_fractions || x != std::trunc(x) || std::abs(x) > 0x1p53;
  }
  found.min = least + 0.0;  // never -0, whichever zero came first
  found.max = greatest + 0.0;
  found.present = count - absent;
  found.are_integers = !has_fractions;
}

std::uint64_t hash_sum(const double* numbers, std::size_t count) {
  std::uint64_t sum = 0;
  std::size_t i = 0;
#if HWY_TARGET != HWY_SCALAR
  const hn::ScalableTag<double> tag;
  const hn::RebindToUnsigned<decltype(tag)> longs;
  const hn::Repartition<std::uint32_t, decltype(longs)> halves;
  const std::size_t lanes = hn::Lanes(tag);
  auto sums = hn::Zero(longs);
  for (; i + lanes <= count; i += lanes) {
    const auto x = hn::LoadU(tag, numbers + i);
    const auto bits = hn::BitCast(longs, hn::Add(x, hn::Zero(tag)));
    auto hash = bits;
    for (const std::uint64_t key :
         {0x9E3779B97F4A7C15U, 0xC2B2AE3D27D4EB4FU, 0x165667B19E3779F9U}) {
      const auto mixed = hn::Xor(hash, hn::Set(longs, key));
      const auto product =
          hn::MulEven(hn::BitCast(halves, mixed), hn::BitCast(halves, hn::ShiftRight<32>(mixed)));
      hash = hn::Add(product, hn::Xor(bits, hn::ShiftLeft<1>(hash)));
      hash = hn::Xor(hash, hn::ShiftRight<29>(hash));
    }
    const auto is_present = hn::BitCast(longs, hn::VecFromMask(tag, hn::Eq(x, x)));
    sums = hn::Add(sums, hn::And(hash, is_present));
  }
  sum = hn::GetLane(hn::SumOfLanes(longs, sums));
#endif
  for (; i < count; ++i) {
    if (!std::isnan(numbers[i])) sum += number_hash(numbers[i]);
  }
  return sum;
}

// Where the quotient of integers is not an integer, its distance from one is at least 1 / step, and
// the error of the division is smaller: it is never rounded to one.
bool multiples(const double* numbers, std::size_t count, double origin, double step) {
  const hn::ScalableTag<double> tag;
  const std::size_t lanes = hn::Lanes(tag);
  const auto first = hn::Set(tag, origin);
  const auto divisor = hn::Set(tag, step);
  auto fractions = hn::Lt(first, first);  // none so far
  std::size_t i = 0;
  for (; i + lanes <= count; i += lanes) {
    const auto quotient = hn::Div(hn::Sub(hn::LoadU(tag, numbers + i), first), divisor);
    const auto whole = hn::Trunc(quotient);
    fractions = hn::Or(fractions, hn::Or(hn::Lt(whole, quotient), hn::Gt(whole, quotient)));
  }
  bool are_whole = hn::AllFalse(tag, fractions);
  for (; i < count; ++i) {
    const double quotient = (numbers[i] - origin) / step;
    are_whole = are_whole && (std::isnan(quotient) || std::trunc(quotient) == quotient);
  }
  return are_whole;
}

void codes_by_few_cuts(const double* numbers, std::size_t count, std::span<const double> cuts,
                       std::int32_t missing, std::int32_t* out) {
  const hn::ScalableTag<double> tag;
  const hn::Rebind<std::int32_t, decltype(tag)> ints;
  const std::size_t lanes = hn::Lanes(tag);
  const auto one = hn::Set(tag, 1.0);
  const auto absent = hn::Set(tag, static_cast<double>(missing));
  std::size_t i = 0;
  for (; i + lanes <= count; i += lanes) {
    const auto x = hn::LoadU(tag, numbers + i);
    auto code = hn::Zero(tag);
    for (const double cut : cuts)
      code = hn::Add(code, hn::IfThenElseZero(hn::Gt(x, hn::Set(tag, cut)), one));
    code = hn::IfThenElse(hn::Eq(x, x), code, absent);
    hn::StoreU(hn::DemoteTo(ints, code), ints, out + i);
  }
  for (; i < count; ++i) {
    std::int32_t code = 0;
    for (const double cut : cuts)
      code += numbers[i] > cut ? 1 : 0;
    out[i] = std::isnan(numbers[i]) ? missing : code;
  }
}

}  // namespace HWY_NAMESPACE
}  // namespace stats
}  // namespace pith
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace pith {
inline namespace stats {
HWY_EXPORT(scan);
HWY_EXPORT(hash_sum);
HWY_EXPORT(multiples);
HWY_EXPORT(codes_by_few_cuts);

NumberScan scan_numbers(std::span<const double> numbers) {
  NumberScan found;
  HWY_DYNAMIC_DISPATCH(scan)(numbers.data(), numbers.size(), found);
  return found;
}

std::uint64_t number_hash_sum(std::span<const double> numbers) {
  return HWY_DYNAMIC_DISPATCH(hash_sum)(numbers.data(), numbers.size());
}

bool are_multiples(std::span<const double> numbers, double origin, double step) {
  return HWY_DYNAMIC_DISPATCH(multiples)(numbers.data(), numbers.size(), origin, step);
}

void codes_by_cuts(std::span<const double> numbers, std::span<const double> cuts,
                   std::uint32_t missing, std::uint32_t* out) {
  constexpr std::size_t few = 24;
  if (cuts.size() <= few) {
    HWY_DYNAMIC_DISPATCH(codes_by_few_cuts)
    (numbers.data(), numbers.size(), cuts, static_cast<std::int32_t>(missing),
     reinterpret_cast<std::int32_t*>(out));
    return;
  }
  for (const double x : numbers)
    *out++ = std::isnan(x) ? missing : static_cast<std::uint32_t>(count_below(cuts, x));
}
}  // namespace stats
}  // namespace pith
#endif
