// SPDX-License-Identifier: Apache-2.0
#include "pith/data/arrow/ipc_column.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <optional>
#include <utility>

#include "pith/base/error.h"
#include "pith/data/arrow/ipc_buffer.h"

namespace pith {
namespace {

/// Rows that are read at a time, where they can be read in part. A multiple of 8, for bitmaps.
constexpr std::size_t slice_rows = std::size_t{1} << 16U;
constexpr std::size_t view_bytes = 16;

/// The buffers of a column, or of a dictionary, in a batch.
struct Located {
  std::size_t rows = 0;
  std::int64_t nulls = 0;  ///< -1: not known
  StoredBuffer validity = {};
  std::vector<StoredBuffer> values = {};  ///< the other buffers
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
      : file_(file),
        context_(context),
        validity_reader_(*file.input, context),
        value_reader_(*file.input, context),
        letter_reader_(*file.input, context) {}

  void read(std::size_t position, const ArrowField& field, ArrowColumn& column) {
    const IpcField& where = file_.schema.fields[position];
    name_ = &field.name;
    column.forget_arrays();
    if (field.has_dictionary) find_dictionary(*where.dictionary);
    for (std::size_t i = 0; i < file_.batches.size(); ++i) {
      const Located located = locate_column(file_.batches[i], where, field);
      if (located.rows == 0) continue;
      if (field.has_dictionary && open_dictionary(i, field)) column.forget_arrays();
      add(located, field, {0, located.rows}, column);
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
        add(located, field, {first - begin, last - first}, column);
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
    if (type.kind == ArrowKind::null) {
      located.nulls = 0;  // it has no bitmap
      return located;
    }
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
    source.codec = batch.codec;
    return source;
  }

  /// All bytes of a buffer, in memory that is reused.
  const std::byte* load(const StoredBuffer& source, Room& room) {
    const std::span<std::byte> to = room.get(source.size, *name_, context_);
    value_reader_.open(source, *name_, true);
    value_reader_.read(to);
    value_reader_.finish();
    return to.data();
  }

  /// Adds these rows of a batch; the first is a multiple of 8.
  void add(const Located& located, const ArrowField& field, const Stretch& wanted,
           ArrowColumn& column) {
    if (located.nulls != 0) {
      validity_reader_.open(located.validity, *name_);
      validity_reader_.skip(wanted.offset / 8);
    }
    auto* const numbers = dynamic_cast<NumberColumn*>(&column);
    if (numbers != nullptr && field.type.kind == ArrowKind::number) {
      add_numbers(located, wanted, *numbers);
    } else {
      add_slices(located, field, wanted, column);
    }
    if (located.nulls != 0) validity_reader_.finish();
  }

  /// Straight to where they stay.
  void add_numbers(const Located& located, const Stretch& wanted, NumberColumn& column) {
    const StoredBuffer& source = located.values.front();
    const std::span<std::byte> to = column.room(wanted.size);
    value_reader_.open(source, *name_, source.size == to.size());
    value_reader_.skip(wanted.offset * (to.size() / wanted.size));
    for (std::size_t made = 0; made < to.size();) {
      constexpr std::size_t ahead = std::size_t{1} << 19U;
      context_.check_cancelled();
      column.page_in(to.subspan(made, std::min(ahead, to.size() - made)));
      const std::size_t before = made;
      made = value_reader_.read_some(to, made);
      column.check(before, made);
    }
    value_reader_.finish();
    for (std::size_t first = 0; first < wanted.size; first += slice_rows) {
      const std::size_t rows = std::min<std::size_t>(slice_rows, wanted.size - first);
      Loaded only_validity;
      only_validity.buffers = {next_validity(located, rows)};
      only_validity.set(rows, located.nulls == 0 ? 0 : -1);
      column.add_filled({&only_validity.array, 0, rows});
    }
  }

  const std::byte* next_validity(const Located& located, std::size_t rows) {
    if (located.nulls == 0) return nullptr;
    const std::span<std::byte> to = validity_.get(bitmap_bytes(rows), *name_, context_);
    validity_reader_.read(to);
    return to.data();
  }

  void add_slices(const Located& located, const ArrowField& field, const Stretch& wanted,
                  ArrowColumn& column) {
    const bool is_text =
        field.type.kind == ArrowKind::text || field.type.kind == ArrowKind::large_text;
    const bool has_values = field.type.kind != ArrowKind::null;
    Loaded slice;
    if (field.type.kind == ArrowKind::text_view) load_views(located, slice, views_);
    if (has_values) {
      value_reader_.open(located.values.front(), *name_);
      value_reader_.skip(bytes_before(field.type, wanted.offset));
    }
    if (is_text) letter_reader_.open(located.values[1], *name_);
    last_offset_.reset();
    for (std::size_t first = 0; first < wanted.size; first += slice_rows) {
      context_.check_cancelled();
      const std::size_t rows = std::min<std::size_t>(slice_rows, wanted.size - first);
      slice.buffers.resize(std::max<std::size_t>(slice.buffers.size(), 2));
      slice.buffers[0] = next_validity(located, rows);
      load_slice(located, field.type, rows, slice);
      slice.set(rows, located.nulls == 0 ? 0 : -1);
      column.add({&slice.array, 0, rows, parts_}, field);
    }
    if (has_values) value_reader_.finish();
    if (is_text) letter_reader_.finish();
  }

  /// Of the values or offsets of so many rows.
  static std::uint64_t bytes_before(const ArrowType& type, std::uint64_t rows) {
    if (type.kind == ArrowKind::text) return rows * sizeof(std::int32_t);
    if (type.kind == ArrowKind::large_text) return rows * sizeof(std::int64_t);
    const std::size_t size = value_size(type);
    return size == 0 ? rows / 8 : rows * size;
  }

  /// The next rows.
  void load_slice(const Located& located, const ArrowType& type, std::size_t rows, Loaded& slice) {
    if (type.kind == ArrowKind::text) return load_texts<std::int32_t>(located, rows, slice);
    if (type.kind == ArrowKind::large_text) return load_texts<std::int64_t>(located, rows, slice);
    if (type.kind == ArrowKind::null) return;
    const std::size_t size = value_size(type);
    const std::span<std::byte> values =
        values_.get(size == 0 ? bitmap_bytes(rows) : rows * size, *name_, context_);
    value_reader_.read(values);
    slice.buffers[1] = values.data();
  }

  /// The offsets of the next rows, and the letters between the first and the last of them.
  template <class Offset>
  void load_texts(const Located& located, std::size_t rows, Loaded& slice) {
    slice.buffers.resize(3);
    const std::span<std::byte> offsets = values_.get((rows + 1) * sizeof(Offset), *name_, context_);
    if (last_offset_) {
      const auto first = static_cast<Offset>(*last_offset_);
      std::memcpy(offsets.data(), &first, sizeof first);
      value_reader_.read(offsets.subspan(sizeof first));
    } else {
      value_reader_.read(offsets);
    }
    const auto first = value_at<Offset>(offsets.data(), 0);
    const auto last = value_at<Offset>(offsets.data(), rows);
    if (first < 0 || first > last || static_cast<std::uint64_t>(last) > located.values[1].size)
      fail("a text beyond the end of its buffer");
    if (!last_offset_) letter_reader_.skip(static_cast<std::uint64_t>(first));
    last_offset_ = last;
    const std::span<std::byte> letters =
        letters_.get(static_cast<std::uint64_t>(last - first), *name_, context_);
    letter_reader_.read(letters);
    slice.buffers[1] = offsets.data();
    slice.buffers[2] = letters.data();
    shift<Offset>(offsets, first);
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
  void load_views(const Located& located, Loaded& to, std::vector<Room>& rooms) {
    to.buffers.assign(2, nullptr);
    const std::size_t count = located.values.size() - 1;
    if (rooms.size() < count) rooms.resize(count);
    for (std::size_t i = 0; i < count; ++i) {
      const StoredBuffer& source = located.values[1 + i];
      to.buffers.push_back(load(source, rooms[i]));
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
    if (is_view) load_views(located, part->loaded, part->rooms);
    part->rooms.resize(count + 2);
    std::vector<const void*>& buffers = part->loaded.buffers;
    if (!is_view) buffers.assign(1 + count, nullptr);
    // Rooms of views are the first ones.
    if (located.nulls != 0) {
      buffers[0] = load(located.validity, part->rooms[count]);
    }
    for (std::size_t i = 0; i < (is_view ? 1 : count); ++i) {
      const StoredBuffer& source = located.values[i];
      buffers[1 + i] = load(source, part->rooms[is_view ? count + 1 : i]);
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
  BufferReader validity_reader_;
  BufferReader value_reader_;
  BufferReader letter_reader_;
  const std::string* name_ = nullptr;
  std::optional<std::int64_t> last_offset_;  ///< of the texts so far
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
