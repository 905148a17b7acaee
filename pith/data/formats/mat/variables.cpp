// SPDX-License-Identifier: Apache-2.0
#include "pith/data/formats/mat/variables.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <utility>

#include "pith/base/error.h"

namespace pith {
namespace {

template <class T>
bool convert(std::span<const std::byte> bytes, bool is_swapped, std::span<double> out) {
  for (std::size_t i = 0; i < out.size(); ++i) {
    std::array<std::byte, sizeof(T)> raw{};
    std::memcpy(raw.data(), bytes.data() + i * sizeof(T), sizeof(T));
    if (is_swapped) std::reverse(raw.begin(), raw.end());
    T value{};
    std::memcpy(&value, raw.data(), sizeof(T));
    if constexpr (std::is_integral_v<T> && sizeof(T) == sizeof(double)) {
      const std::optional<double> exact = exact_double(value);
      if (!exact) return false;
      out[i] = *exact;
    } else {
      out[i] = static_cast<double>(value);
    }
  }
  return true;
}

}  // namespace

void MatList::reserve(std::uint64_t letters) {
  constexpr std::uint64_t bytes_each = 640;  // of a variable, its shape and a note
  bytes_ += bytes_each + 4 * letters;
  context_.grow(held_, bytes_, input_.name() + ": reading the list of variables");
}

void MatList::add(MatVariable variable) {
  reserve(variable.name.size());
  variables.push_back(std::move(variable));
}

void MatList::skip(const std::string& name, const std::string& why) {
  reserve(name.size());
  skipped.push_back({.name = name, .why = why});
}

std::string source_of(const Input& input, const MatVariable& variable) {
  return fmt::format("{}: {}", input.name(), quoted(variable.name));
}

void fail_mat(const Input& input, const MatVariable& variable, const std::string& what) {
  throw Error(ErrorKind::bad_data, fmt::format("{}: {}", source_of(input, variable), what));
}

void fail_inexact(const Input& input, const MatVariable& variable) {
  fail_mat(input, variable, "a number does not fit exactly in a double; save the array as double");
}

bool to_doubles(std::span<const std::byte> bytes, NumberType type, bool is_swapped,
                std::span<double> out) {
  switch (type) {
    case NumberType::float64:
      return convert<double>(bytes, is_swapped, out);
    case NumberType::float32:
      return convert<float>(bytes, is_swapped, out);
    case NumberType::int8:
      return convert<std::int8_t>(bytes, is_swapped, out);
    case NumberType::int16:
      return convert<std::int16_t>(bytes, is_swapped, out);
    case NumberType::int32:
      return convert<std::int32_t>(bytes, is_swapped, out);
    case NumberType::int64:
      return convert<std::int64_t>(bytes, is_swapped, out);
    case NumberType::uint8:
      return convert<std::uint8_t>(bytes, is_swapped, out);
    case NumberType::uint16:
      return convert<std::uint16_t>(bytes, is_swapped, out);
    case NumberType::uint32:
      return convert<std::uint32_t>(bytes, is_swapped, out);
    case NumberType::uint64:
      break;
  }
  return convert<std::uint64_t>(bytes, is_swapped, out);
}

}  // namespace pith
