// SPDX-License-Identifier: Apache-2.0
#include "pith/report/describe.h"

#include <algorithm>

#include "cli/command.h"
#include "cli/output.h"
#include "pith/base/error.h"
#include "pith/evaluate/learner.h"
#include "pith/report/describe_learner.h"

namespace pith::cli {
namespace {

std::string described(const Method& method, const std::string& format) {
  return format == "json"       ? describe_json(method)
         : format == "markdown" ? describe_markdown(method)
                                : describe_text(method);
}

bool is_learner(const std::string& id) {
  return std::any_of(learners().begin(), learners().end(),
                     [&](const Learner& known) { return known.id == id; });
}

int run_describe(const Arguments& arguments) {
  const std::string format = arguments.value("--format", "text");
  const bool wants_all = arguments.has("--all");
  if (wants_all == !arguments.operands().empty()) {
    throw Error(ErrorKind::bad_argument,
                wants_all ? "--all describes every method; leave the METHOD out"
                          : "'pith describe' needs a METHOD, or --all; 'pith methods' lists them");
  }
  if (!wants_all && is_learner(arguments.operands().front())) {
    if (format != "text")
      throw Error(ErrorKind::bad_argument,
                  "learners are described as text only; leave --format out");
    print(describe_text(learner(arguments.operands().front())));
    return 0;
  }
  if (!wants_all) {
    print(described(method(arguments.operands().front()), format));
    return 0;
  }
  if (format == "json") {
    print(catalog_json());
    return 0;
  }
  std::string text;
  for (const Method& method : catalog())
    text += (text.empty() ? "" : "\n") + described(method, format);
  print(text);
  return 0;
}

}  // namespace

Command describe_command() {
  return {.name = "describe",
          .summary = "tells what a method or learner does, and who published it",
          .operands = {.name = "METHOD", .most = 1, .offers = Completion::methods},
          .examples = {{"pith describe mrmr", "one method"},
                       {"pith describe --all --format markdown", "a page for each"}},
          .options = {{.name = "--all", .text = "every method", .group = "Output"},
                      {.name = "--format",
                       .value = "FORMAT",
                       .text = "of the description (default: text)",
                       .group = "Output",
                       .choices = {"text", "json", "markdown"}}},
          .run = run_describe};
}

}  // namespace pith::cli
