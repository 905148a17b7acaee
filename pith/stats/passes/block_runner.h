// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "pith/base/temporary_file.h"
#include "pith/data/blocks/row_blocks.h"
#include "pith/stats/passes/pass.h"

namespace pith {
inline namespace stats {

/// Where a BlockRunner has the encoded rows.
enum class Kept {
  memory,
  file,  ///< in TMPDIR
  none,  ///< they are encoded anew in every pass
};

/// Where encoded rows of so many bytes in all are kept: in memory if they fit in half of what is
/// free; else codes, which are small, in a file, and numbers nowhere, since the rows that they are
/// made of are not larger.
Kept kept_within(std::uint64_t bytes, bool has_numbers, const Context& context);

/// Runs passes over the blocks of a table on this machine, in their order, within the memory limit.
class BlockRunner final : public Runner {
 public:
  /// The blocks are not owned and must outlive the runner.
  explicit BlockRunner(const RowBlocks& blocks) : blocks_(blocks) {}

  void run(const Pass& pass, PassState& state, const Context& context) override;
  void encode(const Encoding& encoding, const Context& context) override;
  const Table* table() const override { return table_ ? &*table_ : nullptr; }
  bool has_rows_in_memory() const override { return kept_ == Kept::memory; }

  /// Where the encoded rows are since the last encode().
  Kept kept() const { return kept_; }

 private:
  using VisitEncoded = std::function<void(EncodedRows&&)>;
  void read_raw(const Pass& pass, PassState& state, const Context& context);
  void read_encoded(const Pass& pass, PassState& state, const Context& context);
  void encode_all(const VisitEncoded& visit, const std::string& title, const Context& context);
  void keep_in_memory(const Context& context);
  void keep_in_file(const Context& context);
  std::uint64_t encoded_bytes() const;

  /// A block in the file.
  struct Stored {
    std::uint64_t offset = 0;
    std::uint64_t size = 0;
    std::uint64_t rows = 0;
  };

  const RowBlocks& blocks_;
  Encoding encoding_;
  std::vector<std::size_t> fields_;  // of the encoding
  Kept kept_ = Kept::memory;
  std::vector<EncodedRows> encoded_;
  Reservation held_;
  std::optional<TemporaryFile> file_;
  std::vector<Stored> stored_;
  std::optional<Table> table_;  // of codes
};

}  // namespace stats
}  // namespace pith
