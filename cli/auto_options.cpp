// SPDX-License-Identifier: Apache-2.0
#include "cli/auto_options.h"

#include <fmt/format.h>

#include <optional>

#include "cli/quantity.h"
#include "cli/variants.h"
#include "pith/base/error.h"
#include "pith/data/number.h"
#include "pith/evaluate/auto_k.h"

namespace pith::cli {
namespace {

bool is_auto(const Arguments& arguments) {
  return arguments.value("--k") == "auto";
}

bool is_by_null(const Arguments& arguments) {
  return arguments.value("--auto") == "null";
}

/// Whether an option of `-k auto` is also a parameter of the method.
bool method_has_own(const Arguments& arguments, const std::string& parameter) {
  return method_has(parse_variant(arguments.value("--method", "auto")).id, parameter);
}

template <class Test>
void set_max_features(Test& test, const Arguments& arguments) {
  if (!arguments.has("--max-features")) return;
  test.max_features = whole_number("--max-features", arguments.value("--max-features"),
                                   {.min = 1, .max = UINT32_MAX});
}

NullTest null_test(const Arguments& arguments) {
  constexpr std::uint64_t max_permutations = 1'000'000;
  NullTest test;
  set_max_features(test, arguments);
  if (arguments.has("--permutations")) {
    test.permutations = whole_number("--permutations", arguments.value("--permutations"),
                                     {.min = 0, .max = max_permutations});
  }
  if (!arguments.has("--alpha") || method_has_own(arguments, "alpha")) return test;
  const std::optional<double> alpha = number_of(arguments.value("--alpha"));
  if (!alpha || !(*alpha > 0 && *alpha < 1)) {
    throw Error(ErrorKind::bad_argument,
                fmt::format("--alpha must be greater than 0 and less than 1 (got {})",
                            quoted(arguments.value("--alpha"))));
  }
  test.alpha = *alpha;
  return test;
}

[[noreturn]] void reject(const std::string& message) {
  throw Error(ErrorKind::bad_argument, message);
}

}  // namespace

std::vector<Option> auto_options() {
  const std::string group = "Automatic number of features (-k auto)";
  return {shared("auto", {.value = "RULE", .group = group}),
          shared("learner", {.letter = 'l',
                             .value = "ID",
                             .text = "ID or ID:name=value",
                             .group = group,
                             .completion = Completion::learners,
                             .aliases = {"--learners"}}),
          shared("permutations", {.value = "N", .group = group}),
          shared("alpha", {.value = "X", .group = group}),
          shared("max_features", {.value = "N", .group = group, .aliases = {"--most"}})};
}

bool uses_learner(const Arguments& arguments) {
  return is_auto(arguments) && !is_by_null(arguments);
}

void check_auto(const Arguments& arguments) {
  const bool has_learner = arguments.has("--learner") && !method_has_own(arguments, "learner");
  for (const char* option : {"--auto", "--permutations", "--max-features"}) {
    if (arguments.has(option) && !is_auto(arguments))
      reject(fmt::format("{} requires -k auto", option));
  }
  if (has_learner && !is_auto(arguments)) reject("--learner requires -k auto");
  if (has_learner && is_by_null(arguments)) reject("--learner requires --auto cv");
  if (is_by_null(arguments)) return;
  if (arguments.has("--permutations")) reject("--permutations requires --auto null");
  if (arguments.has("--alpha") && !method_has_own(arguments, "alpha")) {
    reject(
        fmt::format("--alpha requires --auto null, or a method with that parameter, which {} "
                    "does not have",
                    arguments.value("--method", "auto")));
  }
}

K requested_k(const Arguments& arguments, const Variant& learner) {
  constexpr std::uint64_t max_k = 1'000'000'000'000'000;
  if (!arguments.has("--k")) return {};
  const std::string text = arguments.value("--k");
  if (text == "all") return K::all();
  if (!is_auto(arguments)) {
    if (text.find_first_of("0123456789") == std::string::npos)
      reject(fmt::format("-k must be a number, all or auto (got {})", quoted(text)));
    return {whole_number("-k", text, {.min = 1, .max = max_k})};
  }
  if (is_by_null(arguments)) return K::chosen_by(by_permutation_test(null_test(arguments)));
  CvTest test{.learner = learner};
  set_max_features(test, arguments);
  if (arguments.has("--auto")) return K::chosen_by(by_cross_validation(test));
  const std::size_t most = arguments.has("--max-features") ? test.max_features : SIZE_MAX;
  return K::method_or(by_cross_validation(test), most);
}

}  // namespace pith::cli
