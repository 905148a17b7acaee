// SPDX-License-Identifier: Apache-2.0
#include "pith/methods/discrete/pair_terms.h"

#include <algorithm>
#include <cstdint>
#include <mutex>
#include <optional>
#include <variant>

#include "pith/base/elementary.h"
#include "pith/base/option.h"
#include "pith/base/parallel.h"
#include "pith/base/thread_memory.h"
#include "pith/stats/chance.h"
#include "pith/stats/class_counts.h"
#include "pith/stats/count_logs.h"

namespace pith {
inline namespace families {
namespace {

/// Entropies of features with the target, for few rows of weight 1 without missing values: c log c
/// is looked up, and the sums are in the order of plug_in_entropy(), so that the bits are equal.
class FewRows {
 public:
  explicit FewRows(const Table& table)
      : table_(table), planes_(table.target()), logs_(table.rows() + 1) {
    for (std::size_t c = 0; c < logs_.size(); ++c)
      logs_[c] = count_log(static_cast<double>(c));
    rows_ = static_cast<double>(table.rows());
    log_rows_ = portable::log(rows_);
    double sum = 0;
    for (const std::uint32_t size : planes_.sizes())
      sum += logs_[size];
    y_ = entropy(sum);
  }
  static bool are_in(const Table& table) {
    return table.rows() <= ClassPlanes::max_rows && table.has_classes() && !table.has_weights() &&
           !table.has_missing();
  }
  std::uint64_t bytes() const {
    return sizeof(std::uint32_t) * ClassPlanes::max_levels * planes_.classes();
  }
  /// `room` is that of this thread.
  Entropies of(Feature feature, std::vector<std::uint32_t>& room) const {
    const Column& column = table_.feature(feature);
    const std::size_t levels = column.levels();
    const CodeSpan codes = column.codes();
    const auto* const bytes = std::get_if<std::span<const std::uint8_t>>(&codes);
    if (bytes == nullptr || levels > ClassPlanes::max_levels) {
      Counts counts(levels, planes_.classes());
      counts.update(column, table_.target(), {});
      return entropies(counts);
    }
    room.resize(ClassPlanes::max_levels * planes_.classes());
    class_counts(*bytes, levels, planes_, room.data());
    const std::uint32_t* count = room.data();
    double x = 0;
    double xy = 0;
    for (std::size_t level = 0; level < levels; ++level) {
      std::uint32_t total = 0;
      for (std::size_t c = 0; c < planes_.classes(); ++c, ++count) {
        total += *count;
        xy += logs_[*count];
      }
      x += logs_[total];
    }
    return {.x = entropy(x), .y = y_, .xy = entropy(xy)};
  }

 private:
  double entropy(double sum) const { return std::max(0.0, log_rows_ - sum / rows_); }

  const Table& table_;
  ClassPlanes planes_;
  std::vector<double> logs_;
  double rows_ = 0;
  double log_rows_ = 0;
  double y_ = 0;
};

std::vector<Entropies> few_rows_entropies(const Table& table, const Context& context) {
  const FewRows rows(table);
  std::uint64_t most = 0;
  for (const Column& column : table.parts().features)
    most = std::max<std::uint64_t>(most, column.levels());
  constexpr std::size_t features_per_block = 256;
  const ThreadMemory memory =
      reserve_for_threads({.tasks = table.features() / features_per_block + 1,
                           .bytes = rows.bytes() + sizeof(double) * (most + 4) * table.classes()},
                          context, "counting the classes of the levels of a feature",
                          "select from features with fewer levels (" + option("drop") + ")");
  std::vector<Entropies> values(table.features());
  parallel_blocks(memory.context, values.size(), features_per_block,
                  [&](std::size_t begin, std::size_t end) {
                    std::vector<std::uint32_t> room;
                    for (std::size_t i = begin; i < end; ++i)
                      values[i] = rows.of(static_cast<Feature>(i), room);
                  });
  return values;
}

}  // namespace

std::vector<Entropies> target_entropies(const Source& source, Correction correction,
                                        const Context& context) {
  const Table* const table = source.table();
  if (correction == Correction::none && table != nullptr && FewRows::are_in(*table))
    return few_rows_entropies(*table, context);
  std::optional<ChanceTable> chance;
  std::once_flag has_chance;  // the classes of all features have the same counts
  std::vector<Entropies> values(source.features());
  source.target_counts(
      [&](Feature feature, const Counts& counts) {
        if (correction == Correction::chance) {
          std::call_once(has_chance, [&] { chance.emplace(counts.y_totals(), counts.y_levels()); });
        }
        values[feature] = entropies(counts.has_missing() ? counts.spread() : counts, correction,
                                    chance ? &*chance : nullptr);
      },
      context);
  return values;
}

std::vector<double> target_scores(const Source& source, double (*measure)(const Entropies&),
                                  Correction correction, const Context& context) {
  const std::vector<Entropies> all = target_entropies(source, correction, context);
  std::vector<double> scores(all.size());
  std::transform(all.begin(), all.end(), scores.begin(), measure);
  return scores;
}

Terms corrected_terms(const Entropies& x, const Entropies& s, const PairEntropies& pair) {
  const double added = pair.xs + s.xy - pair.xsy - s.x - pair.chance.conditional_relevance;
  return {
      .redundancy = pair.x + pair.s - pair.xs - pair.chance.redundancy,
      .conditional_redundancy = x.xy + s.xy - pair.xsy - x.y - pair.chance.conditional_redundancy,
      .joint_relevance = information(s) + added,
      .conditional_relevance = added,
      .symmetrical_relevance = pair.xsy > 0 ? (information(s) + added) / pair.xsy : 0,
  };
}

Terms combined_terms(std::span<const Terms> of_targets, Combine combine) {
  Terms all = of_targets.front();
  if (of_targets.size() == 1) return all;
  std::vector<double> here(of_targets.size());
  for (const auto term : {&Terms::conditional_redundancy, &Terms::joint_relevance,
                          &Terms::conditional_relevance, &Terms::symmetrical_relevance}) {
    std::transform(of_targets.begin(), of_targets.end(), here.begin(),
                   [&](const Terms& one) { return one.*term; });
    all.*term = combined(here, combine);
  }
  return all;
}

TargetPairs::TargetPairs(const Source& source, const PairRequest& request, const Context& context) {
  const std::size_t targets = target_count(source);
  for (std::size_t i = 0; i < targets; ++i) {
    if (targets > 1) sources_.push_back(std::make_unique<const OneTarget>(source, i));
    const Source& one = targets > 1 ? sources_.back()->source() : source;
    const bool has_target = one.table() == nullptr || one.table()->has_target();
    entropies_.push_back(has_target ? target_entropies(one, request.correction, context)
                                    : std::vector<Entropies>(one.features()));
    if (i == 0 || request.with_target) pairs_.push_back(one.pairs(request, context));
  }
  answers_.resize(pairs_.size());
}

void TargetPairs::count(std::span<const FeaturePair> queries, const Context& context) {
  queries_.assign(queries.begin(), queries.end());
  for (std::size_t i = 0; i < pairs_.size(); ++i) {
    answers_[i].resize(queries.size());
    pairs_[i]->entropies(queries, answers_[i], context);
  }
}

StudiedPair TargetPairs::studied(std::size_t query, Combine combine) const {
  const PairEntropies& pair = answers_.front()[query];
  constexpr double rounding = 1e-12;
  const double whole = pair.x + pair.s;
  const double shared = std::clamp(whole - pair.xs, 0.0, std::max(0.0, std::min(pair.x, pair.s)));
  return {.terms = terms(query, combine),
          .information = shared,
          .similarity = whole > 0 ? std::min(1.0, 2 * shared / whole) : 0,
          .is_constant = pair.x < rounding};
}

Terms TargetPairs::combined_terms_of(std::size_t query, Combine combine) const {
  std::vector<Terms> of_targets;
  for (std::size_t i = 0; i < answers_.size(); ++i)
    of_targets.push_back(terms_of_target(query, i));
  return combined_terms(of_targets, combine);
}

}  // namespace families
}  // namespace pith
