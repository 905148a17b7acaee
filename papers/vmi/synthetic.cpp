// SPDX-License-Identifier: Apache-2.0
// Table 2 and Diagnostic 3 of Gao, Ver Steeg and Galstyan (2016): the synthetic tree.
//   vmi_synthetic [ROWS] [SEED]        5000 rows and seed 1 unless given
#include <cstdio>
#include <cstdlib>

#include "papers/vmi/tree.h"
#include "pith/select/select.h"

namespace {

constexpr std::array<double, 9> printed{0.111, 0.052, 0.022, 0.058, 0.058,
                                        0.025, 0.029, 0.012, 0.013};

/// The bound with one feature alone is what keeping that feature and asking for one gives.
double alone(const pith::Table& table, const std::string& feature, const std::string& density) {
  pith::Request request;
  request.method = std::string("vmi-naive");
  request.k = 1;
  request.params = {{"density", density}};
  request.keep = {feature};
  return pith::select(table, request).selected[0].score;
}

void print_path(const pith::Table& table, const std::string& method, const std::string& density) {
  const pith::Selection path = pith::select(table, method, table.features(),
                                            {{"density", density}, {"restart_gain", "-100"}});
  std::printf("\n%s, %s\n", method.c_str(), density.c_str());
  for (const pith::Selected& step : path.selected)
    std::printf("  %s  bound %.4f  gain %+.4f\n", step.name.c_str(), step.score, *step.gain);
}

}  // namespace

int main(int count, char** words) {
  const std::size_t rows = count > 1 ? std::strtoul(words[1], nullptr, 10) : 5000;
  const std::uint64_t seed = count > 2 ? std::strtoul(words[2], nullptr, 10) : 1;
  const pith::Table table = pith::vmi_tree(rows, seed);
  std::printf("I(x;y) in nats; paper: estimate from 100000 rows; ours: %zu rows, seed %llu\n", rows,
              static_cast<unsigned long long>(seed));
  std::printf("       paper   exact   leave-one-out   resubstitution\n");
  for (std::size_t j = 0; j < printed.size(); ++j) {
    const std::string& name = table.name(static_cast<pith::Feature>(j));
    std::printf("  %s   %.3f  %.4f          %.4f           %.4f\n", name.c_str(), printed[j],
                pith::vmi_tree_information[j], alone(table, name, "leave-one-out"),
                alone(table, name, "resubstitution"));
  }
  std::printf("exact joint information of x1, x1 x2, x1 x2 x3 (and of all nine): %.4f %.4f %.4f\n",
              pith::vmi_tree_joint_information[0], pith::vmi_tree_joint_information[1],
              pith::vmi_tree_joint_information[2]);
  print_path(table, "vmi-naive", "leave-one-out");
  print_path(table, "vmi-pairwise", "leave-one-out");
  print_path(table, "vmi-pairwise", "resubstitution");
  return 0;
}
