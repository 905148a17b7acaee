// SPDX-License-Identifier: Apache-2.0
#include "python/apply.h"

#include <nanobind/ndarray.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "pith/report/selection_parse.h"
#include "pith/select/apply.h"
#include "python/columns.h"
#include "python/options.h"
#include "python/spelling.h"

namespace nb = nanobind;

namespace pith::python {
namespace {

using Texts = std::vector<std::string>;

constexpr const char* source = "the selection";

/// A column of the result, for Python.
struct AppliedColumn {
  std::string name;
  Column column;
  bool is_changed = false;  ///< whether it differs from the column that was given

  std::optional<Texts> levels() const {
    return column.is_codes() ? std::optional(column.level_names()) : std::nullopt;
  }
};

template <class T>
nb::object as_array(std::vector<T> values) {
  auto held = std::make_unique<std::vector<T>>(std::move(values));
  const std::size_t size = held->size();
  T* const data = held->data();
  const nb::capsule owner(
      held.release(), [](void* pointer) noexcept { delete static_cast<std::vector<T>*>(pointer); });
  return nb::cast(nb::ndarray<nb::numpy, T, nb::ndim<1>>(data, {size}, owner));
}

/// Numbers, NaN where missing; or codes, -1 where missing.
nb::object values_of(const AppliedColumn& applied) {
  const Column& column = applied.column;
  if (column.is_numbers()) {
    std::vector<double> numbers(column.rows());
    column.copy_numbers(0, numbers);
    return as_array(std::move(numbers));
  }
  std::vector<std::int32_t> codes(column.rows());
  for (std::size_t row = 0; row < codes.size(); ++row)
    codes[row] = column.missing().test(row) ? -1 : static_cast<std::int32_t>(column.code(row));
  return as_array(std::move(codes));
}

/// Whether a column that was read as `typed` and became `made` still has the values of `given`.
bool is_changed(const Column& given, const Column& typed, const Column& made) {
  return given.kind() != made.kind() || given.missing().count() != made.missing().count() ||
         given.level_names() != typed.level_names() || given.is_date() != made.is_date();
}

const Column& column_of(const Columns& columns, const std::string& name) {
  const auto place = std::find(columns.names.begin(), columns.names.end(), name);
  return columns.columns[static_cast<std::size_t>(place - columns.names.begin())];
}

std::vector<AppliedColumn> apply_to(const std::string& document, const ColumnsBuilder& builder,
                                    const nb::dict& given) {
  Options options(given);
  return with_python_errors(python_spelling(options.value<OptionNames>("spelling")), [&] {
    ApplyOptions how{.imputes = options.value<bool>("impute"),
                     .makes_codes = options.value<bool>("codes")};
    if (const auto unknown = options.find<std::string>("unknown"))
      how.unknown = parse_unknown(*unknown);
    const TokenOptions tokens = tokens_of(options);
    options.reject_unknown();
    const FittedSelection selection = parse_selection(document, source);
    const Roles roles{.has_target = false, .kinds = fitted_kinds(selection)};
    const Columns typed = builder.typed(roles, tokens, {});
    Columns made = apply(selection, typed, how);
    std::vector<AppliedColumn> columns;
    for (std::size_t i = 0; i < selection.features.size(); ++i) {
      const std::string& name = made.names[i];
      const bool changes = how.makes_codes || is_changed(column_of(builder.columns(), name),
                                                         column_of(typed, name), made.columns[i]);
      columns.push_back({name, std::move(made.columns[i]), changes});
    }
    return columns;
  });
}

Texts feature_names(const std::string& document) {
  return with_python_errors(plain_spelling, [&] {
    Texts names;
    for (const FittedFeature& feature : parse_selection(document, source).features)
      names.push_back(feature.name);
    return names;
  });
}

}  // namespace

void bind_apply(nb::module_& module) {
  nb::class_<AppliedColumn>(module, "AppliedColumn", "A column of a selection, for other rows.")
      .def_ro("name", &AppliedColumn::name)
      .def_ro("is_changed", &AppliedColumn::is_changed)
      .def_prop_ro("is_date", [](const AppliedColumn& each) { return each.column.is_date(); })
      .def_prop_ro("levels", &AppliedColumn::levels)
      .def_prop_ro("values", &values_of);
  module.def("feature_names", &feature_names, nb::arg("selection"));
  module.def("apply", &apply_to, nb::arg("selection"), nb::arg("columns"), nb::arg("options"));
}

}  // namespace pith::python
