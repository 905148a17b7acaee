// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "pith/data/read.h"

namespace pith::golden {

/// Where results of independent programs lie: the folder that PITH_GOLDEN names (or
/// ../shared/golden beside the sources), else what is kept in tests/data. None when neither has the
/// file.
std::optional<std::filesystem::path> find(const std::string& file);

nlohmann::json parse(const std::filesystem::path& path);

/// A golden table: columns f0, f1, ... and y. `types` says "numeric", or else nominal, of each
/// feature; empty: all are nominal.
Table read_table(const std::filesystem::path& path, std::size_t features,
                 const nlohmann::json& types);

/// Absolute up to one, relative beyond. Infinity is written 1e200, an undefined value null.
double deviation(double actual, const nlohmann::json& expected);

/// The largest deviation of two lists; infinite when their lengths differ.
double deviation(const std::vector<double>& actual, const nlohmann::json& expected);

/// Goldens have ten digits.
constexpr double tolerance = 1e-9;

}  // namespace pith::golden
