// SPDX-License-Identifier: Apache-2.0
#include "cli/auto_options.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "cli/quantity.h"
#include "pith/base/error.h"
#include "pith/data/number.h"
#include "pith/evaluate/learner.h"

namespace pith::cli {
namespace {

bool has_parameter(const Arguments& arguments, const std::string& name) {
  const std::string id = arguments.value("--method", "auto");
  if (id == "auto") return false;
  const std::vector<Parameter>& all = method(id).parameters;
  return std::any_of(all.begin(), all.end(),
                     [&](const Parameter& parameter) { return parameter.name == name; });
}

bool is_by_null(const Arguments& arguments) {
  return arguments.value("--auto") == "null";
}

NullTest null_test(const Arguments& arguments) {
  NullTest test;
  for (const auto& [name, value] : arguments.settings()) {
    if (name != "alpha" || has_parameter(arguments, name)) continue;
    const std::optional<double> alpha = number_of(value);
    if (!alpha || !(*alpha > 0 && *alpha < 1)) {
      throw Error(ErrorKind::bad_argument,
                  fmt::format("--alpha must be a number between 0 and 1, not {}", quoted(value)));
    }
    test.alpha = *alpha;
  }
  if (arguments.has("--permutations")) {
    constexpr std::uint64_t most = 1'000'000;
    test.permutations = whole_number("--permutations", arguments.value("--permutations"),
                                     {.least = 1, .most = most});
  }
  return test;
}

CvTest with_learner(CvTest test, const Arguments& arguments) {
  if (arguments.has("--learner")) test.learner = parse_variant(arguments.value("--learner"));
  learner(test.learner.id).params(test.learner.settings);
  return test;
}

}  // namespace

std::vector<Option> auto_options() {
  const std::string group = "How many features (-k auto)";
  return {{.name = "--auto",
           .value = "HOW",
           .text = "cv: the fewest within one standard error of the least error of a learner, by "
                   "ten folds; null: as long as a step gains more than by chance, possibly none "
                   "(default: cv)",
           .group = group,
           .choices = {"cv", "null"}},
          {.name = "--learner",
           .letter = 'l',
           .value = "ID",
           .text = "of --auto cv, as for 'pith evaluate' (default: linear-svm)",
           .group = group},
          {.name = "--permutations",
           .value = "N",
           .text = "of --auto null, whose level is --alpha A (default: 0.05, and 10/A - 1 "
                   "permutations)",
           .group = group},
          {.name = "--most",
           .value = "N",
           .text = "at most so many features (default: 100)",
           .group = group}};
}

bool is_auto(const Arguments& arguments, bool finds_k) {
  return arguments.has("--auto") || (arguments.value("--k") == "auto" && !finds_k);
}

Settings method_settings(const Arguments& arguments) {
  Settings settings = arguments.settings();
  if (!is_by_null(arguments) || has_parameter(arguments, "alpha")) return settings;
  std::erase_if(settings, [](const auto& setting) { return setting.first == "alpha"; });
  return settings;
}

void check_auto(const Arguments& arguments) {
  const bool is_number = arguments.has("--k") && arguments.value("--k") != "auto";
  for (const char* option : {"--auto", "--learner", "--permutations", "--most"}) {
    if (arguments.has(option) && (is_number || !arguments.has("--k"))) {
      throw Error(ErrorKind::bad_argument,
                  fmt::format("{} is for -k auto; {}", option,
                              is_number ? "leave it out" : "say -k auto, or leave it out"));
    }
  }
  if (is_by_null(arguments) && arguments.has("--learner"))
    throw Error(ErrorKind::bad_argument, "--auto null needs no learner; leave --learner out");
  if (!is_by_null(arguments) && arguments.has("--permutations"))
    throw Error(ErrorKind::bad_argument, "--permutations is for --auto null; leave it out");
  if (arguments.has("--k") && !is_by_null(arguments) && !has_parameter(arguments, "alpha") &&
      std::any_of(arguments.settings().begin(), arguments.settings().end(),
                  [](const auto& setting) { return setting.first == "alpha"; })) {
    throw Error(ErrorKind::bad_argument,
                fmt::format("--alpha is for --auto null, and {} has no parameter of that name; "
                            "leave it out",
                            arguments.value("--method", "auto")));
  }
  null_test(arguments);
  with_learner({}, arguments);
}

AutoOutcome run_auto(const Arguments& arguments, const Table& table, const Request& given,
                     const Context& context) {
  Request request = given;
  request.k = default_max_features(table);
  if (arguments.has("--most")) {
    request.k = whole_number("--most", arguments.value("--most"), {.least = 1, .most = UINT32_MAX});
  }
  if (is_by_null(arguments)) return pith::run_auto(table, request, null_test(arguments), context);
  return pith::run_auto(table, request, with_learner(default_cv_test(table), arguments), context);
}

}  // namespace pith::cli
