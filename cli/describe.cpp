// SPDX-License-Identifier: Apache-2.0
#include "pith/report/describe.h"

#include <unistd.h>

#include <algorithm>

#include "cli/command.h"
#include "cli/output.h"
#include "cli/spelling.h"
#include "cli/terminal/terminal.h"
#include "pith/base/error.h"
#include "pith/learn/model/learner.h"
#include "pith/report/describe_learner.h"
#include "pith/select/catalog.h"

namespace pith::cli {
namespace {

/// Lines of more than 80 columns are hard to read.
std::size_t text_width(const Arguments& arguments) {
  constexpr std::size_t max_width = 80;
  return std::min(max_width, terminal(STDOUT_FILENO, arguments).width);
}

std::string described(const Method& method, const std::string& format, std::size_t width) {
  return format == "json"       ? describe_json(method, flag_spelling)
         : format == "markdown" ? describe_markdown(method, flag_spelling)
                                : describe_text(method, flag_spelling, width);
}

bool is_learner(const std::string& id) {
  return std::any_of(learners().begin(), learners().end(),
                     [&](const Learner& known) { return known.id == id; });
}

bool is_method(const std::string& id) {
  return std::any_of(catalog().begin(), catalog().end(),
                     [&](const Method& known) { return known.id == id; });
}

/// A method, a learner, or both of this id.
std::string described_id(const std::string& id, const std::string& format, std::size_t width) {
  if (!is_learner(id)) return described(method(id), format, width);
  const bool is_both = is_method(id);
  if (format == "text") {
    const std::string of_learner = describe_text(learner(id), flag_spelling, width);
    if (!is_both) return of_learner;
    return described(method(id), format, width) + "\nThe learner of this name\n\n" + of_learner;
  }
  if (!is_both)
    throw Error(ErrorKind::bad_argument, "learners are described as text only; omit --format");
  return described(method(id), format, width);
}

int run_describe(const Arguments& arguments) {
  const std::string format = arguments.value("--format", "text");
  const bool wants_all = arguments.has("--all");
  if (wants_all == !arguments.operands().empty()) {
    throw Error(ErrorKind::bad_argument,
                wants_all ? "--all describes every method and takes no ID"
                          : "'pith describe' needs an ID or --all; 'pith methods' lists methods");
  }
  if (!wants_all) {
    print(described_id(arguments.operands().front(), format, text_width(arguments)));
    return 0;
  }
  if (format == "json") {
    print(catalog_json(flag_spelling));
    return 0;
  }
  std::string text;
  for (const Method& method : catalog())
    text += (text.empty() ? "" : "\n") + described(method, format, text_width(arguments));
  print(text);
  return 0;
}

}  // namespace

Command describe_command() {
  return {.name = "describe",
          .summary = "Show formula, parameters and papers of a method or learner",
          .operands = {.name = "ID", .max = 1, .completion = Completion::methods_and_learners},
          .examples = {{"pith describe mrmr", "a method"},
                       {"pith describe knn", "a learner of 'pith evaluate'"},
                       {"pith describe --all --format markdown", "a page for each method"}},
          .options = {{.name = "--all",
                       .text = "describe every method",
                       .brief = "describe every method",
                       .group = "Output"},
                      {.name = "--format",
                       .letter = 'f',
                       .value = "FORMAT",
                       .text = "output format (default: text)",
                       .brief = "output format: text, json or markdown",
                       .group = "Output",
                       .choices = {"text", "json", "markdown"}}},
          .run = run_describe};
}

}  // namespace pith::cli
