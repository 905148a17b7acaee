// SPDX-License-Identifier: Apache-2.0
#include "pith/data/arrow/ipc_messages.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <optional>
#include <string_view>
#include <utility>

#include "pith/base/error.h"
#include "pith/data/growing_memory.h"

namespace pith {
namespace {

constexpr std::string_view file_magic = "ARROW1";
constexpr std::string_view old_feather_magic = "FEA1";

enum class Header : std::uint8_t { none, schema, dictionary, batch, tensor, sparse_tensor };

template <class T>
T entry_at(std::span<const std::byte> entries, std::size_t place) {
  T value;
  std::memcpy(&value, entries.data() + place, sizeof value);
  return value;
}

/// One message; its header is read from the metadata.
struct Message {
  std::vector<std::byte> metadata;
  Header header = Header::none;
  Stretch body;
  std::uint64_t next = 0;  ///< offset of what follows
};

class Opening {
 public:
  Opening(const Input& input, const Context& context)
      : input_(input), context_(context), size_(input.size()) {
    made_.input = &input;
  }

  IpcFile run() {
    std::array<std::byte, file_magic.size()> start{};
    const std::size_t known = std::min<std::uint64_t>(size_, start.size());
    input_.read_at(0, std::span(start).first(known));
    const std::string_view magic(reinterpret_cast<const char*>(start.data()), known);
    if (magic.starts_with(old_feather_magic)) {
      reject(
          "it is a Feather file of version 1; write it again as version 2 (pyarrow.feather, "
          "pandas.read_feather and to_feather)");
    }
    if (magic == file_magic) {
      read_footer();
    } else {
      read_stream();
    }
    for (const IpcBatch& batch : made_.batches) {
      made_.rows += batch.rows;
      if (made_.rows > most_ipc_rows) fail("more rows than possible");
    }
    return std::move(made_);
  }

 private:
  [[noreturn]] void reject(const std::string& what) const {
    throw Error(ErrorKind::bad_data, fmt::format("{}: {}", input_.name(), what));
  }
  [[noreturn]] void fail(std::string_view what) const {
    reject(fmt::format("the Arrow file is damaged: {}; copy or write it again", what));
  }

  void hold(std::uint64_t bytes) {
    held_ += bytes;
    grow_by_plan(context_, made_.held, held_,
                 {.what = input_.name() + ": the metadata of the Arrow file", .later = later_});
  }

  FlatBytes flat(std::span<const std::byte> bytes) const { return {bytes, &input_.name()}; }

  /// Nothing at the end of the stream.
  std::optional<Message> read_message(std::uint64_t offset) {
    constexpr std::uint32_t continuation = 0xFFFFFFFFU;
    constexpr std::uint64_t word = sizeof(std::uint32_t);
    if (offset == size_) return std::nullopt;
    const auto word_at = [this](std::uint64_t place) {
      std::array<std::byte, word> bytes{};
      if (place + word > size_) fail("it ends inside a message");
      input_.read_at(place, bytes);
      return entry_at<std::uint32_t>(bytes, 0);
    };
    std::uint32_t size = word_at(offset);
    offset += word;
    if (size == continuation) {  // absent before version 0.15
      size = word_at(offset);
      offset += word;
    }
    if (size == 0) return std::nullopt;
    if (size > size_ - offset) fail("a message is longer than the file, or this is no Arrow file");
    Message message;
    hold(size);
    message.metadata.resize(size);
    input_.read_at(offset, message.metadata);
    const FlatTable root = FlatTable::root(flat(message.metadata));
    check_version(root.value<std::int16_t>(0, 0));
    message.header = static_cast<Header>(root.value<std::uint8_t>(1, 0));
    const auto body = root.value<std::int64_t>(3, 0);
    const std::uint64_t rest = size_ - offset - size;
    if (body < 0 || static_cast<std::uint64_t>(body) > rest)
      fail("the values of a batch are longer than the file");
    message.body = {offset + size, static_cast<std::uint64_t>(body)};
    message.next = message.body.offset + message.body.size;
    return message;
  }

  void check_version(std::int16_t version) {
    constexpr std::int16_t oldest = 3;
    constexpr std::int16_t newest = 4;
    if (version < oldest) reject("it was written by Arrow before version 0.8; write it again");
    if (version > newest) {
      reject(fmt::format("it has version {} of Arrow's metadata, and only 4 and 5 can be read",
                         version + 1));
    }
    has_old_unions_ = version == oldest;
  }

  static FlatTable header_of(const FlatTable& root) {
    const std::optional<FlatTable> header = root.table(2);
    if (!header) root.bytes().fail();
    return *header;
  }

  /// The batch that a message, or the header of a dictionary in it, describes.
  IpcBatch batch_of(Message& message, bool is_dictionary) {
    IpcBatch batch{.body = message.body, .metadata = std::move(message.metadata)};
    hold(sizeof(IpcBatch));
    const FlatBytes bytes = flat(batch.metadata);
    std::optional<FlatTable> table = header_of(FlatTable::root(bytes));
    if (is_dictionary) table = table->table(1);
    if (!table) bytes.fail();
    const auto rows = table->value<std::int64_t>(0, 0);
    batch.rows = static_cast<std::uint64_t>(rows);  // a negative number becomes very large
    if (batch.rows > most_ipc_rows) fail("an impossible number of rows");
    batch.nodes = table->structs(1, IpcBatch::entry_size);
    batch.buffers = table->structs(2, IpcBatch::entry_size);
    if (const std::optional<FlatTable> compression = table->table(3)) {
      const auto codec = compression->value<std::int8_t>(0, 0);
      if (codec != 0 && codec != 1) reject("its values are compressed by an unknown method");
      batch.codec = codec == 0 ? Codec::lz4_frame : Codec::zstd;
    }
    count_views(batch, table->structs(4, sizeof(std::int64_t)));
    return batch;
  }

  void count_views(IpcBatch& batch, std::span<const std::byte> counts) {
    const std::size_t views = counts.size() / sizeof(std::int64_t);
    hold((views + 1) * sizeof(std::size_t));
    std::size_t sum = 0;
    for (std::size_t i = 0; i < views; ++i) {
      batch.view_buffers.push_back(sum);
      const auto count = entry_at<std::int64_t>(counts, i * sizeof(std::int64_t));
      if (count < 0 || static_cast<std::uint64_t>(count) > batch.buffer_count() - sum)
        fail("an impossible number of buffers");
      sum += static_cast<std::size_t>(count);
    }
    batch.view_buffers.push_back(sum);
  }

  void add_batch(Message& message) {
    IpcBatch batch = batch_of(message, false);
    const IpcSchema& schema = made_.schema;
    if (batch.node_count() != schema.nodes || batch.view_buffers.size() < schema.views + 1 ||
        batch.buffer_count() != schema.buffers + batch.view_buffers[schema.views])
      fail("a batch has other columns than the schema");
    made_.batches.push_back(std::move(batch));
  }

  void add_dictionary(Message& message, std::size_t first_batch) {
    const FlatTable header = header_of(FlatTable::root(flat(message.metadata)));
    IpcDictionary dictionary{.id = header.value<std::int64_t>(0, 0),
                             .is_delta = header.flag(2),
                             .first_batch = first_batch};
    dictionary.values = batch_of(message, true);
    hold(sizeof(IpcDictionary));
    made_.dictionaries.push_back(std::move(dictionary));
  }

  void set_schema(const FlatTable& schema) {
    constexpr std::uint64_t bytes_per_column = 1024;  // of a table, whatever its rows are
    later_ = bytes_per_column * schema.tables(1).size();
    made_.schema =
        ipc_fields(schema, has_old_unions_, [this](std::uint64_t bytes) { hold(bytes); });
  }

  void read_stream() {
    made_.is_stream = true;
    bool has_schema = false;
    std::uint64_t offset = 0;
    while (std::optional<Message> message = read_message(offset)) {
      context_.check_cancelled();
      offset = message->next;
      if (message->header == Header::schema) {
        if (has_schema) fail("it has two schemas");
        set_schema(header_of(FlatTable::root(flat(message->metadata))));
        has_schema = true;
        continue;
      }
      if (message->header == Header::tensor || message->header == Header::sparse_tensor)
        reject("it holds a tensor; write a table");
      if (!has_schema) fail("it does not begin with a schema, or this is no Arrow file");
      if (message->header == Header::batch) {
        add_batch(*message);
      } else if (message->header == Header::dictionary) {
        add_dictionary(*message, made_.batches.size());
      } else {
        fail("a message of an unknown kind");
      }
    }
    if (!has_schema) fail("it has no schema");
  }

  /// The messages that the footer names, which must be of this kind.
  template <class Use>
  void read_blocks(std::span<const std::byte> blocks, Header header, Use use) {
    constexpr std::size_t block_size = 24;
    for (std::size_t place = 0; place < blocks.size(); place += block_size) {
      context_.check_cancelled();
      const auto offset = entry_at<std::int64_t>(blocks, place);
      if (offset < 0 || static_cast<std::uint64_t>(offset) >= size_)
        fail("a batch that begins after the end of the file");
      std::optional<Message> message = read_message(static_cast<std::uint64_t>(offset));
      if (!message || message->header != header) fail("a batch that is not where the footer says");
      // Blocks do not overlap, so that they cannot be more than the file holds.
      read_ += message->next - static_cast<std::uint64_t>(offset);
      if (read_ > size_) fail("batches overlap");
      use(*message);
    }
  }

  void read_footer() {
    constexpr std::size_t block_size = 24;
    constexpr std::uint64_t tail_size = sizeof(std::int32_t) + file_magic.size();
    std::array<std::byte, tail_size> tail{};
    if (size_ < tail_size + file_magic.size()) fail("it ends early");
    input_.read_at(size_ - tail_size, tail);
    const auto footer_size = entry_at<std::int32_t>(tail, 0);
    if (std::memcmp(tail.data() + sizeof(std::int32_t), file_magic.data(), file_magic.size()) != 0)
      fail("it does not end with a footer, so that it was cut off");
    if (footer_size <= 0 || static_cast<std::uint64_t>(footer_size) > size_ - tail_size)
      fail("a footer that is longer than the file");
    const auto bytes = static_cast<std::uint64_t>(footer_size);
    hold(bytes);
    std::vector<std::byte> footer(bytes);
    input_.read_at(size_ - tail_size - bytes, footer);
    const FlatTable root = FlatTable::root(flat(footer));
    check_version(root.value<std::int16_t>(0, 0));
    const std::optional<FlatTable> schema = root.table(1);
    if (!schema) fail("it has no schema");
    set_schema(*schema);
    read_blocks(root.structs(2, block_size), Header::dictionary,
                [this](Message& message) { add_dictionary(message, 0); });
    read_blocks(root.structs(3, block_size), Header::batch,
                [this](Message& message) { add_batch(message); });
  }

  const Input& input_;
  const Context& context_;
  std::uint64_t size_;
  std::uint64_t held_ = 0;
  std::uint64_t later_ = 0;  ///< about what the columns will take
  std::uint64_t read_ = 0;
  bool has_old_unions_ = false;
  IpcFile made_;
};

}  // namespace

IpcBatch::Node IpcBatch::node(std::size_t i) const {
  return {entry_at<std::int64_t>(nodes, i * entry_size),
          entry_at<std::int64_t>(nodes, i * entry_size + sizeof(std::int64_t))};
}

IpcBatch::Buffer IpcBatch::buffer(std::size_t i) const {
  return {entry_at<std::int64_t>(buffers, i * entry_size),
          entry_at<std::int64_t>(buffers, i * entry_size + sizeof(std::int64_t))};
}

IpcFile open_ipc(const Input& input, const Context& context) {
  return Opening(input, context).run();
}

}  // namespace pith
