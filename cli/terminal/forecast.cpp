// SPDX-License-Identifier: Apache-2.0
#include "cli/terminal/forecast.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "cli/terminal/display.h"
#include "pith/base/text.h"

namespace pith::cli {
namespace {

constexpr double long_time = 10;  // seconds that are worth a word
constexpr double short_time = 5;  // seconds that nobody minds

double time_of(double seconds, std::size_t part, std::size_t whole, unsigned power) {
  return seconds * std::pow(static_cast<double>(part) / static_cast<double>(whole), power);
}

/// The largest of 1, 2, 5, 10, 20, ... up to half of `whole` that takes a short time, but not less
/// than what still tells something.
std::size_t smaller(double seconds, std::size_t whole, unsigned power, std::size_t least) {
  std::size_t found = 0;
  for (std::size_t unit = 1; unit <= whole / 2; unit *= 10) {
    for (const std::size_t number : {unit, 2 * unit, 5 * unit}) {
      const bool is_short = time_of(seconds, number, whole, power) <= short_time;
      if (number <= whole / 2 && (is_short || number <= least)) found = number;
    }
  }
  return found;
}

}  // namespace

bool Forecast::add(const Progress& now, double seconds) {
  const bool is_new = now.phase != phase_ || now.total != units_ || now.done < done_;
  if (is_new) {
    phase_ = now.phase;
    units_ = now.total;
    before_ = first_ = done_ = now.done;
    start_ = first_time_ = done_time_ = seconds;
  }
  if (now.done > done_) {
    if (first_ == before_) {
      first_ = now.done;
      first_time_ = seconds;
    }
    done_ = now.done;
    done_time_ = seconds;
  }
  last_ = seconds;
  return is_new;
}

std::optional<double> Forecast::total() const {
  if (done_ <= first_ || units_ <= first_) return std::nullopt;
  const double pace = (done_time_ - first_time_) / static_cast<double>(done_ - first_);
  return first_time_ - start_ + pace * static_cast<double>(units_ - first_);
}

std::optional<double> Forecast::left() const {
  const std::optional<double> all = total();
  if (!all) return std::nullopt;
  return std::max(0.0, *all - spent());
}

std::string cost_text(const Cost& cost, double seconds) {
  if (seconds < long_time || (cost.rows_power < 2 && cost.features_power < 2)) return "";
  constexpr std::size_t least_rows = 1000;
  constexpr std::size_t least_features = 100;
  const bool has_many_features = cost.features >= 2 * least_features;
  if (cost.features_power > 1 && has_many_features) {
    const std::size_t features =
        smaller(seconds, cost.features, cost.features_power, least_features);
    return fmt::format(
        "{} on {}: about {}; {} of them take about {} (--features or --drop)", cost.method,
        counted(cost.features, "feature"), rough_duration(seconds), features,
        rough_duration(time_of(seconds, features, cost.features, cost.features_power)));
  }
  const std::size_t rows = smaller(seconds, cost.rows, cost.rows_power, least_rows);
  if (rows == 0) return "";
  return fmt::format("{} on {}: about {}; --rows {} takes about {}", cost.method,
                     counted(cost.rows, "row"), rough_duration(seconds), rows,
                     rough_duration(time_of(seconds, rows, cost.rows, cost.rows_power)));
}

std::string permutations_text(std::size_t permutations, double seconds) {
  if (seconds < long_time) return "";
  return fmt::format(
      "a step with {} permutations takes up to about {}; a larger --alpha or fewer --permutations "
      "take less",
      permutations, rough_duration(seconds));
}

}  // namespace pith::cli
