// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <span>
#include <string_view>

namespace pith {

/// Decompresses one block of the Snappy format into `to`, which must not overlap. Returns what is
/// wrong with it, which includes any other size than that of `to`; empty: nothing.
std::string_view decompress_snappy(std::span<const std::byte> from, std::span<std::byte> to);

}  // namespace pith
