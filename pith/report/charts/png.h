// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

namespace pith {

/// Loads librsvg and cairo, which draw PNG files. Throws Error(io) with the remedy where they are
/// not installed.
void load_png_renderer();

/// The picture of an SVG from standalone_svg(), as the bytes of a PNG file, with twice as many
/// pixels as it has units. Throws as load_png_renderer() does, and Error(bad_argument) where the
/// picture is too large.
std::string png_of(std::string_view svg);

}  // namespace pith
