// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "pith/stats/code_panel.h"
#include "pith/stats/group_kernels.h"

namespace pith {
inline namespace stats {

/// The rows of a panel, in parts of at most max_group_rows of one segment, each in the order of the
/// levels of a feature s.
class PivotOrder {
 public:
  /// The codes of s must be bytes, and the panel must have them. `panel` must outlive this object.
  PivotOrder(const CodePanel& panel, Feature s);

  struct Part {
    std::size_t segment = 0;
    std::size_t begin = 0;  ///< the sorted row that the rows in `order` are counted from
    LevelOrder order;
  };

  Feature feature() const { return feature_; }
  std::size_t parts() const { return begins_.size(); }
  Part part(std::size_t i) const;

 private:
  Feature feature_;
  std::size_t levels_;
  std::vector<std::uint16_t> rows_;
  std::vector<std::uint32_t> ends_;  // [part * levels_ + level]
  std::vector<std::size_t> begins_;
  std::vector<std::size_t> segments_;
};

}  // namespace stats
}  // namespace pith
