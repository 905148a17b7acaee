// SPDX-License-Identifier: Apache-2.0
#include "pith/data/formats/hdf5/node.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <limits>
#include <utility>

#include "pith/base/error.h"
#include "pith/data/dense.h"
#include "pith/data/formats/hdf5/library.h"

namespace pith {
namespace {

std::mutex& turn() {
  static std::mutex mutex;
  return mutex;
}

/// An identifier of HDF5, which is closed in the end; negative: none.
class Handle {
 public:
  using Close = herr_t (*)(hid_t);
  Handle(hid_t id, Close close) : id_(id), close_(close) {}
  Handle(const Handle&) = delete;
  Handle& operator=(const Handle&) = delete;
  Handle(Handle&&) = delete;
  Handle& operator=(Handle&&) = delete;
  ~Handle() {
    if (id_ >= 0) (void)close_(id_);
  }
  hid_t get() const { return id_; }
  explicit operator bool() const { return id_ >= 0; }

 private:
  hid_t id_;
  Close close_;
};

Handle type_handle(hid_t id) {
  return {id, hdf5_library().close_type};
}
Handle space_handle(hid_t id) {
  return {id, hdf5_library().close_space};
}

std::optional<NumberType> integer_type(std::size_t size, bool is_signed) {
  switch (size) {
    case 1:
      return is_signed ? NumberType::int8 : NumberType::uint8;
    case 2:
      return is_signed ? NumberType::int16 : NumberType::uint16;
    case 4:
      return is_signed ? NumberType::int32 : NumberType::uint32;
    case 8:
      return is_signed ? NumberType::int64 : NumberType::uint64;
    default:
      return std::nullopt;
  }
}

/// Truths are an enumeration of FALSE and TRUE.
/// Whether an enumeration or a compound has these two members.
bool has_members(hid_t type, std::string_view one, std::string_view other) {
  const Hdf5Library& library = hdf5_library();
  if (library.member_count(type) != 2) return false;
  for (unsigned i = 0; i < 2; ++i) {
    char* const name = library.member_name(type, i);
    const std::string text = name == nullptr ? "" : name;
    (void)library.free_memory(name);
    if (text != one && text != other) return false;
  }
  return true;
}

bool is_boolean(hid_t type) {
  return has_members(type, "FALSE", "TRUE");
}

/// As h5py and MATLAB write them.
bool is_complex(hid_t type) {
  return has_members(type, "r", "i") || has_members(type, "real", "imag");
}

Hdf5Type describe(hid_t type) {
  const Hdf5Library& library = hdf5_library();
  Hdf5Type found{.size = library.type_size(type),
                 .word = "values that are neither numbers nor texts"};
  switch (library.type_class(type)) {
    case H5T_INTEGER: {
      const bool is_signed = library.type_sign(type) == H5T_SGN_2;
      if (const auto number = integer_type(found.size, is_signed)) {
        found.kind = Hdf5Type::Kind::number;
        found.number = *number;
        found.word = fmt::format("{}int{}", is_signed ? "" : "u", 8 * found.size);
      }
      break;
    }
    case H5T_FLOAT:
      found.kind = Hdf5Type::Kind::number;
      found.number = found.size <= sizeof(float) ? NumberType::float32 : NumberType::float64;
      found.word = fmt::format("float{}", 8 * found.size);
      break;
    case H5T_ENUM:
      if (found.size == 1 && is_boolean(type)) {
        found.kind = Hdf5Type::Kind::boolean;
        found.number = NumberType::uint8;
        found.word = "bool";
      } else {
        found.word = "enumerated values";
      }
      break;
    case H5T_STRING:
      found.kind = Hdf5Type::Kind::text;
      found.is_variable_text = library.is_variable_text(type) > 0;
      found.word = "text";
      break;
    case H5T_COMPOUND:
      found.kind = Hdf5Type::Kind::compound;
      found.word = is_complex(type) ? complex_numbers : "table";
      break;
    case H5T_REFERENCE:
      found.word = "references";
      break;
    case H5T_VLEN:
    case H5T_ARRAY:
      found.word = "lists";
      break;
    default:
      break;
  }
  return found;
}

std::vector<std::uint64_t> extents_of(hid_t space) {
  const Hdf5Library& library = hdf5_library();
  const int count = library.dimensions(space);
  if (count <= 0) return {};
  std::array<hsize_t, H5S_MAX_RANK> extents{};
  (void)library.extents(space, extents.data(), nullptr);
  return {extents.begin(), extents.begin() + count};
}

/// A text of a fixed size without what pads it.
std::string_view trimmed(const char* text, std::size_t size) {
  return {text, ::strnlen(text, size)};
}

/// Reads `count` texts, which `read` fills into the memory of a type.
void take_texts(hid_t file_type, hid_t space, std::size_t count,
                const std::function<bool(hid_t, void*)>& read,
                const std::function<void(std::string_view)>& take, const std::string& source) {
  const Hdf5Library& library = hdf5_library();
  const Handle type = type_handle(library.copy_type(file_type));
  const auto fail = [&source] {
    throw Error(ErrorKind::bad_data, source + ": the texts cannot be read: the file is damaged");
  };
  if (library.is_variable_text(file_type) > 0) {
    std::vector<char*> texts(count, nullptr);
    if (!read(type.get(), texts.data())) fail();
    struct Reclaim {
      ~Reclaim() { (void)hdf5_library().reclaim(type, space, H5P_DEFAULT, texts); }
      hid_t type;
      hid_t space;
      void* texts;
    };
    const Reclaim reclaim{type.get(), space, texts.data()};
    for (const char* text : texts)
      take(text == nullptr ? std::string_view() : std::string_view(text));
    return;
  }
  const std::size_t size = library.type_size(file_type);
  std::vector<char> letters(count * size);
  if (!read(type.get(), letters.data())) fail();
  for (std::size_t i = 0; i < count; ++i)
    take(trimmed(letters.data() + i * size, size));
}

}  // namespace

Hdf5Turn::Hdf5Turn() : lock_(turn()) {}

struct Hdf5Node::State {
  State(std::shared_ptr<const State> parent, hid_t opened, bool is_a_file)
      : above(std::move(parent)), id(opened), is_file(is_a_file) {}
  State(const State&) = delete;
  State& operator=(const State&) = delete;
  State(State&&) = delete;
  State& operator=(State&&) = delete;
  ~State() {
    if (id >= 0) (void)(is_file ? hdf5_library().close_file(id) : hdf5_library().close_object(id));
  }

  std::shared_ptr<const State> above;  ///< which is closed later
  hid_t id;
  bool is_file;
  std::string file = {};
  std::string path = {};
};

Hdf5Node Hdf5Node::open(const Input& input) {
  constexpr unsigned read_only = 0;  // H5F_ACC_RDONLY would call the library
  const hid_t id = hdf5_library().open_file(input.name().c_str(), read_only, H5P_DEFAULT);
  auto state = std::make_shared<State>(nullptr, id, true);
  if (id < 0) {
    throw Error(ErrorKind::bad_data,
                input.name() +
                    ": this is not an HDF5 file on the disk, or it is damaged or still being "
                    "written; write it again");
  }
  state->file = input.name();
  return Hdf5Node(std::move(state));
}

bool Hdf5Node::is_group() const {
  const H5I_type_t kind = hdf5_library().kind_of(state_->id);
  return kind == H5I_GROUP || kind == H5I_FILE;
}

bool Hdf5Node::is_dataset() const {
  return hdf5_library().kind_of(state_->id) == H5I_DATASET;
}

const std::string& Hdf5Node::path() const {
  return state_->path;
}

std::string Hdf5Node::source() const {
  return state_->path.empty() ? state_->file
                              : fmt::format("{}: {}", state_->file, quoted(state_->path));
}

std::vector<std::string> Hdf5Node::children() const {
  const Hdf5Library& library = hdf5_library();
  H5G_info_t info{};
  if (library.group_info(state_->id, &info) < 0) return {};
  std::vector<std::string> names;
  for (hsize_t i = 0; i < info.nlinks; ++i) {
    std::array<char, 1024> name{};
    const ssize_t length = library.link_name(state_->id, ".", H5_INDEX_NAME, H5_ITER_INC, i,
                                             name.data(), name.size(), H5P_DEFAULT);
    if (length <= 0 || static_cast<std::size_t>(length) >= name.size()) continue;
    names.emplace_back(name.data(), static_cast<std::size_t>(length));
  }
  return names;
}

std::optional<Hdf5Node> Hdf5Node::child(std::string_view path) const {
  const Hdf5Library& library = hdf5_library();
  Hdf5Node node = *this;
  while (!path.empty()) {
    const std::size_t end = std::min(path.find('/'), path.size());
    const std::string name(path.substr(0, end));
    path.remove_prefix(std::min(end + 1, path.size()));
    if (name.empty()) continue;
    if (!node.is_group()) return std::nullopt;
    if (library.link_exists(node.state_->id, name.c_str(), H5P_DEFAULT) <= 0) return std::nullopt;
    H5L_info_t link{};
    if (library.link_info(node.state_->id, name.c_str(), &link, H5P_DEFAULT) < 0 ||
        (link.type != H5L_TYPE_HARD && link.type != H5L_TYPE_SOFT))
      return std::nullopt;
    const hid_t id = library.open_object(node.state_->id, name.c_str(), H5P_DEFAULT);
    auto state = std::make_shared<State>(node.state_, id, false);
    if (id < 0) return std::nullopt;
    state->file = node.state_->file;
    state->path = node.state_->path.empty() ? name : node.state_->path + '/' + name;
    node = Hdf5Node(std::move(state));
  }
  return node;
}

Hdf5Node Hdf5Node::need(std::string_view path) const {
  std::optional<Hdf5Node> found = child(path);
  if (found) return *found;
  throw Error(ErrorKind::bad_data,
              fmt::format("{}: there is no {}", source(), quoted(std::string(path))));
}

bool Hdf5Node::has_attribute(const char* name) const {
  return hdf5_library().has_attribute(state_->id, name) > 0;
}

std::vector<std::string> Hdf5Node::text_list_attribute(const char* name) const {
  const Hdf5Library& library = hdf5_library();
  if (!has_attribute(name)) return {};
  const Handle attribute(library.open_attribute(state_->id, name, H5P_DEFAULT),
                         library.close_attribute);
  if (!attribute) return {};
  const Handle type = type_handle(library.attribute_type(attribute.get()));
  const Handle space = space_handle(library.attribute_space(attribute.get()));
  constexpr std::uint64_t most = 10'000'000;
  std::uint64_t count = 1;
  for (const std::uint64_t extent : extents_of(space.get()))
    count = checked_product(count, extent).value_or(most + 1);
  if (library.type_class(type.get()) != H5T_STRING || count > most ||
      library.space_kind(space.get()) == H5S_NULL)
    return {};
  std::vector<std::string> texts;
  take_texts(
      type.get(), space.get(), static_cast<std::size_t>(count),
      [&](hid_t memory, void* out) {
        return library.read_attribute(attribute.get(), memory, out) >= 0;
      },
      [&](std::string_view text) { texts.emplace_back(text); }, source());
  return texts;
}

std::optional<std::string> Hdf5Node::text_attribute(const char* name) const {
  std::vector<std::string> texts = text_list_attribute(name);
  if (texts.size() != 1) return std::nullopt;
  return std::move(texts.front());
}

std::vector<std::uint64_t> Hdf5Node::integer_attribute(const char* name) const {
  const Hdf5Library& library = hdf5_library();
  if (!has_attribute(name)) return {};
  const Handle attribute(library.open_attribute(state_->id, name, H5P_DEFAULT),
                         library.close_attribute);
  if (!attribute) return {};
  const Handle type = type_handle(library.attribute_type(attribute.get()));
  const Handle space = space_handle(library.attribute_space(attribute.get()));
  std::uint64_t count = 1;
  for (const std::uint64_t extent : extents_of(space.get()))
    count = checked_product(count, extent).value_or(H5S_MAX_RANK + 1);
  if (library.type_class(type.get()) != H5T_INTEGER || count > H5S_MAX_RANK) return {};
  std::vector<std::int64_t> values(static_cast<std::size_t>(count));
  if (library.read_attribute(attribute.get(), library.native(NumberType::int64), values.data()) < 0)
    return {};
  if (std::any_of(values.begin(), values.end(), [](std::int64_t value) { return value < 0; })) {
    throw Error(ErrorKind::bad_data,
                fmt::format("{}: the file is damaged: a number of attribute {} is negative; write "
                            "it again",
                            source(), quoted(name)));
  }
  return {values.begin(), values.end()};
}

Hdf5Type Hdf5Node::type() const {
  const Handle type = type_handle(hdf5_library().dataset_type(state_->id));
  return type ? describe(type.get()) : Hdf5Type{};
}

std::vector<std::uint64_t> Hdf5Node::extents() const {
  const Handle space = space_handle(hdf5_library().dataset_space(state_->id));
  return space ? extents_of(space.get()) : std::vector<std::uint64_t>{};
}

void Hdf5Node::check_readable() const {
  const Hdf5Library& library = hdf5_library();
  const Handle settings(library.dataset_settings(state_->id), library.close_settings);
  if (!settings) return;
  if (library.layout(settings.get()) == H5D_VIRTUAL || library.external_count(settings.get()) > 0) {
    throw Error(ErrorKind::bad_data,
                source() + ": the values are in other files; write them into one file");
  }
  const int filters = library.filter_count(settings.get());
  for (int i = 0; i < filters; ++i) {
    std::array<char, 64> name{};
    unsigned flags = 0;
    std::size_t values = 0;
    unsigned config = 0;
    const H5Z_filter_t filter =
        library.filter(settings.get(), static_cast<unsigned>(i), &flags, &values, nullptr,
                       name.size() - 1, name.data(), &config);
    if (filter < 0 || library.has_filter(filter) > 0) continue;
    const std::string word = name.front() == 0 ? "" : fmt::format(" ({})", name.data());
    throw Error(ErrorKind::bad_data,
                fmt::format("{}: the values are compressed by filter {}{}, which this HDF5 library "
                            "does not have; write the file with gzip, or install the filter and "
                            "set HDF5_PLUGIN_PATH",
                            source(), filter, word));
  }
}

void Hdf5Node::read_block(NumberType type, std::span<const std::uint64_t> first,
                          std::span<const std::uint64_t> count, void* out) const {
  const Hdf5Library& library = hdf5_library();
  const Handle space = space_handle(library.dataset_space(state_->id));
  std::array<hsize_t, 2> starts{};
  std::array<hsize_t, 2> sizes{};
  std::copy(first.begin(), first.end(), starts.begin());
  std::copy(count.begin(), count.end(), sizes.begin());
  const auto rank = static_cast<int>(count.size());
  const Handle memory = space_handle(library.make_space(rank, sizes.data(), nullptr));
  const Handle file_type = type_handle(library.dataset_type(state_->id));
  // Truths are read as they are.
  const bool is_enumeration = library.type_class(file_type.get()) == H5T_ENUM;
  const hid_t memory_type = is_enumeration ? file_type.get() : library.native(type);
  if (library.select(space.get(), H5S_SELECT_SET, starts.data(), nullptr, sizes.data(), nullptr) <
          0 ||
      library.read_dataset(state_->id, memory_type, memory.get(), space.get(), H5P_DEFAULT, out) <
          0) {
    throw Error(ErrorKind::bad_data, source() + ": the values cannot be read: the file is damaged");
  }
}

void Hdf5Node::read(NumberType type, std::uint64_t first, std::size_t count, void* out) const {
  if (count == 0) return;
  const std::uint64_t size = count;
  read_block(type, {&first, 1}, {&size, 1}, out);
}

/// Whole chunks, first along the rows, of about 4 MiB.
std::vector<std::uint64_t> Hdf5Node::tile_extents(std::size_t value_size) const {
  const Hdf5Library& library = hdf5_library();
  const std::vector<std::uint64_t> all = extents();
  std::vector<std::uint64_t> tile(all.size(), 1);
  const Handle settings(library.dataset_settings(state_->id), library.close_settings);
  if (settings && library.layout(settings.get()) == H5D_CHUNKED) {
    std::array<hsize_t, H5S_MAX_RANK> chunk{};
    if (library.chunk(settings.get(), static_cast<int>(all.size()), chunk.data()) > 0)
      std::copy_n(chunk.begin(), all.size(), tile.begin());
  }
  std::uint64_t bytes = value_size;
  for (std::size_t i = 0; i < all.size(); ++i) {
    tile[i] = std::clamp<std::uint64_t>(tile[i], 1, std::max<std::uint64_t>(all[i], 1));
    bytes = checked_product(bytes, tile[i]).value_or(std::numeric_limits<std::uint64_t>::max());
  }
  constexpr std::uint64_t wanted = std::uint64_t{1} << 22U;
  for (std::size_t i = all.size(); i-- > 0;) {
    const std::uint64_t times =
        std::min(std::max<std::uint64_t>(1, wanted / bytes), all[i] / tile[i] + 1);
    const std::uint64_t grown = std::min(all[i], tile[i] * times);
    bytes = bytes / tile[i] * std::max<std::uint64_t>(grown, 1);
    tile[i] = std::max<std::uint64_t>(grown, 1);
  }
  return tile;
}

std::uint64_t Hdf5Node::chunk_bytes() const {
  const Hdf5Library& library = hdf5_library();
  const Handle settings(library.dataset_settings(state_->id), library.close_settings);
  if (!settings || library.layout(settings.get()) != H5D_CHUNKED) return 0;
  std::array<hsize_t, H5S_MAX_RANK> chunk{};
  const int rank = library.chunk(settings.get(), H5S_MAX_RANK, chunk.data());
  std::uint64_t bytes = type().size;
  for (int i = 0; i < rank; ++i)
    bytes = checked_product(bytes, chunk[static_cast<std::size_t>(i)])
                .value_or(std::numeric_limits<std::uint64_t>::max() / 4);
  return bytes;
}

void Hdf5Node::read_tiles(NumberType type, const Context& context,
                          const std::function<void(const Hdf5Tile&)>& place) const {
  std::vector<std::uint64_t> all = extents();
  std::vector<std::uint64_t> tile = tile_extents(size_of(type));
  const std::size_t rank = all.size();
  all.resize(2, 1);
  tile.resize(2, 1);
  const std::uint64_t bytes = checked_product(tile[0], tile[1] * size_of(type))
                                  .value_or(std::numeric_limits<std::uint64_t>::max() / 2);
  // A chunk as it is in the file, and the same decompressed.
  const Reservation held =
      context.reserve(bytes + std::max(bytes, chunk_bytes()), source() + ": reading a chunk");
  std::vector<std::byte> values(static_cast<std::size_t>(bytes));
  for (std::uint64_t row = 0; row < all[0]; row += tile[0]) {
    for (std::uint64_t col = 0; col < all[1]; col += tile[1]) {
      context.check_cancelled();
      const std::array<std::uint64_t, 2> first{row, col};
      const std::array<std::uint64_t, 2> size{std::min(tile[0], all[0] - row),
                                              std::min(tile[1], all[1] - col)};
      read_block(type, std::span(first).first(rank), std::span(size).first(rank), values.data());
      place({.first_row = row,
             .first_col = col,
             .rows = static_cast<std::size_t>(size[0]),
             .cols = static_cast<std::size_t>(size[1]),
             .values = values.data()});
    }
  }
}

void Hdf5Node::read_texts(const Context& context,
                          const std::function<void(std::string_view)>& take) const {
  const Hdf5Library& library = hdf5_library();
  const Handle type = type_handle(library.dataset_type(state_->id));
  const std::size_t text_size = std::max<std::size_t>(1, library.type_size(type.get()));
  const std::vector<std::uint64_t> all = extents();
  if (all.size() != 1) return;
  constexpr std::uint64_t block_bytes = std::uint64_t{1} << 20U;
  const std::uint64_t block =
      std::max<std::uint64_t>(std::min<std::uint64_t>(block_bytes / text_size, 1U << 14U), 1);
  const Reservation held = context.reserve(std::max<std::uint64_t>(block_bytes, text_size),
                                           source() + ": reading the texts");
  for (hsize_t first = 0; first < all[0]; first += block) {
    context.check_cancelled();
    const hsize_t count = std::min<hsize_t>(block, all[0] - first);
    const Handle space = space_handle(library.dataset_space(state_->id));
    const Handle memory = space_handle(library.make_space(1, &count, nullptr));
    (void)library.select(space.get(), H5S_SELECT_SET, &first, nullptr, &count, nullptr);
    take_texts(
        type.get(), memory.get(), static_cast<std::size_t>(count),
        [&](hid_t memory_type, void* out) {
          return library.read_dataset(state_->id, memory_type, memory.get(), space.get(),
                                      H5P_DEFAULT, out) >= 0;
        },
        take, source());
  }
}

}  // namespace pith
