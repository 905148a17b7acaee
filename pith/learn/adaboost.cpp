// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <optional>
#include <vector>

#include "pith/base/assert.h"
#include "pith/base/elementary.h"
#include "pith/base/parallel.h"
#include "pith/learn/model/learner.h"
#include "pith/learn/model/model.h"

namespace pith::learn {
namespace {

/// The rows of each column in ascending order of its values.
class SortedColumns {
 public:
  SortedColumns(const MatrixView<const double>& rows, const Context& context)
      : rows_(rows.extent(0)), values_(rows.extent(1) * rows_), order_(rows.extent(1) * rows_) {
    std::vector<std::uint32_t> order(rows_);
    std::vector<double> column(rows_);
    for (std::size_t j = 0; j < rows.extent(1); ++j) {
      context.check_cancelled();
      for (std::size_t row = 0; row < rows_; ++row)
        column[row] = rows(row, j);
      std::iota(order.begin(), order.end(), 0);
      std::sort(order.begin(), order.end(), [&](std::uint32_t a, std::uint32_t b) {
        return column[a] != column[b] ? column[a] < column[b] : a < b;
      });
      for (std::size_t place = 0; place < rows_; ++place) {
        values_[j * rows_ + place] = column[order[place]];
        const bool has_threshold =
            place + 1 < rows_ && column[order[place]] != column[order[place + 1]];
        order_[j * rows_ + place] = order[place] << 1U | (has_threshold ? 1 : 0);
      }
    }
  }

  std::size_t rows() const { return rows_; }
  std::size_t columns() const { return rows_ == 0 ? 0 : order_.size() / rows_; }
  /// Twice the row, plus 1 where the next value is larger: a threshold may stand there.
  const std::uint32_t* order(std::size_t column) const { return &order_[column * rows_]; }
  /// Halfway between a value and the next one, and less than that one.
  double threshold(std::size_t column, std::size_t place) const {
    const double* value = &values_[column * rows_ + place];
    const double middle = value[0] + (value[1] - value[0]) / 2;
    return middle < value[1] ? middle : value[0];
  }
  std::size_t row_at(std::size_t column, std::size_t place) const {
    return order(column)[place] >> 1U;
  }

 private:
  std::size_t rows_;
  std::vector<double> values_;        // [column][place]
  std::vector<std::uint32_t> order_;  // [column][place]
};

/// A decision stump: its contribution to the score of the class on either side of a threshold.
struct Stump {
  std::size_t column = 0;
  double threshold = 0;
  double below = 0;
  double above = 0;
};

struct Split {
  std::size_t column = 0;
  std::size_t place = 0;
  double low = 0;  ///< weight of the class less that of the rest, on the lower side
  double error = 0;
};

/// The stumps of one class against the rest. A stump predicts on either side of a threshold
/// (halfway between neighbouring values of a column) what most of the weight there has. Each round
/// adds the stump with the smallest weighted error e (ties go to the lowest column, then to the
/// lowest threshold) with the weight log((1 - e) / e), and multiplies the weights of the rows that
/// it misclassifies by (1 - e) / e. The score is the weight of the stumps that vote for the class
/// less that of those against it, as a share of the total. O(columns * rows) per round.
class Ensemble {
 public:
  void learn(const SortedColumns& columns, const std::vector<char>& is_own, std::size_t rounds,
             const Context& context) {
    const std::size_t count = columns.rows();
    const double own = static_cast<double>(std::count(is_own.begin(), is_own.end(), 1));
    without_stumps_ = 2 * own / static_cast<double>(count) - 1;
    std::vector<double> weights(count, 1 / static_cast<double>(count));
    std::vector<double> signed_weights(count);
    double total_weight = 0;
    for (std::size_t round = 0; round < rounds; ++round) {
      context.check_cancelled();
      for (std::size_t row = 0; row < count; ++row)
        signed_weights[row] = is_own[row] != 0 ? weights[row] : -weights[row];
      const std::optional<Split> split = best_split(columns, signed_weights);
      if (!split || split->error >= 0.5) break;
      // A stump without error leaves nothing to learn.
      const bool is_perfect = split->error < min_error;
      const double error = std::max(split->error, min_error);
      const double stump_weight = portable::log((1 - error) / error);
      const double all = std::accumulate(signed_weights.begin(), signed_weights.end(), 0.0);
      // Equal weights on a side count against the class.
      const bool low_is_own = split->low > tie;
      const bool high_is_own = all - split->low > tie;
      stumps_.push_back({.column = split->column,
                         .threshold = columns.threshold(split->column, split->place),
                         .below = low_is_own ? stump_weight : -stump_weight,
                         .above = high_is_own ? stump_weight : -stump_weight});
      total_weight += stump_weight;
      if (is_perfect) break;
      double sum = 0;
      for (std::size_t place = 0; place < count; ++place) {
        const std::size_t row = columns.row_at(split->column, place);
        const bool answer = place <= split->place ? low_is_own : high_is_own;
        if (answer != (is_own[row] != 0)) weights[row] *= (1 - error) / error;
        sum += weights[row];
      }
      for (double& weight : weights)
        weight /= sum;
    }
    for (Stump& stump : stumps_) {
      stump.below /= total_weight;
      stump.above /= total_weight;
    }
  }

  double score(const double* row) const {
    if (stumps_.empty()) return without_stumps_;
    double sum = 0;
    for (const Stump& stump : stumps_)
      sum += row[stump.column] <= stump.threshold ? stump.below : stump.above;
    return sum;
  }

 private:
  static constexpr double tie = 1e-12;  // smaller differences of weights count as ties
  static constexpr double min_error = 1e-10;

  /// Weights add up to 1. Where l and h are the weight of the class less that of the rest on either
  /// side, the error of a split is (1 - |l| - |h|) / 2. Errors are compared in steps of `tie`.
  static std::optional<Split> best_split(const SortedColumns& columns,
                                         const std::vector<double>& signed_weights) {
    const double all = std::accumulate(signed_weights.begin(), signed_weights.end(), 0.0);
    std::optional<Split> best;
    double min_steps = std::numeric_limits<double>::infinity();
    double min_clear = 0;  // |l| + |h| below which a split cannot be the best
    for (std::size_t column = 0; column < columns.columns(); ++column) {
      const std::uint32_t* order = columns.order(column);
      double low = 0;
      for (std::size_t place = 0; place < columns.rows(); ++place) {
        low += signed_weights[order[place] >> 1U];
        const double clear = std::abs(low) + std::abs(all - low);
        if (!(clear >= min_clear) || (order[place] & 1U) == 0) continue;
        const double error = (1 - clear) / 2;
        const double steps = std::nearbyint(error / tie);
        if (!(steps < min_steps)) continue;
        min_steps = steps;
        min_clear = clear - tie;
        best = {.column = column, .place = place, .low = low, .error = error};
      }
    }
    return best;
  }

  std::vector<Stump> stumps_;
  double without_stumps_ = 0;
};

class Adaboost : public Model {
 public:
  Adaboost(const Examples& examples, std::size_t rounds, const Context& context)
      : class_count_(examples.class_count) {
    std::vector<char> occurs(class_count_);
    for (const std::uint32_t c : examples.classes)
      occurs[c] = 1;
    for (std::uint32_t c = 0; c < class_count_; ++c) {
      if (occurs[c] != 0) classes_.push_back(c);
    }
    // Two classes share the ensemble of the second one, since ties count against it.
    ensembles_.resize(classes_.size() == 2 ? 1 : classes_.size());
    const SortedColumns columns(examples.rows, context);
    parallel_blocks(context, ensembles_.size(), 1, [&](std::size_t k, std::size_t) {
      const std::uint32_t own = ensembles_.size() == 1 ? classes_[1] : classes_[k];
      std::vector<char> is_own(examples.classes.size());
      for (std::size_t row = 0; row < is_own.size(); ++row)
        is_own[row] = examples.classes[row] == own ? 1 : 0;
      ensembles_[k].learn(columns, is_own, rounds, context);
    });
  }

  void score(const MatrixView<const double>& rows,
             const MatrixView<double>& scores) const override {
    for (std::size_t row = 0; row < rows.extent(0); ++row) {
      const double* x = rows.data_handle() + row * rows.stride(0);
      for (std::size_t c = 0; c < class_count_; ++c)
        scores(row, c) = -std::numeric_limits<double>::infinity();
      for (std::size_t k = 0; k < ensembles_.size(); ++k)
        scores(row, classes_[k]) = ensembles_[k].score(x);
      if (ensembles_.size() == 1) {
        scores(row, classes_[1]) = scores(row, classes_[0]);
        scores(row, classes_[0]) *= -1;
      }
    }
  }

 private:
  std::size_t class_count_;
  std::vector<std::uint32_t> classes_;  // that occur, ascending
  std::vector<Ensemble> ensembles_;
};

/// The sorted columns, the weights of the rows on each thread, and the stumps.
std::uint64_t bytes(const FitSize& size, const Params& params) {
  const auto rows = static_cast<double>(size.rows);
  const auto rounds = static_cast<double>(params.integer("rounds"));
  constexpr double entry = sizeof(double) + sizeof(std::uint32_t);
  constexpr double weights = 2 * sizeof(double) + 1;
  constexpr double growth = 3;  // of the lists of stumps
  return whole_bytes(rows * (entry * (static_cast<double>(size.columns) + 1) +
                             weights * std::min<double>(size.threads, size.found())) +
                     size.found() * (growth * rounds * sizeof(Stump) + sizeof(Ensemble)) +
                     static_cast<double>(size.classes));
}

std::unique_ptr<const Model> fit(const Examples& examples, const Params& params,
                                 const Context& context) {
  PITH_ASSERT(examples.rows.extent(0) == examples.classes.size());
  return std::make_unique<Adaboost>(examples, static_cast<std::size_t>(params.integer("rounds")),
                                    context);
}

}  // namespace

Learner adaboost() {
  return {
      .id = "adaboost",
      .title = "AdaBoost with decision stumps",
      .summary =
          "Trains an ensemble of decision stumps for each class against the rest; each stump "
          "gives more weight to the rows that the previous ones misclassified.",
      .formula = "f_c(x) = sum[t] a_t h_t(x) / sum[t] a_t, h_t = -1 or 1, a_t = log((1 - e_t)/e_t)",
      .parameters = {Parameter::integer("rounds", 100, 1, 100000,
                                        "maximum number of stumps per class")},
      .references = {{"Y. Freund and R. E. Schapire",
                      "A decision-theoretic generalization of on-line learning and an application "
                      "to boosting",
                      "Journal of Computer and System Sciences", 1997, "10.1006/jcss.1997.1504"}},
      .bytes = bytes,
      .fit = fit,
  };
}

}  // namespace pith::learn
