// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <stdexcept>
#include <string>
#include <string_view>

#include "pith/base/option.h"
#include "pith/base/text.h"

namespace pith {

enum class ErrorKind {
  bad_argument,  ///< the caller asked for something that does not exist or is out of range
  bad_data,      ///< the data cannot be understood, or do not suit the method
  io,            ///< a file cannot be read or written
  resources,     ///< memory, disk or another limit was reached
  cancelled,     ///< the caller asked to stop
};

/// Causes that front ends have words of their own for.
enum class Cause {
  other,
  missing_values,    ///< features have missing values, and the request rejects them
  missing_target,    ///< the target has missing values
  infinite_value,    ///< a feature has an infinite value
  no_target,         ///< the method or learner needs a target
  unsupported_type,  ///< a column has a type that cannot be read
};

/// The one exception of the library. The message is one line that names the thing, the value and
/// the remedy. It may hold mentions (base/option.h); what() has them in the spelling of C++.
class Error : public std::runtime_error {
 public:
  Error(ErrorKind kind, const std::string& message, Cause cause = Cause::other)
      : std::runtime_error(render(message)), marked_(message), kind_(kind), cause_(cause) {}

  /// An error of the operating system, with the value of errno.
  static Error system(const std::string& message, int code) {
    Error error(ErrorKind::io, message);
    error.system_code_ = code;
    return error;
  }

  ErrorKind kind() const noexcept { return kind_; }
  Cause cause() const noexcept { return cause_; }
  /// The value of errno where the operating system gave the reason; 0 elsewhere.
  int system_code() const noexcept { return system_code_; }
  /// The message with its mentions as tokens, to be used in another message.
  std::string marked() const { return marked_.what(); }
  /// The message in the spelling of a front end.
  std::string message(const Spelling& spelling) const { return render(marked_.what(), spelling); }

 private:
  std::runtime_error marked_;  // whose copies, unlike those of a string, cannot throw
  ErrorKind kind_;
  Cause cause_;
  int system_code_ = 0;
};

}  // namespace pith
