// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "pith/base/view.h"

namespace pith {

/// How well sets of labels were predicted.
struct LabelMetrics {
  double macro_f1 = 0;         ///< the mean over the labels of F1 = 2 tp / (2 tp + fp + fn)
  double micro_f1 = 0;         ///< F1 of all entries together
  double hamming_loss = 0;     ///< the share of entries that are wrong
  double subset_accuracy = 0;  ///< the share of rows all of whose entries are right
};

/// The entries are 1 for the labels of a row and 0 for others; both have a row for each row and a
/// column for each label. F1 is 0 where a label neither occurs nor is predicted. NaN without rows
/// or without labels.
LabelMetrics label_metrics(const MatrixView<const std::uint8_t>& truth,
                           const MatrixView<const std::uint8_t>& predicted);

}  // namespace pith
