// SPDX-License-Identifier: Apache-2.0
#pragma once

// The one include a user needs.
//
//   pith::Table table = pith::read("wine.csv", {.target = "class"});
//   pith::Selection chosen = pith::select(table, "mrmr", 5);

#include "pith/base/context.h"
#include "pith/base/error.h"
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
#include "pith/evaluate/learner.h"
#include "pith/evaluate/resample.h"
#include "pith/evaluate/stability.h"
#include "pith/measure/bayes_error.h"
#include "pith/measure/geometric_information.h"
#include "pith/methods/relief/relief.h"
#include "pith/report/auto_json.h"
#include "pith/report/describe.h"
#include "pith/report/describe_learner.h"
#include "pith/report/evaluation_json.h"
#include "pith/report/inspection_json.h"
#include "pith/report/stability_json.h"
#include "pith/search/selection.h"
#include "pith/select/catalog.h"
