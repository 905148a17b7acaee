// SPDX-License-Identifier: Apache-2.0
// Table 3 of Rodriguez-Lujan et al. (2010): mean similarity, mean relevance and the alpha that
// balances them, of all rows. Also with what the paper's other readings would give.
//   qpfs_balance [SET...]     arr, nci9, nci60, nci60-1123, srbct, mnist; all of them
#include <cstdio>
#include <exception>
#include <string>
#include <vector>

#include "bench/clock.h"
#include "papers/qpfs/sets.h"
#include "pith/select/catalog.h"

namespace pith::papers {
namespace {

double figure(const Selection& selection, const std::string& name) {
  for (const Figure& figure : selection.figures) {
    if (figure.name == name) return figure.value;
  }
  throw std::runtime_error("no figure " + name);
}

/// Sum of the diagonal of the similarities: entropies of codes, or 1 for each number that varies.
double trace(const Table& table) {
  double sum = 0;
  for (Feature i = 0; i < table.features(); ++i) {
    if (table.feature(i).is_numbers()) {
      sum += variance(table.feature(i).numbers()) > 0 ? 1 : 0;
      continue;
    }
    std::vector<double> counts(table.feature(i).levels());
    for (std::size_t row = 0; row < table.rows(); ++row)
      ++counts[table.feature(i).code(row)];
    for (const double count : counts) {
      const double share = count / static_cast<double>(table.rows());
      if (share > 0) sum -= share * std::log(share);
    }
  }
  return sum;
}

std::size_t varying(const Table& table) {
  std::size_t count = 0;
  for (Feature i = 0; i < table.features(); ++i) {
    const Column& column = table.feature(i);
    if (column.is_numbers()) {
      count += variance(column.numbers()) > 0 ? 1 : 0;
    } else {
      bool varies = false;
      for (std::size_t row = 1; row < table.rows() && !varies; ++row)
        varies = column.code(row) != column.code(0);
      count += varies ? 1 : 0;
    }
  }
  return count;
}

void line(const char* name, double similarity, double relevance) {
  std::printf("  %-44s q %.4f  f %.4f  alpha %.3f\n", name, similarity, relevance,
              similarity / (similarity + relevance));
}

/// Constants are left out by pith; the paper may have counted them, with zeros.
void report(const std::string& name, const Table& table, const std::string& similarity) {
  const double start = bench::cpu_seconds();
  const Selection found = select(table, "qpfs", 1, {{"similarity", similarity}});
  const double seconds = bench::cpu_seconds() - start;
  const double q = figure(found, "mean_similarity");
  const double f = figure(found, "mean_relevance");
  const auto features = static_cast<double>(table.features());
  const auto used = static_cast<double>(varying(table));
  const double share = used / features;
  std::printf("%s, %s: %zu rows, %.0f of %.0f features vary; %.2f CPU s\n", name.c_str(),
              similarity.c_str(), table.rows(), used, features, seconds);
  line("pith", q, f);
  if (used < features) line("with constants as zeros", q * share * share, f * share);
  line("upper triangle over all elements", (q + trace(table) / used / used) / 2, f);
}

void report_set(const std::string& name) {
  if (name == "mnist") {
    const Images images = read_images("train");
    report("mnist", binned_images(images, Statistics::all), "mi");
    report("mnist, bins from nonzero values", binned_images(images, Statistics::nonzero), "mi");
    return;
  }
  const Table table = read_set(name);
  report(name, table, "correlation");
  report(name, coded(table, {}), "mi");
}

}  // namespace
}  // namespace pith::papers

int main(int count, char** words) {
  try {
    std::vector<std::string> names(words + 1, words + count);
    if (names.empty()) names = {"arr", "nci60-1123", "nci60", "nci9", "srbct", "mnist"};
    for (const std::string& name : names)
      pith::papers::report_set(name);
    return EXIT_SUCCESS;
  } catch (const std::exception& error) {
    std::fprintf(stderr, "%s\n", error.what());
    return EXIT_FAILURE;
  }
}
