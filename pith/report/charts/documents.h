// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "pith/report/charts/charts.h"
#include "pith/report/json.h"

// The data of charts from the documents of results, so that the program, the report and Python draw
// the same pictures. Each function throws Error(bad_data) for a document that lacks what it needs.
namespace pith {

/// Of `pith/selection/1`.
PathData path_data(const Json& selection);
RankingData ranking_data(const Json& selection);  ///< without features where there is no ranking

/// Of `pith/evaluation/1`, one for each learner. `metric` is a key such as `error`; empty: the
/// metric of the document. The ids are `error`, `error-2`, ...
std::vector<ErrorData> error_data(const Json& evaluation, std::string_view metric = "");

/// A metric for readers: `Hamming loss` of `hamming_loss`.
std::string metric_name(std::string_view key);

/// Of `pith/stability/1`.
FrequencyData frequency_data(const Json& stability);

/// The charts of any of these documents: of a selection the ranking where there is one, else the
/// path; of an evaluation one for each learner. `metric` is for evaluations.
std::vector<Chart> document_charts(std::string_view document, std::string_view metric = "");

}  // namespace pith
