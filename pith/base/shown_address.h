// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

namespace pith {

/// What stands in the place of a secret.
inline constexpr std::string_view hidden_secret = "***";

/// Where the password of `scheme://user:password@host` begins and ends; both 0 if there is none.
/// Up to the last @: a password may hold marks that should have been escaped.
struct PasswordPlace {
  std::size_t begin = 0;
  std::size_t end = 0;
};
PasswordPlace password_place(std::string_view address);

/// The address of a server without its password and the values of its parameters.
std::string shown_address(std::string_view address);

/// A text with every address in it as shown_address() has it.
std::string without_passwords(std::string text);

}  // namespace pith
