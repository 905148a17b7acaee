// SPDX-License-Identifier: Apache-2.0
#include "pith/base/shared_library.h"

#include <dlfcn.h>
#include <fmt/format.h>

#include <cstring>
#include <utility>

#include "pith/base/error.h"

namespace pith {
namespace {

/// What the dynamic loader says of its last failure. It has no codes, and its texts for a lack of
/// memory are these.
std::string last_failure() {
  const char* const text = dlerror();
  return text == nullptr ? "unknown reason" : text;
}

bool is_about_memory(const std::string& text) {
  for (const char* words : {"cannot allocate", "Cannot allocate", "out of memory",
                            "failed to map segment", "cannot create", "cannot map"}) {
    if (text.find(words) != std::string::npos) return true;
  }
  return false;
}

}  // namespace

SharedLibrary::SharedLibrary(std::string name, const std::string& remedy)
    : name_(std::move(name)), remedy_(remedy) {
  handle_ = dlopen(name_.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (handle_ != nullptr) return;
  const std::string reason = last_failure();
  throw Error(is_about_memory(reason) ? ErrorKind::resources : ErrorKind::io,
              fmt::format("the library {} cannot be loaded ({}); {}", name_, reason, remedy_));
}

void* SharedLibrary::find_address(const char* name) const {
  return dlsym(handle_, name);
}

void* SharedLibrary::address(const char* name) const {
  void* const found = find_address(name);
  if (found == nullptr) {
    throw Error(ErrorKind::io,
                fmt::format("the library {} has no function {}; {}", name_, name, remedy_));
  }
  return found;
}

}  // namespace pith
