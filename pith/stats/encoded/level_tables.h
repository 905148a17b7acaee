// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "pith/data/column.h"
#include "pith/stats/counts.h"
#include "pith/stats/passes/tables_pass.h"

namespace pith {
inline namespace stats {

struct EncodedFacts;

/// The counts of the codes of each feature within each class: what is known of categorical features
/// without pairs.
class LevelTables {
 public:
  /// `counted` is null where the facts have the tables. The facts are not owned.
  LevelTables(const EncodedFacts& facts, std::unique_ptr<const ClassTablesState> counted)
      : facts_(facts), counted_(std::move(counted)) {}

  std::size_t features() const;
  std::size_t classes() const;
  /// The number of codes, and of those that are levels: all but that of missing values, where they
  /// are counted apart.
  std::size_t codes(Feature feature) const;
  std::size_t levels(Feature feature) const;
  bool has_missing_code(Feature feature) const { return levels(feature) < codes(feature); }
  /// Whether missing values of any feature are counted apart.
  bool has_missing() const;

  Counts target_counts(Feature feature) const;
  /// The number of rows of each code, [segment * codes + code]: of each class, or of all rows.
  std::vector<double> code_counts(Feature feature, bool by_class) const;

 private:
  std::span<const std::uint64_t> table(Feature feature) const;

  const EncodedFacts& facts_;
  std::unique_ptr<const ClassTablesState> counted_;
};

}  // namespace stats
}  // namespace pith
