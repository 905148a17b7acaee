// SPDX-License-Identifier: Apache-2.0
#pragma once

// The one include that a user needs. Everything that it includes is installed, and nothing else is
// (cmake/public_headers.cmake).
//
//   pith::Table table = pith::read("wine.csv", {.target = "class"});
//   pith::Selection chosen = pith::select(table, "mrmr", 5);

#include "pith/base/context.h"
#include "pith/base/error.h"
#include "pith/base/version.h"
#include "pith/data/arrow/arrow.h"
#include "pith/data/read.h"
#include "pith/data/table.h"
#include "pith/evaluate/auto_k.h"
#include "pith/evaluate/comparison.h"
#include "pith/evaluate/evaluation.h"
#include "pith/evaluate/friedman_ranks.h"
#include "pith/evaluate/given_split.h"
#include "pith/evaluate/inspection.h"
#include "pith/evaluate/journal.h"
#include "pith/evaluate/resample.h"
#include "pith/evaluate/stability.h"
#include "pith/explain/explain.h"
#include "pith/learn/model/learner.h"
#include "pith/report/describe.h"
#include "pith/report/describe_learner.h"
#include "pith/report/evaluation_json.h"
#include "pith/report/explanation_json.h"
#include "pith/report/inspection_json.h"
#include "pith/report/result_request.h"
#include "pith/report/selection_json.h"
#include "pith/report/selection_parse.h"
#include "pith/report/stability_json.h"
#include "pith/select/apply.h"
#include "pith/select/catalog.h"
#include "pith/select/select.h"
