// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

// Messages of the library mention options and commands, but every front end spells them in its own
// way: `--missing drop`, `missing="drop"`. A message therefore holds a mention, a marked token that
// the front end renders:
//
//   throw Error(kind, fmt::format("... or drop the rows ({})", option("missing", "drop")));
//
// The marks are control bytes, which quoted() escapes, so that no quoted name can be taken for a
// mention. A path that a message prints unquoted could be, if it spells a whole token.
namespace pith {

/// Mentions an option by its name in snake_case, e.g. `target_bins`, with its value or its possible
/// values if any.
std::string option(std::string_view name);
std::string option(std::string_view name, std::string_view value);
std::string option(std::string_view name, std::initializer_list<std::string_view> values);
std::string option(std::string_view name, const std::vector<std::string>& values);

/// Mentions a command of the front end, e.g. `methods`, which lists all methods.
std::string command(std::string_view name);

/// A mention, as a front end gets it to spell it.
struct Mention {
  std::string_view name;
  std::vector<std::string_view> values = {};  ///< none: the option itself
  bool is_command = false;
};

/// How a front end spells a mention. Nothing (empty text) leaves it out, together with parentheses
/// around it.
using Spelling = std::function<std::string(const Mention&)>;

/// The spelling for C++: `missing=drop`, `missing=drop, impute or level`, `methods()`.
std::string plain_spelling(const Mention& mention);

/// The text with every mention spelled out.
std::string render(std::string_view text, const Spelling& spelling = plain_spelling);

/// The values of a mention as a choice, each spelled by `spell`: `a`, `a or b`, `a, b or c`.
std::string joined_values(const Mention& mention,
                          const std::function<std::string(std::string_view)>& spell);

}  // namespace pith
