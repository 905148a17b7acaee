// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <stdexcept>
#include <string>

namespace pith::parquet {

/// What is wrong with the bytes of a file. Never leaves the reader: who knows the file and the
/// column makes an Error of it.
class Fault : public std::runtime_error {
 public:
  enum class Kind {
    damaged,      ///< the bytes contradict each other
    unsupported,  ///< the message says what cannot be read and the remedy
  };
  explicit Fault(const std::string& what, Kind kind = Kind::damaged)
      : std::runtime_error(what), kind_(kind) {}

  Kind kind() const { return kind_; }

 private:
  Kind kind_;
};

[[noreturn]] inline void damaged(const char* what) {
  throw Fault(what);
}

}  // namespace pith::parquet
