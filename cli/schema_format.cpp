// SPDX-License-Identifier: Apache-2.0
#include "cli/schema_format.h"

#include <fmt/format.h>

#include <algorithm>

#include "cli/terminal/display.h"
#include "cli/terminal/field.h"
#include "cli/terminal/fold.h"
#include "cli/terminal/table_format.h"
#include "pith/base/text.h"

namespace pith::cli {

std::string schema_table(const FileSchema& schema, std::size_t max_columns,
                         const Terminal& terminal) {
  const std::size_t count = schema.columns.size();
  std::string size = schema.rows ? counted(*schema.rows, "row") + " x " : "";
  size += counted(count, "column");
  if (!schema.part_name.empty()) {
    const std::string plural = schema.part_name + (schema.part_name.ends_with("ch") ? "es" : "s");
    size += ", " + counted(schema.parts, schema.part_name, plural);
  }
  if (schema.files > 1) size += ", " + counted(schema.files, "file");
  std::string text =
      fold_styled(fmt::format("{}: {}", printable(schema.source), size), Style::bold, "", terminal);
  if (!schema.writer.empty())
    text += fold(fmt::format("written by {}", printable(schema.writer)), terminal, 2);
  using Align = TextTable::Align;
  TextTable table({{.text = "index", .align = Align::right, .drop = 1},
                   {.text = "column", .may_shrink = true},
                   {.text = "type", .may_shrink = true},
                   {.text = "kind"}},
                  "--format csv");
  const std::size_t shown = std::min(count, max_columns);
  for (std::size_t i = 0; i < shown; ++i) {
    const SchemaColumn& column = schema.columns[i];
    table.add({std::to_string(i), printable(column.name), printable(column.type),
               column.kind.empty() ? "not read" : column.kind});
  }
  text += "\n" + table.draw(terminal);
  if (shown < count)
    text += fmt::format("... and {} (--all shows them)\n", counted(count - shown, "more column"));
  return text;
}

std::string schema_csv(const FileSchema& schema, const Terminal& terminal) {
  std::string text = "index,name,type,kind\n";
  for (std::size_t i = 0; i < schema.columns.size(); ++i) {
    const SchemaColumn& column = schema.columns[i];
    const std::string name = terminal.is_terminal ? printable(column.name) : column.name;
    text += fmt::format("{},{},{},{}\n", i, csv_field(name), csv_field(column.type), column.kind);
  }
  return text;
}

}  // namespace pith::cli
