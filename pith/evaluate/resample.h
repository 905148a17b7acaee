// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "pith/base/context.h"
#include "pith/data/table.h"
#include "pith/evaluate/rank_correlation.h"
#include "pith/select/catalog.h"

namespace pith {

/// How rows are drawn, again and again. Each class gives its share of rows, and no class is lost.
struct Resampling {
  std::size_t count = 50;  ///< at least 2
  double fraction = 0.8;   ///< of the rows of each class, above 0 and at most 1
  /// With replacement: a row may be drawn more than once. Usual with a fraction of 1.
  bool is_bootstrap = false;
};

/// Draws rows of a table. A class of n rows gives the nearest whole number to fraction * n of them,
/// but at least two where it has two, and one where it has one; without a target all rows are one
/// class. Rows of weight 0 are never drawn. What is drawn depends on seed and resample alone.
class Resampler {
 public:
  /// Throws Error(bad_argument) where `how` is out of range, and where the fraction leaves fewer
  /// rows than two of each class.
  Resampler(const Table& table, const Resampling& how);

  /// How many rows each resample has.
  std::size_t rows() const { return rows_; }
  /// The rows of one resample in ascending order.
  std::vector<std::size_t> draw(std::uint64_t seed, std::size_t resample) const;

 private:
  struct Stratum {
    std::vector<std::size_t> rows;
    std::size_t wanted = 0;
  };
  std::vector<Stratum> strata_;
  std::size_t rows_ = 0;
  bool is_bootstrap_;
};

/// What one request selects from a table, and from resamples of its rows.
struct Resampled {
  Outcome whole;                               ///< of all rows
  std::size_t rows = 0;                        ///< of each resample
  std::vector<std::vector<Feature>> selected;  ///< of each resample, best first
  std::vector<Ranking> rankings;   ///< of each resample; none where the method does not rank all
  std::vector<std::string> notes;  ///< about the resampling
};

/// Runs the request on the table and on each resample. Rows with gaps are dropped before rows are
/// drawn if the request says so; bins, imputed values and all else come from the resample alone. A
/// method that uses chance gets another seed in each resample. Throws as run() and Resampler do,
/// and Error(resources) where the results would not fit. Resamples run side by side, each on one
/// thread, while their tables fit into memory, else one after another on all threads; the bits are
/// the same.
Resampled resample(const Table& table, const Request& request, const Resampling& how,
                   const Context& context = {});

}  // namespace pith
