// SPDX-License-Identifier: Apache-2.0
// Which method serves a learner best, and with how many features? Nothing is learned from a test
// row.
#include <pith/pith.h>

#include <iostream>

int main() {
  const pith::Table table = pith::read("wine.csv", {.target = "class"});
  const pith::Plan plan{.methods = pith::parse_variants("gc-mi,mrmr,mrmr:form=quotient"),
                        .learners = pith::parse_variants("linear-svm"),
                        .counts = {1, 2, 3, 5, 8}};
  const pith::Evaluation evaluation = pith::evaluate(table, plan);
  for (std::size_t m = 0; m < plan.methods.size(); ++m) {
    std::cout << plan.methods[m].label;
    for (std::size_t count = 0; count < plan.counts.size(); ++count)
      std::cout << ' ' << evaluation.mean({.method = m}, count, pith::Metric::error);
    std::cout << '\n';
  }
}
