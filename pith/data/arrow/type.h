// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "pith/data/number_layout.h"

namespace pith {

/// How the values of an Arrow array are read.
enum class ArrowKind {
  number,      ///< of a type that columns support
  half,        ///< 16-bit floats
  decimal,     ///< integers over a power of ten
  boolean,     ///< one bit each
  date,        ///< ticks since 1970-01-01, with or without the time of day
  duration,    ///< ticks
  null,        ///< only missing values
  text,        ///< contiguous, with 32-bit offsets
  large_text,  ///< the same with 64-bit offsets
  text_view,   ///< each with its position, or with its bytes if they are few
  other,       ///< not supported
};

/// An integer of 4, 8 or 16 bytes, divided by 10^scale.
struct ArrowDecimal {
  int scale = 0;
  unsigned bytes = 0;
};

struct ArrowType {
  ArrowKind kind = ArrowKind::other;
  NumberType number = NumberType::float64;  ///< of numbers, and of the ticks of dates and durations
  ArrowDecimal decimal = {};                ///< of decimals
  std::int64_t ticks_per_day = 0;           ///< of dates and durations

  bool is_in_ticks() const { return kind == ArrowKind::date || kind == ArrowKind::duration; }

  bool is_text() const {
    return kind == ArrowKind::text || kind == ArrowKind::large_text || kind == ArrowKind::text_view;
  }
  /// Whether the indices of a dictionary may have this type.
  bool is_integer() const {
    return kind == ArrowKind::number && number != NumberType::float64 &&
           number != NumberType::float32;
  }
};

/// The type that a format string of the Arrow C data interface stands for.
ArrowType arrow_type(std::string_view format);

/// The name of such values, in the plural: `timestamps`, `lists`.
std::string arrow_type_text(std::string_view format);

}  // namespace pith
