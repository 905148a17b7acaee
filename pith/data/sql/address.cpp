// SPDX-License-Identifier: Apache-2.0
#include "pith/data/sql/address.h"

#include <algorithm>
#include <array>
#include <filesystem>
#include <system_error>
#include <utility>

namespace pith {
namespace {

constexpr std::string_view hidden = "***";

int hex_digit(char letter) {
  if (letter >= '0' && letter <= '9') return letter - '0';
  if (letter >= 'a' && letter <= 'f') return letter - 'a' + 10;
  if (letter >= 'A' && letter <= 'F') return letter - 'A' + 10;
  return -1;
}

/// `%40` becomes `@`.
std::string percent_decoded(std::string_view text) {
  std::string decoded;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const bool is_escape = text[i] == '%' && i + 2 < text.size() && hex_digit(text[i + 1]) >= 0 &&
                           hex_digit(text[i + 2]) >= 0;
    if (!is_escape) {
      decoded += text[i];
      continue;
    }
    decoded += static_cast<char>(16 * hex_digit(text[i + 1]) + hex_digit(text[i + 2]));
    i += 2;
  }
  return decoded;
}

std::string lower(std::string_view text) {
  std::string copy(text);
  for (char& letter : copy) {
    if (letter >= 'A' && letter <= 'Z') letter = static_cast<char>(letter + ('a' - 'A'));
  }
  return copy;
}

/// Whether the parameter of an address is secret: `password`, `sslpassword`, `oauth_client_secret`.
bool is_secret_parameter(std::string_view name) {
  const std::string word = lower(percent_decoded(name));
  return word.find("password") != std::string::npos || word.find("secret") != std::string::npos;
}

void add_secret(std::string_view secret, DatabaseAddress& address) {
  if (secret.empty()) return;
  for (std::string each : {std::string(secret), percent_decoded(secret)}) {
    if (std::find(address.secrets.begin(), address.secrets.end(), each) == address.secrets.end())
      address.secrets.push_back(std::move(each));
  }
}

/// The parameters behind the question mark, with their secrets hidden.
std::string shown_parameters(std::string_view text, DatabaseAddress& address) {
  std::string shown;
  while (!text.empty()) {
    const std::size_t size = std::min(text.find('&'), text.size());
    const std::string_view parameter = text.substr(0, size);
    const std::size_t mark = parameter.find('=');
    if (mark != std::string_view::npos && is_secret_parameter(parameter.substr(0, mark))) {
      add_secret(parameter.substr(mark + 1), address);
      shown.append(parameter.substr(0, mark + 1)).append(hidden);
    } else {
      shown.append(parameter);
    }
    if (size < text.size()) shown += '&';
    text.remove_prefix(std::min(size + 1, text.size()));
  }
  return shown;
}

/// The end of the password, at its @, or 0 if there is none; `user` is where the name of the user
/// begins. A password may hold marks that should have been escaped.
std::size_t password_end(std::string_view text, std::size_t user) {
  constexpr std::size_t none = std::string_view::npos;
  const std::size_t question = std::min(text.find('?', user), text.size());
  const std::size_t at = text.substr(0, question).rfind('@');
  if (at != none && at >= user) return at;
  const std::size_t last = text.rfind('@');
  const std::size_t colon = text.find(':', user);
  if (last == none || last < user || colon == none) return 0;
  // Behind a host stands a port; then the @ is part of a parameter.
  const std::size_t port_end = text.find_first_not_of("0123456789", colon + 1);
  const bool is_port = port_end == none || text[port_end] == '/' || text[port_end] == '?';
  return is_port || colon > question ? 0 : last;
}

DatabaseAddress server_address(const std::string& source) {
  DatabaseAddress address{.system = DatabaseSystem::postgresql, .place = source};
  const std::string_view text = source;
  const std::size_t user = text.find("://") + 3;
  const std::size_t at = password_end(text, user);
  const std::size_t colon = text.find(':', user);
  const bool has_password = colon < at;
  std::size_t rest = user;
  address.shown = text.substr(0, user);
  if (has_password) {
    add_secret(text.substr(colon + 1, at - colon - 1), address);
    address.shown.append(text.substr(user, colon + 1 - user)).append(hidden);
    rest = at;
  }
  const std::size_t question = std::min(text.find('?', rest), text.size());
  address.shown.append(text.substr(rest, question - rest));
  if (question < text.size())
    address.shown += '?' + shown_parameters(text.substr(question + 1), address);
  // Longer ones first: one may be a part of another.
  std::stable_sort(address.secrets.begin(), address.secrets.end(),
                   [](const std::string& a, const std::string& b) { return a.size() > b.size(); });
  return address;
}

}  // namespace

std::string DatabaseAddress::absolute_place() const {
  std::error_code error;
  const std::filesystem::path absolute = std::filesystem::absolute(place, error);
  return error ? place : absolute.string();
}

std::string DatabaseAddress::without_secrets(std::string text) const {
  for (const std::string& secret : secrets) {
    for (std::size_t at = 0; (at = text.find(secret, at)) != std::string::npos; at += hidden.size())
      text.replace(at, secret.size(), hidden);
  }
  return text;
}

std::optional<DatabaseAddress> database_address(const std::string& source) {
  constexpr std::array<std::pair<std::string_view, DatabaseSystem>, 2> files{
      {{"duckdb:", DatabaseSystem::duckdb}, {"sqlite:", DatabaseSystem::sqlite}}};
  for (const auto& [prefix, system] : files) {
    if (source.starts_with(prefix))
      return DatabaseAddress{
          .system = system, .place = source.substr(prefix.size()), .shown = source};
  }
  if (source.starts_with("postgresql://") || source.starts_with("postgres://"))
    return server_address(source);
  return std::nullopt;
}

std::string shown_source(const std::string& source) {
  const auto address = database_address(source);
  return address ? address->shown : source;
}

}  // namespace pith
