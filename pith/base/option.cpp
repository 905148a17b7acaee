// SPDX-License-Identifier: Apache-2.0
#include "pith/base/option.h"

#include <algorithm>
#include <utility>

#include "pith/base/shown_address.h"
#include "pith/base/text.h"

namespace pith {
namespace {

constexpr char option_mark = '\x0e';   // opens an option
constexpr char command_mark = '\x10';  // opens a command
constexpr char value_mark = '\x1f';    // before each value
constexpr char end_mark = '\x0f';

template <class Values>
std::string marked(char mark, std::string_view name, const Values& values) {
  std::string token(1, mark);
  token += name;
  for (const std::string_view value : values) {
    token += value_mark;
    token += value;
  }
  return token + end_mark;
}

/// Whether the text before the end mark is a token, and not unrelated control bytes, such as
/// those in the name of a file: a name of a-z, 0-9 and _, then values without control bytes.
bool is_token(std::string_view token) {
  const std::string_view name = token.substr(0, token.find(value_mark));
  const auto is_name_letter = [](char letter) {
    return (letter >= 'a' && letter <= 'z') || (letter >= '0' && letter <= '9') || letter == '_';
  };
  const auto is_control = [](char letter) {
    return static_cast<unsigned char>(letter) < 0x20U && letter != value_mark;
  };
  return !name.empty() && std::all_of(name.begin(), name.end(), is_name_letter) &&
         std::none_of(token.begin(), token.end(), is_control);
}

Mention parsed(std::string_view token, bool is_command) {
  Mention mention{.name = token.substr(0, token.find(value_mark)), .is_command = is_command};
  token.remove_prefix(mention.name.size());
  while (!token.empty()) {
    token.remove_prefix(1);
    mention.values.push_back(token.substr(0, token.find(value_mark)));
    token.remove_prefix(mention.values.back().size());
  }
  return mention;
}

}  // namespace

std::string option(std::string_view name) {
  return marked(option_mark, name, std::initializer_list<std::string_view>{});
}

std::string option(std::string_view name, std::string_view value) {
  return marked(option_mark, name, std::initializer_list<std::string_view>{value});
}

std::string option(std::string_view name, std::initializer_list<std::string_view> values) {
  return marked(option_mark, name, values);
}

std::string option(std::string_view name, const std::vector<std::string>& values) {
  return marked(option_mark, name, values);
}

std::string command(std::string_view name) {
  return marked(command_mark, name, std::initializer_list<std::string_view>{});
}

std::string joined_values(const Mention& mention,
                          const std::function<std::string(std::string_view)>& spell) {
  std::vector<std::string> values;
  for (const std::string_view value : mention.values)
    values.push_back(spell(value));
  return alternatives(values);
}

std::string plain_spelling(const Mention& mention) {
  std::string name(mention.name);
  if (mention.is_command) return name + "()";
  if (mention.values.empty()) return name;
  return name + "=" +
         joined_values(mention, [](std::string_view value) { return std::string(value); });
}

std::string render(std::string_view text, const Spelling& spelling) {
  constexpr char marks[] = {option_mark, command_mark, 0};
  std::string out;
  while (true) {
    const std::size_t start = text.find_first_of(marks);
    out += text.substr(0, start);
    if (start == std::string_view::npos) return without_passwords(std::move(out));
    const bool is_command = text[start] == command_mark;
    text.remove_prefix(start + 1);
    const std::size_t end = text.find(end_mark);
    const std::string_view token = text.substr(0, end);
    if (end == std::string_view::npos || !is_token(token)) {
      out += is_command ? command_mark : option_mark;
      continue;
    }
    const std::string spelled = spelling(parsed(token, is_command));
    text.remove_prefix(end + 1);
    if (spelled.empty() && out.ends_with(" (") && text.starts_with(")")) {
      out.resize(out.size() - 2);
      text.remove_prefix(1);
    }
    out += spelled;
  }
}

}  // namespace pith
