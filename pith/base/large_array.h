// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdlib>
#include <memory>

namespace pith {

struct FreeArray {
  void operator()(double* numbers) const { std::free(numbers); }
};

/// Numbers without initial values.
using LargeArray = std::unique_ptr<double[], FreeArray>;

/// Memory that is not touched before it is used, in huge pages where the system has them: gigabytes
/// come and go in a fraction of the time. Throws std::bad_alloc.
LargeArray large_array(std::size_t count);

}  // namespace pith
