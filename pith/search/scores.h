// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "pith/base/context.h"
#include "pith/stats/source.h"

namespace pith {

/// A measure of every feature's counts with the target. Where values are missing their counts are
/// spread over the levels first.
std::vector<double> count_scores(const Source& source, double (*measure)(const Counts&),
                                 const Context& context);

/// A measure of every feature's moments within the classes.
std::vector<double> moment_scores(const Source& source, double (*measure)(const ClassMoments&),
                                  const Context& context);

}  // namespace pith
