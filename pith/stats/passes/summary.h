// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "pith/stats/encoded/wire.h"
#include "pith/stats/passes/pass.h"

namespace pith {
inline namespace stats {

/// What is known of one column after all rows were read. All of it is independent of the order of
/// the rows and of how they are split.
struct ColumnSummary {
  std::uint64_t present = 0;
  std::uint64_t missing = 0;
  // Of numbers:
  double min = 0;  ///< meaningless where nothing is present
  double max = 0;
  bool are_integers = true;  ///< all values are integers of at most 2^53 in magnitude
  /// The distinct values and how often they occur, as long as there are at most `max_values`.
  std::map<double, std::uint64_t> values = {};
  bool has_more_values = false;
  /// Of integers of which there are more than `max_values`: the largest step of which all
  /// differences are multiples, and a sum of hashes of the values. Together with min, max and
  /// present they tell a permutation of evenly spaced integers.
  std::uint64_t step = 0;
  std::uint64_t fingerprint = 0;
  // Of categories:
  std::map<std::string, std::uint64_t> levels = {};
  bool has_more_levels = false;  ///< more than `max_levels`; `levels` then has none
  /// Of columns that were asked for: the number of distinct values, exact below 16,384, else an
  /// estimate with a standard error of 0.8 %.
  std::optional<std::uint64_t> distinct = {};

  bool is_empty() const { return present == 0; }
  /// Missing counts as a value of its own, as in is_constant(const Column&).
  bool is_constant() const;
  /// Each of n evenly spaced integers once, in any order.
  bool is_permutation() const;
};

/// Reads the columns of a table: what they hold, and the classes of the target.
class SummaryPass final : public Pass {
 public:
  struct Options {
    std::vector<std::size_t> fields = {};      ///< to be summarised, the target among them
    std::optional<std::size_t> target = {};    ///< field; rows without it are left out and counted
    std::vector<std::size_t> required = {};    ///< fields; rows where one is missing are left out
    std::vector<char> are_codes = {};          ///< by position in `fields`: categories
    std::vector<char> counts_distinct = {};    ///< by position in `fields`
    std::vector<std::size_t> max_values = {};  ///< by position in `fields`
    std::size_t max_levels = 1U << 20U;
  };
  explicit SummaryPass(Options options) : options_(std::move(options)) {}

  const Options& options() const { return options_; }
  std::string title() const override;
  std::string describe() const override;
  bool reads_encoded() const override { return false; }
  std::vector<std::size_t> fields() const override;
  std::size_t blocks() const override;
  std::uint64_t state_bytes() const override;
  /// Without values and levels, of which most columns keep none.
  std::uint64_t reserved_bytes() const override;
  std::unique_ptr<PassState> start() const override;
  static std::unique_ptr<const Pass> parse(WireReader& reader);

 private:
  Options options_;
};

class SummaryState : public PassState {
 public:
  virtual std::uint64_t rows() const = 0;            ///< that were summarised
  virtual std::uint64_t without_target() const = 0;  ///< left out
  virtual std::uint64_t incomplete() const = 0;  ///< left out because a required value is missing
  virtual const ColumnSummary& column(std::size_t position) const = 0;
};

}  // namespace stats
}  // namespace pith
