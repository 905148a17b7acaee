// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "pith/methods/variational/class_factors.h"
#include "pith/methods/variational/conditional.h"

namespace pith {

/// The pairwise model: q(x|x_S,c) is the geometric mean over the members s of S of p(x|s,c), and
/// p(x|c) for the first member. The sums of log p(x_i|s_i,c) over the members are kept for each
/// candidate while all of them (features x rows x classes numbers) fit in a quarter of the memory
/// limit; otherwise a candidate's sums are made again at each step, in the same order, so that the
/// result is the same to the last bit. Keeps a reference to the table.
class PairFactors {
 public:
  struct Scratch {
    ClassFactors::Scratch first;
    Condition::Scratch pair;
    std::vector<double> logs;  // of one pair
    std::vector<double> sums;  // of one candidate, where they are not kept
    std::vector<double> odds;
  };

  PairFactors(const Table& table, const Posterior& posterior, KernelDensity::Rule rule,
              const Context& context);

  std::size_t features() const { return first_.features(); }
  double bound_with(Feature candidate, const Posterior& posterior, Scratch& scratch);
  void take(Feature feature, Posterior& posterior);
  void forget();

 private:
  struct Member {
    Feature feature = 0;
    std::optional<Condition> condition;  // of codes
  };

  std::span<const double> sums(Feature candidate, const Posterior& posterior, Scratch& scratch);
  void add_pair(Feature candidate, const Member& member, std::span<const std::uint32_t> rows,
                std::span<double> sums, Scratch& scratch) const;

  const Table& table_;
  ClassFactors first_;
  KernelDensity kernels_;
  std::vector<Member> members_;
  std::size_t size_ = 0;               // of one candidate's sums
  std::unique_ptr<double[]> kept_;     // NOLINT(*-avoid-c-arrays): a vector would touch every page
  std::vector<std::size_t> absorbed_;  // of each candidate: how many members are in its sums
};

}  // namespace pith
