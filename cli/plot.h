// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "cli/command.h"
#include "pith/base/atomic_file.h"
#include "pith/base/error.h"

namespace pith::cli {

/// `--plot`, of the commands whose results have a picture; `what` says what it shows.
Option plot_option(const std::string& what, const std::string& group);

/// Throws an Error if --plot is given and its file is neither .svg nor .png, would overwrite the
/// input or one of the files of `others` (options), cannot be written, or needs a library that is
/// not installed. Called before any work.
void check_plot(const Arguments& arguments, const std::vector<std::string>& others);

/// The bytes of the picture for --plot, which the document of a result has the data of.
std::string plot_bytes(const Arguments& arguments, std::string_view document,
                       std::string_view metric = "");

/// Prints or writes a result as deliver() does, and with --plot the picture of the document that
/// `document` makes. All files are complete before the first gets its name. Where the picture
/// cannot be drawn, the result is delivered before the error is thrown.
void deliver_with_plot(const Arguments& arguments, std::string_view text,
                       const std::function<std::string()>& document, std::string_view metric = "");

}  // namespace pith::cli
