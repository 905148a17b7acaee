// SPDX-License-Identifier: Apache-2.0
#include "pith/stats/informations.h"

#include <algorithm>
#include <array>
#include <memory>
#include <optional>

#include "pith/base/thread_memory.h"
#include "pith/stats/code_panel.h"
#include "pith/stats/count_logs.h"
#include "pith/stats/counts.h"
#include "pith/stats/packed_pairs.h"
#include "pith/stats/pair_chances.h"
#include "pith/stats/pair_entropies.h"
#include "pith/stats/tiled_similarity.h"

namespace pith {
inline namespace stats {
namespace {

class Informations final : public TiledSimilarity<double> {
 public:
  Informations(const Table& table, const SimilarityRequest& request, const Context& context)
      : TiledSimilarity(request.features.size()),
        features_(request.features.begin(), request.features.end()),
        has_target_(request.kind == SimilarityKind::complements),
        correction_(request.correction),
        panel_(table, has_target_, context),
        logs_(table.rows(), correction_),
        held_(context.reserve(CountLogs::bytes(table.rows()), "logarithms of counts")) {
    if (correction_ == Correction::chance) {
      chances_.emplace(panel_,
                       PairTerms{.redundancy = !has_target_, .conditional_relevance = has_target_},
                       context);
    }
    set_diagonal(table, context);
    if (!chances_) small_ = PackedPairs::make(panel_, features_, logs_, context);
    if (request.is_kept) keep_if_it_fits(context);
  }

  double diagonal(std::size_t i) const override { return diagonal_[i]; }

  void columns(std::span<const std::size_t> columns, const MatrixView<double>& out,
               const Context& context) const override {
    constexpr std::size_t block = 256;
    const ThreadMemory memory = reserve_for_threads(
        {.tasks = size() / block + 1, .bytes = panel_.counter_bytes()}, context, "counting pairs");
    for (std::size_t c = 0; c < columns.size(); ++c) {
      parallel_blocks(memory.context, size(), block, [&](std::size_t begin, std::size_t end) {
        fill({columns[c], columns[c] + 1}, {begin, end}, &out(c, begin), end - begin);
      });
    }
  }

 private:
  void set_diagonal(const Table& table, const Context& context) {
    diagonal_.resize(size());
    if (has_target_) relevances_.resize(size());
    constexpr std::size_t block = 16;
    std::uint64_t most = 0;
    for (const Feature feature : features_)
      most = std::max<std::uint64_t>(most, table.feature(feature).levels());
    const std::uint64_t cells = has_target_ ? most * table.classes() : 0;
    const ThreadMemory memory = reserve_for_threads(
        {.tasks = size() / block + 1, .bytes = 2 * sizeof(double) * cells + panel_.counter_bytes()},
        context, "counting the classes of the levels of a feature");
    parallel_blocks(memory.context, size(), block, [&](std::size_t begin, std::size_t end) {
      for (std::size_t i = begin; i < end; ++i) {
        if (has_target_) {
          set_relevance(table, i);
        } else {
          diagonal_[i] = own_information(features_[i]);
        }
      }
    });
  }

  void set_relevance(const Table& table, std::size_t i) {
    const Column& column = table.feature(features_[i]);
    Counts counts(column.levels(), table.classes());
    counts.update(column, table.target(), table.weights());
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

  /// H(x), less what a feature with the same counts would share with x by chance.
  double own_information(Feature feature) const {
    const double entropy = PairCounter(panel_, logs_).entropy(feature);
    if (correction_ != Correction::chance) return entropy;
    const std::vector<double> counts = panel_.level_counts(feature);
    return std::max(0.0, entropy - expected_information(counts, counts));
  }

  std::uint64_t thread_bytes() const override { return panel_.counter_bytes(); }
  void fill(Range rows, Range columns, double* out, std::size_t stride) const override {
    PairCounter counter(panel_, logs_);
    const auto others = std::span(features_).subspan(columns.begin, columns.count());
    const PairChances::Pivots pivots = pivots_of(rows, columns);
    for (std::size_t i = rows.begin; i < rows.end; ++i, out += stride) {
      if (small_) {
        fill_small(i, columns, out);
      } else if (has_target_) {
        fill_complements(counter, pivots, i, columns, out);
      } else {
        counter.joint_entropies(features_[i], others, out);
        const double own = counter.entropy(features_[i]);
        for (std::size_t j = 0; j < others.size(); ++j) {
          const double other = counter.entropy(others[j]);
          double shared = own + other - out[j];
          if (chances_)
            shared -= chances_->of(pair_of(i, columns.begin + j), pivots, counter).redundancy;
          out[j] = std::clamp(shared, 0.0, std::min(own, other));
        }
      }
      if (i >= columns.begin && i < columns.end) out[i - columns.begin] = diagonal(i);
    }
  }

  void fill_complements(PairCounter& counter, const PairChances::Pivots& pivots, std::size_t i,
                        Range columns, double* out) const {
    for (std::size_t j = columns.begin; j < columns.end; ++j) {
      const FeaturePair pair = pair_of(i, j);
      const PairEntropies h = counter.count(pair.x, pair.s);
      const double together = h.xs + class_entropy_ - h.xsy;
      double added = together - (relevances_[i] + relevances_[j]) / 2;
      if (chances_) {
        const double first = chances_->of(pair, pivots, counter).conditional_relevance;
        const FeaturePair turned{.x = pair.s, .s = pair.x};
        (void)counter.count(turned.x, turned.s);
        added -= (first + chances_->of(turned, pivots, counter).conditional_relevance) / 2;
      }
      out[j - columns.begin] = std::max(0.0, added);
    }
  }

  /// The same bits as for any number of rows.
  void fill_small(std::size_t i, Range columns, double* out) const {
    constexpr std::size_t some = 256;
    std::array<PairLogSums, some> sums;
    for (std::size_t begin = columns.begin; begin < columns.end; begin += some) {
      const std::size_t end = std::min(columns.end, begin + some);
      small_->log_sums(i, begin, end, sums.data());
      for (std::size_t j = begin; j < end; ++j) {
        const PairLogSums& sum = sums[j - begin];
        out[j - columns.begin] = has_target_ ? complement(i, j, sum) : shared(i, j, sum);
      }
    }
  }
  double complement(std::size_t i, std::size_t j, const PairLogSums& sum) const {
    const double together = logs_.entropy(sum.xs) + class_entropy_ - logs_.entropy(sum.xsy);
    return std::max(0.0, together - (relevances_[i] + relevances_[j]) / 2);
  }
  /// Without a correction for chance, the diagonal has the entropies.
  double shared(std::size_t i, std::size_t j, const PairLogSums& sum) const {
    const double own = diagonal_[i];
    const double other = diagonal_[j];
    return std::clamp(own + other - logs_.entropy(sum.xs), 0.0, std::min(own, other));
  }

  /// The same order of the pair in both halves of the matrix gives the same bits.
  FeaturePair pair_of(std::size_t i, std::size_t j) const {
    return {.x = features_[std::max(i, j)], .s = features_[std::min(i, j)]};
  }

  PairChances::Pivots pivots_of(Range rows, Range columns) const {
    if (!chances_) return {};
    std::vector<Feature> wanted;
    for (const Range& range : {rows, columns}) {
      const auto some = std::span(features_).subspan(range.begin, range.count());
      wanted.insert(wanted.end(), some.begin(), some.end());
    }
    return chances_->pivots_of(std::move(wanted));
  }

  std::vector<Feature> features_;
  bool has_target_;
  Correction correction_;
  CodePanel panel_;
  CountLogs logs_;
  Reservation held_;
  std::optional<PairChances> chances_;
  std::unique_ptr<const PackedPairs> small_;  // where it suits
  std::vector<double> diagonal_;
  std::vector<double> relevances_;  // for complements; not corrected for chance
  double class_entropy_ = 0;
};

}  // namespace

std::unique_ptr<const SymmetricMatrix> informations(const Table& table,
                                                    const SimilarityRequest& request,
                                                    const Context& context) {
  return std::make_unique<Informations>(table, request, context);
}

}  // namespace stats
}  // namespace pith
