// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace pith {

struct FlatNode;

/// Structs of 64-bit words, one after the other.
struct FlatStructs {
  std::vector<std::int64_t> words = {};
  std::size_t words_per_struct = 1;
};

/// What is in a slot of a table.
struct FlatSlot {
  enum class Kind { number, text, table, tables, structs };

  unsigned place = 0;
  Kind kind = Kind::number;
  std::size_t size = sizeof(std::uint32_t);  ///< in the table: of the number, or of an offset
  std::int64_t number = 0;
  std::string text = {};
  std::vector<FlatNode> tables;
  FlatStructs structs = {};
};

/// A table of a flatbuffer that is to be written.
struct FlatNode {
  std::vector<FlatSlot> slots;

  /// Each returns this, so that a table is one expression. A number is as wide as its type.
  template <class T>
  FlatNode& set_number(unsigned place, T number) {
    slots.push_back({.place = place, .size = sizeof(T), .number = number});
    return *this;
  }
  FlatNode& set_text(unsigned place, const std::string& text);
  FlatNode& set_table(unsigned place, FlatNode table);
  FlatNode& set_tables(unsigned place, std::vector<FlatNode> tables);
  FlatNode& set_structs(unsigned place, FlatStructs structs);
};

/// The bytes of a flatbuffer with this root; their number is a multiple of 8.
std::string flat_bytes(const FlatNode& root);

}  // namespace pith
