// SPDX-License-Identifier: Apache-2.0
#include "pith/stats/pair_entropies.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <tuple>
#include <type_traits>
#include <utility>
#include <variant>

#include "pith/base/assert.h"
#include "pith/base/elementary.h"
#include "pith/stats/small_pairs.h"

namespace pith {
inline namespace stats {
namespace {

/// Sums c log c: by table lookup for integer counts, by logarithms for weights.
template <class Count>
class LogSum;

template <>
class LogSum<std::uint32_t> {
 public:
  LogSum(const CountLogs& logs, double) : logs_(logs) {}
  void add(std::uint32_t count) { sum_ += logs_[count]; }
  double entropy() const { return logs_.entropy(sum_); }

 private:
  const CountLogs& logs_;
  std::int64_t sum_ = 0;
};

template <>
class LogSum<double> {
 public:
  LogSum(const CountLogs& logs, double total)
      : total_(total), per_cell_(logs.per_cell()), sum_(per_cell_) {}
  void add(double count) {
    if (count > 0) sum_ += count_log(count) - per_cell_;
  }
  double entropy() const { return std::max(0.0, portable::log(total_) - sum_ / total_); }

 private:
  double total_;
  double per_cell_;
  double sum_;
};

/// The amount that row i adds to its cell.
template <class Count>
Count weight_of(std::span<const double> weights, std::size_t i) {
  if constexpr (std::is_same_v<Count, double>) {
    return weights[i];
  } else {
    return 1;
  }
}

}  // namespace

void KeyNumbers::reset(std::size_t max_keys) {
  const std::size_t slots = std::bit_ceil(std::max<std::size_t>(2 * max_keys, 16));
  shift_ = 64U - static_cast<unsigned>(std::countr_zero(slots));
  keys_.assign(slots, no_key);
  numbers_.resize(slots);
  size_ = 0;
  guard_ = {};
  key_.reset();
}

/// The first slot to search for a key.
std::size_t KeyNumbers::slot_of(std::uint64_t key) const {
  // Fibonacci hashing: the high bits of a product with 2^64 / golden ratio.
  return (key_ ? keyed_hash(key, *key_) : key * 0x9E37'79B9'7F4A'7C15U) >> shift_;
}

void KeyNumbers::set_key() {
  key_ = random_hash_key();
  const std::size_t slots = keys_.size();
  std::vector<std::uint64_t> keys(slots, no_key);
  std::vector<std::uint32_t> numbers(slots);
  for_each([&](std::uint64_t key, std::uint32_t number) {
    std::size_t slot = slot_of(key);
    while (keys[slot] != no_key)
      slot = (slot + 1) & (slots - 1);
    keys[slot] = key;
    numbers[slot] = number;
  });
  keys_ = std::move(keys);
  numbers_ = std::move(numbers);
}

std::uint32_t KeyNumbers::number(std::uint64_t key) {
  const std::size_t mask = keys_.size() - 1;
  const std::size_t first = slot_of(key);
  std::size_t slot = first;
  while (keys_[slot] != key && keys_[slot] != no_key)
    slot = (slot + 1) & mask;
  const std::size_t steps = (slot - first) & mask;
  if (keys_[slot] == no_key) {
    keys_[slot] = key;
    numbers_[slot] = size_++;
  }
  const std::uint32_t number = numbers_[slot];
  if (steps >= FloodGuard::long_search && !key_ && guard_.is_flooded_by(steps, size_)) set_key();
  return number;
}

PairCounter::PairCounter(const CodePanel& panel, const CountLogs& logs)
    : panel_(panel),
      logs_(logs),
      groups_(panel, logs),
      plane_counts_(panel.segments() * panel.plane_cells()) {}

/// Whether a feature has two or three levels and planes of few words. Two such features are always
/// counted by planes: they have no more than nine cells.
bool PairCounter::is_small(Feature feature) const {
  constexpr std::size_t few_words = 24;
  const std::size_t levels = panel_.levels(feature);
  return levels >= 2 && levels <= 3 && panel_.word_ends().back() <= few_words &&
         panel_.weights().empty();
}

SmallFeature PairCounter::small(Feature feature) const {
  const Planes planes = panel_.planes(feature);
  return {planes.words, panel_.margins(feature).data(), planes.count};
}

PairEntropies PairCounter::count(Feature x, Feature s) {
  if (is_small(x) && is_small(s)) {
    totals_.resize(panel_.levels(x) * panel_.levels(s));
    const PairLogSums sums =
        pair_log_sums(small(x), small(s), panel_.word_ends(), logs_.data(), totals_.data());
    return {.x = entropy(x),
            .s = entropy(s),
            .xs = logs_.entropy(sums.xs),
            .xsy = logs_.entropy(sums.xsy)};
  }
  const bool is_weighted = !panel_.weights().empty();
  Joint joint;
  switch (panel_.kernel(x, s)) {
    case CountKernel::planes:
      joint = count_planes(x, s);
      break;
    case CountKernel::bytes:
      joint = count_bytes(x, s);
      break;
    case CountKernel::cells:
      joint = is_weighted ? count_cells<double>(x, s) : count_cells<std::uint32_t>(x, s);
      break;
    case CountKernel::hashed:
      joint = is_weighted ? count_hashed<double>(x, s) : count_hashed<std::uint32_t>(x, s);
      break;
  }
  return {.x = entropy(x), .s = entropy(s), .xs = joint.xs, .xsy = joint.xsy};
}

void PairCounter::count_all(std::span<const Feature> xs, Feature s, PairEntropies* out) {
  constexpr std::ptrdiff_t min_grouped = 8;  // for fewer, sorting the rows takes too long
  const auto is_grouped = [&](Feature x) { return panel_.is_grouped(x, s); };
  std::vector<std::size_t> places;
  if (std::count_if(xs.begin(), xs.end(), is_grouped) >= min_grouped) {
    for (std::size_t i = 0; i < xs.size(); ++i) {
      if (is_grouped(xs[i])) places.push_back(i);
    }
  }
  for (std::size_t begin = 0; begin < places.size(); begin += group_size) {
    const std::size_t count = std::min(group_size, places.size() - begin);
    std::array<Feature, group_size> group;
    std::array<PairLogSums, group_size> sums;
    std::transform(&places[begin], &places[begin] + count, group.begin(),
                   [&](std::size_t place) { return xs[place]; });
    groups_.count({group.data(), count}, s, sums.data());
    for (std::size_t i = 0; i < count; ++i) {
      out[places[begin + i]] = {.x = entropy(group[i]),
                                .s = entropy(s),
                                .xs = logs_.entropy(sums[i].xs),
                                .xsy = logs_.entropy(sums[i].xsy)};
    }
  }
  auto grouped = places.begin();
  for (std::size_t i = 0; i < xs.size(); ++i) {
    if (grouped != places.end() && *grouped == i) {
      ++grouped;
    } else {
      out[i] = count(xs[i], s);
    }
  }
}

double PairCounter::entropy(Feature feature) const {
  const double plain = panel_.entropy(feature);
  if (logs_.per_cell() == 0) return plain;
  return plain +
         logs_.per_cell() * (static_cast<double>(panel_.occupied(feature)) - 1) / panel_.total();
}

std::int64_t PairCounter::chance_within(Feature x, Feature s, const ChanceTable& table) const {
  const bool is_weighted = !panel_.weights().empty();
  const std::size_t r = panel_.levels(x);
  const std::size_t t = panel_.levels(s);
  const auto count = [&](std::size_t cell) {
    return is_weighted ? static_cast<std::uint64_t>(weighted_totals_[cell])
                       : std::uint64_t{totals_[cell]};
  };
  std::int64_t sum = 0;
  switch (panel_.kernel(x, s)) {
    case CountKernel::planes:
    case CountKernel::cells:
      for (std::size_t a = 0; a < r; ++a) {
        for (std::size_t b = 0; b < t; ++b)
          sum += table(b, count(a * t + b));
      }
      break;
    case CountKernel::bytes:
      for (std::size_t b = 0; b < t; ++b) {
        for (std::size_t a = 0; a < r; ++a)
          sum += table(b, count(b * r + a));
      }
      break;
    case CountKernel::hashed:
      numbers_.for_each([&](std::uint64_t key, std::uint32_t number) {
        sum += table(static_cast<std::size_t>(key % t), count(number));
      });
      break;
  }
  return sum;
}

void PairCounter::joint_entropies(Feature s, std::span<const Feature> xs, double* out) {
  PITH_ASSERT(panel_.segments() == 1);
  const bool are_small =
      is_small(s) && std::all_of(xs.begin(), xs.end(), [&](Feature x) { return is_small(x); });
  if (!are_small) {
    many_.resize(xs.size());
    count_all(xs, s, many_.data());
    std::transform(many_.begin(), many_.end(), out, [](const PairEntropies& h) { return h.xs; });
    return;
  }
  small_.resize(xs.size());
  log_sums_.resize(xs.size());
  std::transform(xs.begin(), xs.end(), small_.begin(), [&](Feature x) { return small(x); });
  joint_log_sums(small_, small(s), panel_.word_ends().back(), logs_.data(), log_sums_.data());
  std::transform(log_sums_.begin(), log_sums_.end(), out,
                 [&](std::int64_t sum) { return logs_.entropy(sum); });
}

PairCounter::Joint PairCounter::count_planes(Feature x, Feature s) {
  const Planes x_planes = panel_.planes(x);
  const Planes s_planes = panel_.planes(s);
  const std::size_t t = s_planes.count + 1;
  const std::size_t cells = (x_planes.count + 1) * t;
  if (cells > x_planes.count + t)
    plane_counts(x_planes, s_planes, panel_.word_ends(), plane_counts_.data());
  const bool has_many = panel_.segments() > 1;
  if (has_many) totals_.assign(cells, 0);
  const std::uint32_t* counts = plane_counts_.data();
  const std::uint32_t* x_margin = panel_.margins(x).data();
  const std::uint32_t* s_margin = panel_.margins(s).data();
  std::int64_t sum = 0;
  for (std::size_t segment = 0; segment < panel_.segments(); ++segment) {
    // The planes do not cover the last level of s in each row, nor the last row.
    std::uint32_t last_row[CodePanel::max_plane_levels];
    std::copy(s_margin, s_margin + t, last_row);
    std::uint32_t* total = totals_.data();
    const auto add = [&](std::uint32_t count) {
      sum += logs_[count];
      if (has_many) *total++ += count;
    };
    for (std::size_t a = 0; a < x_planes.count; ++a) {
      std::uint32_t rest = x_margin[a];
      for (std::size_t b = 0; b < s_planes.count; ++b) {
        const std::uint32_t count = *counts++;
        rest -= count;
        last_row[b] -= count;
        add(count);
      }
      last_row[t - 1] -= rest;
      add(rest);
    }
    std::for_each(last_row, last_row + t, add);
    x_margin += x_planes.count + 1;
    s_margin += t;
  }
  const double by_segment = logs_.entropy(sum);
  if (!has_many) return {.xs = by_segment, .xsy = by_segment};
  sum = 0;
  for (const std::uint32_t count : totals_)
    sum += logs_[count];
  return {.xs = logs_.entropy(sum), .xsy = by_segment};
}

PairCounter::Joint PairCounter::count_bytes(Feature x, Feature s) {
  using Bytes = std::span<const std::uint8_t>;
  const std::size_t r = panel_.levels(x);
  const std::size_t cells = r * panel_.levels(s);
  const auto x_codes = std::get<Bytes>(panel_.codes(x));
  if (scale_ != r || scaled_feature_ != s) {
    const auto s_codes = std::get<Bytes>(panel_.codes(s));
    scaled_.resize(s_codes.size());
    std::transform(s_codes.begin(), s_codes.end(), scaled_.begin(),
                   [r](std::uint8_t code) { return static_cast<std::uint8_t>(code * r); });
    scale_ = r;
    scaled_feature_ = s;
  }
  totals_.assign(cells, 0);
  LogSum<std::uint32_t> xsy(logs_, panel_.total());
  std::size_t begin = 0;
  for (const std::size_t end : panel_.row_ends()) {
    counts_.assign(cells, 0);
    byte_counts(x_codes.subspan(begin, end - begin), Bytes(scaled_).subspan(begin, end - begin),
                cells, counts_.data());
    for (std::size_t cell = 0; cell < cells; ++cell) {
      xsy.add(counts_[cell]);
      totals_[cell] += counts_[cell];
    }
    begin = end;
  }
  LogSum<std::uint32_t> xs(logs_, panel_.total());
  for (const std::uint32_t c : totals_)
    xs.add(c);
  return {.xs = xs.entropy(), .xsy = xsy.entropy()};
}

template <class Count>
PairCounter::Joint PairCounter::count_cells(Feature x, Feature s) {
  auto& counts = std::get<std::vector<Count>&>(std::tie(counts_, weighted_counts_));
  auto& totals = std::get<std::vector<Count>&>(std::tie(totals_, weighted_totals_));
  const auto weights = panel_.weights();
  const std::size_t t = panel_.levels(s);
  LogSum<Count> xsy(logs_, panel_.total());
  totals.assign(panel_.levels(x) * t, 0);
  counts.assign(totals.size(), 0);
  std::visit(
      [&](auto x_codes, auto s_codes) {
        std::size_t begin = 0;
        for (const std::size_t end : panel_.row_ends()) {
          for (std::size_t i = begin; i < end; ++i)
            counts[std::size_t{x_codes[i]} * t + s_codes[i]] += weight_of<Count>(weights, i);
          for (std::size_t cell = 0; cell < counts.size(); ++cell) {
            xsy.add(counts[cell]);
            totals[cell] += counts[cell];
            counts[cell] = 0;
          }
          begin = end;
        }
      },
      panel_.codes(x), panel_.codes(s));
  LogSum<Count> xs(logs_, panel_.total());
  for (const Count c : totals)
    xs.add(c);
  return {.xs = xs.entropy(), .xsy = xsy.entropy()};
}

template <class Count>
PairCounter::Joint PairCounter::count_hashed(Feature x, Feature s) {
  auto& counts = std::get<std::vector<Count>&>(std::tie(counts_, weighted_counts_));
  auto& totals = std::get<std::vector<Count>&>(std::tie(totals_, weighted_totals_));
  const auto weights = panel_.weights();
  const std::uint64_t t = panel_.levels(s);
  LogSum<Count> xsy(logs_, panel_.total());
  numbers_.reset(panel_.rows());
  counts.assign(panel_.rows(), 0);
  totals.assign(panel_.rows(), 0);
  std::visit(
      [&](auto x_codes, auto s_codes) {
        std::size_t begin = 0;
        for (const std::size_t end : panel_.row_ends()) {
          touched_.clear();
          for (std::size_t i = begin; i < end; ++i) {
            const std::uint32_t pair = numbers_.number(x_codes[i] * t + s_codes[i]);
            if (counts[pair] == 0) touched_.push_back(pair);
            counts[pair] += weight_of<Count>(weights, i);
          }
          for (const std::uint32_t pair : touched_) {
            xsy.add(counts[pair]);
            totals[pair] += counts[pair];
            counts[pair] = 0;
          }
          begin = end;
        }
      },
      panel_.codes(x), panel_.codes(s));
  LogSum<Count> xs(logs_, panel_.total());
  for (std::size_t pair = 0; pair < numbers_.size(); ++pair)
    xs.add(totals[pair]);
  return {.xs = xs.entropy(), .xsy = xsy.entropy()};
}

}  // namespace stats
}  // namespace pith
