// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/stl/map.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace pith::python {

/// The options of a call: a dictionary, each of whose keys must be read here. None means that an
/// option is not given.
class Options {
 public:
  explicit Options(const nanobind::dict& given) : given_(given) {}

  template <class T>
  std::optional<T> find(const char* key) {
    known_.insert(key);
    if (!given_.contains(key)) return std::nullopt;
    const nanobind::object value = given_[key];
    if (value.is_none()) return std::nullopt;
    T found;
    if (!nanobind::try_cast(value, found)) {
      const bool is_text = nanobind::isinstance<nanobind::str>(value);
      const auto type = nanobind::cast<std::string>(value.type().attr("__name__"));
      const std::string what = is_text ? "is not valid UTF-8" : "cannot be of type " + type;
      throw nanobind::type_error(("option '" + std::string(key) + "' " + what).c_str());
    }
    return found;
  }
  template <class T>
  T value(const char* key, T otherwise = {}) {
    return find<T>(key).value_or(std::move(otherwise));
  }
  nanobind::object object(const char* key) {
    known_.insert(key);
    return given_.contains(key) ? nanobind::object(given_[key]) : nanobind::none();
  }
  /// Throws TypeError if there is a key that was not read. Call it after all others.
  void reject_unknown() const {
    for (const auto& [key, value] : given_) {
      const auto name = nanobind::cast<std::string>(key);
      if (!known_.contains(name))
        throw nanobind::type_error(("unknown option '" + name + "'").c_str());
    }
  }

 private:
  nanobind::dict given_;
  std::set<std::string> known_;
};

}  // namespace pith::python
