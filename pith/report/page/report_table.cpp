// SPDX-License-Identifier: Apache-2.0
#include "pith/report/page/report_table.h"

#include <set>
#include <utility>

#include "pith/base/error.h"
#include "pith/data/column_memory.h"
#include "pith/report/inspection_json.h"

namespace pith {
namespace {

/// The columns that the table has a use for, in the order of the file. They share their values.
Columns used_columns(const Columns& columns, const Table& table) {
  std::set<std::string_view> used(table.names().begin(), table.names().end());
  for (std::size_t i = 0; i < table.targets(); ++i)
    used.insert(table.target_name(i));
  Columns kept{.notes = columns.notes, .source = columns.source, .sha256 = columns.sha256};
  for (std::size_t i = 0; i < columns.names.size(); ++i) {
    if (!used.contains(columns.names[i])) continue;
    kept.names.push_back(columns.names[i]);
    kept.columns.push_back(columns.columns[i]);
  }
  return kept;
}

}  // namespace

ReportTable report_table(Columns columns, const Roles& roles, const Context& context) {
  const Columns all = columns;
  ReportTable read{.table = assign_roles(std::move(columns), roles, context), .inspection = {}};
  const Columns used = used_columns(all, read.table);
  Roles plain{.has_target = read.table.targets() == 1, .task = roles.task};
  plain.target_bins = roles.target_bins;
  if (read.table.targets() == 1) plain.target = read.table.target_name();
  plain.kinds = roles.kinds;
  plain.kinds.may_be_absent = true;
  plain.drop_rows_without_target = roles.drop_rows_without_target;
  try {
    read.inspection = inspect(used, plain, context);
  } catch (const Error& error) {
    if (error.kind() != ErrorKind::bad_data && error.kind() != ErrorKind::bad_argument) throw;
    read.problem = error.marked();
  }
  return read;
}

void add_inspection(ReportParts& parts, const ReportTable& table, const Spelling& spelling) {
  if (table.inspection) {
    parts.add(inspection_json(*table.inspection, spelling), "the report");
  } else {
    parts.omit({.part = "inspection", .reason = render(table.problem, spelling)});
  }
}

}  // namespace pith
