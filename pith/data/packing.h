// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <string_view>

namespace pith {

/// Takes text piece by piece.
using TextSink = std::function<void(std::string_view)>;

/// Takes text and whether it is the last piece; passes it on, compressed or not.
using Packer = std::function<void(std::string_view text, bool is_last)>;

/// Compresses with gzip for `.gz` and with zstd for `.zst`; passes everything else on as it is.
Packer packer_for(std::string_view path, TextSink sink);

}  // namespace pith
