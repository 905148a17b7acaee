// SPDX-License-Identifier: Apache-2.0
// MNIST in Rodriguez-Lujan et al. (2010): the pixels that are selected (figure 9), and the errors
// of a linear SVM with them on the test images (tables 2 and 5, figure 8).
//   qpfs_digits [FOLDER] [ROWS] [SIZE|NAME...]    here, SVM from the first 10,000 images; 10 20 40
//   50
// A name is that of a line. With names there is no picture, without them there are neither reliefF,
// which ranks by the images that the SVM sees, nor all pixels.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <fstream>
#include <span>
#include <string>
#include <vector>

#include "bench/clock.h"
#include "papers/qpfs/sets.h"
#include "papers/svg.h"
#include "pith/base/parallel.h"
#include "pith/learn/svm/liblinear.h"
#include "pith/select/select.h"

namespace pith::papers {
namespace {

constexpr std::size_t most = 400;

struct Contender {
  std::string name;
  std::string method;
  Settings params = {};
  bool is_drawn = false;
  bool is_optional = false;  ///< only if it is named
  std::vector<Feature> ranking = {};
  double seconds = 0;  ///< CPU
};

std::vector<Contender> contenders() {
  return {
      {"MaxRel", "mim", {}, true},
      {"mRMR", "mrmr", {}, true},
      {"mRMR, quotient", "mrmr", {{"form", "quotient"}}},
      {"QPFS, alpha auto", "qpfs", {}},
      {"QPFS", "qpfs", {{"alpha", "0.469"}}, true},
      {"QPFS, alpha .3", "qpfs", {{"alpha", "0.3"}}},
      {"QPFS, subspace", "qpfs", {{"alpha", "0.469"}, {"repair", "subspace"}}},
      {"QPFS+N .5", "qpfs", {{"alpha", "0.469"}, {"nystrom", "0.5"}}, true},
      {"QPFS+N .2", "qpfs", {{"alpha", "0.469"}, {"nystrom", "0.2"}}},
      {"QPFS+N .5, subspace",
       "qpfs",
       {{"alpha", "0.469"}, {"nystrom", "0.5"}, {"repair", "subspace"}},
       true},
      {"QPFS+N .2, subspace",
       "qpfs",
       {{"alpha", "0.469"}, {"nystrom", "0.2"}, {"repair", "subspace"}}},
      {"reliefF", "relieff", {{"neighbours", "10"}}, false, true},
      {"all pixels", "random", {}, false, true},
  };
}

/// Those of these names, or else all that are not optional.
std::vector<Contender> chosen(const std::vector<std::string>& names) {
  std::vector<Contender> all = contenders();
  std::erase_if(all, [&](const Contender& one) {
    const bool is_named = std::find(names.begin(), names.end(), one.name) != names.end();
    return names.empty() ? one.is_optional : !is_named;
  });
  return all;
}

/// The pixels of the first images as numbers.
Table numeric_images(const Images& images, std::size_t rows) {
  TableParts parts = binned_images(images.first(rows), Statistics::all).parts();
  for (std::size_t pixel = 0; pixel < Images::pixels; ++pixel) {
    std::vector<double> values(rows);
    for (std::size_t row = 0; row < rows; ++row)
      values[row] = images.bytes[row * Images::pixels + pixel];
    parts.features[pixel] = Column::from_numbers(std::move(values));
  }
  return Table(std::move(parts));
}

void rank(const Table& table, Contender& contender) {
  const double start = bench::cpu_seconds();
  const std::size_t wanted = contender.method == "random" ? Images::pixels : most;
  const Selection found = select(table, contender.method, wanted, contender.params);
  contender.seconds = bench::cpu_seconds() - start;
  contender.ranking = found.features();
  std::size_t weights = 0;
  for (const Selected& selected : found.selected)
    weights += selected.score > 1e-9 ? 1 : 0;
  std::printf("%-20s  %.2f CPU s", contender.name.c_str(), contender.seconds);
  if (contender.method == "qpfs") std::printf(", weights among the first %zu: %zu", most, weights);
  for (const Diagnostic& figure : found.diagnostics)
    std::printf(", %s %.4g", figure.name.c_str(), figure.value);
  std::printf("\n");
  std::fflush(stdout);
}

constexpr double cell = 5;
constexpr double panel = cell * Images::side;

void draw_pixels(SvgText& svg, std::pair<double, double> at, std::span<const Feature> pixels) {
  const auto square = [&](double x, double y, double side, const std::string& style) {
    svg.add("<rect x=\"" + SvgText::number(x) + "\" y=\"" + SvgText::number(y) + "\" width=\"" +
            SvgText::number(side) + "\" height=\"" + SvgText::number(side) + "\" " + style + "/>");
  };
  square(at.first, at.second, panel, "fill=\"none\" stroke=\"#888\"");
  for (const Feature pixel : pixels) {
    square(at.first + cell * static_cast<double>(pixel % Images::side),
           at.second + cell * static_cast<double>(pixel / Images::side), cell, "fill=\"#111\"");
  }
}

/// A row of maps for each number of pixels, a column for each method.
void draw(const std::vector<Contender>& all, const std::string& path) {
  constexpr double gap = 16;
  const auto drawn = std::count_if(all.begin(), all.end(), [](auto& one) { return one.is_drawn; });
  SvgText svg(60 + static_cast<double>(drawn) * (panel + gap), 40 + 2 * (panel + gap));
  double y = 34;
  for (const std::size_t count : {std::size_t{100}, std::size_t{350}}) {
    svg.label({44, y + panel / 2}, std::to_string(count), "text-anchor=\"end\"");
    double x = 56;
    for (const Contender& contender : all) {
      if (!contender.is_drawn) continue;
      if (count == 100) svg.label({x + panel / 2, 22}, contender.name, "text-anchor=\"middle\"");
      draw_pixels(svg, {x, y}, std::span(contender.ranking).first(count));
      x += panel + gap;
    }
    y += panel + gap;
  }
  std::ofstream file(path);
  file << svg.text();
  if (!file.flush()) throw std::runtime_error("cannot write " + path);
}

/// Some pixels of the first images, as numbers from 0 to 1, image by image.
std::vector<double> numbers_of(const Images& images, std::size_t rows,
                               std::span<const Feature> pixels) {
  std::vector<double> numbers;
  numbers.reserve(rows * pixels.size());
  for (std::size_t row = 0; row < rows; ++row) {
    for (const Feature pixel : pixels)
      numbers.push_back(images.bytes[row * Images::pixels + pixel] / 255.0);
  }
  return numbers;
}

/// Share of test images that are taken for another digit.
double error(const Images& train, std::size_t rows, const Images& test,
             std::span<const Feature> pixels) {
  const std::vector<double> seen = numbers_of(train, rows, pixels);
  const std::vector<double> judged = numbers_of(test, test.digits.size(), pixels);
  const LinearSvm svm(MatrixView<const double>::row_major(seen.data(), rows, pixels.size()),
                      std::span(train.digits).first(rows), 10, {});
  double wrong = 0;
  for (std::size_t row = 0; row < test.digits.size(); ++row) {
    const auto numbers = std::span(judged).subspan(row * pixels.size(), pixels.size());
    wrong += svm.predict(numbers) == test.digits[row] ? 0 : 1;
  }
  return wrong / static_cast<double>(test.digits.size());
}

void judge_all(const std::vector<Contender>& all, const Images& train, std::size_t rows,
               const std::vector<std::size_t>& sizes) {
  const Images test = read_images("t10k");
  std::vector<double> errors(all.size() * sizes.size());
  parallel_blocks({}, errors.size(), 1, [&](std::size_t place, std::size_t) {
    const std::vector<Feature>& ranking = all[place / sizes.size()].ranking;
    const bool is_whole = ranking.size() > most;  // judged once
    if (is_whole && place % sizes.size() > 0) return;
    const std::size_t size = std::min(most, sizes[place % sizes.size()]);
    errors[place] =
        error(train, rows, test, is_whole ? std::span(ranking) : std::span(ranking).first(size));
  });
  std::printf("error in %% on %zu images, SVM from %zu\n%-20s", test.digits.size(), rows, "pixels");
  for (const std::size_t size : sizes)
    std::printf("  %5zu", size);
  for (std::size_t i = 0; i < all.size(); ++i) {
    std::printf("\n%-20s", all[i].name.c_str());
    const std::size_t count = all[i].ranking.size() > most ? 1 : sizes.size();
    for (std::size_t s = 0; s < count; ++s)
      std::printf("  %5.2f", 100 * errors[i * sizes.size() + s]);
  }
  std::printf("\n%.0f CPU s in all\n", bench::cpu_seconds());
}

}  // namespace
}  // namespace pith::papers

int main(int count, char** words) {
  using namespace pith::papers;
  try {
    const std::string folder = count > 1 ? words[1] : ".";
    const std::size_t rows = count > 2 ? std::strtoull(words[2], nullptr, 10) : 10000;
    std::vector<std::size_t> sizes;
    std::vector<std::string> names;
    for (int i = 3; i < count; ++i) {
      const std::size_t size = std::strtoull(words[i], nullptr, 10);
      if (size > 0)
        sizes.push_back(size);
      else
        names.emplace_back(words[i]);
    }
    if (sizes.empty()) sizes = {10, 20, 40, 50};
    const Images train = read_images("train");
    const std::size_t seen = std::min(rows, train.digits.size());
    const pith::Table table = binned_images(train, Statistics::all);
    std::vector<Contender> all = chosen(names);
    for (Contender& contender : all) {
      if (contender.method == "relieff")
        rank(numeric_images(train, seen), contender);
      else
        rank(table, contender);
    }
    if (names.empty()) draw(all, folder + "/figure9.svg");
    judge_all(all, train, seen, sizes);
    return EXIT_SUCCESS;
  } catch (const std::exception& error) {
    std::fprintf(stderr, "%s\n", error.what());
    return EXIT_FAILURE;
  }
}
