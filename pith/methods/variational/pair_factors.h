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
inline namespace families {

/// The pairwise model: q(x|x_S,c) is the geometric mean of p(x|s,c) over the members s of S, and
/// p(x|c) for the first member. The sums of log p(x_i|s_i,c) over the members are cached for each
/// candidate if all of them (features x rows x classes numbers) fit in a quarter of the memory
/// limit; otherwise they are recomputed at each step in the same order, so that the result is
/// bit-identical. Keeps a reference to the table.
class PairFactors {
 public:
  struct Scratch {
    ClassFactors::Scratch first;
    Condition::Scratch pair;
    std::vector<double> logs;  // of one pair
    std::vector<double> sums;  // of one candidate, if they are not cached
    std::vector<double> odds;
  };

  PairFactors(const Table& table, const Posterior& posterior, KernelDensity::Rule rule,
              const Context& context);

  std::size_t features() const { return first_.features(); }
  std::uint64_t scratch_bytes() const {
    // Logarithms, kernel sums and sums of a pair, odds, and the cells of two categories.
    return first_.scratch_bytes() + 5 * sizeof(double) * size_;
  }
  double bound_with(Feature candidate, const Posterior& posterior, Scratch& scratch);
  void take(Feature feature, Posterior& posterior);
  void forget();

 private:
  struct Member {
    Feature feature = 0;
    std::optional<Condition> condition;       // of categorical features
    std::span<const double> log_kernel_sums;  // of numeric features, if sums are cached
  };

  std::span<const double> sums(Feature candidate, const Posterior& posterior, Scratch& scratch);
  void add_pair(Feature candidate, const Member& member, std::span<const std::uint32_t> rows,
                std::span<double> sums, Scratch& scratch) const;

  const Table& table_;
  Reservation held_;
  ClassFactors first_;
  KernelDensity kernels_;
  std::vector<Member> members_;
  std::size_t size_ = 0;               // number of sums of one candidate
  std::unique_ptr<double[]> cached_;   // NOLINT(*-avoid-c-arrays): a vector would touch all pages
  std::vector<std::size_t> absorbed_;  // for each candidate: the number of members in its sums
};

}  // namespace families
}  // namespace pith
