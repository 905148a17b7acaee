// SPDX-License-Identifier: Apache-2.0
#include "tests/parity/golden.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <fstream>
#include <limits>

namespace pith::golden {

std::optional<std::filesystem::path> find(const std::string& file) {
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

nlohmann::json parse(const std::filesystem::path& path) {
  std::ifstream stream(path);
  return nlohmann::json::parse(stream);
}

Table read_table(const std::filesystem::path& path, std::size_t features,
                 const nlohmann::json& types) {
  Roles roles{.target = "y", .task = TaskKind::classify};
  for (std::size_t i = 0; i < features; ++i) {
    const bool is_numeric = !types.is_null() && types[i] == "numeric";
    (is_numeric ? roles.kinds.numeric : roles.kinds.categorical).push_back("f" + std::to_string(i));
  }
  return read(path.string(), roles);
}

double deviation(double actual, const nlohmann::json& expected) {
  if (expected.is_null()) return actual == 0 ? 0 : std::numeric_limits<double>::infinity();
  const auto value = expected.get<double>();
  if (value >= 1e200) return std::isinf(actual) ? 0 : std::numeric_limits<double>::infinity();
  return std::abs(actual - value) / std::max(1.0, std::abs(value));
}

double deviation(const std::vector<double>& actual, const nlohmann::json& expected) {
  if (actual.size() != expected.size()) return std::numeric_limits<double>::infinity();
  double largest = 0;
  for (std::size_t i = 0; i < actual.size(); ++i)
    largest = std::max(largest, deviation(actual[i], expected[i]));
  return largest;
}

}  // namespace pith::golden
