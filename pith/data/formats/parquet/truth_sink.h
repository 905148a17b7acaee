// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "pith/base/context.h"
#include "pith/data/column.h"
#include "pith/data/formats/parquet/sink.h"

namespace pith::parquet {

/// Collects truth values.
class TruthSink : public Sink {
 public:
  TruthSink(std::size_t rows, const std::string& name, const Context& context);

  void start(const ColumnType& /*type*/) override {}
  void add_dictionary(std::span<const std::byte> bytes, std::size_t count) override;
  void add(const PageValues& page) override;
  std::span<std::byte> place_for(std::size_t /*rows*/, std::size_t /*bytes*/) override {
    return {};
  }
  void added(std::size_t /*rows*/) override {}
  void add_missing(std::size_t rows) override;

  Column finish();

 private:
  const Context& context_;
  std::string what_;
  Reservation held_;
  std::vector<std::uint8_t> truths_;
  Mask missing_;
};

/// Truth values, one in each bit, as bytes of 0 or 1; there must be enough bytes.
void unpack_truths(std::span<const std::byte> bytes, std::span<std::uint8_t> out);

}  // namespace pith::parquet
