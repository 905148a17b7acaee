// SPDX-License-Identifier: Apache-2.0
#include "pith/select/catalog.h"

#include <fmt/format.h>

#include <algorithm>

#include "pith/base/error.h"
#include "pith/data/boolean.h"

namespace pith {

namespace methods {
// One declaration for each file in pith/methods/: a file whose function has another name fails at
// link time, with the name in the message.
#define PITH_METHOD(stem) Method stem();
#include "methods.inc"
#undef PITH_METHOD
}  // namespace methods

namespace {

std::vector<Method> make_catalog() {
  std::vector<Method> all = {
#define PITH_METHOD(stem) methods::stem(),
#include "methods.inc"
#undef PITH_METHOD
  };
  std::sort(all.begin(), all.end(), [](const Method& a, const Method& b) { return a.id < b.id; });
  return all;
}

const Method* find_method(std::string_view id) {
  const auto& all = catalog();
  const auto place =
      std::find_if(all.begin(), all.end(), [&](const Method& known) { return known.id == id; });
  return place == all.end() ? nullptr : &*place;
}

AutoMethod for_numbers() {
  return {.id = "gc-mi", .settings = {{"cap", "false"}, {"shrinkage", "1"}}};
}

/// With a numeric target, classes have neither a cap nor covariances to share.
AutoMethod for_numeric_target(bool is_all_numbers) {
  return {.id = is_all_numbers ? "gc-mi" : "relieff", .settings = {}};
}

AutoMethod for_categories() {
  return {.id = "mrmr", .settings = {{"correction", "chance"}}};
}

/// A method that takes several targets: numbers together, or classes combined.
AutoMethod for_several_targets(const Table& table, bool is_all_numbers) {
  std::size_t numeric = 0;
  for (std::size_t i = 0; i < table.targets(); ++i)
    numeric += table.target(i).is_numbers() ? 1 : 0;
  if (numeric == 0) return for_categories();
  if (!is_all_numbers) return {.id = "relieff", .settings = {}};
  if (numeric < table.targets()) return {.id = "forward-regression", .settings = {}};
  return for_numeric_target(true);
}

/// As it would be typed.
std::string text_of(const AutoMethod& choice) {
  std::string text = choice.id;
  for (const auto& [name, value] : choice.settings)
    text += fmt::format(":{}={}", name, value);
  return text;
}

}  // namespace

const std::vector<Method>& catalog() {
  static const std::vector<Method> all = make_catalog();
  return all;
}

const Method& method(std::string_view id) {
  if (const Method* known = find_method(id)) return *known;
  std::vector<std::string> ids;
  for (const Method& known : catalog())
    ids.push_back(known.id);
  const auto near = nearest_name(id, ids);
  throw Error(ErrorKind::bad_argument,
              fmt::format("unknown method {}; {}", quoted(id),
                          near ? fmt::format("did you mean '{}'?", *near)
                               : fmt::format("{} lists all methods", command("methods"))));
}

AutoMethod auto_method(bool is_all_numbers) {
  return is_all_numbers ? for_numbers() : for_categories();
}

AutoMethod auto_method(const Table& table) {
  const bool is_all_numbers =
      std::all_of(table.parts().features.begin(), table.parts().features.end(),
                  [](const Column& column) { return column.is_numbers() || is_boolean(column); });
  if (table.targets() > 1) return for_several_targets(table, is_all_numbers);
  return table.has_numeric_target() ? for_numeric_target(is_all_numbers)
                                    : auto_method(is_all_numbers);
}

std::string auto_text() {
  return fmt::format(
      "{} when all features are numeric or boolean, {} otherwise; for a numeric target {} and {}",
      text_of(for_numbers()), text_of(for_categories()), text_of(for_numeric_target(true)),
      text_of(for_numeric_target(false)));
}

std::vector<std::string> auto_ids() {
  return {for_numbers().id, for_categories().id};
}

}  // namespace pith
