// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <limits>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "pith/data/read.h"

namespace pith::golden {

/// Where results of independent programs lie: the folder that PITH_GOLDEN names (or
/// ../shared/golden beside the sources), else what is kept in tests/data. None when neither has the
/// file.
inline std::optional<std::filesystem::path> find(const std::string& file) {
  const char* named = std::getenv("PITH_GOLDEN");  // NOLINT(concurrency-mt-unsafe)
  const std::filesystem::path source = PITH_SOURCE_DIR;
  const std::vector<std::filesystem::path> folders{
      named != nullptr ? std::filesystem::path(named) : source / "../shared/golden",
      source / "tests/data"};
  for (const auto& folder : folders) {
    if (std::filesystem::exists(folder / file)) return folder / file;
  }
  return std::nullopt;
}

inline nlohmann::json parse(const std::filesystem::path& path) {
  std::ifstream stream(path);
  return nlohmann::json::parse(stream);
}

/// A golden table: columns f0, f1, ... and y. `types` says "numeric", or else nominal, of each
/// feature; empty: all are nominal.
inline Table read_table(const std::filesystem::path& path, std::size_t features,
                        const nlohmann::json& types) {
  Roles roles;
  roles.target = "y";
  for (std::size_t i = 0; i < features; ++i) {
    const bool is_numeric = !types.is_null() && types[i] == "numeric";
    (is_numeric ? roles.kinds.numeric : roles.kinds.categorical).push_back("f" + std::to_string(i));
  }
  return read(path.string(), roles);
}

/// Absolute up to one, relative beyond. Infinity is written 1e200, an undefined value null.
inline double deviation(double actual, const nlohmann::json& expected) {
  if (expected.is_null()) return actual == 0 ? 0 : std::numeric_limits<double>::infinity();
  const auto value = expected.get<double>();
  if (value >= 1e200) return std::isinf(actual) ? 0 : std::numeric_limits<double>::infinity();
  return std::abs(actual - value) / std::max(1.0, std::abs(value));
}

/// The largest deviation of two lists; infinite when their lengths differ.
inline double deviation(const std::vector<double>& actual, const nlohmann::json& expected) {
  if (actual.size() != expected.size()) return std::numeric_limits<double>::infinity();
  double largest = 0;
  for (std::size_t i = 0; i < actual.size(); ++i)
    largest = std::max(largest, deviation(actual[i], expected[i]));
  return largest;
}

/// Goldens have ten digits.
constexpr double tolerance = 1e-9;

}  // namespace pith::golden
