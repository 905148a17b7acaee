// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace pith {

/// `text` fit for a one-line message: control bytes are escaped, it is cut at 60 characters, and it
/// stands in quotes.
std::string quoted(std::string_view text);
/// Exact matches, so that argument-dependent lookup does not prefer std::quoted for strings.
inline std::string quoted(const std::string& text) {
  return quoted(std::string_view(text));
}
inline std::string quoted(const char* text) {
  return quoted(std::string_view(text));
}

/// `items` with commas between them; of more than `max_items` the first ones and an ellipsis.
std::string listed(std::span<const std::string> items, std::size_t max_items = 5);

/// `items` as a choice: `a`, `a or b`, `a, b or c`.
std::string alternatives(std::span<const std::string> items);

/// A number with its noun: `1 row`, `2 rows`. The plural is the noun with an s unless given.
std::string counted(std::size_t count, std::string_view noun, std::string_view plural = "");

/// The verb or ending that agrees with a count: `agree(count, "is", "are")`.
constexpr std::string_view agree(std::size_t count, std::string_view one, std::string_view more) {
  return count == 1 ? one : more;
}

/// The candidate nearest to `name` in edits (Levenshtein, ignoring case), if any is near enough to
/// be worth suggesting.
std::optional<std::string> nearest_name(std::string_view name,
                                        std::span<const std::string> candidates);

/// The shortest text that reads back to the same bits: 1, 0.1, 1e+30.
std::string number_text(double value);

}  // namespace pith
