// SPDX-License-Identifier: Apache-2.0
#include <unistd.h>

#include "cli/command.h"
#include "cli/output.h"
#include "cli/spelling.h"
#include "cli/terminal/table_format.h"
#include "pith/report/describe.h"
#include "pith/select/catalog.h"

namespace pith::cli {
namespace {

/// On a narrow terminal, titles are more useful than families and costs.
std::string methods_table(const Terminal& terminal) {
  TextTable table({{.text = "method"},
                   {.text = "title", .may_shrink = true, .min_width = 37},
                   {.text = "cost", .drop = 1},
                   {.text = "family", .drop = 2}},
                  "--format json");
  for (const Method& method : catalog())
    table.add({method.id, method.title + (method.unavailable.empty() ? "" : " (not in this build)"),
               method.cost, method.family});
  return table.draw(terminal);
}

int run_methods(const Arguments& arguments) {
  const std::string format = arguments.value("--format", "table");
  const Terminal out = terminal(STDOUT_FILENO, arguments);
  print(format == "json"       ? catalog_json(flag_spelling)
        : format == "markdown" ? catalog_markdown()
                               : methods_table(out));
  return 0;
}

}  // namespace

Command methods_command() {
  return {.name = "methods",
          .summary = "List all methods",
          .operands = {},
          .about = "Costs are in terms of n rows, d features, k selected features and c classes.",
          .examples = {{"pith methods", "one line for each method"},
                       {"pith methods --format json", "with parameters, references and traits"}},
          .options = {{.name = "--format",
                       .letter = 'f',
                       .value = "FORMAT",
                       .text = "output format (default: table)",
                       .brief = "output format: table, json or markdown",
                       .group = "Output",
                       .choices = {"table", "json", "markdown"}}},
          .run = run_methods};
}

}  // namespace pith::cli
