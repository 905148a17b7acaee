// SPDX-License-Identifier: Apache-2.0
// Against eigenvalues from arithmetic with fifty digits.
#include <gtest/gtest.h>

#include "pith/linalg/arrowhead.h"
#include "pith/linalg/eigensystem.h"
#include "tests/parity/golden.h"

namespace pith {
namespace {

using Json = nlohmann::json;

std::vector<double> arrow_values(const std::vector<double>& diagonal,
                                 const std::vector<double>& border, double corner) {
  const ArrowEigensystem system = solve({diagonal, border, corner});
  std::vector<double> values = system.values;
  for (const ArrowEigensystem::Single& single : system.singles)
    values.push_back(single.value);
  std::sort(values.begin(), values.end());
  return values;
}

std::vector<double> grown_values(const std::vector<std::vector<double>>& rows) {
  Eigensystem system;
  for (std::size_t k = 0; k < rows.size(); ++k)
    system.grow(std::span(rows[k]).first(k), rows[k][k]);
  return {system.values().begin(), system.values().end()};
}

std::vector<std::vector<double>> arrow_rows(const std::vector<double>& diagonal,
                                            const std::vector<double>& border, double corner) {
  std::vector<std::vector<double>> rows;
  for (std::size_t k = 0; k < diagonal.size(); ++k) {
    rows.emplace_back(k + 1);
    rows[k][k] = diagonal[k];
  }
  rows.push_back(border);
  rows.back().push_back(corner);
  return rows;
}

void expect_values(const std::vector<double>& found, const std::vector<double>& expected) {
  ASSERT_EQ(found.size(), expected.size());
  const double norm = std::max(std::abs(expected.front()), std::abs(expected.back()));
  for (std::size_t k = 0; k < expected.size(); ++k)
    EXPECT_NEAR(found[k], expected[k], 1e-14 * norm) << "value " << k;
}

TEST(EigenParity, gives_the_golden_eigenvalues) {
  const auto path = golden::find("gaussian/eigen_cases.json");
  if (!path) GTEST_SKIP() << "no golden results";
  const Json cases = golden::parse(*path).at("cases");
  ASSERT_FALSE(cases.empty());
  for (const Json& each : cases) {
    SCOPED_TRACE(each.at("name").get<std::string>());
    const auto expected = each.at("eigenvalues").get<std::vector<double>>();
    if (each.contains("matrix")) {
      expect_values(grown_values(each.at("matrix").get<std::vector<std::vector<double>>>()),
                    expected);
      continue;
    }
    const auto diagonal = each.at("d").get<std::vector<double>>();
    const auto border = each.at("q").get<std::vector<double>>();
    const auto corner = each.at("c").get<double>();
    expect_values(arrow_values(diagonal, border, corner), expected);
    expect_values(grown_values(arrow_rows(diagonal, border, corner)), expected);
  }
}

}  // namespace
}  // namespace pith
