// SPDX-License-Identifier: Apache-2.0
#include "pith/data/arrow/ipc_column.h"

#include <array>
#include <cstring>
#include <optional>
#include <utility>

#include "pith/base/error.h"

namespace pith {
namespace {

/// Rows that are read at a time, where they can be read in part. A multiple of 8, for bitmaps.
constexpr std::size_t slice_rows = std::size_t{1} << 16U;
constexpr std::size_t view_bytes = 16;

/// Memory that is reused.
class Room {
 public:
  std::span<std::byte> get(std::uint64_t bytes, const std::string& column, const Context& context) {
    if (bytes > size_) {
      memory_.reset();
      size_ = 0;
      context.grow(held_, bytes, "reading column " + quoted(column), "use a smaller table");
      memory_.reset(new std::byte[bytes]);
      size_ = bytes;
    }
    return {memory_.get(), bytes};
  }

 private:
  Reservation held_;
  std::unique_ptr<std::byte[]> memory_;
  std::uint64_t size_ = 0;
};

/// A buffer of a batch in the file.
struct StoredBuffer {
  Stretch stretch = {};    ///< of the values as they are stored
  std::uint64_t size = 0;  ///< of the values
  bool is_packed = false;
};

/// The buffers of a column, or of a dictionary, in a batch.
struct Located {
  std::size_t rows = 0;
  std::int64_t nulls = 0;  ///< -1: not known
  StoredBuffer validity = {};
  std::vector<StoredBuffer> values = {};  ///< the other buffers

  bool is_packed() const {
    bool any = false;
    for (const StoredBuffer& source : values)
      any = any || source.is_packed;
    return any || validity.is_packed;
  }
};

/// The size of a value; 0: bits, or of another kind.
std::size_t value_size(const ArrowType& type) {
  switch (type.kind) {
    case ArrowKind::number:
    case ArrowKind::date:
    case ArrowKind::duration:
      return size_of(type.number);
    case ArrowKind::half:
      return sizeof(std::uint16_t);
    case ArrowKind::decimal:
      return type.decimal.bytes;
    case ArrowKind::text_view:
      return view_bytes;
    case ArrowKind::boolean:
    case ArrowKind::text:
    case ArrowKind::large_text:
    case ArrowKind::null:
    case ArrowKind::other:
      break;
  }
  return 0;
}

std::uint64_t bitmap_bytes(std::uint64_t rows) {
  return (rows + 7) / 8;
}

/// An array over buffers that are in memory.
struct Loaded {
  ArrowArray array = {};
  std::vector<const void*> buffers;
  std::vector<std::int64_t> sizes;  ///< of the buffers of views

  void set(std::size_t rows, std::int64_t nulls) {
    array.length = static_cast<std::int64_t>(rows);
    array.null_count = nulls;
    array.n_buffers = static_cast<std::int64_t>(buffers.size());
    array.buffers = buffers.data();
  }
};

/// The values of a dictionary, with the memory that they are in.
struct Part {
  Loaded loaded;
  std::vector<Room> rooms;
  Reservation codes;
};

}  // namespace

class IpcReader::State {
 public:
  State(const IpcFile& file, const Context& context)
      : file_(file), context_(context), decompressor_(file.input->name()) {}

  void read(std::size_t position, const ArrowField& field, ArrowColumn& column) {
    const IpcField& where = file_.schema.fields[position];
    name_ = &field.name;
    column.forget_arrays();
    if (field.has_dictionary) find_dictionary(*where.dictionary);
    for (std::size_t i = 0; i < file_.batches.size(); ++i) {
      const IpcBatch& batch = file_.batches[i];
      const Located located = locate_column(batch, where, field);
      if (located.rows == 0) continue;
      if (field.has_dictionary && open_dictionary(i, field)) column.forget_arrays();
      add(batch, located, field, {0, located.rows}, column);
    }
    close_dictionary();
  }

  void read_rows(std::size_t position, const ArrowField& field, const Stretch& wanted,
                 ArrowColumn& column) {
    const IpcField& where = file_.schema.fields[position];
    name_ = &field.name;
    const std::uint64_t end = wanted.offset + wanted.size;
    std::uint64_t begin = 0;  // of the batch
    for (const IpcBatch& batch : file_.batches) {
      const std::uint64_t first = std::max(begin, wanted.offset);
      const std::uint64_t last = std::min(begin + batch.rows, end);
      if (first < last) {
        const Located located = locate_column(batch, where, field);
        add(batch, located, field, {first - begin, last - first}, column);
      }
      begin += batch.rows;
    }
  }

 private:
  [[noreturn]] void fail(std::string_view what) const { damaged_array(*name_, what); }

  struct Place {
    std::size_t node = 0;
    std::size_t buffer = 0;
    std::size_t views = 0;
  };

  Located locate_column(const IpcBatch& batch, const IpcField& where, const ArrowField& field) {
    context_.check_cancelled();
    const std::size_t buffer = where.buffer + batch.view_buffers[where.view];
    std::size_t views = 0;
    if (field.type.kind == ArrowKind::text_view)
      views = batch.view_buffers[where.view + 1] - batch.view_buffers[where.view];
    Located located = locate(batch, field.type, {where.node, buffer, views});
    if (located.rows != batch.rows) fail("another number of rows than its batch");
    return located;
  }

  Located locate(const IpcBatch& batch, const ArrowType& type, const Place& place) {
    if (place.node >= batch.node_count()) fail("fewer arrays than the schema");
    const IpcBatch::Node node = batch.node(place.node);
    constexpr auto most = static_cast<std::int64_t>(most_ipc_rows);
    if (node.length < 0 || node.length > most || node.nulls < -1 || node.nulls > node.length)
      fail("an impossible number of values or nulls");
    Located located{.rows = static_cast<std::size_t>(node.length), .nulls = node.nulls};
    if (type.kind == ArrowKind::null) return located;
    const bool is_text = type.kind == ArrowKind::text || type.kind == ArrowKind::large_text;
    const std::size_t count = (is_text ? 3 : 2) + place.views;
    if (place.buffer > batch.buffer_count() || count > batch.buffer_count() - place.buffer)
      fail("fewer buffers than its type needs");
    located.validity = source_of(batch, place.buffer);
    for (std::size_t i = 1; i < count; ++i)
      located.values.push_back(source_of(batch, place.buffer + i));
    check_sizes(located, type);
    return located;
  }

  void check_sizes(Located& located, const ArrowType& type) {
    const std::uint64_t rows = located.rows;
    if (located.nulls != 0 && located.validity.size == 0) {
      if (located.nulls > 0) fail("nulls without a validity bitmap");
      located.nulls = 0;
    }
    if (located.nulls != 0 && located.validity.size < bitmap_bytes(rows))
      fail("a validity bitmap that is too short");
    std::uint64_t wanted = rows * value_size(type);
    if (type.kind == ArrowKind::boolean) wanted = bitmap_bytes(rows);
    if (type.kind == ArrowKind::text && rows > 0) wanted = (rows + 1) * sizeof(std::int32_t);
    if (type.kind == ArrowKind::large_text && rows > 0) wanted = (rows + 1) * sizeof(std::int64_t);
    if (located.values.front().size < wanted) fail("a buffer that is too short for its rows");
  }

  /// Where a buffer is; reads how long it is if it is compressed.
  StoredBuffer source_of(const IpcBatch& batch, std::size_t i) {
    const IpcBatch::Buffer buffer = batch.buffer(i);
    const bool is_inside = buffer.offset >= 0 && buffer.size >= 0 &&
                           static_cast<std::uint64_t>(buffer.offset) <= batch.body.size &&
                           static_cast<std::uint64_t>(buffer.size) <=
                               batch.body.size - static_cast<std::uint64_t>(buffer.offset);
    if (!is_inside) fail("a buffer beyond the end of its batch");
    StoredBuffer source{.stretch = {batch.body.offset + static_cast<std::uint64_t>(buffer.offset),
                                    static_cast<std::uint64_t>(buffer.size)}};
    source.size = source.stretch.size;
    if (batch.codec == Codec::none || source.size == 0) return source;
    std::array<std::byte, sizeof(std::int64_t)> prefix{};
    if (source.size < prefix.size()) fail("a compressed buffer without its length");
    file_.input->read_at(source.stretch.offset, prefix);
    const auto size = value_at<std::int64_t>(prefix.data(), 0);
    source.stretch.offset += prefix.size();
    source.stretch.size -= prefix.size();
    source.size = source.stretch.size;
    if (size == -1) return source;  // as it is
    if (size < 0) fail("a compressed buffer of negative length");
    source.size = static_cast<std::uint64_t>(size);
    source.is_packed = true;
    return source;
  }

  /// Fills `to` with the values from `first` on; all of them where they are compressed.
  void fill(const IpcBatch& batch, const StoredBuffer& source, std::uint64_t first,
            std::span<std::byte> to) {
    if (!source.is_packed) return file_.input->read_at(source.stretch.offset + first, to);
    const std::span<std::byte> packed = packed_.get(source.stretch.size, *name_, context_);
    file_.input->read_at(source.stretch.offset, packed);
    decompressor_.decompress(batch.codec, packed, to);
  }

  /// The values from `first` on, in memory that is reused.
  const std::byte* load(const IpcBatch& batch, const StoredBuffer& source, const Stretch& wanted,
                        Room& room) {
    const std::span<std::byte> to =
        room.get(source.is_packed ? source.size : wanted.size, *name_, context_);
    fill(batch, source, wanted.offset, to);
    return to.data() + (source.is_packed ? wanted.offset : 0);
  }

  const std::byte* load_validity(const IpcBatch& batch, const Located& located, std::size_t first,
                                 std::size_t rows) {
    if (located.nulls == 0) return nullptr;
    return load(batch, located.validity, {first / 8, bitmap_bytes(rows)}, validity_);
  }

  /// Adds these rows of the batch.
  void add(const IpcBatch& batch, const Located& located, const ArrowField& field,
           const Stretch& wanted, ArrowColumn& column) {
    auto* const numbers = dynamic_cast<NumberColumn*>(&column);
    if (numbers != nullptr && field.type.kind == ArrowKind::number)
      return add_numbers(batch, located, wanted, *numbers);
    const std::size_t step = located.is_packed() ? located.rows : slice_rows;
    const std::size_t end = wanted.offset + wanted.size;
    Loaded slice;
    if (field.type.kind == ArrowKind::text_view) load_views(batch, located, slice, views_);
    for (std::size_t first = wanted.offset; first < end; first += step) {
      context_.check_cancelled();
      const std::size_t rows = std::min(step, end - first);
      load_slice(batch, located, field.type, {first, rows}, slice);
      column.add({&slice.array, 0, rows, parts_}, field);
    }
  }

  /// Straight to where they stay.
  void add_numbers(const IpcBatch& batch, const Located& located, const Stretch& rows,
                   NumberColumn& column) {
    const std::span<std::byte> to = column.room(rows.size);
    const std::uint64_t first = rows.size == 0 ? 0 : rows.offset * (to.size() / rows.size);
    const StoredBuffer& source = located.values.front();
    if (!source.is_packed || source.size == to.size()) {
      fill(batch, source, first, to);
    } else {
      std::memcpy(to.data(), load(batch, source, {first, to.size()}, values_), to.size());
    }
    Loaded only_validity;
    only_validity.buffers = {load_validity(batch, located, rows.offset, rows.size)};
    const bool is_all = rows.size == located.rows;
    only_validity.set(rows.size, is_all || located.nulls == 0 ? located.nulls : -1);
    column.add_filled({&only_validity.array, 0, rows.size});
  }

  void load_slice(const IpcBatch& batch, const Located& located, const ArrowType& type,
                  const Stretch& rows, Loaded& slice) {
    slice.buffers.resize(std::max<std::size_t>(slice.buffers.size(), 2));
    slice.buffers[0] = load_validity(batch, located, rows.offset, rows.size);
    const auto nulls = slice.buffers[0] == nullptr ? 0 : -1;
    if (type.kind == ArrowKind::text) {
      load_texts<std::int32_t>(batch, located, rows, slice);
    } else if (type.kind == ArrowKind::large_text) {
      load_texts<std::int64_t>(batch, located, rows, slice);
    } else if (type.kind != ArrowKind::null) {
      const std::size_t size = value_size(type);
      const Stretch wanted = size == 0 ? Stretch{rows.offset / 8, bitmap_bytes(rows.size)}
                                       : Stretch{rows.offset * size, rows.size * size};
      slice.buffers[1] = load(batch, located.values.front(), wanted, values_);
    }
    slice.set(rows.size, nulls);
  }

  /// The offsets of these rows, and the letters between the first and the last of them.
  template <class Offset>
  void load_texts(const IpcBatch& batch, const Located& located, const Stretch& rows,
                  Loaded& slice) {
    slice.buffers.resize(3);
    const Stretch wanted{rows.offset * sizeof(Offset), (rows.size + 1) * sizeof(Offset)};
    const StoredBuffer& source = located.values[0];
    const std::span<std::byte> offsets =
        values_.get(source.is_packed ? source.size : wanted.size, *name_, context_);
    fill(batch, source, wanted.offset, offsets);
    const auto first = value_at<Offset>(offsets.data(), 0);
    const auto last = value_at<Offset>(offsets.data(), rows.size);
    const StoredBuffer& letters = located.values[1];
    if (first < 0 || first > last || static_cast<std::uint64_t>(last) > letters.size)
      fail("a text beyond the end of its buffer");
    slice.buffers[1] = offsets.data();
    if (letters.is_packed) {
      slice.buffers[2] = load(batch, letters, {0, letters.size}, letters_);
      return;
    }
    const auto begin = static_cast<std::uint64_t>(first);
    slice.buffers[2] =
        load(batch, letters, {begin, static_cast<std::uint64_t>(last) - begin}, letters_);
    shift<Offset>(offsets.first(wanted.size), first);
  }

  /// Makes offsets count from the first letter that was loaded. A wrong offset stays wrong.
  template <class Offset>
  static void shift(std::span<std::byte> offsets, Offset first) {
    if (first == 0) return;
    using Unsigned = std::make_unsigned_t<Offset>;
    for (std::size_t place = 0; place < offsets.size(); place += sizeof(Offset)) {
      Unsigned offset = 0;
      std::memcpy(&offset, offsets.data() + place, sizeof offset);
      offset -= static_cast<Unsigned>(first);
      std::memcpy(offsets.data() + place, &offset, sizeof offset);
    }
  }

  /// All buffers that views lead to.
  void load_views(const IpcBatch& batch, const Located& located, Loaded& to,
                  std::vector<Room>& rooms) {
    to.buffers.assign(2, nullptr);
    const std::size_t count = located.values.size() - 1;
    if (rooms.size() < count) rooms.resize(count);
    for (std::size_t i = 0; i < count; ++i) {
      const StoredBuffer& source = located.values[1 + i];
      to.buffers.push_back(load(batch, source, {0, source.size}, rooms[i]));
      to.sizes.push_back(static_cast<std::int64_t>(source.size));
    }
    to.buffers.push_back(to.sizes.data());
  }

  void close_dictionary() {
    parts_.clear();
    dictionary_.clear();
  }

  /// Finds the messages about a dictionary.
  void find_dictionary(std::int64_t id) {
    close_dictionary();
    messages_.clear();
    next_ = 0;
    for (const IpcDictionary& each : file_.dictionaries) {
      if (each.id == id) messages_.push_back(&each);
    }
  }

  /// Loads the dictionary that is valid for this batch: the last one that is no delta, and what is
  /// appended to it, before that batch or later. False: that of the batch before it.
  bool open_dictionary(std::size_t batch, const ArrowField& field) {
    std::optional<std::size_t> base;
    for (; next_ < messages_.size() && messages_[next_]->first_batch <= batch; ++next_) {
      if (messages_[next_]->is_delta) continue;
      if (!file_.is_stream && (base || !parts_.empty()))
        fail("two dictionaries of which only one may be there");
      base = next_;
    }
    if (!base && parts_.empty()) fail("a dictionary that the file does not have");
    if (!base) return false;
    close_dictionary();
    for (std::size_t i = *base; i < messages_.size(); ++i) {
      if (i > *base && !messages_[i]->is_delta) break;
      dictionary_.push_back(load_part(messages_[i]->values, field.dictionary));
      parts_.push_back(&dictionary_.back()->loaded.array);
    }
    return true;
  }

  std::unique_ptr<Part> load_part(const IpcBatch& batch, const ArrowType& type) {
    const bool is_view = type.kind == ArrowKind::text_view;
    const Located located = locate(batch, type, {0, 0, is_view ? batch.view_buffers.back() : 0});
    auto part = std::make_unique<Part>();
    part->codes = context_.reserve(located.rows * sizeof(std::uint32_t),
                                   "the dictionary of column " + quoted(*name_));
    const std::size_t count = located.values.size();
    if (is_view) load_views(batch, located, part->loaded, part->rooms);
    part->rooms.resize(count + 2);
    std::vector<const void*>& buffers = part->loaded.buffers;
    if (!is_view) buffers.assign(1 + count, nullptr);
    // Rooms of views are the first ones.
    if (located.nulls != 0) {
      buffers[0] = load(batch, located.validity, {0, located.validity.size}, part->rooms[count]);
    }
    for (std::size_t i = 0; i < (is_view ? 1 : count); ++i) {
      const StoredBuffer& source = located.values[i];
      buffers[1 + i] = load(batch, source, {0, source.size}, part->rooms[is_view ? count + 1 : i]);
    }
    part->loaded.set(located.rows, located.nulls == 0 ? 0 : -1);
    if (located.rows > 0 && (type.kind == ArrowKind::text || type.kind == ArrowKind::large_text)) {
      const auto* const offsets = static_cast<const std::byte*>(buffers[1]);
      const std::int64_t last = type.kind == ArrowKind::text
                                    ? value_at<std::int32_t>(offsets, located.rows)
                                    : value_at<std::int64_t>(offsets, located.rows);
      if (last < 0 || static_cast<std::uint64_t>(last) > located.values[1].size)
        fail("a text beyond the end of its buffer");
    }
    return part;
  }

  const IpcFile& file_;
  const Context& context_;
  Decompressor decompressor_;
  const std::string* name_ = nullptr;
  Room packed_;
  Room validity_;
  Room values_;
  Room letters_;
  std::vector<Room> views_;
  std::vector<const IpcDictionary*> messages_;  ///< about the dictionary of the column
  std::size_t next_ = 0;                        ///< of them
  std::vector<std::unique_ptr<Part>> dictionary_;
  std::vector<const ArrowArray*> parts_;
};

IpcReader::IpcReader(const IpcFile& file, const Context& context)
    : state_(std::make_unique<State>(file, context)) {}
IpcReader::~IpcReader() = default;

void IpcReader::read(std::size_t position, const ArrowField& field, ArrowColumn& column) {
  state_->read(position, field, column);
}

void IpcReader::read_rows(std::size_t position, const ArrowField& field, const Stretch& rows,
                          ArrowColumn& column) {
  state_->read_rows(position, field, rows, column);
}

}  // namespace pith
