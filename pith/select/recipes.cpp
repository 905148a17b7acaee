// SPDX-License-Identifier: Apache-2.0
#include "pith/select/recipes.h"

#include <fmt/format.h>

#include "pith/base/error.h"
#include "pith/geometry/differences.h"

namespace pith {

const Table& rows_of(const Source& source, std::string_view id) {
  if (source.table() == nullptr)
    throw Error(ErrorKind::bad_data, fmt::format("{} needs the rows; give it a table", id));
  return *source.table();
}

Selection rank_with_constants_last(const Table& table, std::span<const double> scores,
                                   const Task& task) {
  std::vector<char> is_last;
  for (const Column& column : table.parts().features)
    is_last.push_back(varies(column) ? 0 : 1);
  return take_in_order(order_with_last(scores, is_last), scores, task);
}

}  // namespace pith
