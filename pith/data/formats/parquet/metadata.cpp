// SPDX-License-Identifier: Apache-2.0
#include "pith/data/formats/parquet/metadata.h"

#include <limits>

#include "pith/data/dense.h"
#include "pith/data/formats/parquet/thrift.h"

namespace pith::parquet {
namespace {

/// Bytes before and after the data: the marks at both ends, and the length of the footer.
constexpr std::uint64_t head_bytes = 4;
constexpr std::uint64_t tail_bytes = 8;

template <class Enum>
Enum checked_enum(std::int64_t value, Enum last) {
  if (value < 0 || value > static_cast<std::int64_t>(last)) damaged("an unknown type");
  return static_cast<Enum>(value);
}

std::uint64_t count_of(std::int64_t value) {
  if (value < 0) damaged("a negative count or size");
  return static_cast<std::uint64_t>(value);
}

TimeUnit read_unit(Thrift& in, ThriftType type) {
  TimeUnit unit = TimeUnit::none;
  in.structure(type, [&](int id, ThriftType inner) {
    unit = checked_enum(id, TimeUnit::nano);
    in.skip(inner);
  });
  return unit;
}

void read_logical(Thrift& in, ThriftType type, SchemaElement& element) {
  in.structure(type, [&](int kind, ThriftType kind_type) {
    element.logical =
        kind > static_cast<int>(Logical::geography) ? Logical::variant : static_cast<Logical>(kind);
    in.structure(kind_type, [&](int id, ThriftType inner) {
      if (element.logical == Logical::decimal && id == 1) {
        element.scale = in.small(inner);
      } else if (element.logical == Logical::decimal && id == 2) {
        element.precision = in.small(inner);
      } else if (element.logical == Logical::integer && id == 1) {
        element.bits = in.small(inner);
      } else if (element.logical == Logical::integer && id == 2) {
        element.is_signed = in.truth(inner);
      } else if (element.logical == Logical::time || element.logical == Logical::timestamp) {
        if (id == 1) {
          element.is_utc = in.truth(inner);
        } else if (id == 2) {
          element.unit = read_unit(in, inner);
        } else {
          in.skip(inner);
        }
      } else {
        in.skip(inner);
      }
    });
  });
}

SchemaElement read_element(Thrift& in) {
  SchemaElement element;
  in.fields([&](int id, ThriftType type) {
    switch (id) {
      case 1:
        element.physical = checked_enum(in.integer(type), Physical::fixed_bytes);
        return;
      case 2:
        element.length = in.small(type);
        return;
      case 3:
        element.repetition = checked_enum(in.integer(type), Repetition::repeated);
        return;
      case 4:
        element.name = in.text(type);
        return;
      case 5:
        element.children = count_of(in.integer(type));
        return;
      case 6:
        element.converted = checked_enum(in.integer(type), Converted::interval);
        return;
      case 7:
        element.scale = in.small(type);
        return;
      case 8:
        element.precision = in.small(type);
        return;
      case 10:
        return read_logical(in, type, element);
      default:
        return in.skip(type);
    }
  });
  return element;
}

/// Groups say how many children follow; together they must be a tree.
void check_tree(const std::vector<SchemaElement>& schema) {
  if (schema.empty()) damaged("it has no schema");
  std::uint64_t wanted = 1;
  for (const SchemaElement& element : schema) {
    if (wanted == 0) damaged("its schema has elements that no group has");
    if (element.physical && element.children > 0) damaged("a column has columns");
    if (element.children > schema.size()) damaged("a group has more columns than the schema");
    wanted += element.children;
    --wanted;
  }
  if (wanted != 0) damaged("its schema ends too early");
}

/// The number of nulls that statistics tell, if they do.
std::optional<std::uint64_t> read_nulls(Thrift& in, ThriftType whole) {
  std::optional<std::uint64_t> nulls;
  in.structure(whole, [&](int id, ThriftType type) {
    if (id == 3) {
      nulls = count_of(in.integer(type));
    } else {
      in.skip(type);
    }
  });
  return nulls;
}

void read_chunk_metadata(Thrift& in, ThriftType whole, Chunk& chunk) {
  std::uint64_t first_data = 0;
  std::uint64_t dictionary = 0;
  std::optional<std::uint64_t> nulls;
  in.structure(whole, [&](int id, ThriftType type) {
    switch (id) {
      case 1:
        chunk.physical =
            static_cast<std::uint8_t>(checked_enum(in.integer(type), Physical::fixed_bytes));
        return;
      case 4: {
        const std::int32_t codec = in.small(type);
        constexpr std::int32_t unknown = std::numeric_limits<std::uint8_t>::max();
        chunk.codec = static_cast<std::uint8_t>(codec < 0 || codec > unknown ? unknown : codec);
        return;
      }
      case 5:
        chunk.values = count_of(in.integer(type));
        return;
      case 7:
        chunk.size = count_of(in.integer(type));
        return;
      case 9:
        first_data = count_of(in.integer(type));
        return;
      case 11:
        dictionary = count_of(in.integer(type));
        return;
      case 12:
        nulls = read_nulls(in, type);
        return;
      default:
        return in.skip(type);
    }
  });
  chunk.is_null = nulls && *nulls == chunk.values;
  chunk.offset = dictionary > 0 && dictionary < first_data ? dictionary : first_data;
}

Chunk read_chunk(Thrift& in) {
  Chunk chunk;
  in.fields([&](int id, ThriftType type) {
    switch (id) {
      case 1:
        chunk.is_elsewhere = !in.text(type).empty();
        return;
      case 3:
        return read_chunk_metadata(in, type, chunk);
      case 8:
        chunk.is_encrypted = true;
        return in.skip(type);
      default:
        return in.skip(type);
    }
  });
  return chunk;
}

void read_group(Thrift& in, Metadata& metadata) {
  std::uint64_t rows = 0;
  const std::size_t before = metadata.chunks.size();
  in.fields([&](int id, ThriftType type) {
    if (id == 1) {
      in.structures(type, [&](std::size_t, std::size_t count) {
        if (count != metadata.leaves) damaged("a row group has another number of columns");
        metadata.chunks.push_back(read_chunk(in));
      });
    } else if (id == 3) {
      rows = count_of(in.integer(type));
    } else {
      in.skip(type);
    }
  });
  if (metadata.chunks.size() - before != metadata.leaves)
    damaged("a row group has another number of columns");
  metadata.group_rows.push_back(rows);
  // Without rows, nothing is read, and what writers say about its place differs.
  for (std::size_t i = before; rows == 0 && i < metadata.chunks.size(); ++i)
    metadata.chunks[i].offset = metadata.chunks[i].size = 0;
}

void read_schema(Thrift& in, ThriftType type, Metadata& metadata, const Context& context) {
  in.structures(type, [&](std::size_t index, std::size_t count) {
    if (index == 0) {
      context.grow(metadata.held, count * sizeof(SchemaElement), "the columns of a file");
      metadata.schema.reserve(count);
    }
    metadata.schema.push_back(read_element(in));
    metadata.leaves += metadata.schema.back().physical ? 1 : 0;
  });
  check_tree(metadata.schema);
}

void read_groups(Thrift& in, ThriftType type, Metadata& metadata, const Context& context) {
  in.structures(type, [&](std::size_t index, std::size_t count) {
    if (index == 0) {
      // Each chunk takes a byte at least, so that the product is what the file can hold.
      const std::optional<std::uint64_t> chunks = checked_product(count, metadata.leaves);
      if (!chunks || *chunks > in.rest().size()) damaged("more row groups than it can hold");
      context.grow(metadata.held,
                   metadata.held.bytes() + *chunks * sizeof(Chunk) + count * sizeof(std::uint64_t),
                   "the row groups of a file");
      metadata.chunks.reserve(static_cast<std::size_t>(*chunks));
      metadata.group_rows.reserve(count);
    }
    read_group(in, metadata);
  });
}

/// What programs add to files; only the schema of Arrow is of interest.
void read_added(Thrift& in, ThriftType whole, Metadata& metadata, const Context& context) {
  in.structures(whole, [&](std::size_t, std::size_t) {
    std::string_view key;
    std::string_view value;
    in.fields([&](int id, ThriftType type) {
      if (id == 1) {
        key = in.text(type);
      } else if (id == 2) {
        value = in.text(type);
      } else {
        in.skip(type);
      }
    });
    if (key != "ARROW:schema") return;
    context.grow(metadata.held, metadata.held.bytes() + value.size(), "the schema of a file");
    metadata.arrow_schema = value;
  });
}

void check_chunks(const Metadata& metadata, std::uint64_t file_size) {
  const std::uint64_t end = file_size - tail_bytes;
  std::uint64_t sum = 0;
  for (const Chunk& chunk : metadata.chunks) {
    if (chunk.is_elsewhere || chunk.is_encrypted) continue;
    if (chunk.size > end || chunk.offset > end - chunk.size ||
        (chunk.size > 0 && chunk.offset < head_bytes))
      damaged("a column is outside the file");
    // Chunks do not overlap: else a small file could make as much work as it likes.
    sum += chunk.size;
    if (sum > end) damaged("its columns are larger than the file");
  }
}

void check_rows(const Metadata& metadata) {
  std::uint64_t rows = 0;
  for (const std::uint64_t group : metadata.group_rows) {
    if (__builtin_add_overflow(rows, group, &rows)) damaged("an impossible number of rows");
  }
  if (rows != metadata.rows) damaged("its row groups have another number of rows than the file");
}

}  // namespace

Metadata read_metadata(std::span<const std::byte> footer, std::uint64_t file_size,
                       const Context& context) {
  Metadata metadata;
  Thrift in(footer);
  bool has_schema = false;
  in.fields([&](int id, ThriftType type) {
    switch (id) {
      case 2:
        if (has_schema) damaged("it has two schemas");
        has_schema = true;
        return read_schema(in, type, metadata, context);
      case 3:
        metadata.rows = count_of(in.integer(type));
        return;
      case 4:
        if (!has_schema || !metadata.group_rows.empty()) damaged("it has no schema");
        return read_groups(in, type, metadata, context);
      case 5:
        return read_added(in, type, metadata, context);
      case 6:
        metadata.writer = in.text(type);
        return;
      default:
        return in.skip(type);
    }
  });
  if (!has_schema) damaged("it has no schema");
  check_rows(metadata);
  check_chunks(metadata, file_size);
  return metadata;
}

}  // namespace pith::parquet
