// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>

#include "pith/data/table.h"
#include "pith/evaluate/cv_choice.h"
#include "pith/evaluate/null_choice.h"
#include "pith/select/request.h"

namespace pith {

/// For Request::k: the smallest number of features with which a learner does about as well as with
/// any other (see choose_by_cv).
ChooseK by_cross_validation(CvTest test = {});

/// For Request::k: as many features as add more than permuted ones do (see choose_by_null), which
/// may be none.
ChooseK by_permutation_test(NullTest test = {});

}  // namespace pith
