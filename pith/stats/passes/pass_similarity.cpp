// SPDX-License-Identifier: Apache-2.0
#include "pith/stats/passes/pass_similarity.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <numeric>
#include <optional>

#include "pith/base/assert.h"
#include "pith/base/option.h"
#include "pith/base/parallel.h"
#include "pith/base/work.h"
#include "pith/stats/count_logs.h"
#include "pith/stats/pair_chances.h"
#include "pith/stats/passes/joint_counts.h"
#include "pith/stats/passes/pass_pairs.h"
#include "pith/stats/passes/scatter_pass.h"
#include "pith/stats/passes/tables_pass.h"
#include "pith/stats/tiled_similarity.h"

namespace pith {
inline namespace stats {
namespace {

/// A similarity whose elements come from passes. Columns are computed on demand; the first product
/// computes the whole matrix, half of it, and keeps it.
template <class T>
class PassSimilarity : public TiledSimilarity<T> {
 public:
  void columns(std::span<const std::size_t> columns, const MatrixView<double>& out,
               const Context& context) const override {
    if (!kept_.empty()) {
      for (std::size_t c = 0; c < columns.size(); ++c) {
        for (std::size_t i = 0; i < this->size(); ++i)
          out(c, i) = static_cast<double>(kept(columns[c], i));
      }
      return;
    }
    std::vector<std::size_t> all(this->size());
    std::iota(all.begin(), all.end(), std::size_t{0});
    for (std::size_t first = 0; first < columns.size();) {
      const auto rest = columns.subspan(first);
      const auto pivots = rest.first(pivots_per_pass(rest, 0, context));
      count(pivots, all, context, [&](std::size_t p, std::size_t i, double value) {
        out(first + p, i) = static_cast<double>(static_cast<T>(value));
      });
      first += pivots.size();
    }
  }

 protected:
  using Range = typename TiledSimilarity<T>::Range;
  using Take = std::function<void(std::size_t pivot, std::size_t partner, double value)>;

  explicit PassSimilarity(std::span<const Feature> features)
      : TiledSimilarity<T>(features.size()), features_(features.begin(), features.end()) {}

  Feature feature(std::size_t place) const { return features_[place]; }
  /// The memory of a pass for one pivot with the partners from a place on.
  virtual std::uint64_t pivot_bytes(std::size_t pivot, std::size_t first) const = 0;
  /// Runs a pass, and calls take(pivot, partner, element), both as places in the arguments, from
  /// several threads.
  virtual void count(std::span<const std::size_t> pivots, std::span<const std::size_t> partners,
                     const Context& context, const Take& take) const = 0;

 private:
  /// How many of these pivots, with the partners from a place on, take at most a quarter of the
  /// memory; at least one.
  std::size_t pivots_per_pass(std::span<const std::size_t> pivots, std::size_t first,
                              const Context& context) const {
    const std::uint64_t budget = context.memory_available() / 4;
    std::uint64_t bytes = pivot_bytes(pivots[0], first);
    std::size_t count = 1;
    for (; count < pivots.size(); ++count) {
      bytes += pivot_bytes(pivots[count], first);
      if (bytes > budget) break;
    }
    return count;
  }

  void prepare(const Context& context) const override {
    if (!kept_.empty()) return;
    const std::size_t size = this->size();
    held_ = context.reserve(sizeof(T) * std::uint64_t{size} * (size + 1) / 2,
                            "the similarities of all pairs",
                            "select from fewer features (" + option("drop") + ")");
    std::vector<T> made(size * (size + 1) / 2);
    Work work(context, "similarities", size);
    for (std::size_t first = 0; first < size;) {
      std::vector<std::size_t> partners(size - first);
      std::iota(partners.begin(), partners.end(), first);
      const std::size_t pivots = pivots_per_pass(partners, first, context);
      count(std::span(partners).first(pivots), partners, context,
            [&](std::size_t p, std::size_t i, double value) {
              if (i >= p) made[place(first + p, first + i)] = static_cast<T>(value);
            });
      first += pivots;
      work.add(pivots);
    }
    kept_ = std::move(made);
  }
  /// Of an element of the upper triangle, row by row.
  std::size_t place(std::size_t row, std::size_t column) const {
    return row * this->size() - row * (row + 1) / 2 + column;
  }
  T kept(std::size_t i, std::size_t j) const {
    return kept_[place(std::min(i, j), std::max(i, j))];
  }

  void fill(Range rows, Range columns, T* out, std::size_t stride) const override {
    for (std::size_t i = rows.begin; i < rows.end; ++i, out += stride) {
      for (std::size_t j = columns.begin; j < columns.end; ++j)
        out[j - columns.begin] = kept(i, j);
    }
  }

  std::vector<Feature> features_;
  mutable Reservation held_;
  mutable std::vector<T> kept_;
};

template <class T>
class PassCorrelations final : public PassSimilarity<T> {
 public:
  PassCorrelations(Runner& runner, const EncodedFacts& facts, const SimilarityRequest& request)
      : PassSimilarity<T>(request.features),
        runner_(runner),
        facts_(facts),
        has_ranks_(request.kind == SimilarityKind::ranks) {
    for (std::size_t i = 0; i < this->size(); ++i) {
      PITH_ASSERT((facts.encoding.features[this->feature(i)].kind ==
                   FeatureEncoding::Kind::ranks) == has_ranks_);
      moments_.push_back(moments_of(i));
      lengths_.push_back(std::sqrt(moments_.back().deviation()));
    }
  }

  double diagonal(std::size_t i) const override { return is_constant(i) ? 0 : 1; }

 private:
  bool is_constant(std::size_t i) const {
    return !(facts_.mins[this->feature(i)] < facts_.maxs[this->feature(i)]);
  }
  std::uint64_t pivot_bytes(std::size_t, std::size_t first) const override {
    return sizeof(ExactSum) * (this->size() - first);
  }

  /// Over all classes.
  GridMoments moments_of(std::size_t i) const {
    if (has_ranks_) return rank_moments(facts_.encoding.features[this->feature(i)]);
    const std::size_t classes = facts_.class_rows.size();
    GridMoments sum;
    for (std::size_t c = 0; c < classes; ++c)
      sum.add(facts_.moments[this->feature(i) * classes + c]);
    return sum;
  }
  /// The doubled average rank of a value that occurs c times after m smaller ones is 2 m + c + 1:
  /// so the ranks tell the counts. Those of distinct values are 2, 4, ... 2 n.
  GridMoments rank_moments(const FeatureEncoding& encoding) const {
    if (encoding.ranks.empty()) {
      const auto n = static_cast<ExactSum>(encoding.values.size());
      PITH_ASSERT(encoding.values.size() == facts_.rows);
      return {
          .count = facts_.rows, .sum = n * (n + 1), .squares = 2 * n * (n + 1) * (2 * n + 1) / 3};
    }
    std::vector<std::int64_t> ranks = encoding.ranks;
    // Those of levels and of missing values are in any order, and may be equal.
    const bool is_ascending =
        std::adjacent_find(ranks.begin(), ranks.end(), std::greater_equal<>()) == ranks.end();
    if (!is_ascending) {
      std::sort(ranks.begin(), ranks.end());
      ranks.erase(std::unique(ranks.begin(), ranks.end()), ranks.end());
    }
    GridMoments sum;
    for (const std::int64_t rank : ranks) {
      const auto count = static_cast<ExactSum>(rank) - 2 * static_cast<ExactSum>(sum.count) - 1;
      sum.add({.count = static_cast<std::uint64_t>(count),
               .sum = count * rank,
               .squares = count * rank * rank});
    }
    PITH_ASSERT(sum.count == facts_.rows);
    return sum;
  }
  ScatterPass pass_of(std::span<const std::size_t> pivots,
                      std::span<const std::size_t> partners) const {
    ScatterPass::Options options{.features = facts_.encoding.features.size(),
                                 .classes = facts_.encoding.target.classes(),
                                 .by_class = false};
    for (const std::size_t pivot : pivots)
      options.pivots.push_back(this->feature(pivot));
    for (const std::size_t partner : partners)
      options.partners.push_back(this->feature(partner));
    return ScatterPass(std::move(options));
  }
  void count(std::span<const std::size_t> pivots, std::span<const std::size_t> partners,
             const Context& context, const typename PassSimilarity<T>::Take& take) const override {
    constexpr std::size_t block = 64;
    const ScatterPass pass = pass_of(pivots, partners);
    const Reservation held = context.reserve(pass.state_bytes(), "sums of products");
    const auto state = run_pass<ScatterState>(runner_, pass, context);
    parallel_blocks(context, partners.size(), block, [&](std::size_t begin, std::size_t end) {
      for (std::size_t i = begin; i < end; ++i) {
        for (std::size_t p = 0; p < pivots.size(); ++p)
          take(p, i, element(pivots[p], partners[i], state->products(p, i, 0)));
      }
    });
  }
  double element(std::size_t i, std::size_t j, ExactSum products) const {
    if (i == j) return diagonal(i);
    if (!(lengths_[i] > 0 && lengths_[j] > 0)) return 0;
    // Values that are 1 up to rounding become 1, as those of a table do.
    const double nearly = 1 - (4 + std::sqrt(static_cast<double>(facts_.rows))) *
                                  static_cast<double>(std::numeric_limits<T>::epsilon());
    const double value =
        std::abs(centred_product(products, moments_[i], moments_[j])) / (lengths_[i] * lengths_[j]);
    return value >= nearly ? 1 : value;
  }

  Runner& runner_;
  const EncodedFacts& facts_;
  bool has_ranks_;
  std::vector<GridMoments> moments_;
  std::vector<double> lengths_;  // of the centred columns
};

/// See Informations (stats/informations.cpp): the same formulas on the same counts.
class PassInformations final : public PassSimilarity<double> {
 public:
  PassInformations(Runner& runner, const EncodedFacts& facts, const LevelTables& levels,
                   const SimilarityRequest& request, const Context& context)
      : PassSimilarity(request.features),
        runner_(runner),
        levels_(levels),
        has_target_(request.kind == SimilarityKind::complements),
        segments_(has_target_ ? levels.classes() : 1),
        correction_(request.correction),
        held_(context.reserve(CountLogs::bytes(std::min<std::uint64_t>(facts.rows, max_kept_logs)),
                              "logarithms of counts")),
        logs_(facts.rows, request.correction, max_kept_logs) {
    if (correction_ == Correction::chance) {
      chances_.emplace(
          PairChances::Counted{
              .level_counts = [this](Feature x) { return levels_.code_counts(x, has_target_); },
              .features = levels.features(),
              .segments = segments_},
          PairTerms{.redundancy = !has_target_, .conditional_relevance = has_target_}, context);
    }
    constexpr std::size_t block = 16;
    entropies_.resize(size());
    relevances_.resize(size());
    diagonal_.resize(size());
    parallel_blocks(context, size(), block, [&](std::size_t begin, std::size_t end) {
      for (std::size_t i = begin; i < end; ++i)
        set_diagonal(i);
    });
  }

  double diagonal(std::size_t i) const override { return diagonal_[i]; }

 private:
  void set_diagonal(std::size_t i) {
    if (has_target_) return set_relevance(i);
    const std::vector<double> counts = levels_.code_counts(feature(i), false);
    entropies_[i] = corrected_entropy(counts, correction_);
    diagonal_[i] = correction_ == Correction::chance
                       ? std::max(0.0, entropies_[i] - expected_information(counts, counts))
                       : entropies_[i];
  }
  void set_relevance(std::size_t i) {
    const Counts counts = levels_.target_counts(feature(i));
    const std::vector<double> x_totals = counts.x_totals();
    const std::vector<double> y_totals = counts.y_totals();
    const double class_entropy = corrected_entropy(y_totals, correction_);
    const double relevance = corrected_entropy(x_totals, correction_) + class_entropy -
                             corrected_entropy(counts.cells(), correction_);
    relevances_[i] = correction_ == Correction::none ? std::max(0.0, relevance) : relevance;
    const double chance =
        correction_ == Correction::chance ? expected_information(x_totals, y_totals) : 0.0;
    diagonal_[i] = std::max(0.0, relevance - chance);
    if (i == 0) class_entropy_ = class_entropy;
  }

  std::uint64_t pivot_bytes(std::size_t pivot, std::size_t first) const override {
    std::uint64_t codes = 0;
    for (std::size_t i = first; i < size(); ++i)
      codes += levels_.codes(feature(i));
    return sizeof(std::uint64_t) * segments_ * codes * levels_.codes(feature(pivot));
  }

  void count(std::span<const std::size_t> pivots, std::span<const std::size_t> partners,
             const Context& context, const Take& take) const override {
    PairTablesPass::Options options{.classes = levels_.classes(), .by_class = has_target_};
    for (Feature feature = 0; feature < levels_.features(); ++feature)
      options.codes.push_back(static_cast<std::uint32_t>(levels_.codes(feature)));
    for (const std::size_t pivot : pivots)
      options.pivots.push_back(feature(pivot));
    for (const std::size_t partner : partners)
      options.partners.push_back(feature(partner));
    const PairTablesPass pass(std::move(options));
    const Reservation held = context.reserve(
        pass.state_bytes(), "the tables of pairs of features",
        "select from features with fewer levels (" + option("drop") + ", " + option("bins") + ")");
    const auto state = run_pass<PairTablesState>(runner_, pass, context);
    PairChances::Pivots chances;
    if (chances_) {
      std::vector<Feature> all = pass.options().pivots;
      all.insert(all.end(), pass.options().partners.begin(), pass.options().partners.end());
      chances = chances_->pivots_of(std::move(all));
    }
    constexpr std::size_t block = 8;
    parallel_blocks(context, partners.size(), block, [&](std::size_t begin, std::size_t end) {
      JointCounts joint(logs_);
      for (std::size_t i = begin; i < end; ++i) {
        for (std::size_t p = 0; p < pivots.size(); ++p) {
          joint.set(state->table(p, i), segments_);
          take(p, i, element(pivots[p], partners[i], joint, chances));
        }
      }
    });
  }

  /// `joint` has the pivot i as s and the partner j as x.
  double element(std::size_t i, std::size_t j, const JointCounts& joint,
                 const PairChances::Pivots& chances) const {
    if (i == j) return diagonal(i);
    // The same order of the pair in both halves of the matrix gives the same bits.
    const FeaturePair pair{.x = feature(std::max(i, j)), .s = feature(std::min(i, j))};
    if (has_target_) {
      double added =
          joint.xs() + class_entropy_ - joint.xsy() - (relevances_[i] + relevances_[j]) / 2;
      if (chances_) {
        const double of_pivot =
            ChanceTable::nats(joint.within_s(*PairChances::within_levels(chances, feature(i))));
        const double of_partner =
            ChanceTable::nats(joint.within_x(*PairChances::within_levels(chances, feature(j))));
        added -= (of_pivot + of_partner) / 2;
      }
      return std::max(0.0, added);
    }
    const double own = entropies_[i];
    const double other = entropies_[j];
    double shared = own + other - joint.xs();
    if (chances_) shared -= chances_->of(pair, chances, 0).redundancy;
    return std::clamp(shared, 0.0, std::min(own, other));
  }

  Runner& runner_;
  const LevelTables& levels_;
  bool has_target_;
  std::size_t segments_;
  Correction correction_;
  Reservation held_;
  CountLogs logs_;
  std::optional<PairChances> chances_;
  std::vector<double> entropies_;   // for information
  std::vector<double> relevances_;  // for complements; not corrected for chance
  std::vector<double> diagonal_;
  double class_entropy_ = 0;
};

}  // namespace

std::unique_ptr<const SymmetricMatrix> pass_correlations(Runner& runner, const EncodedFacts& facts,
                                                         const SimilarityRequest& request) {
  if (request.storage == Storage::float32)
    return std::make_unique<PassCorrelations<float>>(runner, facts, request);
  return std::make_unique<PassCorrelations<double>>(runner, facts, request);
}

std::unique_ptr<const SymmetricMatrix> pass_informations(Runner& runner, const EncodedFacts& facts,
                                                         const LevelTables& levels,
                                                         const SimilarityRequest& request,
                                                         const Context& context) {
  return std::make_unique<PassInformations>(runner, facts, levels, request, context);
}

}  // namespace stats
}  // namespace pith
