// SPDX-License-Identifier: Apache-2.0
#include "pith/data/formats/parquet/thrift.h"

namespace pith::parquet {

std::int64_t Thrift::integer(ThriftType type) {
  if (type == ThriftType::i8) return static_cast<std::int8_t>(cursor_.byte());
  if (type != ThriftType::i16 && type != ThriftType::i32 && type != ThriftType::i64)
    damaged("a field has the wrong type");
  return cursor_.zigzag();
}

std::int32_t Thrift::small(ThriftType type) {
  const std::int64_t value = integer(type);
  if (value < std::numeric_limits<std::int32_t>::min() ||
      value > std::numeric_limits<std::int32_t>::max())
    damaged("an integer is too large");
  return static_cast<std::int32_t>(value);
}

bool Thrift::truth(ThriftType type) const {
  if (type != ThriftType::truth && type != ThriftType::falsehood)
    damaged("a field has the wrong type");
  return type == ThriftType::truth;
}

std::string_view Thrift::text(ThriftType type) {
  if (type != ThriftType::binary) damaged("a field has the wrong type");
  const std::span<const std::byte> bytes = cursor_.take(cursor_.varint());
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

/// Every element takes at least a byte, so that the count cannot be larger than what is left.
Thrift::List Thrift::open_list() {
  constexpr std::uint8_t in_varint = 15;
  const std::uint8_t head = cursor_.byte();
  const std::uint64_t count = head >> 4U == in_varint ? cursor_.varint() : head >> 4U;
  if (count > cursor_.left()) damaged("a list is longer than what is left");
  return {static_cast<std::size_t>(count), type_of(head)};
}

/// Of lists and maps, where a truth value takes a byte.
void Thrift::skip_element(ThriftType type) {
  if (type == ThriftType::truth || type == ThriftType::falsehood) {
    (void)cursor_.byte();
  } else {
    skip(type);
  }
}

void Thrift::skip(ThriftType type) {
  const Depth depth(*this);
  switch (type) {
    case ThriftType::truth:
    case ThriftType::falsehood:
      return;
    case ThriftType::i8:
      (void)cursor_.byte();
      return;
    case ThriftType::i16:
    case ThriftType::i32:
    case ThriftType::i64:
      (void)cursor_.varint();
      return;
    case ThriftType::real:
      (void)cursor_.take(sizeof(double));
      return;
    case ThriftType::binary:
      (void)cursor_.take(cursor_.varint());
      return;
    case ThriftType::list:
    case ThriftType::set: {
      const List list = open_list();
      for (std::size_t i = 0; i < list.count; ++i)
        skip_element(list.type);
      return;
    }
    case ThriftType::map: {
      const std::uint64_t count = cursor_.varint();
      if (count > cursor_.left()) damaged("a map is longer than what is left");
      const std::uint8_t types = count == 0 ? std::uint8_t{0} : cursor_.byte();
      for (std::uint64_t i = 0; i < count; ++i) {
        skip_element(type_of(static_cast<std::uint8_t>(types >> 4U)));
        skip_element(type_of(types));
      }
      return;
    }
    case ThriftType::structure:
      return fields([this](int, ThriftType inner) { skip(inner); });
    case ThriftType::stop:
      break;
  }
  damaged("a field has an unknown type");
}

}  // namespace pith::parquet
