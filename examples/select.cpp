// SPDX-License-Identifier: Apache-2.0
#include <pith/pith.h>

#include <iostream>

int main() {
  const pith::Table table = pith::read("wine.csv", {.target = "class"});
  const pith::Selection chosen = pith::select(table, "mrmr", 5);
  for (const pith::Selected& step : chosen.selected)
    std::cout << step.name << ' ' << step.score << '\n';
}
