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

template <class List>
bool is_among(const List& all, const std::string& id) {
  return std::any_of(all.begin(), all.end(), [&](const auto& known) { return known.id == id; });
}

/// Where a method and a learner have the same id, the text describes both.
void describe_one(const std::string& id, const std::string& format, const Arguments& arguments) {
  const bool is_learner = is_among(learners(), id);
  const bool is_method = is_among(catalog(), id) || !is_learner;
  if (is_learner && !is_method && format != "text")
    throw Error(ErrorKind::bad_argument, "learners are described as text only; omit --format");
  std::string text;
  if (is_method) text = described(method(id), format, text_width(arguments));
  if (is_method && is_learner && format == "text") text += "\nAs a learner\n\n";
  if (is_learner && format == "text")
    text += describe_text(learner(id), flag_spelling, text_width(arguments));
  print(text);
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
    describe_one(arguments.operands().front(), format, arguments);
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
