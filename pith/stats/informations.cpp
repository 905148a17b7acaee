// SPDX-License-Identifier: Apache-2.0
#include "pith/stats/informations.h"

#include <algorithm>

#include "pith/stats/code_panel.h"
#include "pith/stats/count_logs.h"
#include "pith/stats/counts.h"
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
        panel_(table, has_target_, context),
        logs_(table.rows()) {
    if (has_target_) set_relevances(table, context);
    if (request.is_kept && kept_bytes() <= context.memory_limit()) keep(context);
  }

  double diagonal(std::size_t i) const override {
    return has_target_ ? relevances_[i] : panel_.entropy(features_[i]);
  }

  void columns(std::span<const std::size_t> columns, const MatrixView<double>& out,
               const Context& context) const override {
    constexpr std::size_t block = 256;
    for (std::size_t c = 0; c < columns.size(); ++c) {
      parallel_blocks(context, size(), block, [&](std::size_t begin, std::size_t end) {
        fill({columns[c], columns[c] + 1}, {begin, end}, &out(c, begin), end - begin);
      });
    }
  }

 private:
  void set_relevances(const Table& table, const Context& context) {
    relevances_.resize(size());
    constexpr std::size_t block = 16;
    parallel_blocks(context, size(), block, [&](std::size_t begin, std::size_t end) {
      for (std::size_t i = begin; i < end; ++i) {
        const Column& column = table.feature(features_[i]);
        Counts counts(column.levels(), table.classes());
        counts.update(column, table.target(), table.weights());
        relevances_[i] =
            std::max(0.0, plug_in_entropy(counts.x_totals()) + plug_in_entropy(counts.y_totals()) -
                              plug_in_entropy(counts.cells()));
        if (i == 0) class_entropy_ = plug_in_entropy(counts.y_totals());
      }
    });
  }

  void fill(Range rows, Range columns, double* out, std::size_t stride) const override {
    PairCounter counter(panel_, logs_);
    const auto others = std::span(features_).subspan(columns.begin, columns.count());
    for (std::size_t i = rows.begin; i < rows.end; ++i, out += stride) {
      if (has_target_) {
        fill_complements(counter, i, columns, out);
      } else {
        counter.joint_entropies(features_[i], others, out);
        const double own = panel_.entropy(features_[i]);
        for (std::size_t j = 0; j < others.size(); ++j) {
          const double other = panel_.entropy(others[j]);
          out[j] = std::clamp(own + other - out[j], 0.0, std::min(own, other));
        }
      }
      if (i >= columns.begin && i < columns.end) out[i - columns.begin] = diagonal(i);
    }
  }

  void fill_complements(PairCounter& counter, std::size_t i, Range columns, double* out) const {
    for (std::size_t j = columns.begin; j < columns.end; ++j) {
      // The same order of the pair in both halves of the matrix gives the same bits.
      const PairEntropies h = counter.count(features_[std::max(i, j)], features_[std::min(i, j)]);
      const double together = h.xs + class_entropy_ - h.xsy;
      out[j - columns.begin] = std::max(0.0, together - (relevances_[i] + relevances_[j]) / 2);
    }
  }

  std::vector<Feature> features_;
  bool has_target_;
  CodePanel panel_;
  CountLogs logs_;
  std::vector<double> relevances_;
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
