// SPDX-License-Identifier: Apache-2.0
#include <limits>
#include <vector>

#include "cli/command.h"
#include "cli/output.h"
#include "pith/report/describe.h"

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
          .summary = "gives the BibTeX entries of methods",
          .operands = {.name = "METHOD",
                       .least = 1,
                       .most = std::numeric_limits<std::size_t>::max(),
                       .offers = Completion::methods},
          .examples = {{"pith cite mrmr", "the paper to cite"},
                       {"pith cite mrmr mim > pith.bib", "one bibliography for several methods"}},
          .options = {},
          .run = run_cite};
}

}  // namespace pith::cli
