// SPDX-License-Identifier: Apache-2.0
#include "pith/evaluate/variant.h"

#include <fmt/format.h>

#include <algorithm>

#include "pith/base/error.h"

namespace pith {
namespace {

/// Splits a text at the separators, into at least one part.
std::vector<std::string_view> parts_of(std::string_view text, char separator) {
  std::vector<std::string_view> parts;
  while (true) {
    const std::size_t end = text.find(separator);
    parts.push_back(text.substr(0, end));
    if (end == std::string_view::npos) return parts;
    text.remove_prefix(end + 1);
  }
}

}  // namespace

Variant parse_variant(std::string_view text) {
  const std::vector<std::string_view> parts = parts_of(text, ':');
  Variant variant{.id = std::string(parts.front()), .label = std::string(text)};
  bool is_good = !variant.id.empty();
  for (auto part = parts.begin() + 1; part != parts.end(); ++part) {
    const std::size_t middle = part->find('=');
    is_good = is_good && middle != std::string_view::npos && middle > 0;
    if (!is_good) break;
    variant.settings.emplace_back(part->substr(0, middle), part->substr(middle + 1));
  }
  if (!is_good) {
    throw Error(ErrorKind::bad_argument,
                fmt::format("{} has the wrong form; write id or id:name=value", quoted(text)));
  }
  return variant;
}

std::vector<Variant> parse_variants(std::string_view text) {
  std::vector<Variant> all;
  for (const std::string_view part : parts_of(text, ',')) {
    all.push_back(parse_variant(part));
    const auto same = [&](const Variant& other) { return other.label == all.back().label; };
    if (std::any_of(all.begin(), all.end() - 1, same)) {
      throw Error(ErrorKind::bad_argument,
                  fmt::format("{} is given twice; remove the duplicate", quoted(part)));
    }
  }
  return all;
}

}  // namespace pith
