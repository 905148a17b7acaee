// SPDX-License-Identifier: Apache-2.0
#include <unistd.h>

#include <algorithm>

#include "cli/command.h"
#include "cli/output.h"
#include "cli/spelling.h"
#include "cli/terminal/display.h"
#include "cli/terminal/table_format.h"
#include "pith/report/describe.h"
#include "pith/select/catalog.h"

namespace pith::cli {
namespace {

std::string methods_table(const Terminal& terminal, bool has_family) {
  TextTable table({{.text = "method"},
                   {.text = "title", .may_shrink = true},
                   {.text = "cost"},
                   {.text = "family"}});
  for (const Method& method : catalog())
    table.add({method.id, method.title, method.cost, has_family ? method.family : ""});
  return table.draw(terminal);
}

/// On a narrow terminal, titles are more useful than families.
bool has_room_for_family(const Terminal& terminal) {
  if (!terminal.is_terminal) return true;
  const std::string whole = methods_table(Terminal{}, true);
  std::size_t widest = 0;
  for (std::size_t start = 0; start < whole.size();) {
    const std::size_t end = whole.find('\n', start);
    widest = std::max(widest, display_width(std::string_view(whole).substr(start, end - start)));
    start = end + 1;
  }
  return widest <= terminal.width;
}

int run_methods(const Arguments& arguments) {
  const std::string format = arguments.value("--format", "table");
  const Terminal out = terminal(STDOUT_FILENO, arguments);
  print(format == "json"       ? catalog_json(flag_spelling)
        : format == "markdown" ? catalog_markdown()
                               : methods_table(out, has_room_for_family(out)));
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
