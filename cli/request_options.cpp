// SPDX-License-Identifier: Apache-2.0
#include "cli/request_options.h"

#include <fmt/format.h>

#include "cli/auto_options.h"
#include "cli/input_options.h"
#include "cli/quantity.h"
#include "cli/variants.h"
#include "pith/base/error.h"

namespace pith::cli {

std::vector<Option> request_options() {
  const std::string group = "Selection";
  std::vector<Option> options = {
      shared("method", {.letter = 'm',
                        .value = "ID",
                        .text = "'pith methods' lists all methods",
                        .brief = "selection method; 'pith methods' lists them",
                        .group = group,
                        .completion = Completion::methods,
                        .aliases = {"--methods"}}),
      shared("k",
             {.value = "N|all|auto", .brief = "number of features (default: 10)", .group = group})};
  for (Option& option : preparation_options(group))
    options.push_back(std::move(option));
  return options;
}

std::vector<Option> preparation_options(const std::string& group) {
  return {shared("missing", {.value = "HOW",
                             .brief = "missing values: error, drop, impute, level, spread",
                             .group = group}),
          shared("bins", {.value = "SPEC", .group = group}), shared("allow_ids", {.group = group}),
          shared("combine", {.value = "HOW", .group = group})};
}

Request request_of(const Arguments& arguments) {
  check_auto(arguments);
  const std::string id = arguments.value("--method", "auto");
  if (id.find(',') != std::string::npos) {
    throw Error(ErrorKind::bad_argument,
                fmt::format("--method must be one method (got {}); 'pith compare' compares several",
                            quoted(id)));
  }
  Variants variants{.methods = {parse_variant(id)}};
  if (uses_learner(arguments))
    variants.learners = {parse_variant(arguments.value("--learner", "auto"))};
  Settings settings = arguments.settings();
  // Options of `-k auto` that are also parameters of some methods.
  for (const std::string name : {"alpha", "learner"}) {
    if (arguments.has("--" + name) && method_has(variants.methods.front().id, name))
      settings.emplace_back(name, arguments.value("--" + name));
  }
  assign_settings(settings, variants);
  check_variants(variants);

  Request request{.method = variants.methods.front().id,
                  .k = requested_k(
                      arguments, variants.learners.empty() ? Variant{} : variants.learners.front()),
                  .params = variants.methods.front().settings,
                  .missing = parse_missing(arguments.value("--missing", "error")),
                  .keep = patterns(arguments, "--keep"),
                  .allows_ids = arguments.has("--allow-ids")};
  if (arguments.has("--rows"))
    request.rows = whole_number("--rows", arguments.value("--rows"), {.min = 1});
  request.is_exact = arguments.has("--exact");
  if (arguments.has("--chunk-rows")) {
    request.chunk_rows = whole_number("--chunk-rows", arguments.value("--chunk-rows"), {.min = 1});
    if (!request.is_exact) throw Error(ErrorKind::bad_argument, "--chunk-rows needs --exact");
  }
  if (arguments.has("--combine")) request.combine = parse_combine(arguments.value("--combine"));
  if (arguments.has("--bins")) request.bins = parse_bins(arguments.value("--bins"));
  return request;
}

}  // namespace pith::cli
