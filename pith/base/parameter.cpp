// SPDX-License-Identifier: Apache-2.0
#include "pith/base/parameter.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <charconv>
#include <cmath>

#include "pith/base/assert.h"
#include "pith/base/error.h"

namespace pith {
namespace {

std::string bound_text(double bound) {
  return std::isinf(bound) ? (bound < 0 ? "-inf" : "inf") : number_text(bound);
}

/// Front ends may write `-` for `_`.
std::string canonical(std::string name) {
  std::replace(name.begin(), name.end(), '-', '_');
  return name;
}

[[noreturn]] void reject(std::string_view method, const Parameter& parameter,
                         std::string_view text) {
  throw Error(ErrorKind::bad_argument,
              fmt::format("{} of {} must be {} (got {})", option(parameter.name), method,
                          parameter.range_text(), quoted(text)));
}

[[noreturn]] void reject_name(std::string_view method, const std::string& name,
                              const std::vector<std::string>& names) {
  std::vector<std::string> options;
  for (const std::string& known : names)
    options.push_back(option(known));
  const auto near = nearest_name(name, names);
  throw Error(ErrorKind::bad_argument,
              fmt::format("{} has no parameter {}; {}", method, quoted(name),
                          near              ? fmt::format("did you mean {}?", option(*near))
                          : options.empty() ? std::string("it has none")
                                            : fmt::format("it has {}", fmt::join(options, ", "))));
}

template <class Number>
bool parse_whole(std::string_view text, Number& number) {
  const char* end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, number);
  return error == std::errc() && stop == end;
}

Value parse(std::string_view method, const Parameter& parameter, const std::string& text) {
  const auto check_range = [&](double number) {
    // Written so that NaN is refused.
    if (!(number >= parameter.lower && number <= parameter.upper)) reject(method, parameter, text);
  };
  const bool is_word = std::find(parameter.choices.begin(), parameter.choices.end(), text) !=
                       parameter.choices.end();
  const bool is_free_text =
      std::holds_alternative<std::string>(parameter.initial) && parameter.choices.empty();
  if (is_word || is_free_text) return text;
  if (std::holds_alternative<double>(parameter.initial) || parameter.takes_numbers) {
    double number = 0;
    if (!parse_whole(text, number)) reject(method, parameter, text);
    check_range(number);
    return number;
  }
  if (std::holds_alternative<std::int64_t>(parameter.initial)) {
    std::int64_t number = 0;
    if (!parse_whole(text, number)) reject(method, parameter, text);
    check_range(static_cast<double>(number));
    return number;
  }
  if (std::holds_alternative<bool>(parameter.initial)) {
    if (text != "true" && text != "false") reject(method, parameter, text);
    return text == "true";
  }
  reject(method, parameter, text);
}

template <class T, class Map>
const T& value_of(const Map& values, std::string_view name) {
  const auto place = values.find(name);
  PITH_ASSERT(place != values.end());
  return std::get<T>(place->second);
}

}  // namespace

std::string value_text(const Value& value) {
  if (const auto* number = std::get_if<double>(&value)) return bound_text(*number);
  if (const auto* number = std::get_if<std::int64_t>(&value)) return std::to_string(*number);
  if (const auto* flag = std::get_if<bool>(&value)) return *flag ? "true" : "false";
  return std::get<std::string>(value);
}

Parameter Parameter::real(std::string name, double initial, double lower, double upper,
                          std::string text) {
  return {.name = std::move(name),
          .initial = initial,
          .text = std::move(text),
          .lower = lower,
          .upper = upper,
          .choices = {}};
}

Parameter Parameter::integer(std::string name, std::int64_t initial, std::int64_t lower,
                             std::int64_t upper, std::string text) {
  return {.name = std::move(name),
          .initial = initial,
          .text = std::move(text),
          .lower = static_cast<double>(lower),
          .upper = upper == no_upper_end ? std::numeric_limits<double>::infinity()
                                         : static_cast<double>(upper),
          .choices = {}};
}

Parameter Parameter::flag(std::string name, bool initial, std::string text) {
  return {.name = std::move(name), .initial = initial, .text = std::move(text), .choices = {}};
}

Parameter Parameter::choice(std::string name, std::vector<std::string> choices, std::string text) {
  PITH_ASSERT(!choices.empty());
  Value initial = choices.front();
  return {.name = std::move(name),
          .initial = std::move(initial),
          .text = std::move(text),
          .choices = std::move(choices)};
}

Parameter Parameter::free_text(std::string name, std::string initial, std::string text) {
  return {.name = std::move(name),
          .initial = std::move(initial),
          .text = std::move(text),
          .choices = {}};
}

Parameter Parameter::real_or(Value initial, Parameter real, std::vector<std::string> words) {
  real.initial = std::move(initial);
  real.choices = std::move(words);
  real.takes_numbers = true;
  return real;
}

std::string Parameter::range_text() const {
  if (std::holds_alternative<bool>(initial)) return "true or false";
  if (takes_numbers) {
    Parameter number = *this;
    number.initial = lower;
    number.takes_numbers = false;
    std::vector<std::string> all{number.range_text()};
    all.insert(all.end(), choices.begin(), choices.end());
    return alternatives(all);
  }
  if (std::holds_alternative<std::string>(initial)) {
    return choices.empty() ? "text" : alternatives(choices);
  }
  const std::string_view kind = std::holds_alternative<double>(initial) ? "a number" : "an integer";
  if (std::isinf(lower) && std::isinf(upper)) return std::string(kind);
  if (std::holds_alternative<std::int64_t>(initial) && std::isfinite(upper))
    return fmt::format("{} from {:.0f} to {:.0f}", kind, lower, upper);
  if (std::isinf(upper)) return fmt::format("{} of at least {}", kind, bound_text(lower));
  return fmt::format("{} from {} to {}", kind, bound_text(lower), bound_text(upper));
}

Params::Params(std::string_view method, const std::vector<Parameter>& parameters,
               const Settings& settings) {
  std::vector<std::string> names;
  for (const Parameter& parameter : parameters) {
    values_.emplace(parameter.name, parameter.initial);
    names.push_back(parameter.name);
  }
  for (const auto& [given_name, text] : settings) {
    const std::string name = canonical(given_name);
    const auto parameter = std::find_if(parameters.begin(), parameters.end(),
                                        [&](const Parameter& known) { return known.name == name; });
    if (parameter == parameters.end()) {
      reject_name(method, name, names);
    }
    if (is_given(parameter->name)) {
      throw Error(ErrorKind::bad_argument,
                  fmt::format("{} is given twice", option(parameter->name)));
    }
    given_.push_back(parameter->name);
    values_.insert_or_assign(parameter->name, parse(method, *parameter, text));
  }
}

bool Params::is_given(std::string_view name) const {
  return std::find(given_.begin(), given_.end(), name) != given_.end();
}

double Params::real(std::string_view name) const {
  return value_of<double>(values_, name);
}
std::int64_t Params::integer(std::string_view name) const {
  return value_of<std::int64_t>(values_, name);
}
bool Params::flag(std::string_view name) const {
  return value_of<bool>(values_, name);
}
const std::string& Params::choice(std::string_view name) const {
  return value_of<std::string>(values_, name);
}
bool Params::is_word(std::string_view name) const {
  const auto place = values_.find(name);
  PITH_ASSERT(place != values_.end());
  return std::holds_alternative<std::string>(place->second);
}

}  // namespace pith
