// SPDX-License-Identifier: Apache-2.0
#include "pith/report/schema_json.h"

#include <utility>

#include "pith/base/version.h"
#include "pith/report/json.h"

namespace pith {

std::string schema_json(const FileSchema& schema) {
  Json data = {{"source", schema.source},
               {"format", format_word(schema.format)},
               {"files", schema.files},
               {"columns", schema.columns.size()}};
  if (schema.rows) data["rows"] = *schema.rows;
  if (!schema.part_name.empty())
    data["parts"] = {{"name", schema.part_name}, {"count", schema.parts}};
  if (!schema.writer.empty()) data["writer"] = schema.writer;
  Json json = {{"schema", "pith/schema/1"}, {"version", version()}, {"data", std::move(data)}};
  json["columns"] = Json::array();
  for (std::size_t i = 0; i < schema.columns.size(); ++i) {
    const SchemaColumn& column = schema.columns[i];
    json["columns"].push_back({{"index", i}, {"name", column.name}, {"type", column.type}});
    if (!column.kind.empty()) json["columns"].back()["kind"] = column.kind;
  }
  return dump(json, 1) + "\n";
}

}  // namespace pith
