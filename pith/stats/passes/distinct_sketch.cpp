// SPDX-License-Identifier: Apache-2.0
#include "pith/stats/passes/distinct_sketch.h"

#include <algorithm>
#include <bit>
#include <cmath>

#include "pith/stats/encoded/wire.h"

namespace pith {
inline namespace stats {
namespace {

/// The finaliser of MurmurHash3 as improved by Stafford (variant 13), neither 0 nor the
/// largest number.
std::uint64_t mixed(std::uint64_t bits) {
  bits = (bits ^ (bits >> 30U)) * 0xBF58476D1CE4E5B9U;
  bits = (bits ^ (bits >> 27U)) * 0x94D049BB133111EBU;
  return std::clamp(bits ^ (bits >> 31U), std::uint64_t{1}, ~std::uint64_t{1});
}

}  // namespace

std::uint64_t DistinctSketch::hash_of(double value) {
  return mixed(std::bit_cast<std::uint64_t>(value + 0.0) + 0x9E3779B97F4A7C15U);
}

std::uint64_t DistinctSketch::hash_of(std::string_view text) {
  return mixed(wire_checksum(text));
}

void DistinctSketch::add_candidate(std::uint64_t hash) {
  if (recent_.empty()) recent_.resize(max_recent);
  std::uint64_t& recent = recent_[hash % max_recent];
  if (recent == hash) return;
  recent = hash;
  pending_.push_back(hash);
  if (pending_.size() == max_pending) flush();
}

void DistinctSketch::flush() {
  if (pending_.empty()) return;
  std::sort(pending_.begin(), pending_.end());
  const auto middle = static_cast<std::ptrdiff_t>(smallest_.size());
  smallest_.insert(smallest_.end(), pending_.begin(), pending_.end());
  pending_.clear();
  std::inplace_merge(smallest_.begin(), smallest_.begin() + middle, smallest_.end());
  smallest_.erase(std::unique(smallest_.begin(), smallest_.end()), smallest_.end());
  if (smallest_.size() < max_hashes) return;
  smallest_.resize(max_hashes);
  bound_ = smallest_.back();
}

std::uint64_t DistinctSketch::count() const {
  if (smallest_.size() < max_hashes) return smallest_.size();
  const double part = std::ldexp(static_cast<double>(smallest_.back()), -64);
  return static_cast<std::uint64_t>(std::round((max_hashes - 1) / part));
}

}  // namespace stats
}  // namespace pith
