// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cctype>
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace pith {

/// What is wrong with an XML document that consists of elements, attributes in double quotes and
/// text; empty: it is well-formed. It knows the entities that charts use.
inline std::string xml_fault(std::string_view text) {
  std::vector<std::string> open;
  const auto has_bare_ampersand = [](std::string_view part) {
    for (std::size_t at = part.find('&'); at != part.npos; at = part.find('&', at + 1)) {
      bool is_known = false;
      for (const std::string_view entity : {"&amp;", "&lt;", "&gt;", "&quot;"})
        is_known = is_known || part.substr(at).starts_with(entity);
      if (!is_known) return true;
    }
    return false;
  };
  for (const char letter : text) {
    if (static_cast<unsigned char>(letter) < 0x20U && letter != '\n') return "a control character";
  }
  if (has_bare_ampersand(text)) return "a bare ampersand";
  while (!text.empty()) {
    const std::size_t start = text.find('<');
    if (text.substr(0, start).find('>') != text.npos) return "a > in text";
    if (start == text.npos) break;
    text.remove_prefix(start + 1);
    bool is_quoted = false;
    std::size_t end = 0;
    for (; end < text.size() && (is_quoted || text[end] != '>'); ++end) {
      if (text[end] == '"') is_quoted = !is_quoted;
      if (text[end] == '<') return "a < in a tag";
    }
    if (end == text.size()) return "a tag without an end";
    const std::string_view tag = text.substr(0, end);
    std::size_t length = 0;
    while (length < tag.size() && (std::isalnum(static_cast<unsigned char>(tag[length])) != 0 ||
                                   (length == 0 && tag[length] == '/')))
      ++length;
    const std::string name(tag.substr(0, length));
    if (name.empty()) return "a tag without a name";
    if (name.front() == '/') {
      if (open.empty() || "/" + open.back() != name) return "an unexpected <" + name + ">";
      open.pop_back();
    } else if (!tag.ends_with('/')) {
      open.push_back(name);
    }
    text.remove_prefix(end + 1);
  }
  return open.empty() ? "" : "no end of <" + open.back() + ">";
}

/// How often `part` occurs in `text`.
inline std::size_t occurrences(std::string_view text, std::string_view part) {
  std::size_t count = 0;
  for (std::size_t at = text.find(part); at != text.npos; at = text.find(part, at + part.size()))
    ++count;
  return count;
}

/// A name that tries to break out of whatever it is written to.
inline std::string hostile_name() {
  return "</script></svg><script>alert(1)</script>\" onload=\"x\"'<>&\xE2\x80\xAE\x01\x1B[31m\xFF=\"var("
         "--pith-1, url(x))\"";
}

}  // namespace pith
