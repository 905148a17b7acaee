// SPDX-License-Identifier: Apache-2.0
#include "pith/data/sql/address.h"

#include <algorithm>
#include <array>
#include <filesystem>
#include <system_error>
#include <utility>

#include "pith/base/shown_address.h"

namespace pith {
namespace {

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

/// Whether the parameter of an address is secret: `password`, `passwd`, `oauth_client_secret`.
bool is_secret_parameter(std::string_view name) {
  const std::string word = lower(percent_decoded(name));
  for (const std::string_view part : {"pass", "pwd", "secret", "token"}) {
    if (word.find(part) != std::string::npos) return true;
  }
  return false;
}

void add_secret(std::string_view secret, DatabaseAddress& address) {
  if (secret.empty()) return;
  for (std::string each : {std::string(secret), percent_decoded(secret)}) {
    if (std::find(address.secrets.begin(), address.secrets.end(), each) == address.secrets.end())
      address.secrets.push_back(std::move(each));
  }
}

/// Where a password has marks that should have been escaped, a driver takes pieces of it for other
/// parts of the address, and its words quote them.
void add_pieces(std::string_view secret, DatabaseAddress& address) {
  constexpr std::size_t telling_size = 3;
  while (!secret.empty()) {
    const std::size_t size = std::min(secret.find_first_of("/@:?#&="), secret.size());
    const std::string piece(secret.substr(0, size));
    secret.remove_prefix(std::min(size + 1, secret.size()));
    if (piece.empty()) continue;
    if (piece.size() >= telling_size) {
      add_secret(piece, address);
    } else {  // short ones are parts of many words
      add_secret('"' + piece + '"', address);
      add_secret('"' + piece + '@', address);
    }
  }
}

void add_parameters(std::string_view text, DatabaseAddress& address) {
  while (!text.empty()) {
    const std::size_t size = std::min(text.find('&'), text.size());
    const std::string_view parameter = text.substr(0, size);
    const std::size_t mark = parameter.find('=');
    if (mark != std::string_view::npos && is_secret_parameter(parameter.substr(0, mark)))
      add_secret(parameter.substr(mark + 1), address);
    text.remove_prefix(std::min(size + 1, text.size()));
  }
}

DatabaseAddress server_address(const std::string& source) {
  DatabaseAddress address{
      .system = DatabaseSystem::postgresql, .place = source, .shown = shown_address(source)};
  const std::string_view text = source;
  const PasswordPlace password = password_place(text);
  const std::string_view secret = text.substr(password.begin, password.end - password.begin);
  add_secret(secret, address);
  if (secret.find_first_of("/@:?#&=") != std::string_view::npos) add_pieces(secret, address);
  const std::size_t question = std::min(text.find('?'), text.size());
  add_parameters(text.substr(std::min(question + 1, text.size())), address);
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
    for (std::size_t at = 0; (at = text.find(secret, at)) != std::string::npos;
         at += hidden_secret.size())
      text.replace(at, secret.size(), hidden_secret);
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

bool is_misspelt_server(const std::string& source) {
  const std::string scheme = lower(source.substr(0, std::min(source.find("://"), source.size())));
  return scheme.size() < source.size() && scheme.starts_with("postgres") &&
         !database_address(source);
}

std::string shown_source(const std::string& source) {
  const auto address = database_address(source);
  return address ? address->shown : without_passwords(source);
}

}  // namespace pith
