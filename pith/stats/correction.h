// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace pith {
inline namespace stats {

/// How the bias of information that is estimated from counts is corrected.
enum class Correction {
  none,          ///< relative frequencies as they are
  miller_madow,  ///< adds (m - 1) / (2 n) to the entropy of m occupied cells
  chance,        ///< subtracts the information expected of independent variables (stats/chance.h)
};

}  // namespace stats
}  // namespace pith
