// SPDX-License-Identifier: Apache-2.0
#include "pith/data/formats/hdf5/frame.h"

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <utility>

#include "pith/base/error.h"
#include "pith/data/boolean.h"
#include "pith/data/column_memory.h"
#include "pith/data/dense.h"
#include "pith/data/formats/hdf5/matrix.h"
#include "pith/data/number.h"
#include "pith/data/text_column.h"

namespace pith {
namespace {

constexpr std::size_t block_values = std::size_t{1} << 14U;
constexpr const char* old_categories = "__categories";

bool is_vector(const Hdf5Node& node) {
  return node.is_dataset() && node.extents().size() == 1;
}

bool is_numeric(const Hdf5Type& type) {
  return type.kind == Hdf5Type::Kind::number || type.kind == Hdf5Type::Kind::boolean;
}

/// Where the categories of a column are.
std::optional<Hdf5Node> categories_of(const Hdf5Node& frame, const std::string& name,
                                      const Hdf5Node& node) {
  if (node.is_group()) return node.child("categories");
  if (!node.has_attribute("categories")) return std::nullopt;
  return frame.child(std::string(old_categories) + '/' + name);
}

/// Calls `take(i, value)` for all integers of a dataset.
template <class Take>
void for_integers(const Hdf5Node& dataset, const Context& context, Take take) {
  dataset.check_readable();
  const std::uint64_t count = dataset.extents()[0];
  std::vector<std::int64_t> values(block_values);
  for (std::uint64_t first = 0; first < count; first += block_values) {
    context.check_cancelled();
    const auto size =
        static_cast<std::size_t>(std::min<std::uint64_t>(block_values, count - first));
    dataset.read(NumberType::int64, first, size, values.data());
    for (std::size_t i = 0; i < size; ++i)
      take(static_cast<std::size_t>(first) + i, values[i]);
  }
}

/// Truths as bytes.
std::vector<std::uint8_t> read_truths(const Hdf5Node& dataset) {
  dataset.check_readable();
  std::vector<std::uint8_t> truths(static_cast<std::size_t>(dataset.extents()[0]));
  dataset.read(NumberType::uint8, 0, truths.size(), truths.data());
  for (std::uint8_t& truth : truths)
    truth = truth == 0 ? 0 : 1;
  return truths;
}

Reservation reserve_rows(const Hdf5Node& dataset, std::uint64_t bytes_per_row,
                         const Context& context) {
  return reserve_table(checked_product(dataset.extents()[0], bytes_per_row),
                       dataset.source() + ": reading the column", context);
}

/// The texts that stand for the values of a dataset of one dimension.
std::vector<std::string> texts_of(const Hdf5Node& dataset, const Context& context) {
  std::vector<std::string> texts;
  const Hdf5Type type = dataset.type();
  dataset.check_readable();
  if (type.kind == Hdf5Type::Kind::text) {
    dataset.read_texts(context, [&](std::string_view text) { texts.emplace_back(text); });
  } else if (type.kind == Hdf5Type::Kind::boolean) {
    for (const std::uint8_t truth : read_truths(dataset))
      texts.emplace_back(truth != 0 ? "True" : "False");
  } else {
    std::vector<double> numbers(static_cast<std::size_t>(dataset.extents()[0]));
    dataset.read(NumberType::float64, 0, numbers.size(), numbers.data());
    for (const double number : numbers)
      texts.push_back(number_text(number));
  }
  return texts;
}

Column read_categories(const Hdf5Node& codes, const Hdf5Node& categories, const Context& context) {
  const Reservation held = reserve_table(checked_product(categories.extents()[0], 96),
                                         categories.source() + ": reading the categories", context);
  const std::vector<std::string> texts = texts_of(categories, context);
  constexpr std::uint32_t unused = static_cast<std::uint32_t>(-1);
  std::vector<std::uint32_t> places(texts.size(), unused);
  TextColumn column(context, codes.source() + ": reading the column");
  column.reserve(static_cast<std::size_t>(codes.extents()[0]));
  for_integers(codes, context, [&](std::size_t /*row*/, std::int64_t code) {
    if (code < 0) return column.add_missing();
    if (static_cast<std::uint64_t>(code) >= texts.size()) {
      throw Error(ErrorKind::bad_data, fmt::format("{}: code {} has no category; there are {}",
                                                   codes.source(), code, texts.size()));
    }
    std::uint32_t& place = places[static_cast<std::size_t>(code)];
    if (place == unused) place = column.code_of(texts[static_cast<std::size_t>(code)]);
    column.add_code(place);
  });
  return column.finish();
}

/// Values of which a mask says which are missing.
Hdf5Column read_masked(const Hdf5Node& group, const Context& context) {
  const Hdf5Node values = group.need("values");
  const Hdf5Node absent = group.need("mask");
  if (!is_vector(values) || !is_vector(absent) || values.extents() != absent.extents() ||
      absent.type().kind != Hdf5Type::Kind::boolean) {
    throw Error(ErrorKind::bad_data,
                group.source() + ": values and mask do not fit together; write the file again");
  }
  const Reservation held = reserve_rows(absent, 1, context);
  const std::vector<std::uint8_t> is_absent = read_truths(absent);
  Mask missing;
  for (std::size_t row = 0; row < is_absent.size(); ++row) {
    if (is_absent[row] != 0) missing.set(row);
  }
  const Hdf5Type type = values.type();
  if (type.kind == Hdf5Type::Kind::boolean) {
    Reservation kept = reserve_rows(values, 2, context);
    return {.column = boolean_column(read_truths(values), std::move(missing))
                          .holding(std::make_shared<const Reservation>(std::move(kept)))};
  }
  if (type.kind == Hdf5Type::Kind::text) {
    values.check_readable();
    TextColumn column(context, values.source() + ": reading the column");
    std::size_t row = 0;
    values.read_texts(context, [&](std::string_view text) {
      if (missing.test(row++)) return column.add_missing();
      column.add(text);
    });
    return {.column = column.finish(), .is_text = true};
  }
  const std::vector<std::string> names{group.path()};
  return {.column = read_matrix(values, context).columns(names, missing).front()};
}

}  // namespace

std::string column_word(const Hdf5Node& frame, const std::string& name) {
  const std::optional<Hdf5Node> node = frame.child(name);
  if (!node) return "";
  const auto is_readable = [](const std::optional<Hdf5Node>& part) {
    return part && is_vector(*part) &&
           (is_numeric(part->type()) || part->type().kind == Hdf5Type::Kind::text);
  };
  if (const std::optional<Hdf5Node> categories = categories_of(frame, name, *node)) {
    const std::optional<Hdf5Node> codes = node->is_group() ? node->child("codes") : node;
    return is_readable(categories) && is_readable(codes) &&
                   codes->type().kind == Hdf5Type::Kind::number
               ? "category"
               : "";
  }
  if (node->is_dataset()) return is_readable(node) ? node->type().word : "";
  if (!is_readable(node->child("values")) || !is_readable(node->child("mask"))) return "";
  return "nullable " + node->child("values")->type().word;
}

Hdf5Column read_vector(const Hdf5Node& dataset, const Context& context) {
  const Hdf5Type type = dataset.type();
  dataset.check_readable();
  if (type.kind == Hdf5Type::Kind::boolean) {
    Reservation kept = reserve_rows(dataset, 2, context);
    return {.column = boolean_column(read_truths(dataset))
                          .holding(std::make_shared<const Reservation>(std::move(kept)))};
  }
  if (type.kind == Hdf5Type::Kind::text) {
    TextColumn column(context, dataset.source() + ": reading the column");
    dataset.read_texts(context, [&](std::string_view text) { column.add(text); });
    return {.column = column.finish(), .is_text = true};
  }
  const std::vector<std::string> names{dataset.path()};
  return {.column = read_matrix(dataset, context).columns(names).front()};
}

Hdf5Column read_frame_column(const Hdf5Node& frame, const std::string& name,
                             const Context& context) {
  const Hdf5Node node = frame.need(name);
  if (const std::optional<Hdf5Node> categories = categories_of(frame, name, node)) {
    const Hdf5Node codes = node.is_group() ? node.need("codes") : node;
    return {.column = read_categories(codes, *categories, context)};
  }
  return node.is_group() ? read_masked(node, context) : read_vector(node, context);
}

std::vector<std::string> frame_columns(const Hdf5Node& frame) {
  std::vector<std::string> names = frame.text_list_attribute("column-order");
  if (!names.empty() || frame.has_attribute("column-order")) return names;
  const std::string index = frame.text_attribute("_index").value_or("_index");
  names = frame.children();
  std::erase_if(names,
                [&](const std::string& name) { return name == index || name == old_categories; });
  return names;
}

std::vector<std::string> frame_index(const Hdf5Node& frame, const Context& context) {
  Hdf5Node index = frame.need(frame.text_attribute("_index").value_or("_index"));
  if (index.is_group()) index = index.need("values");
  if (!is_vector(index)) {
    throw Error(ErrorKind::bad_data,
                index.source() + ": the index is not a list of names; write the file again");
  }
  const Reservation held = reserve_rows(index, 2 * sizeof(std::string), context);
  return texts_of(index, context);
}

}  // namespace pith
