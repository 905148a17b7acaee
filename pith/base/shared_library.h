// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace pith {

/// A shared library that is loaded when it is first needed, and not with the program. It stays
/// loaded: libraries leave functions behind that the end of the process calls.
class SharedLibrary {
 public:
  /// `name` is what the dynamic loader searches for, such as "libz.so.1". `remedy` ends the
  /// message where there is none: "install the package ...". Throws Error(io), or
  /// Error(resources) where memory does not suffice.
  SharedLibrary(std::string name, const std::string& remedy);

  /// The function `name`, whose type the caller must know:
  /// `library.function<decltype(::zlibVersion)>("zlibVersion")`. Throws Error(io) where the library
  /// has none.
  template <class Function>
  Function* function(const char* name) const {
    return reinterpret_cast<Function*>(address(name));
  }
  /// The same, or null where the library has none.
  template <class Function>
  Function* find_function(const char* name) const {
    return reinterpret_cast<Function*>(find_address(name));
  }

 private:
  void* find_address(const char* name) const;
  void* address(const char* name) const;

  std::string name_;
  std::string remedy_;
  void* handle_;
};

}  // namespace pith
