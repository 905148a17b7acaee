// SPDX-License-Identifier: Apache-2.0
#include "cli/terminal/fold.h"

#include <algorithm>

#include "cli/terminal/display.h"
#include "pith/base/wrap.h"

namespace pith::cli {

std::string fold(std::string_view text, const Terminal& terminal, std::size_t rest) {
  if (!terminal.is_terminal) return wrap(text, {.width = terminal.width, .rest = rest});
  std::string lines;
  std::string line;
  std::size_t used = 0;  // columns of the line
  std::size_t indent = 0;
  while (!text.empty()) {
    const std::size_t start = std::min(text.find_first_not_of(' '), text.size());
    const std::size_t end = std::min(text.find(' ', start), text.size());
    const std::string_view spaces = text.substr(0, start);
    const std::string word =
        fit(text.substr(start, end - start), terminal.width - rest, terminal.has_unicode);
    text.remove_prefix(end);
    const std::size_t width = display_width(word);
    if (!line.empty() && used + spaces.size() + width > terminal.width) {
      lines += line + "\n";
      indent = rest;
      line.clear();
    }
    if (line.empty()) {
      line.assign(indent, ' ');
      used = indent;
    } else {
      line += spaces;
      used += spaces.size();
    }
    line += word;
    used += width;
  }
  return line.empty() ? lines : lines + line + "\n";
}

std::string fold_styled(std::string_view start, Style style, std::string_view text,
                        const Terminal& terminal) {
  if (!terminal.is_terminal) return paint(start, style, terminal).append(text) + "\n";
  const std::string lines = fold(std::string(start).append(text), terminal);
  // A start that is broken or cut stays plain.
  if (!lines.starts_with(start)) return lines;
  return paint(start, style, terminal) + lines.substr(start.size());
}

}  // namespace pith::cli
