// SPDX-License-Identifier: Apache-2.0
#include "pith/data/arrow/type.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <optional>
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
    {"d:", "decimals of this width"},
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

/// The whole number that ends at `mark`, or at the end, and is taken off the text.
std::optional<int> take_number(std::string_view& text, char mark) {
  const std::size_t end = std::min(text.find(mark), text.size());
  int number = 0;
  const auto [last, error] = std::from_chars(text.data(), text.data() + end, number);
  if (error != std::errc() || last != text.data() + end) return std::nullopt;
  text.remove_prefix(std::min(end + 1, text.size()));
  return number;
}

/// Of `10,2` or `10,2,128`: precision, scale and bits.
ArrowType decimal_type(std::string_view text) {
  const auto precision = take_number(text, ',');
  const auto scale = take_number(text, ',');
  constexpr int usual_bits = 128;
  const bool says_bits = !text.empty();
  const auto bits = says_bits ? take_number(text, '\0') : usual_bits;
  constexpr int most = 76;  // digits, of the widest decimals that there are
  if (!precision || !scale || !bits || *scale < -most || *scale > most) return {};
  if (*bits != 32 && *bits != 64 && *bits != usual_bits) return {};
  ArrowType type{.kind = ArrowKind::decimal};
  type.decimal = {.scale = *scale, .bytes = static_cast<unsigned>(*bits) / 8};
  return type;
}

}  // namespace

ArrowType arrow_type(std::string_view format) {
  if (format.starts_with("d:")) return decimal_type(format.substr(2));
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
