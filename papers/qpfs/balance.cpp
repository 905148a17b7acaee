// SPDX-License-Identifier: Apache-2.0
// Table 3 of Rodriguez-Lujan et al. (2010): mean similarity, mean relevance and the alpha that
// balances them; also what other readings of the paper would give.
//   qpfs_balance [SET...]     arr, nci9, nci60, nci60-1123, srbct, mnist; all of them
#include <bit>
#include <cstdio>
#include <exception>
#include <string>
#include <vector>

#include "bench/clock.h"
#include "papers/qpfs/sets.h"
#include "pith/learn/model/folds.h"
#include "pith/select/select.h"

namespace pith::papers {
namespace {

struct Means {
  double similarity = 0;
  double relevance = 0;
  double diagonal = 0;  ///< sum of the diagonal over the square of the features
  double varying = 0;   ///< features
};

/// Plug-in information of a table of counts, nats.
double information(const std::vector<double>& counts, std::size_t columns) {
  const std::size_t rows = counts.size() / columns;
  std::vector<double> of_row(rows);
  std::vector<double> of_column(columns);
  double total = 0;
  for (std::size_t i = 0; i < counts.size(); ++i) {
    of_row[i / columns] += counts[i];
    of_column[i % columns] += counts[i];
    total += counts[i];
  }
  double sum = 0;
  for (std::size_t i = 0; i < counts.size(); ++i) {
    if (counts[i] == 0) continue;
    sum += counts[i] / total *
           std::log(counts[i] * total / (of_row[i / columns] * of_column[i % columns]));
  }
  return sum;
}

/// Similarity of a feature to itself: entropy of codes, 1 for numbers that vary, 0 for a constant.
double self_similarity(const Column& column) {
  if (column.is_numbers()) return variance(column.numbers()) > 0 ? 1 : 0;
  const std::size_t levels = column.levels();
  std::vector<double> counts(levels * levels);
  for (std::size_t row = 0; row < column.rows(); ++row)
    ++counts[column.code(row) * (levels + 1)];
  return information(counts, levels);
}

Means means_of(const Table& table, const std::string& similarity) {
  const Table ready = similarity == "mi" ? coded(table, {}) : table;
  Means means;
  for (const Diagnostic& figure :
       select(ready, "qpfs", 1, {{"similarity", similarity}}).diagnostics) {
    if (figure.name == "mean_similarity") means.similarity = figure.value;
    if (figure.name == "mean_relevance") means.relevance = figure.value;
  }
  for (Feature i = 0; i < ready.features(); ++i) {
    const double own = self_similarity(ready.feature(i));
    means.diagonal += own;
    means.varying += own > 0 ? 1 : 0;
  }
  means.diagonal /= means.varying * means.varying;
  return means;
}

/// Of the rows of ten folds but one, over all ten.
Means means_of_training(const Table& table, const std::string& similarity) {
  const auto fold_of = stratified_folds(table.target(), 10, 0);
  Means sum;
  for (std::size_t fold = 0; fold < 10; ++fold) {
    std::vector<std::size_t> rows;
    for (std::size_t row = 0; row < table.rows(); ++row) {
      if (fold_of[row] != fold) rows.push_back(row);
    }
    const Means means = means_of(table.take(rows), similarity);
    sum.similarity += means.similarity / 10;
    sum.relevance += means.relevance / 10;
    sum.diagonal += means.diagonal / 10;
    sum.varying += means.varying / 10;
  }
  return sum;
}

void line(const char* name, double similarity, double relevance) {
  std::printf("  %-44s q %.4f  f %.4f  alpha %.3f\n", name, similarity, relevance,
              similarity / (similarity + relevance));
}

/// Constants are left out by pith; the paper may have counted them, with zeros.
void report_means(const Means& means, std::size_t features) {
  const double share = means.varying / static_cast<double>(features);
  line("pith", means.similarity, means.relevance);
  if (share < 1)
    line("constants as zeros", means.similarity * share * share, means.relevance * share);
  line("upper triangle over all elements", (means.similarity + means.diagonal) / 2,
       means.relevance);
}

void report(const std::string& name, const Table& table, const std::string& similarity) {
  const Means means = means_of(table, similarity);
  std::printf("%s, %s: %zu rows, %.0f of %zu features vary\n", name.c_str(), similarity.c_str(),
              table.rows(), means.varying, table.features());
  report_means(means, table.features());
  if (table.rows() > 1000) return;
  std::printf(" mean of ten training sets\n");
  report_means(means_of_training(table, similarity), table.features());
}

/// Which rows have a value, 64 in a word.
using Plane = std::vector<std::uint64_t>;

double common(const Plane& a, const Plane& b) {
  int count = 0;
  for (std::size_t i = 0; i < a.size(); ++i)
    count += std::popcount(a[i] & b[i]);
  return count;
}

double information(const std::vector<Plane>& a, const std::vector<Plane>& b) {
  std::vector<double> counts;
  for (const Plane& of_a : a) {
    for (const Plane& of_b : b)
      counts.push_back(common(of_a, of_b));
  }
  return information(counts, b.size());
}

/// The three bins of a pixel, rows with 0 in none of them.
std::vector<Plane> nonzero_planes(const Images& images, std::size_t pixel) {
  const Column column = binned_pixel(images, pixel, Statistics::nonzero);
  std::vector<Plane> planes(3, Plane((column.rows() + 63) / 64));
  for (std::size_t row = 0; row < column.rows(); ++row) {
    if (images.bytes[row * Images::pixels + pixel] > 0)
      planes[column.code(row)][row / 64] |= std::uint64_t{1} << row % 64;
  }
  return planes;
}

/// Information of the rows where neither pixel is 0, and means of what is not 0.
void report_nonzero_rows(const Images& images) {
  std::vector<Plane> digits(10, Plane((images.digits.size() + 63) / 64));
  for (std::size_t row = 0; row < images.digits.size(); ++row)
    digits[images.digits[row]][row / 64] |= std::uint64_t{1} << row % 64;
  std::vector<std::vector<Plane>> planes;
  for (std::size_t pixel = 0; pixel < Images::pixels; ++pixel)
    planes.push_back(nonzero_planes(images, pixel));
  double sums[2] = {0, 0};
  double counts[2] = {0, 0};
  const auto count_in = [&](int which, double value, double times) {
    if (value < 1e-12) return;
    sums[which] += times * value;
    counts[which] += times;
  };
  for (std::size_t i = 0; i < planes.size(); ++i) {
    count_in(1, information(planes[i], digits), 1);
    for (std::size_t j = i; j < planes.size(); ++j)
      count_in(0, information(planes[i], planes[j]), i == j ? 1 : 2);
  }
  line("rows without 0, mean of what is not 0", sums[0] / counts[0], sums[1] / counts[1]);
}

void report_set(const std::string& name) {
  if (name == "mnist") {
    const Images images = read_images("train");
    report("mnist", binned_images(images, Statistics::all), "mi");
    report("mnist, bins from nonzero values", binned_images(images, Statistics::nonzero), "mi");
    report_nonzero_rows(images);
    return;
  }
  const Table table = read_set(name);
  report(name, table, "correlation");
  report(name, table, "mi");
}

}  // namespace
}  // namespace pith::papers

int main(int count, char** words) {
  try {
    std::vector<std::string> names(words + 1, words + count);
    if (names.empty()) names = {"arr", "nci60-1123", "nci60", "nci9", "srbct", "mnist"};
    for (const std::string& name : names)
      pith::papers::report_set(name);
    std::printf("%.0f CPU s in all\n", pith::bench::cpu_seconds());
    return EXIT_SUCCESS;
  } catch (const std::exception& error) {
    std::fprintf(stderr, "%s\n", error.what());
    return EXIT_FAILURE;
  }
}
