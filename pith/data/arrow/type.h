// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

#include "pith/data/number_layout.h"

namespace pith {

/// What is to be done with the values of an Arrow array.
enum class ArrowKind {
  number,      ///< of a type that columns have
  half,        ///< floats of 16 bits
  decimal,     ///< integers over a power of ten
  boolean,     ///< one bit each
  null,        ///< nothing but missing values
  text,        ///< one after another, with offsets of 32 bits
  large_text,  ///< the same with 64 bits
  text_view,   ///< each with its place, or with its bytes where they are few
  other,       ///< what no column can hold
};

/// An integer of so many bytes (4, 8 or 16), over 10^scale.
struct ArrowDecimal {
  int scale = 0;
  unsigned bytes = 0;
};

struct ArrowType {
  ArrowKind kind = ArrowKind::other;
  NumberType number = NumberType::float64;  ///< of numbers
  ArrowDecimal decimal = {};                ///< of decimals

  bool is_text() const {
    return kind == ArrowKind::text || kind == ArrowKind::large_text || kind == ArrowKind::text_view;
  }
  /// What the index of a dictionary may be.
  bool is_integer() const {
    return kind == ArrowKind::number && number != NumberType::float64 &&
           number != NumberType::float32;
  }
};

/// The type that a format string of the Arrow C data interface stands for.
ArrowType arrow_type(std::string_view format);

/// What such values are called, in the plural: `timestamps`, `lists`.
std::string arrow_type_text(std::string_view format);

}  // namespace pith
