// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "pith/base/context.h"
#include "pith/evaluate/feature_lists.h"

namespace pith {

/// Stability by divergence (Guzman-Martinez and Alaiz-Rodriguez, "Feature selection stability
/// assessment based on the Jensen-Shannon divergence", ECML PKDD 2011). Each list becomes a
/// distribution p over the features; D = H(mean p) - mean H(p) in nats measures how much the N
/// lists differ. Stability is 1 - D / (D expected of random lists).
///
/// The paper takes the expectation for infinitely many lists. But the divergence of N lists is at
/// most ln N, so that a few lists look stable whatever they contain: two disjoint top-5 lists of 30
/// features reach 0.61. `stability()` takes the expectation for N random lists, so that its
/// expected value for random lists is 0 for any N.
struct JensenShannon {
  double divergence = 0;    ///< D; NaN with fewer than two lists, different lengths or empty lists
  double limit = 0;         ///< of D for infinitely many random lists of l features: ln l - H(p)
  double chance = 0;        ///< expectation of D for N random lists
  double chance_error = 0;  ///< standard error of `chance`; 0 if it is exact

  /// 1 if all lists are equal, 0 on average for random lists, negative for lists that overlap less
  /// than random ones; NaN if lists cannot differ.
  double stability() const;
  /// As in the paper: relative to the limit.
  double published() const;
};

/// The divergence of ordered lists. The feature on rank r of k has p = (1 + sum[t = r..k] 1/t) /
/// (2k), features that are not in the list have p = 0; lists of all features are full rankings,
/// shorter ones partial rankings. `chance` is simulated with 2^22 ranks (2^22 / N draws, at least
/// 1,024) and a control variate; its relative standard error is below 0.2 %. It depends on the
/// seed, not on the threads. O(N k + l + 2^22).
JensenShannon ranking_divergence(const FeatureLists& lists, const Context& context = {});

/// The divergence of lists as sets: p = 1/k for members, the limit is ln(l/k), and exactly
/// chance = -l sum[c = 1..N] Bin(c; N, k/l) c/(Nk) ln(c/(Nk)) - ln k.
JensenShannon set_divergence(const FeatureLists& lists);

}  // namespace pith
