// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>

#include "pith/measure/error_bounds.h"

namespace pith {
inline namespace measure {

// Bounds on the Bayes error of a target y given a set S with the information I(S;y), in nats. The
// class weights need not sum to 1, and classes of weight 0 do not count. An information outside 0
// to H(y), which an estimate may have, is moved to the nearer end. No bound exceeds 1 - max p, the
// error of the most frequent class.

/// Fano's lower bound: the smallest e with H(y) - I <= h(e) + e log(c - 1), for c classes and the
/// binary entropy h. It also holds if `information` is only an upper bound on I.
double fano_bound(double information, std::span<const double> class_weights);

/// The upper bound of Hellman and Raviv: (H(y) - I) / (2 log 2). It also holds if `information` is
/// only a lower bound on I.
double hellman_raviv_bound(double information, std::span<const double> class_weights);

/// Both.
ErrorBounds information_error(double information, std::span<const double> class_weights);

}  // namespace measure
}  // namespace pith
