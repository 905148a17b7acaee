// SPDX-License-Identifier: Apache-2.0
#include "pith/stats/passes/quantiles.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "pith/base/error.h"
#include "pith/stats/passes/range_counts.h"

namespace pith {
inline namespace stats {
namespace {

/// A range of values of a feature in which some of the wanted places are.
struct OpenRange {
  std::size_t feature = 0;  ///< among the wanted ones
  ValueRange values = {};
  std::uint64_t below = 0;               ///< rows with a value below the range
  std::vector<std::size_t> wanted = {};  ///< positions among the places of the feature
};

/// Refines ranges until the value at every place is known.
class PlaceSearch {
 public:
  PlaceSearch(std::span<const WantedPlaces> wanted, std::uint64_t state_bytes)
      : wanted_(wanted), state_bytes_(state_bytes), found_(wanted.size()) {
    for (std::size_t feature = 0; feature < wanted.size(); ++feature) {
      const WantedPlaces& places = wanted[feature];
      found_[feature].assign(places.places.size(), places.min + 0.0);
      if (places.places.empty()) continue;
      OpenRange whole{.feature = feature,
                      .values = {.min = places.min + 0.0, .max = places.max + 0.0}};
      if (const std::optional<double>& fill = places.feature.fill_number) {
        whole.values.min = std::min(whole.values.min, *fill + 0.0);
        whole.values.max = std::max(whole.values.max, *fill + 0.0);
      }
      for (std::size_t i = 0; i < places.places.size(); ++i)
        whole.wanted.push_back(i);
      if (whole.values.min < whole.values.max) open_.push_back(std::move(whole));
    }
  }

  bool is_done() const { return open_.empty(); }
  std::vector<std::vector<double>> take_found() { return std::move(found_); }

  /// The ranges of the next pass, as many as fit: a part of the round.
  std::vector<OpenRange> next() {
    if (next_ == 0) plan();
    std::vector<OpenRange> batch;
    std::uint64_t bytes = 0;
    for (; next_ < open_.size(); ++next_) {
      const std::uint64_t own = RangeCountsPass::bytes_of(open_[next_].values);
      if (!batch.empty() && bytes + own > state_bytes_) break;
      bytes += own;
      batch.push_back(open_[next_]);
    }
    return batch;
  }

  /// Takes in what a pass found in a range, and opens smaller ranges for the next round.
  void refine(const OpenRange& range, const std::vector<RangeCell>& cells) {
    const std::vector<std::uint64_t>& places = wanted_[range.feature].places;
    std::vector<std::size_t> order = range.wanted;
    std::sort(order.begin(), order.end(),
              [&](std::size_t a, std::size_t b) { return places[a] < places[b]; });
    std::uint64_t below = range.below;
    auto next = order.begin();
    for (const RangeCell& cell : cells) {
      const auto first = next;
      while (next != order.end() && places[*next] < below + cell.count)
        ++next;
      if (first != next) keep(range.feature, cell, below, {first, next});
      below += cell.count;
    }
    if (next != order.end()) {
      throw Error(ErrorKind::bad_data,
                  fmt::format("feature {} has fewer values between {} and {} than when the table "
                              "was read first; the data must not change during a run",
                              quoted(wanted_[range.feature].feature.name),
                              number_text(range.values.min), number_text(range.values.max)));
    }
  }

  /// Ends a round, if all of its ranges were refined.
  void advance() {
    if (next_ < open_.size()) return;
    open_ = std::move(smaller_);
    smaller_.clear();
    next_ = 0;
    ++round_;
  }

 private:
  void keep(std::size_t feature, const RangeCell& cell, std::uint64_t below,
            std::vector<std::size_t> places) {
    if (cell.min == cell.max) {
      for (const std::size_t place : places)
        found_[feature][place] = cell.min;
      return;
    }
    smaller_.push_back({.feature = feature,
                        .values = {.min = cell.min, .max = cell.max, .rows = cell.count},
                        .below = below,
                        .wanted = std::move(places)});
  }

  /// Lists the values of the open ranges if they fit in memory; else of the small ones, and counts
  /// the others in cells.
  void plan() {
    constexpr std::uint64_t min_cells = 64;
    constexpr std::uint64_t max_cells = 4096;
    const std::uint64_t share = state_bytes_ / open_.size();
    const std::uint64_t empty = RangeCountsPass::bytes_of({});
    const std::uint64_t cells =
        std::clamp((share - std::min(share, empty)) / sizeof(RangeCell), min_cells, max_cells);
    std::uint64_t all = 0;
    for (OpenRange& range : open_) {
      range.values.cells = 0;
      all += RangeCountsPass::bytes_of(range.values);
    }
    for (OpenRange& range : open_) {
      // Values may be crowded anywhere: after two rounds, cells hold equally many doubles, which
      // ends after a few rounds more.
      constexpr std::size_t linear_rounds = 2;
      ValueRange& values = range.values;
      values.is_linear = round_ < linear_rounds;
      const bool is_listed =
          round_ > 0 &&
          (all <= state_bytes_ || RangeCountsPass::bytes_of(values) <= cells * sizeof(RangeCell));
      values.cells = is_listed ? 0 : static_cast<std::uint32_t>(cells);
    }
  }

  std::span<const WantedPlaces> wanted_;
  std::uint64_t state_bytes_;
  std::vector<std::vector<double>> found_;
  std::vector<OpenRange> open_;  // of this round; by feature, ascending
  std::vector<OpenRange> smaller_;
  std::size_t next_ = 0;
  std::size_t round_ = 0;
};

}  // namespace

std::vector<std::vector<double>> order_statistics(
    Runner& runner, std::span<const WantedPlaces> wanted, const TargetEncoding& target,
    std::span<const std::size_t> required, std::uint64_t state_bytes, const Context& context) {
  PlaceSearch search(wanted, state_bytes);
  while (!search.is_done()) {
    const std::vector<OpenRange> batch = search.next();
    RangeCountsPass::Options options{.features = {},
                                     .ranges = {},
                                     .target = target,
                                     .required = {required.begin(), required.end()}};
    std::vector<std::size_t> features;  // among the wanted ones
    for (const OpenRange& range : batch) {
      if (features.empty() || features.back() != range.feature) {
        features.push_back(range.feature);
        options.features.push_back(wanted[range.feature].feature);
        options.ranges.emplace_back();
      }
      options.ranges.back().push_back(range.values);
    }
    const auto state = run_pass<RangeCountsState>(runner, RangeCountsPass(options), context);
    std::size_t feature = 0;
    std::size_t place = 0;
    for (const OpenRange& range : batch) {
      if (range.feature != features[feature]) {
        ++feature;
        place = 0;
      }
      search.refine(range, state->cells(feature, place++));
    }
    search.advance();
  }
  return search.take_found();
}

}  // namespace stats
}  // namespace pith
