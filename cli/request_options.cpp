// SPDX-License-Identifier: Apache-2.0
#include "cli/request_options.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "cli/auto_options.h"
#include "cli/input_options.h"
#include "cli/quantity.h"
#include "pith/base/error.h"

namespace pith::cli {

std::vector<Option> request_options() {
  const std::string group = "What to select";
  return {
      {.name = "--method",
       .letter = 'm',
       .value = "ID",
       .text = "how to select; 'pith methods' lists them (default: auto, which is gc-mi for "
               "numbers and jmi otherwise)",
       .group = group,
       .offers = Completion::methods},
      {.name = "--k",
       .letter = 'k',
       .value = "N|auto",
       .text = "how many features; auto: as many as are found (default: 10, or "
               "auto where the method finds its number)",
       .group = group},
      {.name = "--missing",
       .value = "HOW",
       .text =
           "missing values: refuse them, drop the rows, put in mean or most frequent "
           "level, take missing as a level, spread it over what could be there (default: error)",
       .group = group,
       .choices = {"error", "drop", "impute", "level", "spread"}},
      {.name = "--bins",
       .value = "SPEC",
       .text = "how numbers become categories where a method needs or takes them: sigma, "
               "sigma:n, width:N, frequency:N, ranks:N, mdl, mdl:plain (default: what the "
               "method needs, mostly sigma)",
       .group = group}};
}

std::vector<Option> run_options_with_seed(const std::string& purpose) {
  std::vector<Option> options = run_options();
  const auto quiet = std::find_if(options.begin(), options.end(),
                                  [](const Option& option) { return option.name == "--quiet"; });
  options.insert(quiet, {.name = "--seed",
                         .value = "S",
                         .text = fmt::format("for {} (default: 0)", purpose),
                         .group = quiet->group});
  return options;
}

Request request_of(const Arguments& arguments) {
  Request request;
  request.method = arguments.value("--method", "auto");
  request.params = method_settings(arguments);
  if (request.method != "auto") {
    const Method& chosen = method(request.method);
    const Params checked(chosen.id, chosen.parameters, request.params);
  }
  if (arguments.has("--bins")) request.bins = parse_bins(arguments.value("--bins"));
  request.missing = parse_missing(arguments.value("--missing", "error"));
  request.keep = arguments.values("--keep");
  const std::string k = arguments.value("--k", "auto");
  if (k != "auto") {
    constexpr std::uint64_t most = 1'000'000'000'000'000;
    request.k = whole_number("-k", k, {.least = 1, .most = most});
  }
  return request;
}

std::size_t wanted_k(const Arguments& arguments, const Method& chosen, bool finds_k,
                     const Table& table) {
  if (finds_k) return table.features();
  if (!arguments.has("--k")) return Request{}.k;
  std::vector<std::string> finders;
  for (const Method& known : catalog()) {
    if (known.traits.output.finds_k) finders.push_back(known.id);
  }
  throw Error(ErrorKind::bad_argument,
              fmt::format("{} does not find the number of features by itself; give -k a number{}",
                          chosen.id,
                          finders.empty()
                              ? std::string()
                              : fmt::format(", or use --method {}", fmt::join(finders, " or "))));
}

}  // namespace pith::cli
