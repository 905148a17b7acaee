// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "pith/linalg/dense_eigen.h"

// The twin of the spectral scores: similarity, Laplacian and eigenvectors as whole matrices.
namespace pith::twin {

using Matrix = std::vector<std::vector<double>>;

inline Matrix class_similarity(const std::vector<std::uint32_t>& classes) {
  std::vector<double> counts(classes.size() + 1);
  for (const std::uint32_t c : classes)
    ++counts[c];
  Matrix s(classes.size(), std::vector<double>(classes.size()));
  for (std::size_t i = 0; i < classes.size(); ++i) {
    for (std::size_t j = 0; j < classes.size(); ++j)
      s[i][j] = classes[i] == classes[j] ? 1 / counts[classes[i]] : 0;
  }
  return s;
}

/// exp(-|r - s|^2 / t) for features with deviation 1, t the mean of |r - s|^2.
inline Matrix row_similarity(const std::vector<std::vector<double>>& features) {
  const std::size_t rows = features[0].size();
  Matrix distances(rows, std::vector<double>(rows));
  for (const std::vector<double>& x : features) {
    double mean = 0;
    double square = 0;
    for (const double number : x)
      mean += number / double(rows);
    for (const double number : x)
      square += (number - mean) * (number - mean) / double(rows);
    for (std::size_t i = 0; i < rows; ++i) {
      for (std::size_t j = 0; j < rows; ++j)
        distances[i][j] += (x[i] - x[j]) * (x[i] - x[j]) / square;
    }
  }
  double t = 0;
  for (const auto& row : distances) {
    for (const double distance : row)
      t += distance / double(rows * rows);
  }
  for (auto& row : distances) {
    for (double& distance : row)
      distance = std::exp(-distance / t);
  }
  return distances;
}

/// phi1, phi2 and phi3 of the paper, with `clusters` eigenvectors of which one is trivial.
struct SpectralScores {
  double phi1 = 0;
  double phi2 = 0;
  double phi3 = 0;
};

inline SpectralScores spectral_scores(const Matrix& s, const std::vector<double>& x,
                                      std::size_t clusters) {
  const std::size_t n = s.size();
  std::vector<double> degrees(n);
  double volume = 0;
  for (std::size_t i = 0; i < n; ++i) {
    for (const double similarity : s[i])
      degrees[i] += similarity;
    volume += degrees[i];
  }
  std::vector<double> u(n);
  std::vector<double> trivial(n);
  double length = 0;
  for (std::size_t i = 0; i < n; ++i) {
    u[i] = std::sqrt(degrees[i]) * x[i];
    trivial[i] = std::sqrt(degrees[i] / volume);
    length += u[i] * u[i];
  }
  for (double& number : u)
    number /= std::sqrt(length);
  std::vector<double> laplacian(n * n);
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t j = 0; j < n; ++j)
      laplacian[i * n + j] = (i == j ? 1 : 0) - s[i][j] / std::sqrt(degrees[i] * degrees[j]);
  }
  SpectralScores scores;
  double cosine = 0;
  for (std::size_t i = 0; i < n; ++i) {
    cosine += u[i] * trivial[i];
    for (std::size_t j = 0; j < n; ++j)
      scores.phi1 += u[i] * laplacian[i * n + j] * u[j];
  }
  scores.phi2 = scores.phi1 / (1 - cosine * cosine);
  // The trivial eigenvector moves from 0 to 2, so that it is not mixed with others of value 0.
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t j = 0; j < n; ++j)
      laplacian[i * n + j] += 2 * trivial[i] * trivial[j];
  }
  const Eigensystem system =
      dense_eigensystem(MatrixView<const double>::row_major(laplacian.data(), n, n));
  for (std::size_t k = 0; k + 1 < clusters; ++k) {
    double share = 0;
    for (std::size_t i = 0; i < n; ++i)
      share += u[i] * system.vector(k)[i];
    scores.phi3 += (2 - system.values()[k]) * share * share;
  }
  return scores;
}

}  // namespace pith::twin
