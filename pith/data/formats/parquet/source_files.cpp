// SPDX-License-Identifier: Apache-2.0
#include "pith/data/formats/parquet/source_files.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <memory>
#include <string_view>
#include <utility>

#include "pith/base/error.h"
#include "pith/data/formats/parquet/arrow_schema.h"
#include "pith/data/formats/parquet/parquet_write.h"
#include "pith/data/table.h"

namespace pith::parquet {
namespace {

constexpr std::size_t mark_bytes = 4;
constexpr std::string_view mark = "PAR1";
constexpr std::string_view encrypted_mark = "PARE";

[[noreturn]] void reject_file(const Input& input, std::string_view what) {
  throw Error(ErrorKind::bad_data, fmt::format("{}: {}", input.name(), what));
}

[[noreturn]] void damaged_file(const Input& input, std::string_view what) {
  reject_file(input, fmt::format("the file is damaged: {}; copy or download it again", what));
}

/// The size of the description at the end of the file, which its last eight bytes tell.
std::uint64_t footer_size(const Input& input) {
  constexpr std::uint64_t tail_bytes = sizeof(std::uint32_t) + mark_bytes;
  if (input.size() < mark_bytes + tail_bytes)
    reject_file(input, "not a Parquet file; pass one that is complete");
  std::array<std::byte, tail_bytes> tail{};
  input.read_at(input.size() - tail_bytes, tail);
  const std::string_view end(reinterpret_cast<const char*>(tail.data()) + sizeof(std::uint32_t),
                             mark_bytes);
  if (end == encrypted_mark)
    reject_file(input, "the file is encrypted; write it again without encryption");
  if (end != mark) {
    std::array<std::byte, mark_bytes> head{};
    input.read_at(0, head);
    if (std::memcmp(head.data(), mark.data(), mark_bytes) == 0)
      damaged_file(input, "it was cut off");
    reject_file(input, "not a Parquet file; name its format, or pass a Parquet file");
  }
  std::uint32_t size = 0;
  std::memcpy(&size, tail.data(), sizeof size);
  if (size > input.size() - mark_bytes - tail_bytes)
    damaged_file(input, "its description is larger than the file");
  return size;
}

/// Columns of types that cannot be read, but hold nothing, are columns without values.
void forget_empty_columns(SourceFile& file) {
  const Metadata& metadata = file.metadata;
  for (std::size_t i = 0; i < file.fields.size(); ++i) {
    Field& field = file.fields[i];
    if (field.type.kind != Kind::other) continue;
    const std::size_t end = i + 1 < file.fields.size() ? file.fields[i + 1].leaf : metadata.leaves;
    bool is_empty = end > field.leaf;
    for (std::size_t group = 0; group < metadata.group_rows.size(); ++group) {
      for (std::size_t leaf = field.leaf; metadata.group_rows[group] > 0 && leaf < end; ++leaf)
        is_empty = is_empty && metadata.chunk(group, leaf).is_null;
    }
    if (is_empty) field.type.kind = Kind::null;
  }
}

SourceFile open_file(const Input& input, const Context& context) {
  const std::uint64_t size = footer_size(input);
  const Reservation held =
      context.reserve(size, fmt::format("{}: its description", input.name()), "use a smaller file");
  const auto memory = std::make_unique_for_overwrite<std::byte[]>(static_cast<std::size_t>(size));
  const std::span<std::byte> footer(memory.get(), static_cast<std::size_t>(size));
  constexpr std::uint64_t tail_bytes = sizeof(std::uint32_t) + mark_bytes;
  input.read_at(input.size() - tail_bytes - size, footer);
  try {
    SourceFile file{.input = &input, .metadata = read_metadata(footer, input.size(), context)};
    const std::uint64_t bytes = file.metadata.schema.size() * sizeof(Field);
    context.grow(file.metadata.held, file.metadata.held.bytes() + bytes, "the columns of a file");
    file.fields = fields_of(file.metadata.schema);
    apply_arrow_schema(file.metadata.arrow_schema, file.fields, context);
    forget_empty_columns(file);
    // The texts that pith itself writes are categories, whatever they spell.
    if (file.metadata.writer.starts_with(parquet_writer)) {
      for (Field& field : file.fields)
        field.type.is_plain_text = false;
    }
    return file;
  } catch (const Fault& fault) {
    damaged_file(input, fault.what());
  }
}

/// Whether both become the same kind of column.
bool are_compatible(const ColumnType& one, const ColumnType& other) {
  if (one.kind == Kind::null || other.kind == Kind::null) return true;
  if (one.kind != other.kind) return false;
  if (one.kind == Kind::other) return one.words == other.words;
  return !one.is_numeric() || one.number == other.number;
}

void check_fields(const SourceFile& first, const SourceFile& other) {
  const std::size_t count = std::min(first.fields.size(), other.fields.size());
  for (std::size_t i = 0; i < count; ++i) {
    const Field& one = first.fields[i];
    const Field& two = other.fields[i];
    if (one.name != two.name) {
      reject_file(*other.input,
                  fmt::format("column {} (counted from 0) is {}, but {} in {}; files of one table "
                              "need the same columns in the same order",
                              i, quoted(two.name), quoted(one.name), first.input->name()));
    }
    if (!are_compatible(one.type, two.type)) {
      reject_file(
          *other.input,
          fmt::format("column {} is of type {}, but {} in {}; write them with the same type",
                      quoted(one.name), two.type.words, one.type.words, first.input->name()));
    }
  }
  if (first.fields.size() != other.fields.size()) {
    reject_file(*other.input,
                fmt::format("there are {}, but {} in {}; files of one table need the same columns",
                            counted(other.fields.size(), "column"), first.fields.size(),
                            first.input->name()));
  }
}

}  // namespace

std::vector<SourceFile> open_files(std::span<const Input> inputs, const Context& context) {
  std::vector<SourceFile> files;
  files.reserve(inputs.size());
  for (const Input& input : inputs) {
    files.push_back(open_file(input, context));
    if (files.size() > 1) check_fields(files.front(), files.back());
  }
  return files;
}

std::uint64_t rows_of(std::span<const SourceFile> files) {
  std::uint64_t rows = 0;
  for (const SourceFile& file : files) {
    if (__builtin_add_overflow(rows, file.metadata.rows, &rows))
      damaged_file(*file.input, "an impossible number of rows");
  }
  return rows;
}

const ColumnType& type_of(std::span<const SourceFile> files, std::size_t field) {
  for (const SourceFile& file : files) {
    if (file.fields[field].type.kind != Kind::null) return file.fields[field].type;
  }
  return files.front().fields[field].type;
}

std::vector<std::string> names_of(const SourceFile& file, std::vector<std::string>& notes) {
  std::vector<std::string> names;
  names.reserve(file.fields.size());
  for (const Field& field : file.fields)
    names.push_back(field.name);
  unique_names(names, notes);
  return names;
}

}  // namespace pith::parquet
