// SPDX-License-Identifier: Apache-2.0
// Table 3 of Lefakis and Fleuret (2016): seconds to select 100 features, on generated tables of the
// published shapes, one thread.
//   gc_gkl_cost ROWS:FEATURES:CLASSES [WAY...]    all ways; a way is the name at the start of a
//   line
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <stdexcept>
#include <string>
#include <vector>

#include "bench/clock.h"
#include "bench/hidden_factors.h"
#include "pith/select/select.h"

namespace pith::papers {
namespace {

struct Way {
  std::string name;
  std::string method;
  Settings params = {};
};

/// As in tables 4 to 7: the methods of others as they are, the paper's as published.
std::vector<Way> ways(const std::vector<std::string>& names) {
  const Settings published{{"preset", "paper"}};
  std::vector<Way> all{{"FCBF", "fcbf"},
                       {"MRMR", "mrmr"},
                       {"SBMLR", "sbmlr"},
                       {"Spectral", "q-alpha"},
                       {"GBFS", "gbfs"},
                       {"CFS", "cfs"},
                       {"CMTF", "cmtf"},
                       {"RelieFF", "relieff"},
                       {"GC.MI", "gc-mi", published},
                       {"GKL.E", "gkl-e", published}};
  std::erase_if(all, [&](const Way& way) {
    return !names.empty() && std::find(names.begin(), names.end(), way.name) == names.end();
  });
  return all;
}

void report(const std::string& shape, const std::vector<std::string>& names) {
  constexpr std::size_t wanted = 100;
  const Table table = bench::generated(bench::parse_shape(shape), {});
  std::printf("%-10s  %9s  %9s  selected\n", shape.c_str(), "wall s", "CPU s");
  const Context context{.threads = 1};
  for (const Way& way : ways(names)) {
    const double wall = bench::wall_seconds();
    const double cpu = bench::cpu_seconds();
    const Selection found = select(table, way.method, wanted, way.params, context);
    std::printf("%-10s  %9.2f  %9.2f  %zu\n", way.name.c_str(), bench::wall_seconds() - wall,
                bench::cpu_seconds() - cpu, found.selected.size());
    std::fflush(stdout);
  }
}

}  // namespace
}  // namespace pith::papers

int main(int count, char** words) {
  try {
    if (count < 2) throw std::runtime_error("which shape? ROWS:FEATURES:CLASSES");
    pith::papers::report(words[1], {words + 2, words + count});
    return EXIT_SUCCESS;
  } catch (const std::exception& error) {
    std::fprintf(stderr, "%s\n", error.what());
    return EXIT_FAILURE;
  }
}
