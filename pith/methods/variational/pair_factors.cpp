// SPDX-License-Identifier: Apache-2.0
#include "pith/methods/variational/pair_factors.h"

#include <algorithm>

namespace pith {
inline namespace families {

PairFactors::PairFactors(const Table& table, const Posterior& posterior, KernelDensity::Rule rule,
                         const Context& context)
    : table_(table),
      first_(table, posterior, rule, context),
      kernels_(table.target(), table.weights(), rule, context),
      size_(table.rows() * table.classes()),
      absorbed_(table.features()) {
  const std::size_t all = table.features() * size_;
  if (std::uint64_t{all} * sizeof(double) > context.memory_available() / 4) return;
  held_ = context.reserve(std::uint64_t{all} * sizeof(double), "the sums of all candidates");
  cached_ = std::make_unique_for_overwrite<double[]>(all);  // NOLINT(*-avoid-c-arrays)
}

/// Adds log p(x_i|s_i,c) for the open rows only: a closed row stays closed while the set grows, so
/// its sums are never needed.
void PairFactors::add_pair(Feature candidate, const Member& member,
                           std::span<const std::uint32_t> rows, std::span<double> sums,
                           Scratch& scratch) const {
  const Column& x = table_.feature(candidate);
  if (x.is_codes() && member.condition) {
    member.condition->add_logs(x, rows, sums, scratch.pair);
    return;
  }
  scratch.logs.resize(size_);
  const KernelDensity::Given given = {.s = table_.feature(member.feature),
                                      .log_kernel_sums = member.log_kernel_sums};
  kernels_.log_conditional(x, given, rows, scratch.logs);
  const std::size_t classes = table_.classes();
  for (const std::uint32_t row : rows) {
    for (std::size_t c = 0; c < classes; ++c)
      sums[row * classes + c] += scratch.logs[row * classes + c];
  }
}

/// The sums of a candidate over all members, up to date for the open rows.
std::span<const double> PairFactors::sums(Feature candidate, const Posterior& posterior,
                                          Scratch& scratch) {
  std::span<double> sums;
  if (cached_ != nullptr) {
    sums = {&cached_[candidate * size_], size_};
  } else {
    scratch.sums.resize(size_);
    sums = scratch.sums;
    absorbed_[candidate] = 0;
  }
  std::size_t& absorbed = absorbed_[candidate];
  if (absorbed == 0) std::fill(sums.begin(), sums.end(), 0.0);
  for (; absorbed < members_.size(); ++absorbed)
    add_pair(candidate, members_[absorbed], posterior.open_rows(), sums, scratch);
  return sums;
}

double PairFactors::bound_with(Feature candidate, const Posterior& posterior, Scratch& scratch) {
  if (members_.empty()) return first_.bound_with(candidate, posterior, scratch.first);
  const auto divisor = static_cast<double>(members_.size());
  return posterior.bound_with(sums(candidate, posterior, scratch), divisor, scratch.odds);
}

void PairFactors::take(Feature feature, Posterior& posterior) {
  if (members_.empty()) {
    first_.take(feature, posterior);
  } else {
    Scratch scratch;
    posterior.update(sums(feature, posterior, scratch), static_cast<double>(members_.size()));
  }
  Member member{.feature = feature};
  const Column& column = table_.feature(feature);
  if (column.is_codes()) {
    member.condition.emplace(column, table_.target(), table_.weights());
  } else if (cached_ != nullptr) {
    // A member is no candidate any more, so that its sums are not needed.
    const std::span<double> place = {&cached_[feature * size_], size_};
    kernels_.log_kernel_sums(column.numbers(), posterior.open_rows(), place);
    member.log_kernel_sums = place;
  }
  members_.push_back(std::move(member));
}

void PairFactors::forget() {
  members_.clear();
  std::fill(absorbed_.begin(), absorbed_.end(), std::size_t{0});
}

}  // namespace families
}  // namespace pith
