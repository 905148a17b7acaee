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
namespace {

/// Both together. Which value is next cannot be predicted, so no branch depends on it.
CountedValues::Counted merged(const CountedValues::Counted& these,
                              const CountedValues::Counted& others, std::size_t classes) {
  const std::size_t sizes[] = {these.values.size(), others.values.size()};
  CountedValues::Counted all;
  all.values.resize(sizes[0] + sizes[1]);
  all.counts.resize(all.values.size() * classes);
  std::size_t size = 0;
  std::size_t i = 0;
  std::size_t j = 0;
  while (i < sizes[0] && j < sizes[1]) {
    const double a = these.values[i];
    const double b = others.values[j];
    const std::size_t is_own = a <= b ? 1 : 0;
    const std::size_t is_other = b <= a ? 1 : 0;
    all.values[size] = std::min(a, b);
    for (std::size_t c = 0; c < classes; ++c) {
      all.counts[size * classes + c] =
          is_own * these.counts[i * classes + c] + is_other * others.counts[j * classes + c];
    }
    i += is_own;
    j += is_other;
    ++size;
  }
  const auto add_rest = [&](const CountedValues::Counted& from, std::size_t first) {
    std::copy(from.values.begin() + first, from.values.end(), all.values.begin() + size);
    std::copy(from.counts.begin() + first * classes, from.counts.end(),
              all.counts.begin() + size * classes);
    size += from.values.size() - first;
  };
  add_rest(these, i);
  add_rest(others, j);
  all.values.resize(size);
  all.counts.resize(size * classes);
  return all;
}

}  // namespace

void CountedValues::add(std::span<const Row> rows) {
  if (has_more_) return;
  // Where there are few values, most rows have one that is known.
  constexpr std::size_t few = 4096;
  const std::vector<double>& known = counted_.values;
  const bool are_few = known.size() <= few;
  for (const Row& row : rows) {
    if (std::isnan(row.value)) continue;
    const double value = row.value + 0.0;  // never -0
    if (are_few) {
      const std::size_t place = count_below(known, value);
      if (place < known.size() && known[place] == value) {
        ++counted_.counts[place * classes_ + row.code];
        continue;
      }
    }
    waiting_.push_back(value);
    if (classes_ > 1) waiting_codes_.push_back(row.code);
  }
  // Together they take no more memory than max_distinct_ values, beside those of these rows.
  constexpr std::size_t min_waiting = std::size_t{1} << 14U;
  if (waiting_.size() >= std::max(known.size(), min_waiting) ||
      waiting_.size() + known.size() > max_distinct_) {
    finish();
  }
}

void CountedValues::finish() {
  if (waiting_.empty()) return;
  const std::vector<double> waiting = std::exchange(waiting_, {});
  const std::vector<std::uint32_t> codes = std::exchange(waiting_codes_, {});
  Counted found;
  found.values.reserve(waiting.size());
  found.counts.reserve(waiting.size() * classes_);
  Ranker().for_each_ascending(waiting, [&](std::uint32_t row) {
    if (found.values.empty() || found.values.back() != waiting[row]) {
      found.values.push_back(waiting[row]);
      found.counts.resize(found.counts.size() + classes_);
    }
    ++found.counts[found.counts.size() - classes_ + (codes.empty() ? 0 : codes[row])];
  });
  merge(std::move(found));
}

void CountedValues::merge(Counted other) {
  if (counted_.values.empty()) {
    counted_ = std::move(other);
  } else if (!other.values.empty()) {
    counted_ = merged(counted_, other, classes_);
  }
  if (counted_.values.size() > max_distinct_) give_up();
}

void CountedValues::give_up() {
  has_more_ = true;
  counted_ = {};
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
  writer.array(counted_.values);
  write_counts(writer, counted_.counts);
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
  merge({std::move(values), std::move(counts)});
}

}  // namespace stats
}  // namespace pith
