// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <string_view>

#include "pith/data/formats/parquet/cursor.h"

namespace pith::parquet {

/// Types of values in the compact protocol of Thrift.
enum class ThriftType : std::uint8_t {
  stop = 0,
  truth = 1,
  falsehood = 2,
  i8 = 3,
  i16 = 4,
  i32 = 5,
  i64 = 6,
  real = 7,
  binary = 8,
  list = 9,
  set = 10,
  map = 11,
  structure = 12,
};

/// Reads structures in the compact protocol of Thrift, which Parquet has its descriptions in. The
/// caller says what it wants, field by field; everything else is skipped. Throws Fault for bytes
/// that are no such structure, and for a field that has another type than the caller wants.
class Thrift {
 public:
  explicit Thrift(std::span<const std::byte> bytes) : cursor_(bytes) {}

  /// The bytes behind what was read.
  std::span<const std::byte> rest() const { return cursor_.rest(); }

  /// Calls `use(id, type)` for each field of a structure; it must read the value or skip it.
  template <class Use>
  void fields(Use use) {
    const Depth depth(*this);
    std::int64_t id = 0;
    for (;;) {
      const std::uint8_t head = cursor_.byte();
      if (head == 0) return;
      const unsigned step = head >> 4U;
      id = step == 0 ? cursor_.zigzag() : id + step;
      if (id < 0 || id > std::numeric_limits<std::int16_t>::max()) damaged("an impossible field");
      use(static_cast<int>(id), type_of(head));
    }
  }
  /// The same for a field that must be a structure.
  template <class Use>
  void structure(ThriftType type, Use use) {
    if (type != ThriftType::structure) damaged("a field has the wrong type");
    fields(use);
  }
  /// Calls `use(index, count)` for each structure of a list, which must read its fields.
  template <class Use>
  void structures(ThriftType type, Use use) {
    if (type != ThriftType::list) damaged("a field has the wrong type");
    const List list = open_list();
    if (list.count > 0 && list.type != ThriftType::structure)
      damaged("a list has elements of the wrong type");
    for (std::size_t i = 0; i < list.count; ++i)
      use(i, list.count);
  }

  std::int64_t integer(ThriftType type);
  /// An integer of 32 bits.
  std::int32_t small(ThriftType type);
  bool truth(ThriftType type) const;
  std::string_view text(ThriftType type);
  void skip(ThriftType type);

 private:
  struct List {
    std::size_t count = 0;
    ThriftType type = ThriftType::stop;
  };
  /// Counts how deep structures are nested.
  class Depth {
   public:
    explicit Depth(Thrift& thrift) : thrift_(thrift) {
      constexpr unsigned most = 32;
      if (++thrift_.depth_ > most) damaged("structures are nested too deeply");
    }
    ~Depth() { --thrift_.depth_; }
    Depth(const Depth&) = delete;
    Depth& operator=(const Depth&) = delete;

   private:
    Thrift& thrift_;
  };

  static ThriftType type_of(std::uint8_t head) { return static_cast<ThriftType>(head & 0xFU); }
  List open_list();
  void skip_element(ThriftType type);

  Cursor cursor_;
  unsigned depth_ = 0;
};

}  // namespace pith::parquet
