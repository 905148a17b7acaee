// SPDX-License-Identifier: Apache-2.0
#include <unistd.h>

#include "cli/command.h"
#include "cli/output.h"
#include "cli/table_format.h"
#include "pith/select/describe.h"

namespace pith::cli {
namespace {

std::string methods_table(const Terminal& terminal) {
  TextTable table({{.text = "method"},
                   {.text = "what it is", .may_shrink = true},
                   {.text = "cost"},
                   {.text = "family", .may_shrink = true}});
  for (const Method& method : catalog())
    table.add({method.id, method.title, method.cost, method.family});
  return table.draw(terminal);
}

int run_methods(const Arguments& arguments) {
  const std::string format = arguments.value("--format", "table");
  print(format == "json"       ? catalog_json()
        : format == "markdown" ? catalog_markdown()
                               : methods_table(terminal(STDOUT_FILENO, arguments)));
  return 0;
}

}  // namespace

Command methods_command() {
  return {.name = "methods",
          .summary = "lists every method, one line each",
          .operands = {},
          .about = "Costs are in n rows, d features and k wanted.",
          .examples = {{"pith methods", "all of them"},
                       {"pith methods --format json", "with parameters, references and traits"}},
          .options = {{.name = "--format",
                       .value = "FORMAT",
                       .text = "of the list (default: table)",
                       .group = "Output",
                       .choices = {"table", "json", "markdown"}}},
          .run = run_methods};
}

}  // namespace pith::cli
