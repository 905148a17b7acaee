// SPDX-License-Identifier: Apache-2.0
#include "pith/stats/passes/counted_values.h"

#include <algorithm>
#include <cmath>
#include <functional>

#include "pith/stats/encoded/number_kernels.h"
#include "pith/stats/encoded/wire_counts.h"

namespace pith {
inline namespace stats {

void CountedValues::add(std::vector<Row>& rows) {
  if (has_more_) return;
  // Where there are few values, most rows have one that is known.
  constexpr std::size_t few = 4096;
  std::size_t left = 0;  // rows that are not counted yet
  for (const Row& row : rows) {
    if (std::isnan(row.value)) continue;
    const double value = row.value + 0.0;  // never -0
    if (values_.size() <= few) {
      const std::size_t place = count_below(values_, value);
      if (place < values_.size() && values_[place] == value) {
        ++counts_[place * classes_ + row.code];
        continue;
      }
    }
    rows[left++] = {value, row.code};
  }
  rows.resize(left);
  std::sort(rows.begin(), rows.end(), [](const Row& a, const Row& b) { return a.value < b.value; });
  std::vector<double> values;
  std::vector<std::uint64_t> counts;
  for (const Row& row : rows) {
    if (values.empty() || values.back() != row.value) {
      if (values.size() == max_distinct_) return give_up();
      values.push_back(row.value);
      counts.resize(counts.size() + classes_);
    }
    ++counts[counts.size() - classes_ + row.code];
  }
  merge(values, counts);
}

void CountedValues::merge(std::span<const double> values, std::span<const std::uint64_t> counts) {
  if (values.empty()) return;
  std::vector<double> all;
  std::vector<std::uint64_t> sums;
  all.reserve(values_.size() + values.size());
  sums.reserve(counts_.size() + counts.size());
  const auto take = [&](std::span<const std::uint64_t> from, std::size_t i) {
    const auto row = from.subspan(i * classes_, classes_);
    sums.insert(sums.end(), row.begin(), row.end());
  };
  std::size_t i = 0;
  std::size_t j = 0;
  while (i < values_.size() || j < values.size()) {
    const bool is_own = j == values.size() || (i < values_.size() && values_[i] <= values[j]);
    const bool is_both = is_own && j < values.size() && values_[i] == values[j];
    all.push_back(is_own ? values_[i] : values[j]);
    take(is_own ? std::span<const std::uint64_t>(counts_) : counts, is_own ? i : j);
    for (std::size_t c = 0; is_both && c < classes_; ++c)
      sums[sums.size() - classes_ + c] += counts[j * classes_ + c];
    i += is_own ? 1 : 0;
    j += !is_own || is_both ? 1 : 0;
  }
  values_ = std::move(all);
  counts_ = std::move(sums);
  if (values_.size() > max_distinct_) give_up();
}

void CountedValues::give_up() {
  has_more_ = true;
  values_ = {};
  counts_ = {};
}

void CountedValues::write(WireWriter& writer) const {
  writer.flag(has_more_);
  writer.array(values_);
  write_counts(writer, counts_);
}

void CountedValues::merge(WireReader& reader) {
  const bool has_more = reader.flag();
  const auto values = reader.array<double>();
  reader.require(
      std::all_of(values.begin(), values.end(), [](double x) { return std::isfinite(x); }));
  reader.require(std::adjacent_find(values.begin(), values.end(), std::greater_equal<>()) ==
                 values.end());
  // A class takes at least one byte for each value.
  reader.require(values.empty() || classes_ <= reader.remaining() / values.size());
  std::vector<std::uint64_t> counts(values.size() * classes_);
  add_counts(reader, counts);
  if (has_more_) return;
  if (has_more) return give_up();
  merge(values, counts);
}

}  // namespace stats
}  // namespace pith
