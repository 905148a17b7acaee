// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <vector>

#include "pith/data/table.h"
#include "pith/search/selection.h"

namespace pith {

/// How much each class weighs in total.
std::vector<double> class_weights(const Table& table);

/// For a search whose scores are I(S;y) in nats of the set after each step: adds the bounds of
/// Fano and of Hellman and Raviv on the Bayes error to every step (`bayes_error`), and those of the
/// last one to the diagnostics (`fano_bound`, `hellman_raviv_bound`). The class weights need not
/// sum to 1.
void add_error_bounds(Selection& selection, std::span<const double> class_weights);

/// What a value says about I(S;y), and hence which bounds it gives.
enum class InformationValue {
  exact,     ///< the information or an estimate of it: both bounds
  at_least,  ///< the information or more: Fano's lower bound on the error
  at_most,   ///< the information or less: the upper bound of Hellman and Raviv
};

/// The diagnostics only, for the information of the final set.
void add_error_figures(Selection& selection, double information,
                       std::span<const double> class_weights,
                       InformationValue value = InformationValue::exact);

}  // namespace pith
