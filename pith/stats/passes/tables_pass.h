// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "pith/data/column.h"
#include "pith/stats/passes/pass.h"

namespace pith {
inline namespace stats {

class WireReader;

/// Counts the codes of every feature within each class.
class ClassTablesPass final : public Pass {
 public:
  ClassTablesPass(std::vector<std::uint32_t> codes, std::size_t classes)
      : codes_(std::move(codes)), classes_(classes) {}

  std::string title() const override;
  std::string describe() const override;
  bool reads_encoded() const override { return true; }
  std::size_t blocks() const override;
  std::uint64_t state_bytes() const override;
  std::unique_ptr<PassState> start() const override;
  /// Of what describe() has written. Throws Error(bad_data) for anything else.
  static std::unique_ptr<const Pass> parse(WireReader& reader);

 private:
  std::vector<std::uint32_t> codes_;  // the number of codes of each feature
  std::size_t classes_;
};

class ClassTablesState : public PassState {
 public:
  /// [code * classes + class]
  virtual std::span<const std::uint64_t> table(std::size_t feature) const = 0;
};

/// Counts pairs of codes: each pivot with every feature of `partners`, within each class or over
/// all rows.
class PairTablesPass final : public Pass {
 public:
  struct Options {
    std::vector<std::uint32_t> codes = {};  ///< the number of codes of each encoded feature
    std::size_t classes = 1;
    bool by_class = false;
    std::vector<Feature> pivots = {};
    std::vector<Feature> partners = {};  ///< ascending
  };
  explicit PairTablesPass(Options options) : options_(std::move(options)) {}

  const Options& options() const { return options_; }
  std::string title() const override;
  std::string describe() const override;
  bool reads_encoded() const override { return true; }
  std::size_t blocks() const override;
  std::uint64_t state_bytes() const override;
  /// Callers choose how many pivots fit, and reserve their tables.
  std::uint64_t reserved_bytes() const override { return 0; }
  std::unique_ptr<PassState> start() const override;
  /// Of what describe() has written. Throws Error(bad_data) for anything else.
  static std::unique_ptr<const Pass> parse(WireReader& reader);

 private:
  Options options_;
};

class PairTablesState : public PassState {
 public:
  /// [(class * codes of the partner + its code) * codes of the pivot + its code]; one class where
  /// the pass does not count by class. `partner` is a position in `partners`.
  virtual std::span<const std::uint64_t> table(std::size_t pivot, std::size_t partner) const = 0;
};

}  // namespace stats
}  // namespace pith
