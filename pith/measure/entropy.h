// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>

namespace pith {
inline namespace measure {

/// The plug-in entropy in nats of the distribution with these counts, H = log n - (1/n) sum c log
/// c, with 0 log 0 = 0; 0 if nothing was counted. Never negative.
double entropy(std::span<const double> counts);

}  // namespace measure
}  // namespace pith
