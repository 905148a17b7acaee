// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>

#include "pith/evaluate/metrics.h"

namespace pith {

// How well the numbers of test rows were predicted. Everything is finite; all are NaN without rows.

/// The root of the mean squared difference.
double rmse(std::span<const double> truth, std::span<const double> predicted);

/// The mean absolute difference.
double mae(std::span<const double> truth, std::span<const double> predicted);

/// 1 - sum (y - f)^2 / sum (y - mean y)^2, which is 1 for a perfect prediction, 0 for the mean of
/// these rows, and negative where that would be better. NaN if all of `truth` are equal.
double r2(std::span<const double> truth, std::span<const double> predicted);

/// The correlation of the ranks, where equal numbers have the mean of their ranks. NaN if all of
/// either are equal.
double spearman(std::span<const double> truth, std::span<const double> predicted);

/// All metrics of numbers.
Metrics number_metrics(std::span<const double> truth, std::span<const double> predicted);

}  // namespace pith
