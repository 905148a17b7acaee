// SPDX-License-Identifier: Apache-2.0
#include "pith/data/arrow/field.h"

#include <fmt/format.h>

#include <utility>

#include "pith/base/error.h"

namespace pith {

void reject_type(const std::string& name, const std::string& what, std::string_view remedy) {
  throw Error(
      ErrorKind::bad_data,
      fmt::format("column {} holds {}, which cannot be read; {}", quoted(name), what, remedy),
      Cause::unsupported_type);
}

ArrowField make_arrow_field(std::string name, std::string_view format,
                            std::optional<std::string_view> values, std::string_view remedy) {
  ArrowField field{.name = std::move(name), .type = arrow_type(format)};
  if (!values) {
    if (field.type.kind == ArrowKind::other)
      reject_type(field.name, arrow_type_text(format), remedy);
    return field;
  }
  if (!field.type.is_integer())
    damaged_array(field.name, "dictionary indices that are not integers");
  field.has_dictionary = true;
  field.dictionary = arrow_type(*values);
  const bool is_read = field.dictionary.kind != ArrowKind::other &&
                       field.dictionary.kind != ArrowKind::decimal &&
                       !field.dictionary.is_in_ticks();
  if (!is_read) reject_type(field.name, "a dictionary of " + arrow_type_text(*values), remedy);
  return field;
}

}  // namespace pith
