// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "pith/data/blocks/row_blocks.h"
#include "pith/stats/passes/pass.h"

namespace pith {
inline namespace stats {

/// Runs passes over the blocks of a table on this machine, in their order. Keeps the encoded rows
/// in memory.
class BlockRunner final : public Runner {
 public:
  /// The blocks are not owned and must outlive the runner.
  explicit BlockRunner(const RowBlocks& blocks) : blocks_(blocks) {}

  void run(const Pass& pass, PassState& state, const Context& context) override;
  void encode(const Encoding& encoding, const Context& context) override;
  const Table* table() const override { return table_ ? &*table_ : nullptr; }

 private:
  void read_encoded(const Encoding& encoding, const Context& context);

  const RowBlocks& blocks_;
  std::vector<EncodedRows> encoded_;
  Reservation held_;
  std::optional<Table> table_;  // of codes
};

}  // namespace stats
}  // namespace pith
