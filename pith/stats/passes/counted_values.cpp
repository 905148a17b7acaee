// SPDX-License-Identifier: Apache-2.0
#include "pith/stats/passes/counted_values.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <utility>

#include "pith/stats/encoded/number_kernels.h"
#include "pith/stats/encoded/wire_counts.h"
#include "pith/stats/ranks.h"

namespace pith {
inline namespace stats {

void CountedValues::add(std::span<const Row> rows) {
  if (has_more_) return;
  // Where there are few values, most rows have one that is known.
  constexpr std::size_t few = 4096;
  const bool are_few = values_.size() <= few;
  for (const Row& row : rows) {
    if (std::isnan(row.value)) continue;
    const double value = row.value + 0.0;  // never -0
    if (are_few) {
      const std::size_t place = count_below(values_, value);
      if (place < values_.size() && values_[place] == value) {
        ++counts_[place * classes_ + row.code];
        continue;
      }
    }
    waiting_.push_back(value);
    if (classes_ > 1) waiting_codes_.push_back(row.code);
  }
  // Together they take no more memory than max_distinct_ values, beside those of these rows.
  constexpr std::size_t min_waiting = std::size_t{1} << 14U;
  if (waiting_.size() >= std::max(values_.size(), min_waiting) ||
      waiting_.size() + values_.size() > max_distinct_) {
    finish();
  }
}

void CountedValues::finish() {
  if (waiting_.empty()) return;
  const std::vector<double> waiting = std::exchange(waiting_, {});
  const std::vector<std::uint32_t> codes = std::exchange(waiting_codes_, {});
  std::vector<double> values;
  std::vector<std::uint64_t> counts;
  values.reserve(waiting.size());
  counts.reserve(waiting.size() * classes_);
  Ranker().for_each_ascending(waiting, [&](std::uint32_t row) {
    if (values.empty() || values.back() != waiting[row]) {
      values.push_back(waiting[row]);
      counts.resize(counts.size() + classes_);
    }
    ++counts[counts.size() - classes_ + (codes.empty() ? 0 : codes[row])];
  });
  merge(std::move(values), std::move(counts));
}

void CountedValues::merge(std::vector<double> values, std::vector<std::uint64_t> counts) {
  if (values_.empty()) {
    values_ = std::move(values);
    counts_ = std::move(counts);
    if (values_.size() > max_distinct_) give_up();
    return;
  }
  if (values.empty()) return;
  std::vector<double> all;
  std::vector<std::uint64_t> sums;
  all.reserve(values_.size() + values.size());
  sums.reserve(counts_.size() + counts.size());
  const auto take = [&](const std::vector<std::uint64_t>& from, std::size_t i) {
    for (std::size_t c = 0; c < classes_; ++c)
      sums.push_back(from[i * classes_ + c]);
  };
  std::size_t i = 0;
  std::size_t j = 0;
  while (i < values_.size() || j < values.size()) {
    const bool is_own = j == values.size() || (i < values_.size() && values_[i] <= values[j]);
    const bool is_both = is_own && j < values.size() && values_[i] == values[j];
    all.push_back(is_own ? values_[i] : values[j]);
    take(is_own ? counts_ : counts, is_own ? i : j);
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
  waiting_ = {};
  waiting_codes_ = {};
}

void CountedValues::write(WireWriter& writer) const {
  if (!waiting_.empty()) {
    CountedValues finished = *this;
    finished.finish();
    return finished.write(writer);
  }
  writer.flag(has_more_);
  writer.array(values_);
  write_counts(writer, counts_);
}

void CountedValues::merge(WireReader& reader) {
  const bool has_more = reader.flag();
  auto values = reader.array<double>();
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
  merge(std::move(values), std::move(counts));
}

}  // namespace stats
}  // namespace pith
