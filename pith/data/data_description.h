// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace pith {

/// What a result says about the table that it is from.
struct DataDescription {
  std::string source = {};  ///< as the user named it
  std::uint64_t rows = 0;
  std::uint64_t features = 0;
  std::optional<std::string> target = {};  ///< its name; none: there is no target
  std::vector<std::string> classes = {};   ///< of the target, in order; none: it holds numbers
  struct Target {
    std::string name = {};
    std::vector<std::string> classes = {};
  };
  std::vector<Target> more_targets = {};  ///< beside `target`
  std::string sha256 = {};                ///< of the file; empty: not known
  bool has_weights = false;               ///< of the rows
};

class Table;

/// What results say about a table.
DataDescription description_of(const Table& table);

}  // namespace pith
