// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "pith/base/context.h"
#include "pith/data/table.h"
#include "pith/evaluate/rank_correlation.h"
#include "pith/evaluate/stability.h"
#include "pith/select/select.h"

namespace pith {

/// How resamples are drawn. They are stratified by class, and no class is lost. Without classes,
/// all rows are one class. Of several targets, the frequent combinations of their classes are
/// strata, and a target that is constant in a resample is left out there.
struct Resampling {
  std::size_t count = 50;  ///< at least 2
  double fraction = 0.8;   ///< of the rows of each class, above 0 and at most 1
  /// Draws with replacement, usually with a fraction of 1.
  bool is_bootstrap = false;
};

/// Draws rows of a table. Of a class of n rows, round(fraction * n) are drawn, but at least min(2,
/// n); without classes all rows are one class. Rows of weight 0 are never drawn. The rows depend
/// only on the seed and the number of the resample.
class Resampler {
 public:
  /// Throws Error(bad_argument) if `how` is out of range, or if the fraction leaves fewer rows than
  /// two of each class.
  Resampler(const Table& table, const Resampling& how);

  /// The number of rows of each resample.
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

/// The selections of one request from a table and from resamples of its rows.
struct Resampled {
  std::shared_ptr<const Reservation> held = {};  ///< the memory of the results
  Selection whole;                               ///< of all rows
  std::size_t rows = 0;                          ///< of each resample
  std::vector<std::vector<Feature>> selected;    ///< of each resample, best first
  /// The features that were not set aside.
  std::vector<Feature> candidates;
  /// Of each resample, as positions in `candidates`; empty if the method does not rank them all.
  std::vector<Ranking> rankings;
  std::vector<std::string> notes;  ///< about the resampling, with mentions
};

/// Runs the request on the table and on each resample. What is set aside is decided on the whole
/// table. If the request drops rows with missing
/// values, they are dropped before resampling; bins and imputed values come from each resample
/// alone. A randomised method gets a different seed for each resample. Throws as select() and
/// Resampler do, and Error(resources) if the results do not fit into memory. Resamples run
/// concurrently, each on one thread, if their tables fit into memory, otherwise one after another
/// on all threads; the results are bit-identical.
Resampled resample(const Table& table, const Request& request, const Resampling& how,
                   const Context& context = {});

/// The stability of the selections among the features that were not set aside.
Stability stability(const Resampled& resampled, const Context& context = {});

}  // namespace pith
