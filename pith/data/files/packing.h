// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <string_view>

namespace pith {

/// Takes text piece by piece.
using TextSink = std::function<void(std::string_view)>;

/// How much text makes a piece.
inline constexpr std::size_t piece_size = std::size_t{1} << 18U;

/// Passes text on and clears it, once there is enough for a piece.
inline void pass_full_piece(std::string& text, const TextSink& sink) {
  if (text.size() < piece_size) return;
  sink(text);
  text.clear();
}

/// Takes text and whether it is the last piece; passes it on, compressed or not.
using Packer = std::function<void(std::string_view text, bool is_last)>;

/// Compresses with gzip for `.gz` and with zstd for `.zst`; passes everything else on as it is.
Packer packer_for(std::string_view path, TextSink sink);

}  // namespace pith
