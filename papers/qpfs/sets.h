// SPDX-License-Identifier: Apache-2.0
// The data sets of Rodriguez-Lujan et al. (2010), or what comes near them.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <numeric>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "pith/data/discretize.h"
#include "pith/data/input.h"
#include "pith/data/read.h"
#include "pith/data/table.h"

namespace pith::papers {

/// The value of a variable of the environment; throws unless it is set.
inline std::string environment(const char* name) {
  const char* value = std::getenv(name);
  if (value == nullptr) throw std::runtime_error(std::string(name) + " is not set");
  return value;
}

/// A file of features and one of classes, both without names.
inline Table read_pair(const std::string& stem) {
  const ReadOptions options{.has_header = false};
  Columns x = read_columns(stem + "_X.csv.gz", {.has_target = false}, options, {});
  Columns y = read_columns(stem + "_y.csv.gz", {.has_target = false}, options, {});
  x.names.push_back("class");
  x.columns.push_back(y.columns.front());
  return assign_roles(std::move(x), {.target = "class"});
}

/// The cell lines of the nine classes with at least two members: 59 rows. The two cell lines that
/// were measured repeatedly count once.
inline Table nine_classes(const Table& table) {
  std::vector<std::size_t> count(table.classes());
  for (std::size_t row = 0; row < table.rows(); ++row)
    ++count[table.target().code(row)];
  std::vector<std::size_t> rows;
  for (std::size_t row = 0; row < table.rows(); ++row) {
    if (count[table.target().code(row)] > 1) rows.push_back(row);
  }
  return table.take(rows);
}

inline double variance(std::span<const double> numbers) {
  const auto count = static_cast<double>(numbers.size());
  const double mean = std::accumulate(numbers.begin(), numbers.end(), 0.0) / count;
  double square = 0;
  for (const double number : numbers)
    square += (number - mean) * (number - mean);
  return square / count;
}

/// The features of largest variance, in the order of the table.
inline Table most_varied(const Table& table, std::size_t wanted) {
  std::vector<std::pair<double, Feature>> order;
  for (Feature i = 0; i < table.features(); ++i)
    order.emplace_back(-variance(table.feature(i).numbers()), i);
  std::sort(order.begin(), order.end());
  order.resize(wanted);
  std::sort(order.begin(), order.end(),
            [](const auto& a, const auto& b) { return a.second < b.second; });
  TableParts parts = table.parts();
  parts.features.clear();
  parts.names.clear();
  for (const auto& [unused, feature] : order) {
    parts.features.push_back(table.feature(feature));
    parts.names.push_back(table.name(feature));
  }
  return Table(std::move(parts));
}

/// arr, srbct, nci9, nci60 (nine classes), nci60-1123 (and its genes of largest variance), or a
/// file.
inline Table read_set(const std::string& name) {
  if (name == "arr") return read_pair(environment("PITH_GOLDEN") + "/graph_qp/inputs/arr");
  if (name == "srbct") return read(environment("PITH_DATA") + "/srbct.csv.gz");
  if (name == "nci9") return read(environment("PITH_DATA") + "/nci9_disc.csv.gz");
  if (!name.starts_with("nci60")) return read(name);
  const Table table = nine_classes(read(environment("PITH_DATA") + "/nci60.csv.gz"));
  return name == "nci60-1123" ? most_varied(table, 1123) : table;
}

/// The paper's three bins at mean -/+ deviation (divisor n); tables of three values as they are.
inline Table coded(const Table& table, const Context& context) {
  const std::optional<Table> few = few_as_codes(table, 3, context);
  return few ? *few : bin_all(table, {.rule = Bins::Rule::sigma, .divides_by_n = true}, context);
}

/// Handwritten digits: bytes of pixels, one image after the other.
struct Images {
  static constexpr std::size_t side = 28;
  static constexpr std::size_t pixels = side * side;
  std::vector<std::uint8_t> bytes;
  std::vector<std::uint32_t> digits;

  Images first(std::size_t rows) const {
    return {{bytes.begin(), bytes.begin() + static_cast<std::ptrdiff_t>(rows * pixels)},
            {digits.begin(), digits.begin() + static_cast<std::ptrdiff_t>(rows)}};
  }
};

inline std::vector<std::uint8_t> bytes_after(const std::string& path, std::size_t header) {
  Input input = Input::open(path);
  std::vector<std::uint8_t> bytes;
  std::vector<char> buffer(1 << 20);
  for (std::size_t got = input.read(buffer); got > 0; got = input.read(buffer))
    bytes.insert(bytes.end(), buffer.begin(), buffer.begin() + static_cast<std::ptrdiff_t>(got));
  if (bytes.size() < header) throw std::runtime_error(path + " is too short");
  bytes.erase(bytes.begin(), bytes.begin() + static_cast<std::ptrdiff_t>(header));
  return bytes;
}

/// `train` or `t10k` in PITH_DATA/mnist, as LeCun's files have them.
inline Images read_images(const std::string& part) {
  const std::string stem = environment("PITH_DATA") + "/mnist/" + part;
  const std::vector<std::uint8_t> labels = bytes_after(stem + "-labels-idx1-ubyte.gz", 8);
  Images images{bytes_after(stem + "-images-idx3-ubyte.gz", 16), {labels.begin(), labels.end()}};
  if (images.bytes.size() != images.digits.size() * Images::pixels)
    throw std::runtime_error(stem + ": images and labels do not fit");
  return images;
}

/// Which values of a pixel give the mean and the deviation of its bins.
enum class Statistics { all, nonzero };

inline Column binned_pixel(const Images& images, std::size_t pixel, Statistics statistics) {
  double count = 0;
  double sum = 0;
  double square = 0;
  const std::size_t rows = images.digits.size();
  for (std::size_t row = 0; row < rows; ++row) {
    const double value = images.bytes[row * Images::pixels + pixel];
    if (statistics == Statistics::nonzero && value == 0) continue;
    count += 1;
    sum += value;
    square += value * value;
  }
  const double mean = count > 0 ? sum / count : 0;
  const double deviation = count > 0 ? std::sqrt(std::max(0.0, square / count - mean * mean)) : 0;
  std::vector<std::uint8_t> codes(rows);
  for (std::size_t row = 0; row < rows; ++row) {
    const double value = images.bytes[row * Images::pixels + pixel];
    codes[row] = static_cast<std::uint8_t>((value > mean - deviation) + (value > mean + deviation));
  }
  return Column::from_bytes(std::move(codes), {"low", "middle", "high"});
}

/// All pixels in three bins.
inline Table binned_images(const Images& images, Statistics statistics) {
  TableParts parts;
  for (std::size_t pixel = 0; pixel < Images::pixels; ++pixel) {
    parts.features.push_back(binned_pixel(images, pixel, statistics));
    parts.names.push_back(std::to_string(pixel));
  }
  std::vector<std::string> names;
  for (int digit = 0; digit < 10; ++digit)
    names.push_back(std::to_string(digit));
  parts.target = Column::from_codes(images.digits, names);
  parts.target_name = "digit";
  return Table(std::move(parts));
}

}  // namespace pith::papers
