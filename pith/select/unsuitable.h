// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "pith/base/error.h"

namespace pith {

/// An error because a method cannot take a table: `reason; remedy`. Who asks for several methods
/// shows their reasons without the remedies.
class Unsuitable : public Error {
 public:
  Unsuitable(ErrorKind kind, const std::string& reason, const std::string& remedy,
             Cause cause = Cause::other)
      : Error(kind, reason + "; " + remedy, cause), reason_size_(reason.size()) {}

  /// The reason with its mentions as tokens.
  std::string marked_reason() const { return marked().substr(0, reason_size_); }

 private:
  std::size_t reason_size_;
};

}  // namespace pith
