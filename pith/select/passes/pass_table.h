// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "pith/base/error.h"
#include "pith/data/blocks/row_blocks.h"
#include "pith/data/roles.h"
#include "pith/select/request.h"
#include "pith/stats/passes/pass.h"
#include "pith/stats/passes/summary.h"

// Internal: what select_by_passes() knows of a table. Nothing outside select/passes/ includes this.
namespace pith::select_internal {

/// A feature of a table that is read by passes.
struct PassFeature {
  std::string name;
  std::size_t field = 0;             ///< in the schema
  bool is_codes = false;             ///< categories, or numbers that were declared categorical
  bool has_numbers = false;          ///< its field holds numbers
  bool is_declared_numeric = false;  ///< never integers that stand for categories
  bool is_date = false;
  bool is_boolean = false;                     ///< truth values
  std::string stray = {};                      ///< texts that stood for missing numbers, in words
  std::vector<std::string> stray_tokens = {};  ///< these texts
};

struct PassTarget {
  std::size_t field = 0;
  std::string name;
  bool has_numbers = false;
  DeclaredKind declared = DeclaredKind::none;
  std::string stray = {};
};

/// A table that is read by passes, with the roles of its columns.
struct PassTable {
  std::vector<PassFeature> features = {};
  std::optional<PassTarget> target = {};
  Roles roles = {};
  bool has_classes = false;  ///< the target holds the classes of a Table, which were checked
  std::string source = {};
  std::string sha256 = {};
  std::vector<std::string> notes = {};

  std::vector<std::string> names() const;
  /// The fields whose values a row must have: none, or the target.
  std::vector<std::size_t> target_fields() const;
};

/// Decides on the names of the columns as assign_roles() does, and throws as it does. Row weights
/// and several targets are rejected.
PassTable with_roles(const BlockSchema& schema, const Roles& roles);

/// Throws Error(bad_argument).
[[noreturn]] void reject_pass_weights();
[[noreturn]] void reject_pass_targets(std::size_t targets);

/// The table of TableBlocks(const Table&): the target, if any, is the last field.
PassTable with_table_roles(const BlockSchema& schema, bool has_target);

/// Throws what `work` throws; Error(bad_data) with the source of the table before the message.
template <class Work>
auto naming_source(const PassTable& table, Work work) {
  try {
    return work();
  } catch (const Error& error) {
    if (error.kind() != ErrorKind::bad_data || table.source.empty()) throw;
    throw Error(error.kind(), table.source + ": " + error.marked(), error.cause());
  }
}

/// What one pass found in the columns of a table.
class TableSummary {
 public:
  TableSummary(std::unique_ptr<SummaryState> state, std::size_t features)
      : state_(std::move(state)), features_(features) {}

  std::uint64_t rows() const { return state_->rows(); }
  std::uint64_t without_target() const { return state_->without_target(); }
  const ColumnSummary& feature(std::size_t i) const { return state_->column(i); }
  const ColumnSummary& target() const { return state_->column(features_); }

 private:
  std::unique_ptr<SummaryState> state_;
  std::size_t features_;
};

/// Summarises the features and the target of a table, of the rows that have a target and, if
/// `is_complete`, no missing value. With `finds_ids`, distinct values are counted where identifiers
/// are told by them.
struct SummaryRequest {
  bool finds_ids = false;
  bool is_complete = false;
};
TableSummary summarise(Runner& runner, const PassTable& table, const SummaryRequest& request,
                       const Context& context);

/// Categories have at most so many levels by passes.
inline constexpr std::size_t max_pass_levels = std::size_t{1} << 20U;

}  // namespace pith::select_internal
