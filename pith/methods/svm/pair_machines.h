// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "pith/base/context.h"
#include "pith/base/large_array.h"
#include "pith/base/work.h"
#include "pith/data/table.h"
#include "pith/learn/svm/hinge_svm.h"
#include "pith/stats/centred_columns.h"

namespace pith {
inline namespace families {

struct PairMachinesOptions {
  std::span<const double> costs = {};  ///< of the rows
  /// One feature leaves at a time: losses other than the smallest, and those tied with it, may be
  /// lower bounds.
  bool finds_smallest = false;
  std::size_t kept = 0;  ///< features that never leave; so few losses are always exact
};

/// Linear support vector machines, one for each pair of classes, on a set of features that shrinks:
/// the criterion of recursive elimination. The loss of a feature is the sum over the machines of
/// its squared weight. All machines share one Gram matrix, which follows the features that leave,
/// and each starts from its last solution.
class PairMachines {
 public:
  /// The rows of `table` are sorted by class, and all weights are positive. Throws
  /// Error(resources) if the Gram matrix exceeds the memory limit.
  PairMachines(const Table& table, const CentredColumns& columns,
               const PairMachinesOptions& options, const Context& context);

  std::vector<double> losses(std::span<const Feature> candidates, const Context& context);
  void remove(std::span<const Feature> gone, const Context& context);

  std::size_t machines() const { return pairs_.size(); }
  /// Of the pairs (0, 1), (0, 2), ..., (1, 2), ... of classes; the lower class has the sign -1.
  const HingeSvm& machine(std::size_t pair) const { return pairs_[pair].svm; }
  /// The largest violation of the optimality conditions in any solution so far.
  double violation() const { return violation_; }
  /// The weight of a feature in a machine after losses(); exactly 0 if only rounding errors remain.
  double weight(std::size_t pair, Feature feature) const;

  /// The memory of the machines of a table.
  static std::uint64_t bytes(const Table& table);

 private:
  struct Range {
    std::size_t begin = 0;
    std::size_t count = 0;
  };
  struct Pair {
    Range first;
    Range second;
    HingeSvm svm;
    double length = 0;                    // of the coefficients
    std::vector<double> remembered = {};  // coefficients
  };

  void build_gram(const Context& context);
  enum class Start { zero, as_it_is };
  void add_products(std::span<const Feature> features, double factor, Start start,
                    const Context& context);
  void mirror(const Context& context);
  double trace() const;
  void solve(Pair& pair, const Context& context) const;
  void solve_all(const Context& context);
  double loss(Feature feature) const;
  std::vector<double> exact_losses(std::span<const Feature> candidates,
                                   const Context& context) const;
  std::vector<double> smallest_losses(std::span<const Feature> candidates, const Context& context);
  void remember(std::span<const Feature> candidates, std::span<const double> losses);

  Reservation held_;
  const CentredColumns& columns_;
  std::size_t rows_;
  std::vector<double> lengths_;  // of the columns
  std::vector<Feature> left_;
  LargeArray gram_;         // rows x rows
  double built_trace_ = 0;  // when the Gram matrix was last computed from the features
  std::vector<Pair> pairs_;
  double violation_ = 0;

  bool finds_smallest_;
  std::size_t few_candidates_;
  std::vector<double> roots_;  // of losses with the remembered coefficients, by feature
  std::size_t evaluated_ = 0;  // losses since then
};

}  // namespace families
}  // namespace pith
