// SPDX-License-Identifier: Apache-2.0
#include "pith/data/formats/npy.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <utility>

#include "pith/base/error.h"
#include "pith/data/formats/npy_array.h"
#include "pith/data/formats/zip.h"

namespace pith {
namespace {

constexpr std::string_view extension = ".npy";

/// Rejects an impossible size before anything is allocated: the file has `bytes` for this array.
void check_size(const NpyHeader& header, std::uint64_t bytes, const std::string& source) {
  if (header.header_bytes + header.data_bytes() != bytes) {
    throw Error(
        ErrorKind::bad_data,
        fmt::format("{}: the NPY header declares {} bytes of data, but the file has {}", source,
                    header.data_bytes(), bytes - std::min(bytes, header.header_bytes)));
  }
}

/// An array of an archive, known by its header.
struct Member {
  const ZipEntry* entry;
  std::string source;
  NpyHeader header;
};

std::vector<Member> read_headers(ZipArchive& archive, const std::string& file,
                                 std::vector<std::string>& notes) {
  std::vector<Member> members;
  for (const ZipEntry& entry : archive.entries()) {
    if (!entry.name.ends_with(extension)) {
      notes.push_back(fmt::format("skipped {}, which is not an array", quoted(entry.name)));
      continue;
    }
    std::string source = fmt::format("{}: array {}", file, quoted(entry.name));
    ZipStream stream = archive.open(entry);
    const auto read = [&stream](std::span<char> buffer) { return stream.read(buffer); };
    NpyHeader header = read_npy_header(read, source);
    check_size(header, entry.size, source);
    members.push_back({&entry, std::move(source), std::move(header)});
  }
  return members;
}

ArrayShape shape_of(const Member& member) {
  const NpyHeader& header = member.header;
  const bool is_readable = header.extents.size() == 1 || header.extents.size() == 2;
  const std::string& name = member.entry->name;
  return {.name = name.substr(0, name.size() - extension.size()),
          .rows = header.rows(),
          .cols = header.cols(),
          .is_vector = is_readable && header.cols() == 1,
          .is_matrix = header.extents.size() == 2 && !header.is_text()};
}

}  // namespace

NpyHeader read_npy_file_header(Input& input) {
  input.rewind();
  const ReadBytes read = [&input](std::span<char> buffer) { return input.read(buffer); };
  NpyHeader header = read_npy_header(read, input.name());
  if (!input.is_compressed()) check_size(header, input.size(), input.name());
  return header;
}

Columns read_npy(Input& input, const Context& context) {
  const std::string& source = input.name();
  const ReadBytes read = [&input](std::span<char> buffer) { return input.read(buffer); };
  const NpyHeader header = read_npy_file_header(input);
  Columns columns;
  columns.columns = read_npy_columns(read, header, source, context);
  columns.names = feature_names(columns.columns.size());
  columns.source = source;
  return columns;
}

Columns read_npz(Input& input, const Context& context) {
  Columns columns;
  columns.source = input.name();
  ZipArchive archive(input);
  const std::vector<Member> members = read_headers(archive, input.name(), columns.notes);
  std::vector<ArrayShape> shapes(members.size());
  std::transform(members.begin(), members.end(), shapes.begin(), shape_of);
  ArrayChoice choice = choose_arrays(shapes);
  if (!choice.matrix && choice.vectors.empty()) {
    throw Error(ErrorKind::bad_data,
                input.name() + ": there is no array of one or two dimensions; save X and y");
  }
  check_choice(input.name(), shapes, choice, context);
  const auto append = [&](std::size_t i) {
    ZipStream stream = archive.open(*members[i].entry);
    const ReadBytes read = [&stream](std::span<char> buffer) { return stream.read(buffer); };
    (void)read_npy_header(read, members[i].source);
    std::vector<Column> read_in =
        read_npy_columns(read, members[i].header, members[i].source, context);
    std::move(read_in.begin(), read_in.end(), std::back_inserter(columns.columns));
  };
  if (choice.matrix) {
    append(*choice.matrix);
    columns.names = feature_names(columns.columns.size());
  }
  for (const std::size_t i : choice.vectors) {
    append(i);
    columns.names.push_back(shapes[i].name);
  }
  std::move(choice.notes.begin(), choice.notes.end(), std::back_inserter(columns.notes));
  unique_names(columns.names, columns.notes);
  return columns;
}

}  // namespace pith
