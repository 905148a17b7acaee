// SPDX-License-Identifier: Apache-2.0
#include "pith/stats/encoded/encoding.h"

#include <algorithm>
#include <cmath>
#include <functional>

#include "pith/stats/encoded/wire.h"

namespace pith {
inline namespace stats {
namespace {

constexpr std::int64_t max_integer = std::int64_t{1} << 39U;

bool are_finite(std::span<const double> numbers) {
  return std::all_of(numbers.begin(), numbers.end(), [](double x) { return std::isfinite(x); });
}

bool are_ascending(std::span<const double> numbers) {
  return are_finite(numbers) && std::adjacent_find(numbers.begin(), numbers.end(),
                                                   std::greater_equal<>()) == numbers.end();
}

/// The number of codes before they are renumbered.
std::size_t plain_codes(const FeatureEncoding& feature) {
  const std::size_t missing = feature.has_missing_code ? 1 : 0;
  switch (feature.kind) {
    case FeatureEncoding::Kind::cuts:
      return feature.cuts.size() + 1 + missing;
    case FeatureEncoding::Kind::values:
      return feature.values.size() + missing;
    case FeatureEncoding::Kind::levels:
      return feature.levels.size() + missing;
    case FeatureEncoding::Kind::grid:
    case FeatureEncoding::Kind::ranks:
      break;
  }
  return 0;
}

bool is_valid_grid(const FeatureEncoding& feature) {
  constexpr int max_exponent = 1200;
  const bool has_numbers = feature.levels.empty() ? feature.values.empty()
                                                  : feature.values.size() == feature.levels.size();
  return has_numbers && are_finite(feature.values) && std::isfinite(feature.grid.origin) &&
         std::abs(feature.grid.exponent) <= max_exponent;
}

bool is_valid_ranks(const FeatureEncoding& feature) {
  const std::size_t known = feature.levels.empty() ? feature.values.size() : feature.levels.size();
  const bool has_fill = !feature.levels.empty() && feature.ranks.size() == known + 1;
  const bool are_distinct = feature.levels.empty() && feature.ranks.empty();
  return are_ascending(feature.values) &&
         (feature.ranks.size() == known || has_fill || are_distinct) &&
         std::all_of(feature.ranks.begin(), feature.ranks.end(),
                     [](std::int64_t rank) { return -max_integer <= rank && rank <= max_integer; });
}

/// Whether its parts fit together, so that no row can lead to a place that does not exist.
bool is_valid(const FeatureEncoding& feature) {
  const bool fits_code =
      feature.renumbered.empty() ||
      (!feature.is_numeric() && feature.renumbered.size() == plain_codes(feature));
  const bool has_valid_fill =
      (!feature.fill_number || std::isfinite(*feature.fill_number)) &&
      (!feature.fill_code || *feature.fill_code < std::max<std::size_t>(feature.levels.size(), 1));
  if (!fits_code || !has_valid_fill || (feature.is_numeric() && feature.has_missing_code))
    return false;
  switch (feature.kind) {
    case FeatureEncoding::Kind::cuts:
      return are_ascending(feature.cuts);
    case FeatureEncoding::Kind::values:
      return are_ascending(feature.values);
    case FeatureEncoding::Kind::levels:
      return true;
    case FeatureEncoding::Kind::grid:
      return is_valid_grid(feature);
    case FeatureEncoding::Kind::ranks:
      return is_valid_ranks(feature);
  }
  return false;
}

bool is_valid(const TargetEncoding& target) {
  const bool fits_classes =
      std::all_of(target.renumbered.begin(), target.renumbered.end(), [&](std::uint32_t code) {
        return code == FeatureEncoding::no_code || code < target.names.size();
      });
  const bool fits_bins = target.renumbered.empty()
                             ? target.cuts.empty() || target.cuts.size() + 1 == target.names.size()
                             : target.renumbered.size() == target.cuts.size() + 1;
  const bool fits_values =
      target.values.empty() || (target.values.size() == target.names.size() && target.cuts.empty());
  return fits_classes && fits_bins && fits_values && are_ascending(target.values) &&
         are_ascending(target.cuts) && (!target.field || !target.names.empty());
}

template <class T>
void write_optional(WireWriter& writer, const std::optional<T>& value) {
  writer.flag(value.has_value());
  if (value) writer.value(*value);
}

template <class T>
std::optional<T> read_optional(WireReader& reader) {
  if (!reader.flag()) return std::nullopt;
  return reader.value<T>();
}

void write(WireWriter& writer, const FeatureEncoding& feature) {
  writer.value(static_cast<std::uint8_t>(feature.kind));
  writer.size(feature.field);
  writer.text(feature.name);
  writer.array(feature.cuts);
  writer.array(feature.values);
  writer.texts(feature.levels);
  writer.array(feature.ranks);
  writer.value(feature.grid.origin);
  writer.value(static_cast<std::int32_t>(feature.grid.exponent));
  write_optional(writer, feature.fill_number);
  write_optional(writer, feature.fill_code);
  writer.flag(feature.has_missing_code);
  writer.array(feature.renumbered);
}

FeatureEncoding read_feature(WireReader& reader) {
  FeatureEncoding feature;
  const auto kind = reader.value<std::uint8_t>();
  reader.require(kind <= static_cast<std::uint8_t>(FeatureEncoding::Kind::ranks));
  feature.kind = static_cast<FeatureEncoding::Kind>(kind);
  feature.field = reader.value<std::uint64_t>();
  feature.name = reader.text();
  feature.cuts = reader.array<double>();
  feature.values = reader.array<double>();
  feature.levels = reader.texts();
  feature.ranks = reader.array<std::int64_t>();
  feature.grid.origin = reader.value<double>();
  feature.grid.exponent = reader.value<std::int32_t>();
  feature.fill_number = read_optional<double>(reader);
  feature.fill_code = read_optional<std::uint32_t>(reader);
  feature.has_missing_code = reader.flag();
  feature.renumbered = reader.array<std::uint32_t>();
  reader.require(is_valid(feature));
  if (feature.kind == FeatureEncoding::Kind::ranks) feature.index = ValueIndex(feature.values);
  return feature;
}

}  // namespace

std::size_t FeatureEncoding::codes() const {
  if (renumbered.empty()) return plain_codes(*this);
  std::size_t codes = 0;
  for (const std::uint32_t code : renumbered) {
    if (code != no_code) codes = std::max(codes, std::size_t{code} + 1);
  }
  return codes;
}

std::vector<std::size_t> fields_of(std::span<const FeatureEncoding> features,
                                   const TargetEncoding& target,
                                   std::span<const std::size_t> required) {
  std::vector<std::size_t> fields(required.begin(), required.end());
  for (const FeatureEncoding& feature : features)
    fields.push_back(feature.field);
  if (target.field) fields.push_back(*target.field);
  if (!std::is_sorted(fields.begin(), fields.end())) std::sort(fields.begin(), fields.end());
  fields.erase(std::unique(fields.begin(), fields.end()), fields.end());
  return fields;
}

std::vector<std::size_t> feature_fields(std::span<const FeatureEncoding> features) {
  std::vector<std::size_t> fields(features.size());
  std::transform(features.begin(), features.end(), fields.begin(),
                 [](const FeatureEncoding& feature) { return feature.field; });
  return fields;
}

std::vector<std::size_t> Encoding::fields() const {
  return fields_of(features, target, required_fields);
}

void write(WireWriter& writer, std::span<const FeatureEncoding> features) {
  writer.size(features.size());
  for (const FeatureEncoding& feature : features)
    write(writer, feature);
}

void write(WireWriter& writer, const TargetEncoding& target) {
  writer.flag(target.field.has_value());
  if (target.field) writer.size(*target.field);
  writer.text(target.name);
  writer.array(target.values);
  writer.array(target.cuts);
  writer.texts(target.names);
  writer.array(target.renumbered);
}

void write_fields(WireWriter& writer, std::span<const std::size_t> fields) {
  writer.size(fields.size());
  for (const std::size_t field : fields)
    writer.size(field);
}

std::vector<FeatureEncoding> read_features(WireReader& reader) {
  constexpr std::size_t min_bytes = 72;  // of a feature without any text or array
  std::vector<FeatureEncoding> features;
  const std::size_t count = reader.size(min_bytes);
  features.reserve(count);
  for (std::size_t i = 0; i < count; ++i)
    features.push_back(read_feature(reader));
  return features;
}

TargetEncoding read_target(WireReader& reader) {
  TargetEncoding target;
  if (reader.flag()) target.field = reader.value<std::uint64_t>();
  target.name = reader.text();
  target.values = reader.array<double>();
  target.cuts = reader.array<double>();
  target.names = reader.texts();
  target.renumbered = reader.array<std::uint32_t>();
  reader.require(is_valid(target));
  return target;
}

std::vector<std::size_t> read_fields(WireReader& reader) {
  std::vector<std::size_t> fields(reader.size(sizeof(std::uint64_t)));
  for (std::size_t& field : fields)
    field = reader.value<std::uint64_t>();
  return fields;
}

std::string Encoding::describe() const {
  WireWriter writer(WireKind::encoding);
  write(writer, target);
  write(writer, features);
  write_fields(writer, required_fields);
  return writer.finish();
}

Encoding Encoding::parse(std::string_view bytes) {
  WireReader reader(bytes, WireKind::encoding);
  Encoding encoding;
  encoding.target = read_target(reader);
  encoding.features = read_features(reader);
  encoding.required_fields = read_fields(reader);
  reader.end();
  return encoding;
}

}  // namespace stats
}  // namespace pith
