// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <vector>

#include "pith/base/context.h"
#include "pith/data/table.h"
#include "pith/select/catalog.h"

namespace pith {

/// How sure one must be of each feature, and how that is found out.
struct NullTest {
  double alpha = 0.05;
  /// How many times chance is asked; 0: ten times 1/alpha, less one.
  std::size_t permutations = 0;

  std::size_t count() const;
};

/// One step of the path, and how often chance does as well.
struct NullStep {
  Feature feature = 0;
  double value = 0;              ///< the gain of the step, or its score where it has no gain
  double p = 1;                  ///< (1 + reached) / (1 + permutations)
  std::size_t reached = 0;       ///< by how many permutations
  std::size_t permutations = 0;  ///< made until the answer was clear
};

/// The number of features, and the steps up to the first that chance explains, which is the last
/// one here unless all were good.
struct NullChoice {
  std::size_t k = 0;
  std::vector<NullStep> steps;
};

/// How many features of a path are more than chance. The step from a set S to the next feature is
/// compared with the best step from S when the rows of all features outside S are permuted, all by
/// the same permutation: how these depend on each other, and how the target depends on S, stays as
/// it is; what they say about the target is gone. The best of all candidates is compared with the
/// best of all candidates, so their number is accounted for. A step counts while p <= alpha, and
/// the path ends with the first that does not: hypotheses are tested in the order of the path, each
/// at alpha, and none after one that stands, so the chance that any feature is taken while no
/// feature says anything is at most alpha. On pure noise the result is no feature, but for that.
///
/// Features that the request keeps are selected without a test, and the others are tested after
/// them. `request.k` is the most features that are looked at. Throws as run() does, and
/// Error(bad_argument) where alpha is not between 0 and 1, where the permutations cannot reach it,
/// or where the method does not look at the target, has relative scores or finds its own number of
/// features. Depends on
/// the seed of the context.
NullChoice choose_by_null(const Table& table, const Request& request, const NullTest& test,
                          const Context& context = {});

}  // namespace pith
