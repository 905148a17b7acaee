// SPDX-License-Identifier: Apache-2.0
#include "pith/stats/correlations.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "pith/base/error.h"
#include "pith/base/thread_memory.h"
#include "pith/data/column_memory.h"
#include "pith/stats/ranks.h"
#include "pith/stats/tiled_similarity.h"

namespace pith {
inline namespace stats {
namespace {

/// Centres a column and scales it to unit length; a row of weight w is multiplied by sqrt(w), so
/// that products are weighted. A constant column becomes zero.
class UnitColumn {
 public:
  UnitColumn(const Table& table, bool has_ranks)
      : weights_(table.weights()),
        total_(weights_.empty() ? static_cast<double>(table.rows())
                                : std::accumulate(weights_.begin(), weights_.end(), 0.0)),
        has_ranks_(has_ranks),
        numbers_(table.rows()) {}

  std::span<const double> of(const Column& column) {
    if (is_constant(column)) {
      std::fill(numbers_.begin(), numbers_.end(), 0.0);
      return numbers_;
    }
    if (has_ranks_) {
      ranker_.rank(column.numbers(), weights_, numbers_);
    } else {
      column.copy_numbers(0, numbers_);
    }
    if (has_ranks_ && weights_.empty()) {
      subtract((total_ + 1) / 2);  // the mean of ranks, without rounding
    } else {
      subtract(mean());
      subtract(mean());  // again, to remove the rounding error of the first mean
    }
    for (std::size_t row = 0; row < weights_.size(); ++row)
      numbers_[row] *= std::sqrt(weights_[row]);
    const double length =
        std::sqrt(sum_of([&](std::size_t row) { return numbers_[row] * numbers_[row]; }));
    const double unit = length > 0 ? 1 / length : 0;
    for (double& number : numbers_)
      number *= unit;
    return numbers_;
  }

 private:
  /// Four independent sums, so that an addition need not wait for the previous one.
  template <class Term>
  double sum_of(Term term) const {
    constexpr std::size_t chains = 4;
    double sums[chains] = {};
    std::size_t row = 0;
    for (; row + chains <= numbers_.size(); row += chains) {
      for (std::size_t chain = 0; chain < chains; ++chain)
        sums[chain] += term(row + chain);
    }
    for (; row < numbers_.size(); ++row)
      sums[0] += term(row);
    return (sums[0] + sums[1]) + (sums[2] + sums[3]);
  }
  double mean() const {
    if (weights_.empty()) return sum_of([&](std::size_t row) { return numbers_[row]; }) / total_;
    return sum_of([&](std::size_t row) { return weights_[row] * numbers_[row]; }) / total_;
  }
  void subtract(double mean) {
    for (double& number : numbers_)
      number -= mean;
  }

  std::span<const double> weights_;
  double total_;
  bool has_ranks_;
  Ranker ranker_;
  std::vector<double> numbers_;
};

template <class T>
class Correlations final : public TiledSimilarity<T> {
 public:
  Correlations(const Table& table, const SimilarityRequest& request, const Context& context)
      : TiledSimilarity<T>(request.features.size()), rows_(table.rows()) {
    held_ = reserve(context);
    constexpr std::uint64_t per_row = ranker_bytes + 2 * sizeof(double);
    numbers_ = std::make_unique_for_overwrite<T[]>(this->size() * rows_);  // NOLINT(*-c-arrays)
    constexpr std::size_t block = 8;
    ThreadMemory memory =
        reserve_for_threads({.tasks = this->size() / block + 1, .bytes = per_row * rows_}, context,
                            "scaling the features");
    parallel_blocks(memory.context, this->size(), block, [&](std::size_t begin, std::size_t end) {
      UnitColumn unit(table, request.kind == SimilarityKind::ranks);
      for (std::size_t i = begin; i < end; ++i) {
        const auto numbers = unit.of(table.feature(request.features[i]));
        std::transform(numbers.begin(), numbers.end(), column(i),
                       [](double number) { return static_cast<T>(number); });
      }
    });
    memory.held.release();
    if (request.is_kept) this->keep_if_it_fits(context);
  }

  double diagonal(std::size_t i) const override {
    return std::any_of(column(i), column(i) + rows_, [](T number) { return number != 0; }) ? 1 : 0;
  }

  void columns(std::span<const std::size_t> columns, const MatrixView<double>& out,
               const Context& context) const override {
    constexpr std::size_t block = 256;
    for (std::size_t c = 0; c < columns.size(); ++c) {
      parallel_blocks(context, this->size(), block, [&](std::size_t begin, std::size_t end) {
        std::vector<T> products(end - begin);
        multiply_any({begin, end}, {columns[c], columns[c] + 1}, products.data(), 1);
        std::copy(products.begin(), products.end(), &out(c, begin));
      });
    }
  }

 private:
  using Range = typename TiledSimilarity<T>::Range;
  using View = MatrixView<const T>;

  std::uint64_t unit_bytes() const { return std::uint64_t{this->size()} * rows_ * sizeof(T); }
  Reservation reserve(const Context& context) const {
    const bool is_double = sizeof(T) == sizeof(double);
    return context.reserve(unit_bytes(), "the copy of the features for correlations",
                           is_double
                               ? "use single precision (" + option("precision", "single") + ")"
                               : "select from fewer features (" + option("drop") + ")",
                           likely_search_bytes(rows_, this->size()));
  }
  T* column(std::size_t i) const { return numbers_.get() + i * rows_; }

  void fill(Range rows, Range columns, T* out, std::size_t stride) const override {
    multiply_any(rows, columns, out, stride);
  }
  void multiply_any(Range rows, Range columns, T* out, std::size_t stride) const {
    pith::multiply(View(column(rows.begin), rows.count(), rows_, rows_, 1),
                   View(column(columns.begin), rows_, columns.count(), 1, rows_),
                   MatrixView<T>(out, rows.count(), columns.count(), stride, 1));
    // Values that are 1 up to rounding become 1; otherwise duplicates would differ by noise.
    const auto nearly = static_cast<T>(1 - (4 + std::sqrt(static_cast<double>(rows_))) *
                                               std::numeric_limits<T>::epsilon());
    for (std::size_t i = rows.begin; i < rows.end; ++i, out += stride) {
      for (std::size_t j = 0; j < columns.count(); ++j) {
        out[j] = std::abs(out[j]);
        if (out[j] >= nearly) out[j] = T{1};
      }
      if (i >= columns.begin && i < columns.end)
        out[i - columns.begin] = static_cast<T>(diagonal(i));
    }
  }

  Reservation held_;
  std::size_t rows_;
  std::unique_ptr<T[]> numbers_;  // NOLINT(*-avoid-c-arrays)
};

}  // namespace

std::unique_ptr<const SymmetricMatrix> correlations(const Table& table,
                                                    const SimilarityRequest& request,
                                                    const Context& context) {
  if (request.storage == Storage::float32)
    return std::make_unique<Correlations<float>>(table, request, context);
  return std::make_unique<Correlations<double>>(table, request, context);
}

}  // namespace stats
}  // namespace pith
