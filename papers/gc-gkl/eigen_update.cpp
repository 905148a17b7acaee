// SPDX-License-Identifier: Apache-2.0
// Figures 4 to 7 of Lefakis and Fleuret (2016): the eigen-system of a covariance that grows by one
// feature, updated and computed from scratch by LAPACK's dsyevd.
//   gc_gkl_eigen_update [FOLDER] [LARGEST] [SEED]    here, 500 features and seed 1 unless given
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <numbers>
#include <stdexcept>

#include "bench/clock.h"
#include "papers/gc-gkl/published_update.h"
#include "papers/normal.h"
#include "papers/svg.h"
#include "pith/base/random.h"
#include "pith/linalg/eigensystem.h"
#include "pith/linalg/matrix_kernels.h"

extern "C" void dsyevd_(const char* job, const char* part, const int* size, double* matrix,
                        const int* stride, double* values, double* work, const int* work_size,
                        int* integers, const int* integers_size, int* info);

namespace pith::papers {
namespace {

/// A square matrix, row by row.
struct Matrix {
  std::size_t size = 0;
  std::vector<double> elements;
};

/// The sample covariance of features that follow one another in an autoregressive process with
/// coefficient 0.9 and have noise of standard deviation 0.1 each; four samples per feature.
Matrix covariance(std::size_t features, std::uint64_t seed) {
  const std::size_t samples = 4 * features;
  const Random steps(seed, 0);
  const Random noise(seed, 1);
  std::vector<double> by_feature(features * samples);
  for (std::size_t sample = 0; sample < samples; ++sample) {
    double state = 0;
    for (std::size_t feature = 0; feature < features; ++feature) {
      const std::uint64_t index = sample * features + feature;
      const double step = normal(steps, index);
      state = feature == 0 ? step : 0.9 * state + std::sqrt(1 - 0.81) * step;
      by_feature[feature * samples + sample] = state + 0.1 * normal(noise, index);
    }
  }
  std::vector<double> by_sample(by_feature.size());
  for (std::size_t feature = 0; feature < features; ++feature) {
    double* column = &by_feature[feature * samples];
    double mean = 0;
    for (std::size_t sample = 0; sample < samples; ++sample)
      mean += column[sample] / static_cast<double>(samples);
    for (std::size_t sample = 0; sample < samples; ++sample) {
      column[sample] = (column[sample] - mean) / std::sqrt(static_cast<double>(samples));
      by_sample[sample * features + feature] = column[sample];
    }
  }
  Matrix result{features, std::vector<double>(features * features)};
  multiply(MatrixView<const double>::row_major(by_feature.data(), features, samples),
           MatrixView<const double>::row_major(by_sample.data(), samples, features),
           MatrixView<double>::row_major(result.elements.data(), features, features));
  return result;
}

/// The first `size` rows and columns.
Matrix leading(const Matrix& matrix, std::size_t size) {
  Matrix result{size, {}};
  for (std::size_t row = 0; row < size; ++row) {
    const double* first = &matrix.elements[row * matrix.size];
    result.elements.insert(result.elements.end(), first, first + size);
  }
  return result;
}

struct Decomposition {
  std::vector<double> values;
  std::vector<double> vectors;  // one after the other
};

Decomposition lapack(const Matrix& matrix) {
  const auto size = static_cast<int>(matrix.size);
  const int work_size = 1 + 6 * size + 2 * size * size;
  const int integers_size = 3 + 5 * size;
  Decomposition result{std::vector<double>(matrix.size), matrix.elements};
  std::vector<double> work(static_cast<std::size_t>(work_size));
  std::vector<int> integers(static_cast<std::size_t>(integers_size));
  int info = 0;
  dsyevd_("V", "U", &size, result.vectors.data(), &size, result.values.data(), work.data(),
          &work_size, integers.data(), &integers_size, &info);
  if (info != 0) throw std::runtime_error("dsyevd failed");
  return result;
}

template <class System>
void grow(System& system, const Matrix& matrix) {
  const std::size_t size = system.size();
  const double* row = &matrix.elements[size * matrix.size];
  system.grow({row, size}, row[size]);
}

struct Deviation {
  double value = 0;  ///< largest relative difference of eigenvalues
  double angle = 0;  ///< largest angle between eigenvectors, degrees
};

template <class System>
Deviation compare(const System& found, const Decomposition& expected) {
  Deviation worst;
  const std::size_t size = found.size();
  for (std::size_t k = 0; k < size; ++k) {
    const double value = expected.values[k];
    worst.value = std::max(worst.value, std::abs(found.values()[k] - value) / std::abs(value));
    const auto vector = found.vector(k);
    double same = 0;
    double opposite = 0;
    for (std::size_t i = 0; i < size; ++i) {
      const double other = expected.vectors[k * size + i];
      same += (vector[i] - other) * (vector[i] - other);
      opposite += (vector[i] + other) * (vector[i] + other);
    }
    // By the chord: an arc cosine cannot tell angles below 1e-8 from none.
    const double chord = std::sqrt(std::min(same, opposite));
    worst.angle = std::max(worst.angle, 2 * std::asin(chord / 2) * 180 / std::numbers::pi);
  }
  return worst;
}

/// CPU milliseconds, the least of `repeats` runs.
template <class Work>
double milliseconds(int repeats, const Work& work) {
  double least = std::numeric_limits<double>::infinity();
  for (int i = 0; i < repeats; ++i) {
    const double start = bench::cpu_seconds();
    work();
    least = std::min(least, 1000 * (bench::cpu_seconds() - start));
  }
  return least;
}

void add(Series& series, std::size_t size, double value) {
  series.x.push_back(static_cast<double>(size));
  series.y.push_back(value);
}

/// Deviations of one way to update: step after step, and once from LAPACK's system.
struct Precision {
  Precision(const std::string& name, const std::string& color)
      : value{name, color, {}, {}}, angle(value), value_once(value), angle_once(value) {}

  void add(std::size_t size, const Deviation& updated, const Deviation& once) {
    papers::add(value, size, updated.value);
    papers::add(angle, size, updated.angle);
    papers::add(value_once, size, once.value);
    papers::add(angle_once, size, once.angle);
  }

  Series value;
  Series angle;
  Series value_once;
  Series angle_once;
};

struct Curves {
  Series update_time{"update", "#d62828", {}, {}};
  Series lapack_time{"dsyevd from scratch", "#1f5fbf", {}, {}};
  Precision ours{"pith", "#d62828"};
  Precision published{"as published", "#1f5fbf"};
};

/// The same matrix in both ways, one feature after the other.
struct Systems {
  Eigensystem ours;
  PublishedUpdate published;
};

/// `systems` have one feature less than is measured here, and get it.
void measure(const Matrix& matrix, Systems& systems, Curves& curves) {
  const std::size_t size = systems.ours.size() + 1;
  const Matrix part = leading(matrix, size);
  const Decomposition before = lapack(leading(matrix, size - 1));
  Decomposition scratch;
  Eigensystem once;
  const int repeats = 3;
  add(curves.lapack_time, size, milliseconds(repeats, [&] { scratch = lapack(part); }));
  std::vector<Eigensystem> copies(repeats, Eigensystem(before.values, before.vectors));
  add(curves.update_time, size, milliseconds(repeats, [&] {
        once = std::move(copies.back());
        copies.pop_back();
        grow(once, matrix);
      }));
  PublishedUpdate published_once(before.values, before.vectors);
  grow(published_once, matrix);
  grow(systems.ours, matrix);
  grow(systems.published, matrix);
  curves.ours.add(size, compare(systems.ours, scratch), compare(once, scratch));
  curves.published.add(size, compare(systems.published, scratch), compare(published_once, scratch));
}

void print(const Curves& curves, std::size_t rows) {
  std::printf("            CPU ms\n");
  std::printf("  size   update   dsyevd\n");
  const std::size_t count = curves.update_time.x.size();
  for (std::size_t row = 1; row <= rows; ++row) {
    const std::size_t i = row * count / rows - 1;
    std::printf("  %4.0f  %7.2f  %7.2f\n", curves.update_time.x[i], curves.update_time.y[i],
                curves.lapack_time.y[i]);
  }
  for (const Precision* precision : {&curves.ours, &curves.published}) {
    std::printf("%s:\n         updated at every step   one update of LAPACK's\n",
                precision->value.name.c_str());
    std::printf("  size      value     degrees        value     degrees\n");
    for (std::size_t row = 1; row <= rows; ++row) {
      const std::size_t i = row * count / rows - 1;
      std::printf("  %4.0f    %.1e     %.1e      %.1e     %.1e\n", precision->value.x[i],
                  precision->value.y[i], precision->angle.y[i], precision->value_once.y[i],
                  precision->angle_once.y[i]);
    }
  }
}

void write(const Curves& curves, const std::string& folder) {
  const std::string x = "features";
  const std::string value = "relative error of an eigenvalue";
  const Precision& ours = curves.ours;
  const Precision& published = curves.published;
  write_svg({"CPU time of one more feature",
             x,
             "milliseconds",
             false,
             {curves.lapack_time, curves.update_time}},
            folder + "/figure4.svg");
  write_svg({"Largest relative error of the eigenvalues, updated at every step",
             x,
             value,
             true,
             {published.value, ours.value}},
            folder + "/figure5.svg");
  write_svg({"Largest angle between eigenvectors, updated at every step",
             x,
             "angle (degrees)",
             true,
             {published.angle, ours.angle}},
            folder + "/figure6.svg");
  write_svg({"Largest relative error of the eigenvalues after one update",
             x,
             value,
             true,
             {published.value_once, ours.value_once}},
            folder + "/figure7.svg");
}

void run(const std::string& folder, std::size_t largest, std::uint64_t seed) {
  const Matrix matrix = covariance(largest, seed);
  const std::size_t points = std::min<std::size_t>(largest / 2, 100);
  Systems systems;
  Curves curves;
  for (std::size_t point = 1; point <= points; ++point) {
    const std::size_t size = point * largest / points;
    while (systems.ours.size() + 1 < size) {
      grow(systems.ours, matrix);
      grow(systems.published, matrix);
    }
    measure(matrix, systems, curves);
  }
  const Decomposition whole = lapack(matrix);
  std::printf("%zu features, seed %llu, eigenvalues from %.2g to %.2g\n", largest,
              static_cast<unsigned long long>(seed), whole.values.front(), whole.values.back());
  print(curves, std::min<std::size_t>(points, 10));
  write(curves, folder);
}

}  // namespace
}  // namespace pith::papers

int main(int count, char** words) {
  const std::string folder = count > 1 ? words[1] : ".";
  const std::size_t largest = count > 2 ? std::strtoul(words[2], nullptr, 10) : 500;
  const std::uint64_t seed = count > 3 ? std::strtoull(words[3], nullptr, 10) : 1;
  if (largest < 2) {
    std::fprintf(stderr, "at least two features are wanted\n");
    return 2;
  }
  pith::papers::run(folder, largest, seed);
  return 0;
}
