// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "pith/data/roles.h"
#include "pith/explain/explain.h"
#include "pith/select/request.h"

namespace pith {

/// What the document of a selection says about how it was made. It does not hold the options
/// `bins`, `keep`, `combine`, `target_bins`, `weights` and those that choose or declare columns.
struct ResultRequest {
  Request request = {};
  ExpectedSelection expected = {};
  std::vector<std::string> targets = {};  ///< names
  TaskKind task = TaskKind::automatic;    ///< automatic: no target, or targets of both kinds
  std::uint64_t seed = 0;
  std::string sha256 = {};  ///< of the table; empty: not known
};

/// Of the JSON document `pith/selection/1`. Throws Error(bad_data) for another text; `source` names
/// it in the message.
ResultRequest parse_request(std::string_view text, const std::string& source);

}  // namespace pith
