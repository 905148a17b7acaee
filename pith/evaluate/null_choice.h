// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>

#include "pith/base/context.h"
#include "pith/data/table.h"
#include "pith/select/request.h"

namespace pith {

/// The permutation test of each step.
struct NullTest {
  double alpha = 0.05;
  /// Number of permutations; 0: ten times 1/alpha, less one.
  std::size_t permutations = 0;
  std::size_t max_features = default_max_features;

  std::size_t count() const;
};

/// How many features of a path are significant. The step from a set S to the next feature is
/// compared with the best step from S when the rows of all features outside S are permuted, all by
/// the same permutation: how these depend on each other, and how the target depends on S, is
/// preserved; their information about the target is destroyed. The best of all candidates is
/// compared with the best of all candidates, which accounts for their number. A step counts while
/// p <= alpha, and the path ends with the first that is not significant: hypotheses are tested in
/// the order of the path, each at alpha, and none after one that is retained, so the probability
/// that any feature is selected while none is informative is at most alpha.
///
/// A categorical feature with many levels reaches a higher value by chance than one with few, and
/// would hide it. Therefore methods that count are asked for the best step among the features with
/// up to 4 levels (or bins), up to 16, up to 64 and so on; the values of each group are expressed
/// in standard deviations of their permutations, and the largest one over all groups is what is
/// compared. The most significant step is taken; of equals, the one that the method values most.
/// With one group, nothing of this matters.
///
/// Features that the request keeps are selected without a test, and the others are tested after
/// them. At most `test.max_features` are considered; `request.k` is ignored. Throws as select()
/// does, and Error(bad_argument) where alpha is not between 0 and 1, where the permutations cannot
/// reach it, or where the method ignores the target, has relative scores or finds its own number of
/// features. Depends on the seed of the context.
NullChoice choose_by_null(const Table& table, const Request& request, const NullTest& test,
                          const Context& context = {});

}  // namespace pith
