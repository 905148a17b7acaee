// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "pith/base/context.h"
#include "pith/data/column.h"
#include "pith/data/formats/statistics/date_format.h"
#include "pith/data/text_column.h"

namespace pith {

/// The labels of values, by value.
using ValueLabels = std::map<double, std::string>;

/// A column of a file of SAS, Stata or SPSS, which gets one value after the other. The memory of
/// numbers must be reserved before they are added, that of texts is by this.
class GrowingColumn {
 public:
  /// Of texts.
  GrowingColumn(std::string name, const Context& context, const std::string& file);
  /// Of numbers.
  GrowingColumn(std::string name, NumberType type, TimeUnit unit, std::string labels);

  const std::string& name() const { return name_; }
  const std::string& labels() const { return labels_; }
  bool is_text() const { return texts_ != nullptr; }
  std::size_t value_size() const { return is_text() ? 0 : size_of(type_); }
  std::size_t rows() const { return rows_; }
  TimeUnit unit() const { return unit_; }

  void reserve(std::size_t rows);
  void add_missing();
  void add(std::string_view text);
  void add(double number);

  /// The column, as a category where `labels` has all values in use, each with its own label.
  Column finish(const ValueLabels* labels, const Context& context);

 private:
  bool is_labelled(const ValueLabels& labels) const;
  double number_at(std::size_t row) const;

  std::string name_;
  NumberType type_ = NumberType::float64;
  TimeUnit unit_ = TimeUnit::none;
  std::string labels_;
  std::unique_ptr<TextColumn> texts_;
  std::vector<std::byte> values_;
  Mask missing_;
  std::size_t rows_ = 0;
};

}  // namespace pith
