// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <optional>
#include <string>

#include "pith/base/context.h"

namespace pith::cli {

/// How long a phase takes, from the share that is done of it. Times are seconds on any clock.
class Forecast {
 public:
  /// Takes the progress at a time. A phase begins where its name or its total changes; returns
  /// whether one does.
  bool add(const Progress& now, double seconds);

  const std::string& phase() const { return phase_; }
  std::size_t units() const { return units_; }
  /// How long the phase has been going on.
  double spent() const { return last_ - start_; }
  /// From its beginning to its end; nothing before there is progress to conclude from. The first
  /// units may have had to wait for something else, so their time is not extrapolated.
  std::optional<double> total() const;
  std::optional<double> left() const;

 private:
  std::string phase_;
  std::size_t before_ = 0;  // units that were done when the phase began
  std::size_t first_ = 0;   // units that were done at the first progress
  std::size_t done_ = 0;
  std::size_t units_ = 0;
  double start_ = 0;
  double first_time_ = 0;
  double done_time_ = 0;
  double last_ = 0;
};

/// What is selected from, for the text of cost_text().
struct Cost {
  std::string method;
  std::size_t rows = 0;
  std::size_t features = 0;
  unsigned rows_power = 1;  ///< the time grows with this power of the rows
  unsigned features_power = 1;
};

/// `relieff on 494021 rows: about 14 min; --rows 20000 takes about 1 s`. Empty if the time is short
/// or grows no faster than the table.
std::string cost_text(const Cost& cost, double seconds);

/// `a step with 999999 permutations takes up to about 14 min; a larger --alpha or fewer
/// --permutations take less`. Empty if the time is short.
std::string permutations_text(std::size_t permutations, double seconds);

}  // namespace pith::cli
