// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <span>
#include <vector>

#include "pith/base/context.h"
#include "pith/base/view.h"
#include "pith/learn/model/model.h"

namespace pith {

/// Whether there are at most as many rows as columns, and so few that their inner products are the
/// better way.
bool is_wide(const MatrixView<const double>& rows);

/// The coefficients of the rows in the weights w = sum_i beta_i x_i that minimise
///
///   1/2 |w|^2 + cost * sum_i max(0, 1 - y_i w'x_i)^2,   y_i = +1 or -1,
///
/// by Newton's method, which ends at the minimum but for rounding, where beta_i = 2 cost y_i max(0,
/// 1 - y_i w'x_i). `gram` holds the inner products of the rows, row-major and contiguous. About ten
/// steps of O(n^3 / 3). Throws Error(cancelled).
std::vector<double> squared_hinge_coefficients(std::span<const double> gram,
                                               std::span<const double> signs, double cost,
                                               const Context& context);

/// A linear support vector machine with squared hinge loss, one class against the rest, of wide
/// rows: the minimum of the problem that LIBLINEAR approaches, with the same penalised bias. Of a
/// class with few rows, LIBLINEAR may stop after a thousand steps, far from the minimum. Takes less
/// memory than LIBLINEAR.
std::unique_ptr<const Model> fit_wide_svm(const Examples& examples, double cost,
                                          const Context& context);

}  // namespace pith
