// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <string>
#include <string_view>
#include <vector>

namespace pith::cli {

struct WholeRange {
  std::uint64_t min = 0;
  std::uint64_t max = std::numeric_limits<std::uint64_t>::max();
};

/// The value of an option as a whole number; throws Error(bad_argument) with the option and the end
/// of the range that it violates.
std::uint64_t whole_number(std::string_view option, const std::string& text,
                           const WholeRange& range);

/// A number above 0 and at most 1; throws Error(bad_argument) that names the option.
double share(std::string_view option, const std::string& text);

/// Numbers of features: `10,25,50`, `1..13`, `10..100:10` (in steps), or several of these with
/// commas between them. Ascending, without duplicates. Throws Error(bad_argument) that names the
/// option.
std::vector<std::size_t> counts(std::string_view option, const std::string& text);

/// Bytes: `4G`, `512M`, `1.5GiB`, `1000000`. K, M, G, T and KiB, MiB, GiB, TiB are powers of 1024;
/// KB, MB, GB, TB are powers of 1000. Throws Error(bad_argument).
std::uint64_t memory_size(std::string_view option, const std::string& text);

}  // namespace pith::cli
