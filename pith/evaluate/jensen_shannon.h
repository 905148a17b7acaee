// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "pith/base/context.h"
#include "pith/evaluate/feature_lists.h"

namespace pith {

/// Stability by divergence (Guzman-Martinez and Alaiz-Rodriguez, "Feature selection stability
/// assessment based on the Jensen-Shannon divergence", ECML PKDD 2011). Each list becomes a
/// distribution p over the features, D = H(mean p) - mean H(p) in nats is how much the N lists
/// differ, and stability is 1 less the share of D in what lists at random would have.
///
/// The paper takes that to be the limit of infinitely many lists. But N lists cannot differ by more
/// than ln N, so few lists look stable whatever is in them: two disjoint top-5 lists of 30 features
/// reach 0.61. `stability()` divides by what N lists at random have, and its chance level is 0 for
/// any N.
struct JensenShannon {
  double divergence = 0;    ///< D; NaN with fewer than two lists, different lengths or empty ones
  double limit = 0;         ///< of D for infinitely many lists at random: ln l - H(p)
  double chance = 0;        ///< mean of D over N lists at random
  double chance_error = 0;  ///< standard error of `chance`; 0 where it is exact

  /// 1 where all lists are the same, 0 on average for lists at random, negative for lists that
  /// avoid each other; NaN where all lists are the same by necessity.
  double stability() const;
  /// As in the paper: against the limit.
  double published() const;
};

/// FeatureLists in their order. A feature on rank r of k has p = (1 + sum[t = r..k] 1/t) / (2k),
/// the others 0; lists of all features are full rankings, shorter ones partial rankings. `chance`
/// is simulated with 2^22 ranks (2^22 / N draws, at least 1,024) and a control variate: its
/// standard error is below 0.2 % of it. It depends on the seed, not on the threads. O(N k + l +
/// 2^22).
JensenShannon ranking_divergence(const FeatureLists& lists, const Context& context = {});

/// FeatureLists as sets: p = 1/k for members, limit ln(l/k), and exactly
/// chance = -l sum[c = 1..N] Bin(c; N, k/l) c/(Nk) ln(c/(Nk)) - ln k.
JensenShannon set_divergence(const FeatureLists& lists);

}  // namespace pith
