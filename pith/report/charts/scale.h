// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace pith::drawing {

/// The range of finite numbers.
class Range {
 public:
  /// Ignores what is not finite.
  void add(double number);
  bool is_empty() const { return lower_ > upper_; }
  double lower() const { return is_empty() ? 0 : lower_; }
  double upper() const { return is_empty() ? 1 : upper_; }

 private:
  double lower_ = 1;
  double upper_ = 0;
};

/// Maps numbers to coordinates. Numbers beyond the ends, also infinite ones, are put at the ends.
class Scale {
 public:
  /// From `start` at `from` to `end` at `to`; start < end.
  struct Ends {
    double start = 0;
    double end = 1;
  };
  Scale(Ends numbers, Ends place, bool is_log = false);

  double operator()(double number) const;
  const Ends& numbers() const { return numbers_; }
  const Ends& place() const { return place_; }

 private:
  Ends numbers_;
  Ends place_;
  bool is_log_;
};

struct Tick {
  double value = 0;
  std::string text;
};

/// A round range around the given one, and ticks in it at round numbers: about `count` of them.
struct NiceTicks {
  Scale::Ends ends;
  std::vector<Tick> ticks;
};
NiceTicks nice_ticks(const Range& range, std::size_t count);

/// The same ticks as percentages of fractions, without the sign.
NiceTicks nice_percent_ticks(const Range& range, std::size_t count);

}  // namespace pith::drawing
