// SPDX-License-Identifier: Apache-2.0
#include "pith/data/class_spellings.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cstddef>
#include <string_view>
#include <vector>

#include "pith/base/text.h"
#include "pith/base/text_index.h"

namespace pith {
namespace {

/// Without blanks, the no-break space among them, and in lower case where it is ASCII.
std::string bare(std::string_view text) {
  constexpr std::string_view no_break_space = "\xC2\xA0";
  std::string plain;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (text.substr(i).starts_with(no_break_space)) {
      ++i;
    } else if (c >= 'A' && c <= 'Z') {
      plain += static_cast<char>(c - 'A' + 'a');
    } else if (c != ' ' && (c < '\t' || c > '\r')) {
      plain += c;
    }
  }
  return plain;
}

/// Levels that are alike, in order; a group for each text.
std::vector<std::vector<std::size_t>> groups_of(std::span<const std::string> names) {
  TextIndex texts;
  std::vector<std::vector<std::size_t>> groups;
  for (std::size_t level = 0; level < names.size(); ++level) {
    const std::uint32_t place = texts.code_of(bare(names[level]));
    if (place == groups.size()) groups.emplace_back();
    groups[place].push_back(level);
  }
  return groups;
}

}  // namespace

std::optional<std::string> class_spellings(std::span<const std::string> names,
                                           std::span<const std::uint64_t> rows) {
  const std::vector<std::vector<std::size_t>> groups = groups_of(names);
  if (groups.size() == names.size()) return std::nullopt;
  std::vector<std::string> alike;
  for (const std::vector<std::size_t>& group : groups) {
    if (group.size() < 2) continue;
    std::vector<std::string> spellings;
    for (const std::size_t level : group)
      spellings.push_back(
          fmt::format("{} ({})", quoted(names[level]), counted(rows[level], "row")));
    alike.push_back(fmt::format("{}", fmt::join(spellings, ", ")));
  }
  return fmt::format("classes that differ only by case or blanks count as different: {}",
                     fmt::join(alike, "; "));
}

std::optional<std::string> class_spellings(const Column& target) {
  if (groups_of(target.level_names()).size() == target.levels()) return std::nullopt;
  std::vector<std::uint64_t> counts(target.levels());
  for (std::size_t row = 0; row < target.rows(); ++row) {
    if (!target.missing().test(row)) ++counts[target.code(row)];
  }
  return class_spellings(target.level_names(), counts);
}

}  // namespace pith
