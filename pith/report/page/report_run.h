// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "pith/base/context.h"
#include "pith/base/option.h"
#include "pith/data/table.h"
#include "pith/evaluate/variant.h"
#include "pith/report/page/report_document.h"
#include "pith/search/combine.h"
#include "pith/select/request.h"

namespace pith {

/// What a report runs on a table. Everything has a default.
struct ReportPlan {
  /// The first is the one that the report is about; the others are compared with it. Empty: `auto`
  /// and up to three others that suit the table and differ from it (contrasting_methods).
  std::vector<Variant> methods = {};
  /// None: 10, or half of the features, rounded up, if that is fewer.
  std::optional<K> k = {};
  std::vector<Variant> learners = {};  ///< empty: `auto`
  std::optional<std::size_t> folds =
      {};                     ///< none: 10, or 5 for a large table (see docs/guide/report.md)
  std::size_t resamples = 0;  ///< 0: 50, or 20 for a large table
  std::optional<Missing> missing = {};  ///< none: see default_missing
  std::optional<Bins> bins = {};
  std::optional<Combine> combine = {};  ///< as in Request
  bool allows_ids = false;
};

/// How a report treats missing values unless told: it imputes them where features have some.
Missing default_missing(const Table& table);

/// Methods beside `main` that are cheap and ask other questions of this table: one by one, without
/// redundancy, and by neighbours where there are few rows.
std::vector<Variant> contrasting_methods(const Table& table, const Request& main,
                                         const Context& context);

/// Runs the methods, explains the first, cross-validates learners on all of them and resamples the
/// first. What the table does not allow is omitted with its reason: an evaluation needs one target.
/// Throws as select() does for the first method, and for anything that is not the fault of the
/// table.
ReportParts run_report(const Table& table, const ReportPlan& plan, const Context& context,
                       const Spelling& spelling);

}  // namespace pith
