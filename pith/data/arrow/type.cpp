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

/// By the prefix of the format string; the first match counts.
constexpr std::array<std::pair<std::string_view, std::string_view>, 20> names{{
    {"n", "nulls"},
    {"b", "booleans"},
    {"u", "texts"},
    {"U", "texts"},
    {"vu", "texts"},
    {"z", "binary values"},
    {"Z", "binary values"},
    {"vz", "binary values"},
    {"w:", "fixed-length binary values"},
    {"d:", "decimals of this width"},
    {"td", "dates"},
    {"tt", "times of day"},
    {"ts", "timestamps"},
    {"tD", "durations"},
    {"ti", "time intervals"},
    {"+s", "structs"},
    {"+m", "maps"},
    {"+u", "unions"},
    {"+r", "run-end encoded values"},
    {"+", "lists"},
}};

/// Removes the integer that ends at `mark`, or at the end, from the text and returns it.
std::optional<int> take_number(std::string_view& text, char mark) {
  const std::size_t end = std::min(text.find(mark), text.size());
  int number = 0;
  const auto [last, error] = std::from_chars(text.data(), text.data() + end, number);
  if (error != std::errc() || last != text.data() + end) return std::nullopt;
  text.remove_prefix(std::min(end + 1, text.size()));
  return number;
}

/// Parses `10,2` or `10,2,128`: precision, scale and bits.
ArrowType decimal_type(std::string_view text) {
  const auto precision = take_number(text, ',');
  const auto scale = take_number(text, ',');
  constexpr int default_bits = 128;
  const bool has_bits = !text.empty();
  const auto bits = has_bits ? take_number(text, '\0') : default_bits;
  constexpr int max_digits = 76;  // of the widest decimals in Arrow
  if (!precision || !scale || !bits || *scale < -max_digits || *scale > max_digits) return {};
  if (*bits != 32 && *bits != 64 && *bits != default_bits) return {};
  ArrowType type{.kind = ArrowKind::decimal};
  type.decimal = {.scale = *scale, .bytes = static_cast<unsigned>(*bits) / 8};
  return type;
}

/// How many ticks of a unit make a second; 0 for other letters.
std::int64_t ticks_per_second(char unit) {
  constexpr std::array<std::pair<char, std::int64_t>, 4> units{
      {{'s', 1}, {'m', 1'000}, {'u', 1'000'000}, {'n', 1'000'000'000}}};
  const auto* const place = std::find_if(units.begin(), units.end(),
                                         [&](const auto& each) { return each.first == unit; });
  return place == units.end() ? 0 : place->second;
}

/// Dates `tdD` and `tdm`, timestamps such as `tsu:` or `tsu:UTC`, durations such as `tDu`, times of
/// day such as `ttu`, which are durations since midnight. With a time zone or without, ticks of
/// timestamps count from the beginning of 1970 in UTC.
ArrowType time_type(std::string_view format) {
  if (format == "tdD") return {.kind = ArrowKind::date, .number = Type::int32, .ticks_per_day = 1};
  const bool is_date = format == "tdm" || (format.starts_with("ts") && format.find(':') == 3);
  const bool is_time = format.starts_with("tt") && format.size() == 3;
  const bool is_duration = is_time || (format.starts_with("tD") && format.size() == 3);
  if (!is_date && !is_duration) return {};
  const std::int64_t ticks = ticks_per_second(format[2]);
  if (ticks == 0) return {};
  constexpr std::int64_t seconds_per_day = 86'400;
  const bool is_short = is_time && (format[2] == 's' || format[2] == 'm');
  return {.kind = is_date ? ArrowKind::date : ArrowKind::duration,
          .number = is_short ? Type::int32 : Type::int64,
          .ticks_per_day = ticks * seconds_per_day};
}

}  // namespace

ArrowType arrow_type(std::string_view format) {
  if (format.starts_with("d:")) return decimal_type(format.substr(2));
  if (format.starts_with("t")) return time_type(format);
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
