// SPDX-License-Identifier: Apache-2.0
#include "pith/base/wrap.h"

#include <algorithm>

namespace pith {
namespace {

std::size_t characters(std::string_view text) {
  return static_cast<std::size_t>(std::count_if(text.begin(), text.end(), [](char letter) {
    return (static_cast<unsigned char>(letter) & 0xC0U) != 0x80U;
  }));
}

/// The number of bytes of `text` that fit into `room` characters when broken at a space; at least
/// one word.
std::size_t line_length(std::string_view text, std::size_t room) {
  std::size_t end = std::min(text.find(' '), text.size());
  while (end < text.size()) {
    const std::size_t word = std::min(text.find_first_not_of(' ', end), text.size());
    const std::size_t next = std::min(text.find(' ', word), text.size());
    if (characters(text.substr(0, next)) > room) break;
    end = next;
  }
  return end;
}

}  // namespace

std::string wrap(std::string_view text, const Margins& margins) {
  std::string lines;
  std::size_t indent = margins.first;
  while (!text.empty()) {
    const std::size_t room = margins.width > indent ? margins.width - indent : 1;
    const std::size_t length = line_length(text, room);
    lines.append(indent, ' ').append(text.substr(0, length)).append("\n");
    text.remove_prefix(std::min(text.find_first_not_of(' ', length), text.size()));
    indent = margins.rest;
  }
  return lines;
}

}  // namespace pith
