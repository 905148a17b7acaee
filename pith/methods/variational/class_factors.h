// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "pith/base/context.h"
#include "pith/data/table.h"
#include "pith/methods/variational/kernel_density.h"
#include "pith/methods/variational/search.h"

namespace pith {
inline namespace families {

/// The naive Bayes model, q(x|x_S,c) = p(x|c): tables of probabilities for categorical features,
/// and kernel densities for numeric ones. Densities are cached if they fit in a quarter of the
/// memory limit, and recomputed for each use otherwise. Keeps a reference to the table.
class ClassFactors {
 public:
  struct Scratch {
    std::vector<double> logs;
    std::vector<double> odds;
  };

  ClassFactors(const Table& table, const Posterior& posterior, KernelDensity::Rule rule,
               const Context& context);

  std::size_t features() const { return table_.features(); }
  std::uint64_t scratch_bytes() const {
    return 2 * sizeof(double) * std::uint64_t{table_.rows()} * (table_.classes() + 4);
  }
  double bound_with(Feature candidate, const Posterior& posterior, Scratch& scratch) const;
  void take(Feature feature, Posterior& posterior) const;
  void forget() {}

 private:
  ClassTable table_of(const Column& codes, std::size_t stride) const;
  /// log p(x_i|c) of a numeric feature for the open rows: cached, or computed into `buffer`.
  std::span<const double> densities(Feature feature, const Posterior& posterior,
                                    std::vector<double>& buffer) const;

  const Table& table_;
  Reservation held_;
  KernelDensity kernels_;
  std::vector<ClassTable> tables_;              // of categorical features
  std::vector<std::vector<double>> densities_;  // of numeric features; all empty: not cached
};

}  // namespace families
}  // namespace pith
