// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "pith/base/context.h"
#include "pith/base/paged_array.h"

namespace pith {

/// Where the numbers of a column are put.
struct NumberPlace {
  std::shared_ptr<std::byte[]> values = {};  ///< aligned to 64 bytes; keeps the block alive
  PagedArray* pages = nullptr;               ///< that they are in
};

/// What a column of numbers takes.
struct NumberBytes {
  std::uint64_t values = 0;  ///< 0: it needs no place
  std::uint64_t more = 0;    ///< besides, which is only reserved
};

/// Places for the numbers of columns, in blocks that several columns share: a few large blocks come
/// and go faster than many small ones. A block holds the reservation of its columns. Throws
/// Error(resources), which begins with `what`, before anything is allocated.
std::vector<NumberPlace> place_numbers(std::span<const NumberBytes> columns,
                                       const std::string& what, const Context& context);

/// How many columns one thread fills one after the other: enough for a huge page, so that threads
/// seldom page in the same one, but few enough to give all threads work. `bytes`: of all columns.
std::size_t columns_at_once(std::size_t columns, std::uint64_t bytes);

}  // namespace pith
