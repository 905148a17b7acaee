// SPDX-License-Identifier: Apache-2.0
#include "cli/terminal/terminal.h"

#include <fmt/format.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <charconv>
#include <cstdlib>

namespace pith::cli {
namespace {

std::string_view environment(const char* name) {
  const char* value = std::getenv(name);  // NOLINT(concurrency-mt-unsafe): no thread modifies it
  return value == nullptr ? std::string_view() : std::string_view(value);
}

bool has_unicode_locale() {
  std::string_view locale;
  for (const char* name : {"LC_ALL", "LC_CTYPE", "LANG"}) {
    locale = environment(name);
    if (!locale.empty()) break;
  }
  return locale.find("UTF-8") != std::string_view::npos ||
         locale.find("utf8") != std::string_view::npos ||
         locale.find("utf-8") != std::string_view::npos;
}

std::size_t width_of(int descriptor) {
  constexpr std::size_t min_width = 40;
  winsize size{};
  if (ioctl(descriptor, TIOCGWINSZ, &size) == 0 && size.ws_col > 0) {
    return std::max<std::size_t>(size.ws_col, min_width);
  }
  const std::string_view columns = environment("COLUMNS");
  std::size_t width = 0;
  const auto result = std::from_chars(columns.data(), columns.data() + columns.size(), width);
  const bool is_number = result.ec == std::errc() && width > 0;
  return is_number ? std::max(width, min_width) : Terminal{}.width;
}

bool wants_color(std::string_view choice, bool is_capable) {
  if (choice == "always") return true;
  if (choice == "never" || !environment("NO_COLOR").empty()) return false;
  const std::string_view force = environment("CLICOLOR_FORCE");
  if (!force.empty() && force != "0") return true;
  return is_capable;
}

}  // namespace

Terminal terminal(int descriptor, std::string_view color) {
  Terminal found;
  found.is_terminal = isatty(descriptor) == 1;
  const std::string_view kind = environment("TERM");
  found.is_dumb = !found.is_terminal || kind.empty() || kind == "dumb";
  found.has_color = wants_color(color, !found.is_dumb);
  found.has_unicode = found.is_terminal && has_unicode_locale();
  if (found.is_terminal) found.width = width_of(descriptor);
  return found;
}

Terminal terminal(int descriptor, const Arguments& arguments) {
  return terminal(descriptor, arguments.value("--color", "auto"));
}

std::string paint(std::string_view text, Style style, const Terminal& terminal) {
  if (!terminal.has_color || style == Style::plain || text.empty()) return std::string(text);
  const int code = style == Style::bold  ? 1
                   : style == Style::dim ? 2
                   : style == Style::bar ? 36
                                         : 31;
  return fmt::format("\x1b[{}m{}\x1b[0m", code, text);
}

}  // namespace pith::cli
