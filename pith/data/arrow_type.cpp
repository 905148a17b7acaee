// SPDX-License-Identifier: Apache-2.0
#include "pith/data/arrow_type.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

#include "pith/base/error.h"

namespace pith {
namespace {

using Type = NumberType;

constexpr std::array<std::pair<std::string_view, ArrowType>, 16> readable{{
    {"c", {ArrowKind::number, Type::int8}},
    {"C", {ArrowKind::number, Type::uint8}},
    {"s", {ArrowKind::number, Type::int16}},
    {"S", {ArrowKind::number, Type::uint16}},
    {"i", {ArrowKind::number, Type::int32}},
    {"I", {ArrowKind::number, Type::uint32}},
    {"l", {ArrowKind::number, Type::int64}},
    {"L", {ArrowKind::number, Type::uint64}},
    {"f", {ArrowKind::number, Type::float32}},
    {"g", {ArrowKind::number, Type::float64}},
    {"e", {ArrowKind::half}},
    {"b", {ArrowKind::boolean}},
    {"n", {ArrowKind::null}},
    {"u", {ArrowKind::text}},
    {"U", {ArrowKind::large_text}},
    {"vu", {ArrowKind::text_view}},
}};

/// By how a format string begins; of two that fit, the first counts.
constexpr std::array<std::pair<std::string_view, std::string_view>, 20> names{{
    {"n", "nulls"},
    {"b", "booleans"},
    {"u", "texts"},
    {"U", "texts"},
    {"vu", "texts"},
    {"z", "binary values"},
    {"Z", "binary values"},
    {"vz", "binary values"},
    {"w:", "binary values of one length"},
    {"d:", "decimals"},
    {"td", "dates"},
    {"tt", "times of day"},
    {"ts", "timestamps"},
    {"tD", "durations"},
    {"ti", "intervals of time"},
    {"+s", "structs"},
    {"+m", "maps"},
    {"+u", "unions"},
    {"+r", "run-end encoded values"},
    {"+", "lists"},
}};

}  // namespace

ArrowType arrow_type(std::string_view format) {
  const auto* const place = std::find_if(readable.begin(), readable.end(),
                                         [&](const auto& each) { return each.first == format; });
  return place == readable.end() ? ArrowType{} : place->second;
}

std::string arrow_type_text(std::string_view format) {
  const ArrowType type = arrow_type(format);
  if (type.kind == ArrowKind::number || type.kind == ArrowKind::half) return "numbers";
  const auto* const place = std::find_if(
      names.begin(), names.end(), [&](const auto& each) { return format.starts_with(each.first); });
  return place == names.end() ? fmt::format("values of the unknown type {}", quoted(format))
                              : std::string(place->second);
}

}  // namespace pith
