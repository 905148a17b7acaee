// SPDX-License-Identifier: Apache-2.0
// The data sets of the experiments: files of the folder that PITH_DATA names, or paths. The last
// column is the class.
#pragma once

#include <algorithm>
#include <cstdlib>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "pith/data/read.h"

namespace pith::papers {

struct Set {
  std::string name;
  Table table;
};

/// `word` if it is a path, else the file of this name in the folder of PITH_DATA.
inline std::string path_of(const std::string& word) {
  if (word.find_first_of("/.") != std::string::npos) return word;
  const char* folder = std::getenv("PITH_DATA");  // NOLINT(concurrency-mt-unsafe)
  if (folder == nullptr) {
    throw std::runtime_error("'" + word +
                             "' is no path, and PITH_DATA, which should name the folder with " +
                             word + ".csv.gz, is not set");
  }
  return std::string(folder) + "/" + word + ".csv.gz";
}

/// The same table with the most frequent class against the others.
inline Table halved(const Table& table) {
  if (table.classes() == 2) return table;
  std::vector<std::size_t> rows(table.classes());
  for (std::size_t row = 0; row < table.rows(); ++row)
    ++rows[table.target().code(row)];
  const auto largest = static_cast<std::uint32_t>(
      std::distance(rows.begin(), std::max_element(rows.begin(), rows.end())));
  std::vector<std::uint32_t> target(table.rows());
  for (std::size_t row = 0; row < table.rows(); ++row)
    target[row] = table.target().code(row) == largest ? 1 : 0;
  TableParts parts = table.parts();
  parts.target = Column::from_codes(target, {"the others", table.target().level(largest)});
  return Table(std::move(parts));
}

inline Set read_set(const std::string& word) {
  const std::string path = path_of(word);
  const std::string file = path.substr(path.find_last_of('/') + 1);
  return {file.substr(0, file.find('.')), halved(read(path))};
}

/// Alpha as the paper varies it: 0, 0.1, ... 1.
inline std::vector<double> tenths() {
  std::vector<double> alphas;
  for (int i = 0; i <= 10; ++i)
    alphas.push_back(i / 10.0);
  return alphas;
}

}  // namespace pith::papers
