// SPDX-License-Identifier: Apache-2.0
#include "pith/base/shown_address.h"

#include <algorithm>

namespace pith {
namespace {

constexpr std::string_view scheme_end = "://";

/// `a=1&b=2` becomes `a=***&b=***`, up to what cannot be a part of an address.
std::string shown_parameters(std::string_view text) {
  std::string shown;
  const std::size_t end = std::min(text.find_first_of(" '\""), text.size());
  std::string_view left = text.substr(0, end);
  while (!left.empty()) {
    const std::size_t size = std::min(left.find('&'), left.size());
    const std::string_view parameter = left.substr(0, size);
    const std::size_t sign = parameter.find('=');
    shown.append(parameter.substr(0, std::min(sign, parameter.size())));
    if (sign != std::string_view::npos) shown.append("=").append(hidden_secret);
    if (size < left.size()) shown += '&';
    left.remove_prefix(std::min(size + 1, left.size()));
  }
  return shown.append(text.substr(end));
}

}  // namespace

PasswordPlace password_place(std::string_view address) {
  constexpr std::size_t none = std::string_view::npos;
  const std::size_t mark = address.find(scheme_end);
  if (mark == none) return {};
  const std::size_t colon = address.find(':', mark + scheme_end.size());
  const std::size_t at = address.rfind('@');
  if (colon == none || at == none || at < colon) return {};
  // An @ among the parameters, behind a host.
  if (address.substr(mark, colon - mark).find('?') != none) return {};
  return {colon + 1, at};
}

std::string shown_address(std::string_view address) {
  std::string shown;
  std::size_t rest = 0;
  const PasswordPlace password = password_place(address);
  if (password.end > 0) {
    shown.append(address.substr(0, password.begin)).append(hidden_secret);
    rest = password.end;
  }
  const std::size_t question = std::min(address.find('?', rest), address.size());
  shown.append(address.substr(rest, question - rest));
  if (question < address.size()) shown += '?' + shown_parameters(address.substr(question + 1));
  return shown;
}

std::string without_passwords(std::string text) {
  std::size_t done = 0;
  for (std::size_t mark = 0; (mark = text.find(scheme_end, done)) != std::string::npos;) {
    // Behind a source, messages have a colon and a blank.
    const std::size_t colon = std::min(text.find(": ", mark + 1), text.size());
    const std::size_t end = std::min(text.find('\n', mark), colon);
    const std::string shown = shown_address(std::string_view(text).substr(mark, end - mark));
    text.replace(mark, end - mark, shown);
    done = mark + shown.size();
  }
  return text;
}

}  // namespace pith
