// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <limits>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace pith {

/// A parameter's value: real, integer, flag or one of a list of words.
using Value = std::variant<double, std::int64_t, bool, std::string>;

std::string value_text(const Value& value);

/// For integers that may be as large as the user's patience.
inline constexpr std::int64_t no_upper_end = std::numeric_limits<std::int64_t>::max();

/// One parameter of a method. CLI flags, Python arguments, documentation and checks are all made
/// from this.
struct Parameter {
  std::string name;  ///< snake_case
  Value initial;     ///< the default; its type is the parameter's type
  std::string text;  ///< what it does, in one line
  double lower = -std::numeric_limits<double>::infinity();  ///< for numbers
  double upper = std::numeric_limits<double>::infinity();
  std::vector<std::string> choices;  ///< for words
  bool takes_numbers = false;        ///< beside the words

  static Parameter real(std::string name, double initial, double lower, double upper,
                        std::string text);
  static Parameter integer(std::string name, std::int64_t initial, std::int64_t lower,
                           std::int64_t upper, std::string text);
  static Parameter flag(std::string name, bool initial, std::string text);
  static Parameter choice(std::string name, std::vector<std::string> choices, std::string text);
  /// Any text; what it means is for others to check.
  static Parameter free_text(std::string name, std::string initial, std::string text);
  /// A number of a range, or one of some words; `initial` is either.
  static Parameter real_or(Value initial, Parameter real, std::vector<std::string> words);

  /// The range in words: `0 to 10`, `true or false`, `difference or quotient`.
  std::string range_text() const;
};

/// Values as the user gave them, by name; `-` and `_` are the same in a name.
using Settings = std::vector<std::pair<std::string, std::string>>;

/// A checked value for each parameter of a method.
class Params {
 public:
  Params() = default;
  /// Throws Error(bad_argument) for an unknown name (with the nearest one), a text that is not of
  /// the parameter's type, a value out of range, or a name given twice.
  Params(std::string_view method, const std::vector<Parameter>& parameters,
         const Settings& settings);

  double real(std::string_view name) const;
  std::int64_t integer(std::string_view name) const;
  bool flag(std::string_view name) const;
  const std::string& choice(std::string_view name) const;
  /// Whether the value is a word and not a number, for those that may be either.
  bool is_word(std::string_view name) const;

  const std::map<std::string, Value, std::less<>>& values() const { return values_; }
  /// Whether a value was given, and is not the default for want of one.
  bool is_given(std::string_view name) const;

 private:
  std::vector<std::string> given_;
  std::map<std::string, Value, std::less<>> values_;
};

}  // namespace pith
