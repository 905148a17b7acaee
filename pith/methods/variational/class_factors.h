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

/// The model of naive Bayes, q(x|x_S,c) = p(x|c): tables for codes (never rows x classes for each
/// feature), kernel densities for numbers. Those are kept while they fit in a quarter of the memory
/// limit and computed anew for each use otherwise. Keeps a reference to the table.
class ClassFactors {
 public:
  struct Scratch {
    std::vector<double> logs;
    std::vector<double> odds;
  };

  ClassFactors(const Table& table, const Posterior& posterior, KernelDensity::Rule rule,
               const Context& context);

  std::size_t features() const { return table_.features(); }
  double bound_with(Feature candidate, const Posterior& posterior, Scratch& scratch) const;
  void take(Feature feature, Posterior& posterior) const;
  void forget() {}

 private:
  ClassTable table_of(const Column& codes, std::size_t stride) const;
  /// log p(x_i|c) of numbers for the open rows: what is kept, or computed into `room`.
  std::span<const double> densities(Feature feature, const Posterior& posterior,
                                    std::vector<double>& room) const;

  const Table& table_;
  KernelDensity kernels_;
  std::vector<ClassTable> tables_;              // of codes
  std::vector<std::vector<double>> densities_;  // of numbers; all empty: computed when asked for
};

}  // namespace pith
