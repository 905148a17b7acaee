// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "pith/base/context.h"
#include "pith/data/formats/parquet/sink.h"
#include "pith/data/text_column.h"

namespace pith::parquet {

/// Collects texts as codes. Of a dictionary each text that is in use is looked up once, not each
/// row.
class TextSink : public Sink {
 public:
  /// `name` is for messages.
  TextSink(std::size_t rows, const std::string& name, const Context& context);

  void start(const ColumnType& type) override;
  void add_dictionary(std::span<const std::byte> bytes, std::size_t count) override;
  void add(const PageValues& page) override;
  std::span<std::byte> place_for(std::size_t /*rows*/, std::size_t /*bytes*/) override {
    return {};
  }
  void added(std::size_t /*rows*/) override {}
  void add_missing(std::size_t rows) override;

  /// Throws Fault for bytes that were not declared to be text and are not.
  Column finish();

 private:
  /// A text of the dictionary.
  struct Entry {
    std::uint32_t offset = 0;
    std::uint32_t size = 0;
  };

  void read_indices(const PageValues& page, std::span<std::uint32_t> codes);
  void read_fixed(const PageValues& page, std::span<std::uint32_t> codes);
  std::uint32_t code_of(std::string_view stored);

  const Context& context_;
  TextColumn texts_;
  const ColumnType* type_ = nullptr;
  bool is_annotated_ = true;
  std::span<const std::byte> dictionary_;
  std::vector<Entry> entries_;
  std::vector<std::uint32_t> codes_;  ///< of the entries, once they are in use
  Reservation held_;
};

}  // namespace pith::parquet
