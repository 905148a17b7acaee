// SPDX-License-Identifier: Apache-2.0
#include "pith/evaluate/label_metrics.h"

#include <cstddef>
#include <limits>
#include <vector>

#include "pith/base/assert.h"

namespace pith {
namespace {

/// Of one label, or of all.
struct Outcomes {
  std::size_t both = 0;  ///< true, and predicted
  std::size_t false_positives = 0;
  std::size_t false_negatives = 0;

  void add(bool truth, bool predicted) {
    both += truth && predicted ? 1 : 0;
    false_positives += !truth && predicted ? 1 : 0;
    false_negatives += truth && !predicted ? 1 : 0;
  }
  std::size_t wrong() const { return false_positives + false_negatives; }
  double f1() const {
    const std::size_t all = 2 * both + wrong();
    return all == 0 ? 0 : static_cast<double>(2 * both) / static_cast<double>(all);
  }
};

}  // namespace

LabelMetrics label_metrics(const MatrixView<const std::uint8_t>& truth,
                           const MatrixView<const std::uint8_t>& predicted) {
  const std::size_t rows = truth.extent(0);
  const std::size_t labels = truth.extent(1);
  PITH_ASSERT(predicted.extent(0) == rows && predicted.extent(1) == labels);
  if (rows == 0 || labels == 0) {
    constexpr double nan = std::numeric_limits<double>::quiet_NaN();
    return {.macro_f1 = nan, .micro_f1 = nan, .hamming_loss = nan, .subset_accuracy = nan};
  }
  std::vector<Outcomes> by_label(labels);
  Outcomes all;
  std::size_t exact = 0;
  for (std::size_t row = 0; row < rows; ++row) {
    const std::size_t before = all.wrong();
    for (std::size_t label = 0; label < labels; ++label) {
      by_label[label].add(truth(row, label) != 0, predicted(row, label) != 0);
      all.add(truth(row, label) != 0, predicted(row, label) != 0);
    }
    exact += all.wrong() == before ? 1 : 0;
  }
  double sum = 0;
  for (const Outcomes& each : by_label)
    sum += each.f1();
  const auto entries = static_cast<double>(rows) * static_cast<double>(labels);
  return {.macro_f1 = sum / static_cast<double>(labels),
          .micro_f1 = all.f1(),
          .hamming_loss = static_cast<double>(all.wrong()) / entries,
          .subset_accuracy = static_cast<double>(exact) / static_cast<double>(rows)};
}

}  // namespace pith
