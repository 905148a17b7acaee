// SPDX-License-Identifier: Apache-2.0
#include <limits>
#include <vector>

#include "cli/command.h"
#include "cli/output.h"
#include "pith/report/describe.h"
#include "pith/select/catalog.h"

namespace pith::cli {
namespace {

int run_cite(const Arguments& arguments) {
  std::vector<Method> methods;
  for (const std::string& id : arguments.operands())
    methods.push_back(method(id));
  print(bibtex(methods));
  return 0;
}

}  // namespace

Command cite_command() {
  return {.name = "cite",
          .summary = "Print the BibTeX entries of methods",
          .operands = {.name = "METHOD",
                       .min = 1,
                       .max = std::numeric_limits<std::size_t>::max(),
                       .completion = Completion::methods},
          .examples = {{"pith cite mrmr", "the paper to cite"},
                       {"pith cite mrmr mim > pith.bib", "one bibliography for several methods"}},
          .options = {},
          .run = run_cite};
}

}  // namespace pith::cli
