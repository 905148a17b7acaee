// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "pith/data/read.h"
#include "tests/parity/golden.h"

namespace pith::golden {

/// The columns of a file without a header.
inline std::vector<Column> headless_columns(const std::filesystem::path& path) {
  return read_columns(path.string(), {}, {.has_header = false}, {}).columns;
}

/// The table of golden/graph_qp/inputs with this name: numbers f0, f1, ... and the target y. None
/// when it is not there.
inline std::optional<Table> graph_qp_table(const std::string& name) {
  const auto numbers = find("graph_qp/inputs/" + name + "_X.csv.gz");
  const auto labels = find("graph_qp/inputs/" + name + "_y.csv.gz");
  if (!numbers || !labels) return std::nullopt;
  TableParts parts;
  for (const Column& column : headless_columns(*numbers)) {
    parts.names.push_back("f" + std::to_string(parts.names.size()));
    parts.features.push_back(column.declared_numeric());
  }
  parts.target = as_codes(headless_columns(*labels).front());
  parts.target_name = "y";
  return Table(std::move(parts));
}

}  // namespace pith::golden
