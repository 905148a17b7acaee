// SPDX-License-Identifier: Apache-2.0
#include "cli/plot.h"

#include <fmt/format.h>

#include <filesystem>

#include "cli/output.h"
#include "pith/base/text.h"
#include "pith/report/charts/documents.h"
#include "pith/report/charts/png.h"

namespace pith::cli {
namespace {

/// In lower case.
std::string extension_of(const std::string& path) {
  std::string extension = std::filesystem::path(path).extension();
  for (char& letter : extension) {
    if (letter >= 'A' && letter <= 'Z') letter = static_cast<char>(letter + ('a' - 'A'));
  }
  return extension;
}

}  // namespace

Option plot_option(const std::string& what, const std::string& group) {
  return {.name = "--plot",
          .value = "FILE",
          .text = fmt::format("also draw {}: .svg, or .png, which needs librsvg", what),
          .group = group,
          .completion = Completion::files};
}

void check_plot(const Arguments& arguments, const std::vector<std::string>& others) {
  if (!arguments.has("--plot")) return;
  const std::string path = arguments.value("--plot");
  const std::string extension = extension_of(path);
  if (extension != ".svg" && extension != ".png") {
    throw Error(
        ErrorKind::bad_argument,
        fmt::format("--plot {}: the extension of a picture must be .svg or .png", quoted(path)));
  }
  for (const std::string& other : others) {
    if (!arguments.has(other)) continue;
    check_distinct({"--plot", path},
                   {other, other == "--output" ? output_path(arguments) : arguments.value(other)});
  }
  for (const std::string& input : arguments.operands())
    check_output(path, input);
  if (extension == ".png") load_png_renderer();
}

std::string plot_bytes(const Arguments& arguments, std::string_view document,
                       std::string_view metric) {
  std::string svg = standalone_svg(document_charts(document, metric));
  return extension_of(arguments.value("--plot")) == ".png" ? png_of(svg) : svg;
}

void deliver_with_plot(const Arguments& arguments, std::string_view text,
                       const std::function<std::string()>& document, std::string_view metric) {
  const std::string path = output_path(arguments);
  if (!arguments.has("--plot")) {
    deliver(path, text);
    return;
  }
  std::string picture;
  try {
    picture = plot_bytes(arguments, document(), metric);
  } catch (const Error&) {
    deliver(path, text);
    throw;
  }
  AtomicFile file(arguments.value("--plot"));
  file.write(picture);
  file.flush();
  bool is_closed = false;
  try {
    deliver(path, text);
  } catch (const ClosedPipe&) {
    is_closed = true;
  }
  file.publish();
  if (is_closed) throw ClosedPipe();
}

}  // namespace pith::cli
