// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <mutex>
#include <string>
#include <utility>

#include "pith/data/table.h"
#include "pith/evaluate/evaluation.h"

namespace pith {

/// What table, plan and seed come to: two runs with the same one have the same trials.
std::string fingerprint(const Table& table, const Plan& plan, std::uint64_t seed);

/// Trials in a text file, one line each, written as they come: a run that was interrupted finds
/// there what it has done already. Numbers are written such that they read back to the same bits.
class Journal : public TrialStore {
 public:
  /// Reads the file if there is one, up to the first line that is not as it was written. Throws
  /// Error(bad_argument) where it is no journal, or one of another run, and Error(io) where it
  /// cannot be read or written.
  Journal(std::string path, std::string fingerprint);
  ~Journal() override;

  std::size_t size() const { return trials_.size(); }

  std::optional<Trial> find(std::size_t method, std::size_t split) const override;
  /// Throws Error(io).
  void keep(std::size_t method, std::size_t split, const Trial& trial) override;

 private:
  /// The length of what can be used.
  std::size_t parse(const std::string& text);

  std::string path_;
  std::string fingerprint_;
  std::map<std::pair<std::size_t, std::size_t>, Trial> trials_;  // of earlier runs
  std::mutex mutex_;                                             // of the file
  int file_ = -1;
};

}  // namespace pith
