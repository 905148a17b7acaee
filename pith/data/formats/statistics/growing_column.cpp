// SPDX-License-Identifier: Apache-2.0
#include "pith/data/formats/statistics/growing_column.h"

#include <cmath>
#include <cstring>
#include <limits>
#include <set>
#include <utility>

#include "pith/base/text.h"

namespace pith {
namespace {

template <class T>
void append(std::vector<std::byte>& values, double number) {
  const auto value = static_cast<T>(number);
  const std::size_t size = values.size();
  values.resize(size + sizeof value);
  std::memcpy(values.data() + size, &value, sizeof value);
}

}  // namespace

GrowingColumn::GrowingColumn(std::string name, const Context& context, const std::string& file)
    : name_(std::move(name)),
      texts_(std::make_unique<TextColumn>(context, file + ": reading the texts")) {}

GrowingColumn::GrowingColumn(std::string name, NumberType type, TimeUnit unit, std::string labels)
    : name_(std::move(name)), type_(type), unit_(unit), labels_(std::move(labels)) {}

void GrowingColumn::reserve(std::size_t rows) {
  values_.reserve(rows * value_size());
}

void GrowingColumn::add_missing() {
  if (is_text()) {
    texts_->add_missing();
    ++rows_;
    return;
  }
  missing_.set(rows_);
  const bool is_float = type_ == NumberType::float64 || type_ == NumberType::float32;
  add(is_float ? std::numeric_limits<double>::quiet_NaN() : 0);
}

void GrowingColumn::add(std::string_view text) {
  texts_->add(text);
  ++rows_;
}

void GrowingColumn::add(double number) {
  switch (type_) {
    case NumberType::int8:
      append<std::int8_t>(values_, number);
      break;
    case NumberType::int16:
      append<std::int16_t>(values_, number);
      break;
    case NumberType::int32:
      append<std::int32_t>(values_, number);
      break;
    case NumberType::float32:
      append<float>(values_, number);
      break;
    default:
      append<double>(values_, number);
  }
  ++rows_;
}

double GrowingColumn::number_at(std::size_t row) const {
  double value = 0;
  widen({.type = type_, .values = values_.data(), .rows = rows_}, row, {&value, 1});
  return value;
}

bool GrowingColumn::is_labelled(const ValueLabels& labels) const {
  std::set<double> seen;
  std::set<std::string_view> used;
  for (std::size_t row = 0; row < rows_; ++row) {
    if (missing_.test(row)) continue;
    const double value = number_at(row);
    if (std::isnan(value) || seen.contains(value)) continue;
    const auto label = labels.find(value);
    if (label == labels.end() || label->second.empty() || !used.insert(label->second).second)
      return false;
    seen.insert(value);
  }
  return !seen.empty();
}

Column GrowingColumn::finish(const ValueLabels* labels, const Context& context) {
  if (is_text()) return texts_->finish();
  if (labels != nullptr && unit_ == TimeUnit::none && is_labelled(*labels)) {
    TextColumn texts(context, quoted(name_) + ": the labels of the values");
    texts.reserve(rows_);
    for (std::size_t row = 0; row < rows_; ++row) {
      const double value = number_at(row);
      if (missing_.test(row) || std::isnan(value)) {
        texts.add_missing();
      } else {
        texts.add(labels->at(value));
      }
    }
    return texts.finish();
  }
  const auto memory = std::make_shared<std::vector<std::byte>>(std::move(values_));
  const NumberLayout layout{.type = type_, .values = memory->data(), .rows = rows_};
  InvalidValues invalid = find_invalid_values(layout, missing_);
  reject_invalid_values(name_, invalid);
  const Column numbers = Column::borrow(layout, memory, std::move(invalid.missing));
  const bool is_date = unit_ != TimeUnit::none && unit_ != TimeUnit::duration;
  return is_date ? numbers.as_date() : numbers;
}

}  // namespace pith
