// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <mutex>
#include <string>
#include <utility>

#include "pith/data/table.h"
#include "pith/evaluate/evaluation.h"

namespace pith {

/// A digest of table, plan and seed: runs with the same fingerprint have the same trials.
std::string fingerprint(const Table& table, const Plan& plan, std::uint64_t seed);

/// Stores trials in a text file, one line each, as soon as they are finished, so that an
/// interrupted run can be resumed. Numbers are written such that they read back to the same bits.
class Journal : public TrialStore {
 public:
  /// Reads the file, if it exists, up to the first damaged line; the rest is discarded. Throws
  /// Error(bad_argument) if it is not a journal or belongs to another run, Error(resources) if the
  /// disk is full, and Error(io) if it cannot be read or written.
  Journal(std::string path, std::string fingerprint);
  ~Journal() override;

  /// The number of trials of earlier runs. Whether they are used is up to the evaluation.
  std::size_t size() const { return trials_.size(); }
  /// The number of lines that were discarded, without one that is not whole.
  std::size_t discarded() const { return discarded_; }

  std::optional<Trial> find(std::size_t method, std::size_t split) const override;
  /// Throws Error(resources) when the disk is full, else Error(io).
  void keep(std::size_t method, std::size_t split, const Trial& trial) override;

 private:
  void begin();
  /// Reads the trials; returns the length of the text up to the first damaged line.
  std::size_t parse(const std::string& text);

  std::string path_;
  std::string fingerprint_;
  std::map<std::pair<std::size_t, std::size_t>, Trial> trials_;  // of earlier runs
  std::mutex mutex_;                                             // guards the file
  int file_ = -1;
  std::size_t discarded_ = 0;
};

}  // namespace pith
