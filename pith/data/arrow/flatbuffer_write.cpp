// SPDX-License-Identifier: Apache-2.0
#include "pith/data/arrow/flatbuffer_write.h"

#include <algorithm>
#include <cstring>
#include <utility>

namespace pith {
namespace {

/// Writes parents before their children, so that all offsets lead forward.
class Writer {
 public:
  std::string run(const FlatNode& root) {
    append<std::uint32_t>(0);
    point(0, table(root));
    align(8, 0);
    return std::move(bytes_);
  }

 private:
  template <class T>
  void append(T value) {
    bytes_.append(reinterpret_cast<const char*>(&value), sizeof value);
  }
  template <class T>
  void put(std::size_t place, T value) {
    std::memcpy(bytes_.data() + place, &value, sizeof value);
  }
  void align(std::size_t alignment, std::size_t rest) {
    while (bytes_.size() % alignment != rest)
      bytes_ += '\0';
  }
  /// Sets the offset at `place` so that it leads to `target`.
  void point(std::size_t place, std::size_t target) {
    put(place, static_cast<std::uint32_t>(target - place));
  }

  /// Returns where the table begins.
  std::size_t table(const FlatNode& node) {
    unsigned slots = 0;
    for (const FlatSlot& slot : node.slots)
      slots = std::max(slots, slot.place + 1);
    align(2, 0);
    const std::size_t entries = bytes_.size();
    bytes_.resize(entries + (2 + slots) * sizeof(std::uint16_t));
    // So that what follows the first four bytes is at a multiple of 8.
    align(8, 4);
    const std::size_t begin = bytes_.size();
    append(static_cast<std::int32_t>(begin - entries));
    std::vector<std::size_t> places(node.slots.size());
    for (const std::size_t size : {8U, 4U, 2U, 1U}) {
      for (std::size_t i = 0; i < node.slots.size(); ++i) {
        if (node.slots[i].size != size) continue;
        places[i] = bytes_.size();
        bytes_.resize(bytes_.size() + size);
        put(entries + (2 + node.slots[i].place) * sizeof(std::uint16_t),
            static_cast<std::uint16_t>(places[i] - begin));
      }
    }
    put(entries, static_cast<std::uint16_t>((2 + slots) * sizeof(std::uint16_t)));
    put(entries + sizeof(std::uint16_t), static_cast<std::uint16_t>(bytes_.size() - begin));
    for (std::size_t i = 0; i < node.slots.size(); ++i)
      fill(places[i], node.slots[i]);
    return begin;
  }

  void fill(std::size_t place, const FlatSlot& slot) {
    switch (slot.kind) {
      case FlatSlot::Kind::number:
        // Its lowest bytes, which come first.
        std::memcpy(bytes_.data() + place, &slot.number, slot.size);
        return;
      case FlatSlot::Kind::text:
        align(4, 0);
        point(place, bytes_.size());
        append(static_cast<std::uint32_t>(slot.text.size()));
        bytes_ += slot.text;
        bytes_ += '\0';
        return;
      case FlatSlot::Kind::table:
        return point(place, table(slot.tables.front()));
      case FlatSlot::Kind::tables:
        return fill_tables(place, slot.tables);
      case FlatSlot::Kind::structs:
        align(8, 4);
        point(place, bytes_.size());
        append(
            static_cast<std::uint32_t>(slot.structs.words.size() / slot.structs.words_per_struct));
        for (const std::int64_t word : slot.structs.words)
          append(word);
        return;
    }
  }

  void fill_tables(std::size_t place, const std::vector<FlatNode>& nodes) {
    align(4, 0);
    point(place, bytes_.size());
    append(static_cast<std::uint32_t>(nodes.size()));
    const std::size_t first = bytes_.size();
    bytes_.resize(first + nodes.size() * sizeof(std::uint32_t));
    for (std::size_t i = 0; i < nodes.size(); ++i)
      point(first + i * sizeof(std::uint32_t), table(nodes[i]));
  }

  std::string bytes_;
};

}  // namespace

FlatNode& FlatNode::set_text(unsigned place, const std::string& text) {
  slots.push_back({.place = place, .kind = FlatSlot::Kind::text, .text = text});
  return *this;
}

FlatNode& FlatNode::set_table(unsigned place, FlatNode table) {
  slots.push_back({.place = place, .kind = FlatSlot::Kind::table});
  slots.back().tables.push_back(std::move(table));
  return *this;
}

FlatNode& FlatNode::set_tables(unsigned place, std::vector<FlatNode> tables) {
  slots.push_back({.place = place, .kind = FlatSlot::Kind::tables, .tables = std::move(tables)});
  return *this;
}

FlatNode& FlatNode::set_structs(unsigned place, FlatStructs structs) {
  slots.push_back({.place = place, .kind = FlatSlot::Kind::structs, .structs = std::move(structs)});
  return *this;
}

std::string flat_bytes(const FlatNode& root) {
  return Writer().run(root);
}

}  // namespace pith
