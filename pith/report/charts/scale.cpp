// SPDX-License-Identifier: Apache-2.0
#include "pith/report/charts/scale.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace pith::drawing {
namespace {

/// 1, 2 or 5 times a power of ten, at least `rough`.
double round_step(double rough) {
  const double power = std::pow(10.0, std::floor(std::log10(rough)));
  for (const double factor : {1.0, 2.0, 5.0}) {
    if (factor * power >= rough * (1 - 1e-9)) return factor * power;
  }
  return 10 * power;
}

std::string tick_text(double value, double step) {
  const double size = std::abs(value) < step / 2 ? 0 : value;
  if (step < 1e-4 || step >= 1e6) return size == 0 ? "0" : fmt::format("{:.3g}", size);
  const int decimals = std::max(0, static_cast<int>(-std::floor(std::log10(step) + 1e-9)));
  std::string text = fmt::format("{:.{}f}", size, decimals);
  if (text.starts_with('-')) text.replace(0, 1, "\xE2\x88\x92");
  return text;
}

/// A range that has a width. Numbers near the limits of double have none that could be divided.
Scale::Ends widened(const Range& range) {
  constexpr double most = 1e300;
  double lower = std::clamp(range.lower(), -most, most);
  double upper = std::clamp(range.upper(), -most, most);
  const double size = std::max(std::abs(lower), std::abs(upper));
  if (size < 1e-300) return {0, 1};
  if (upper - lower > 1e-9 * size) return {lower, upper};
  lower -= size / 2;
  upper += size / 2;
  return {lower, upper};
}

NiceTicks ticks_of(const Range& range, std::size_t count, double factor) {
  Scale::Ends ends = widened(range);
  const double step = round_step((ends.end - ends.start) / static_cast<double>(count));
  const double first = std::floor(ends.start / step + 1e-9);
  const double last = std::ceil(ends.end / step - 1e-9);
  NiceTicks nice{.ends = {first * step, last * step}, .ticks = {}};
  for (double at = first; at <= last; ++at)
    nice.ticks.push_back({at * step, tick_text(at * step * factor, step * factor)});
  return nice;
}

}  // namespace

void Range::add(double number) {
  if (!std::isfinite(number)) return;
  const bool is_first = is_empty();
  lower_ = is_first ? number : std::min(lower_, number);
  upper_ = is_first ? number : std::max(upper_, number);
}

Scale::Scale(Ends numbers, Ends place, bool is_log)
    : numbers_(numbers), place_(place), is_log_(is_log) {}

double Scale::operator()(double number) const {
  const double held = std::clamp(number, numbers_.start, numbers_.end);
  const double share =
      is_log_ ? std::log(held / numbers_.start) / std::log(numbers_.end / numbers_.start)
              : (held - numbers_.start) / (numbers_.end - numbers_.start);
  return place_.start + share * (place_.end - place_.start);
}

NiceTicks nice_ticks(const Range& range, std::size_t count) {
  return ticks_of(range, count, 1);
}

NiceTicks nice_percent_ticks(const Range& range, std::size_t count) {
  return ticks_of(range, count, 100);
}

}  // namespace pith::drawing
