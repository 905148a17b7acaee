// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "pith/base/context.h"
#include "pith/data/table.h"
#include "pith/stats/chance.h"
#include "pith/stats/correction.h"
#include "pith/stats/count_logs.h"

namespace pith {
inline namespace stats {

/// The rows of a table by the joint state of some categorical features: one state per combination
/// of levels that occurs. States with rows of several classes are open; no further feature can add
/// information within the others.
class JointStates {
 public:
  /// No features: all rows are in one state. The features of the table must be categorical without
  /// missing values; the table is not owned. Rows of weight 0 are left out.
  explicit JointStates(const Table& table);

  /// Splits every state by the levels of another feature. O(n).
  void refine(Feature feature);

  /// The number of states, and of rows, without those of weight 0.
  std::size_t states() const { return state_ends_.size(); }
  std::size_t rows() const { return rows_.size(); }
  bool has_open_states() const { return run_ends_.size() > states(); }

  /// The rows by state, within a state by class: runs of one class. The runs end at run_ends(), and
  /// the states at state_ends(), which counts runs.
  std::span<const std::uint32_t> order() const { return rows_; }
  std::span<const std::uint32_t> run_ends() const { return run_ends_; }
  std::span<const std::uint32_t> state_ends() const { return state_ends_; }
  /// The class of a row of the table.
  std::uint32_t class_of(std::uint32_t row) const { return classes_[row]; }

 private:
  void split(std::uint32_t begin, std::uint32_t end, const std::vector<std::uint32_t>& codes,
             std::size_t levels);

  const Table* table_;
  std::vector<std::uint32_t> classes_;  // by row of the table
  std::vector<std::uint32_t> rows_;
  std::vector<std::uint32_t> run_ends_;
  std::vector<std::uint32_t> state_ends_;
  std::vector<std::uint32_t> starts_;  // scratch
  std::vector<std::uint32_t> sorted_;  // scratch
};

/// The information I(x;y|S) of features about the target, given joint states S. Counts of whole
/// rows and their logarithms are integers: what adds nothing adds exactly 0.
class StateInformations {
 public:
  /// The table is not owned.
  StateInformations(const Table& table, Correction correction);

  /// out[i] = I(x;y|S) in nats for features[i]. Without a correction it is not negative; with
  /// `chance`, the mean over all permutations of x within the states is subtracted. O(n) for each
  /// feature, less where states are no longer open; in parallel over features.
  void given(const JointStates& states, std::span<const Feature> features, std::span<double> out,
             const Context& context) const;

 private:
  class Given;

  const Table& table_;
  Correction correction_;
  CountLogs logs_;
  double total_ = 0;  // sum of the weights
};

}  // namespace stats
}  // namespace pith
