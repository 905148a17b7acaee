// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>

#include "pith/base/context.h"
#include "pith/base/option.h"
#include "pith/data/roles.h"
#include "pith/evaluate/inspection.h"
#include "pith/report/page/report_document.h"

namespace pith {

/// A table and what an inspection of its columns found.
struct ReportTable {
  Table table;
  std::optional<Inspection> inspection;  ///< none: see `problem`
  std::string problem = {};              ///< why there is none, with mentions
};

/// Assigns roles to columns as select() needs them, and inspects the columns that have one, so that
/// a file is read once. Throws as assign_roles() does.
ReportTable report_table(Columns columns, const Roles& roles, const Context& context);

/// Adds the inspection to a report, or the reason why there is none.
void add_inspection(ReportParts& parts, const ReportTable& table, const Spelling& spelling);

}  // namespace pith
