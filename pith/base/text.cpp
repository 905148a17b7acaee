// SPDX-License-Identifier: Apache-2.0
#include "pith/base/text.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cctype>
#include <charconv>
#include <numeric>
#include <utility>

#include "pith/base/assert.h"
#include "pith/base/utf8.h"

namespace pith {
namespace {

/// Insertions, deletions, replacements and exchanges of neighbours that make `b` of `a`, ignoring
/// case.
std::size_t edit_distance(std::string_view a, std::string_view b) {
  const auto lower = [](char letter) { return std::tolower(static_cast<unsigned char>(letter)); };
  const auto alike = [&](std::size_t i, std::size_t j) { return lower(a[i]) == lower(b[j]); };
  std::vector<std::size_t> before_last(b.size() + 1);
  std::vector<std::size_t> last(b.size() + 1);
  std::vector<std::size_t> row(b.size() + 1);
  std::iota(row.begin(), row.end(), std::size_t{0});
  for (std::size_t i = 0; i < a.size(); ++i) {
    std::swap(before_last, last);
    std::swap(last, row);
    row[0] = i + 1;
    for (std::size_t j = 0; j < b.size(); ++j) {
      row[j + 1] =
          std::min({last[j + 1] + 1, row[j] + 1, last[j] + (alike(i, j) ? std::size_t{0} : 1)});
      if (i > 0 && j > 0 && alike(i, j - 1) && alike(i - 1, j))
        row[j + 1] = std::min(row[j + 1], before_last[j - 1] + 1);
    }
  }
  return row.back();
}

}  // namespace

std::string quoted(std::string_view text) {
  constexpr std::size_t max_length = 60;
  const bool is_cut = text.size() > max_length;
  if (is_cut) {
    text = text.substr(0, max_length);
    // Never cut inside a UTF-8 sequence: drop the incomplete tail.
    while (!text.empty() && (static_cast<unsigned char>(text.back()) & 0xC0U) == 0x80U) {
      text.remove_suffix(1);
    }
    if (!text.empty() && static_cast<unsigned char>(text.back()) >= 0xC0U) text.remove_suffix(1);
  }
  std::string out = "'";
  while (!text.empty()) {
    const auto byte = static_cast<unsigned char>(text.front());
    const std::size_t size = utf8_size(text);
    if (size == 0 || byte < 0x20U || byte == 0x7FU) {
      out += fmt::format("\\x{:02x}", byte);
    } else {
      out += text.substr(0, size);
    }
    text.remove_prefix(std::max<std::size_t>(size, 1));
  }
  return out + (is_cut ? "…'" : "'");
}

std::string listed(std::span<const std::string> items, std::size_t max_items) {
  const auto shown = items.first(std::min(max_items, items.size()));
  return fmt::format("{}{}", fmt::join(shown, ", "), items.size() > max_items ? ", …" : "");
}

std::string alternatives(std::span<const std::string> items) {
  if (items.empty()) return "";
  const std::string& last = items.back();
  if (items.size() == 1) return last;
  return fmt::format("{} or {}", fmt::join(items.first(items.size() - 1), ", "), last);
}

std::string counted(std::size_t count, std::string_view noun, std::string_view plural) {
  if (count == 1) return fmt::format("1 {}", noun);
  return plural.empty() ? fmt::format("{} {}s", count, noun) : fmt::format("{} {}", count, plural);
}

std::optional<std::string> nearest_name(std::string_view name,
                                        std::span<const std::string> candidates) {
  std::size_t best = name.size() + 1;
  std::optional<std::string> nearest;
  for (const std::string& candidate : candidates) {
    const std::size_t longer = std::max(candidate.size(), name.size());
    const std::size_t shorter = std::min(candidate.size(), name.size());
    const std::size_t far = longer / 3;  // most of the name must be alike
    if (longer - shorter >= best || longer - shorter > far) continue;
    const std::size_t distance = edit_distance(name, candidate);
    if (distance < best && distance <= far) {
      best = distance;
      nearest = candidate;
    }
  }
  return nearest;
}

std::string number_text(double value) {
  char buffer[32];
  const auto [end, error] = std::to_chars(buffer, buffer + sizeof buffer, value == 0 ? 0.0 : value);
  PITH_ASSERT(error == std::errc());
  return {buffer, end};
}

}  // namespace pith
