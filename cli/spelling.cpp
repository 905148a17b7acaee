// SPDX-License-Identifier: Apache-2.0
#include "cli/spelling.h"

#include <fmt/format.h>

#include <algorithm>

#include "cli/terminal/display.h"

namespace pith::cli {

std::string flag_spelling(const Mention& mention) {
  std::string name(mention.name);
  std::replace(name.begin(), name.end(), '_', '-');
  if (mention.is_command) return fmt::format("'pith {}'", name);
  const std::string flag = name.size() == 1 ? "-" + name : "--" + name;
  if (mention.values.empty()) return flag;
  const auto as_it_is = [](std::string_view value) { return std::string(value); };
  return fmt::format("{} {}", flag, joined_values(mention, as_it_is));
}

std::string note_text(std::string_view note) {
  return printable(render(note, flag_spelling));
}

}  // namespace pith::cli
