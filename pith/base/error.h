// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <stdexcept>
#include <string>
#include <string_view>

namespace pith {

enum class ErrorKind {
  bad_argument,  ///< the caller asked for something that does not exist or is out of range
  bad_data,      ///< the data cannot be understood, or do not suit the method
  io,            ///< a file cannot be read or written
  resources,     ///< memory, disk or another limit was reached
  cancelled,     ///< the caller asked to stop
};

/// The one exception of the library. The message is one line that names the thing, the value and
/// the remedy.
class Error : public std::runtime_error {
 public:
  Error(ErrorKind kind, const std::string& message) : std::runtime_error(message), kind_(kind) {}

  ErrorKind kind() const noexcept { return kind_; }

 private:
  ErrorKind kind_;
};

/// `text` fit for a one-line message: control bytes escaped, cut at 60 characters, in quotes.
std::string quoted(std::string_view text);
/// Exact matches, so that argument-dependent lookup does not prefer std::quoted for strings.
inline std::string quoted(const std::string& text) {
  return quoted(std::string_view(text));
}
inline std::string quoted(const char* text) {
  return quoted(std::string_view(text));
}

}  // namespace pith
