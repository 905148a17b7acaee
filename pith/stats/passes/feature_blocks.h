// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace pith {
inline namespace stats {

/// Features in blocks of at most about 8 MB, in which a state is sent.
class FeatureBlocks {
 public:
  /// bytes(i) are those of feature i.
  template <class Bytes>
  FeatureBlocks(std::size_t features, Bytes bytes) {
    constexpr std::uint64_t max_bytes = std::uint64_t{8} << 20U;
    std::uint64_t sum = 0;
    for (std::size_t i = 0; i < features; ++i) {
      const std::uint64_t own = bytes(i);
      if (sum > 0 && sum + own > max_bytes) {
        starts_.push_back(i);
        sum = 0;
      }
      sum += own;
    }
    starts_.push_back(features);
  }

  std::size_t count() const { return starts_.size() - 1; }
  std::size_t begin(std::size_t block) const { return starts_[block]; }
  std::size_t end(std::size_t block) const { return starts_[block + 1]; }

 private:
  std::vector<std::size_t> starts_{0};
};

}  // namespace stats
}  // namespace pith
