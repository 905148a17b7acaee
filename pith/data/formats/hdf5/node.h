// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "pith/base/context.h"
#include "pith/data/input.h"
#include "pith/data/number_layout.h"

namespace pith {

/// The library HDF5 must not run on two threads at once: everything below is used while this lives.
class Hdf5Turn {
 public:
  Hdf5Turn();

 private:
  std::unique_lock<std::mutex> lock_;
};

/// The word of a compound type of their two parts.
inline constexpr const char* complex_numbers = "complex numbers";

/// How the values of a dataset are stored.
struct Hdf5Type {
  enum class Kind { number, boolean, text, compound, other };
  Kind kind = Kind::other;
  NumberType number = NumberType::float64;  ///< in memory
  std::size_t size = 0;                     ///< of a value in the file
  bool is_variable_text = false;
  std::string word = {};  ///< `float32`, `text`, `table`
};

/// A rectangle of a matrix in row-major order.
struct Hdf5Tile {
  std::uint64_t first_row = 0;
  std::uint64_t first_col = 0;
  std::size_t rows = 0;
  std::size_t cols = 0;
  const std::byte* values = nullptr;
};

/// A group or a dataset of a file. Copies share it.
class Hdf5Node {
 public:
  /// The root of a file.
  static Hdf5Node open(const Input& input);

  bool is_group() const;
  bool is_dataset() const;
  /// From the root: `layers/counts`.
  const std::string& path() const;
  /// `FILE: 'PATH'`, for messages.
  std::string source() const;

  /// The names in a group, in byte order. Those in other files are left out.
  std::vector<std::string> children() const;
  /// By its path from here; none if there is none, or if it is in another file.
  std::optional<Hdf5Node> child(std::string_view path) const;
  /// The same, which throws Error(bad_data) if there is none.
  Hdf5Node need(std::string_view path) const;

  bool has_attribute(const char* name) const;
  /// None if there is none, or if it is something else.
  std::optional<std::string> text_attribute(const char* name) const;
  std::vector<std::string> text_list_attribute(const char* name) const;
  /// Throws Error(bad_data) about a negative number.
  std::vector<std::uint64_t> integer_attribute(const char* name) const;

  // What follows is for datasets.
  Hdf5Type type() const;
  std::vector<std::uint64_t> extents() const;
  /// Throws Error(bad_data) where its values are in other files, or compressed by a filter that is
  /// not there.
  void check_readable() const;
  /// `count` values of a dataset of one dimension from `first` on: numbers (as `type`) or truths
  /// (as bytes).
  void read(NumberType type, std::uint64_t first, std::size_t count, void* out) const;
  /// Calls `place` for all parts of a dataset of one or two dimensions, each of which is read once.
  void read_tiles(NumberType type, const Context& context,
                  const std::function<void(const Hdf5Tile&)>& place) const;
  /// Calls `take` with each text of a dataset of one dimension.
  void read_texts(const Context& context, const std::function<void(std::string_view)>& take) const;

 private:
  struct State;
  explicit Hdf5Node(std::shared_ptr<const State> state) : state_(std::move(state)) {}

  void read_block(NumberType type, std::span<const std::uint64_t> first,
                  std::span<const std::uint64_t> count, void* out) const;
  /// Of a whole chunk, which may be larger than the dataset; 0 where there are none.
  std::uint64_t chunk_bytes() const;
  std::vector<std::uint64_t> tile_extents(std::size_t value_size) const;

  std::shared_ptr<const State> state_;
};

}  // namespace pith
