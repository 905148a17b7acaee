// SPDX-License-Identifier: Apache-2.0
#include "pith/data/glob.h"

#include <algorithm>
#include <cstddef>

namespace pith {
namespace {

struct Set {
  std::size_t size = 0;  ///< in the pattern, with its brackets; 0: this is not a set
  bool has_letter = false;
};

/// Reads the set at the start of the pattern. A `]` that comes first is a member.
Set read_set(std::string_view pattern, char letter) {
  std::size_t i = 1;
  const bool is_negated = i < pattern.size() && pattern[i] == '!';
  if (is_negated) ++i;
  const std::size_t first = i;
  const auto byte = static_cast<unsigned char>(letter);
  bool is_member = false;
  while (i < pattern.size() && (pattern[i] != ']' || i == first)) {
    const auto low = static_cast<unsigned char>(pattern[i]);
    const bool is_range = i + 2 < pattern.size() && pattern[i + 1] == '-' && pattern[i + 2] != ']';
    const auto high = is_range ? static_cast<unsigned char>(pattern[i + 2]) : low;
    is_member = is_member || (low <= byte && byte <= high);
    i += is_range ? 3 : 1;
  }
  if (i >= pattern.size()) return {};
  return {.size = i + 1, .has_letter = is_member != is_negated};
}

std::size_t character_size(std::string_view text) {
  std::size_t size = 1;
  while (size < text.size() && (static_cast<unsigned char>(text[size]) & 0xC0U) == 0x80U)
    ++size;
  return size;
}

struct Step {
  bool matches = false;
  std::size_t pattern = 0;  ///< bytes of the pattern that were used
  std::size_t name = 0;     ///< bytes of the name that were used
};

/// Matches one character; neither text is empty, and the pattern does not begin with `*`.
Step match_one(std::string_view pattern, std::string_view name) {
  if (pattern.front() == '?') return {true, 1, character_size(name)};
  if (pattern.front() == '[') {
    const Set set = read_set(pattern, name.front());
    if (set.size > 0) return {set.has_letter, set.size, 1};
  }
  return {pattern.front() == name.front(), 1, 1};
}

}  // namespace

bool glob_matches(std::string_view pattern, std::string_view name) {
  std::size_t p = 0;
  std::size_t n = 0;
  // On a mismatch only the last `*` needs to take one more byte: it can take whatever an earlier
  // one could have taken instead.
  std::size_t star = std::string_view::npos;
  std::size_t retry = 0;
  while (n < name.size()) {
    if (p < pattern.size() && pattern[p] == '*') {
      star = p++;
      retry = n;
      continue;
    }
    const Step step = p < pattern.size() ? match_one(pattern.substr(p), name.substr(n)) : Step{};
    if (step.matches) {
      p += step.pattern;
      n += step.name;
    } else if (star != std::string_view::npos) {
      p = star + 1;
      n = ++retry;
    } else {
      return false;
    }
  }
  return pattern.find_first_not_of('*', p) == std::string_view::npos;
}

bool matches_any(const std::vector<std::string>& patterns, std::string_view name) {
  return std::any_of(patterns.begin(), patterns.end(),
                     [name](const std::string& pattern) { return glob_matches(pattern, name); });
}

}  // namespace pith
