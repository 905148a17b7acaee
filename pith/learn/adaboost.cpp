// SPDX-License-Identifier: Apache-2.0
#include "pith/learn/adaboost.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <optional>
#include <vector>

#include "pith/base/assert.h"
#include "pith/base/parallel.h"

namespace pith {
namespace {

/// The rows of each column in ascending order.
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
        const bool is_last = place + 1 == rows_ || column[order[place]] == column[order[place + 1]];
        order_[j * rows_ + place] = order[place] << 1U | (is_last ? 0 : 1);
      }
    }
  }

  std::size_t rows() const { return rows_; }
  std::size_t columns() const { return rows_ == 0 ? 0 : order_.size() / rows_; }
  /// Twice the row, and one where the next value is a larger one.
  const std::uint32_t* order(std::size_t column) const { return &order_[column * rows_]; }
  /// Halfway between a value and the next one, and below that.
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

/// A question, and what either answer says for the class.
struct Stump {
  std::size_t column = 0;
  double threshold = 0;
  double below = 0;
  double above = 0;
};

struct Split {
  std::size_t column = 0;
  std::size_t place = 0;
  double low = 0;  ///< weight for less weight against, on the lower side
  double error = 0;
};

/// The stumps for one class.
class Machine {
 public:
  void learn(const SortedColumns& columns, const std::vector<char>& is_own, std::size_t rounds,
             const Context& context) {
    const std::size_t count = columns.rows();
    const double own = static_cast<double>(std::count(is_own.begin(), is_own.end(), 1));
    without_stumps_ = 2 * own / static_cast<double>(count) - 1;
    std::vector<double> weights(count, 1 / static_cast<double>(count));
    std::vector<double> signed_weights(count);
    double total_say = 0;
    for (std::size_t round = 0; round < rounds; ++round) {
      context.check_cancelled();
      for (std::size_t row = 0; row < count; ++row)
        signed_weights[row] = is_own[row] != 0 ? weights[row] : -weights[row];
      const std::optional<Split> split = best_split(columns, signed_weights);
      if (!split || split->error >= 0.5) break;
      // Never wrong: nothing is left to learn.
      const bool is_perfect = split->error < least_error;
      const double error = std::max(split->error, least_error);
      const double say = std::log((1 - error) / error);
      const double all = std::accumulate(signed_weights.begin(), signed_weights.end(), 0.0);
      // Equal weights on a side are against the class.
      const bool low_is_own = split->low > tie;
      const bool high_is_own = all - split->low > tie;
      stumps_.push_back({.column = split->column,
                         .threshold = columns.threshold(split->column, split->place),
                         .below = low_is_own ? say : -say,
                         .above = high_is_own ? say : -say});
      total_say += say;
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
      stump.below /= total_say;
      stump.above /= total_say;
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
  static constexpr double tie = 1e-12;  // differences of weights that count as none
  static constexpr double least_error = 1e-10;

  /// The error of a split with sides of difference l and h between own and other weight, which are
  /// one in all, is (1 - |l| - |h|) / 2. Errors are compared in steps of `tie`.
  static std::optional<Split> best_split(const SortedColumns& columns,
                                         const std::vector<double>& signed_weights) {
    const double all = std::accumulate(signed_weights.begin(), signed_weights.end(), 0.0);
    std::optional<Split> best;
    double least = std::numeric_limits<double>::infinity();  // in steps
    double worth_a_look = 0;  // |l| + |h| below which a split cannot be the best
    for (std::size_t column = 0; column < columns.columns(); ++column) {
      const std::uint32_t* order = columns.order(column);
      double low = 0;
      for (std::size_t place = 0; place < columns.rows(); ++place) {
        low += signed_weights[order[place] >> 1U];
        const double clear = std::abs(low) + std::abs(all - low);
        if (!(clear >= worth_a_look) || (order[place] & 1U) == 0) continue;
        const double error = (1 - clear) / 2;
        const double steps = std::nearbyint(error / tie);
        if (!(steps < least)) continue;
        least = steps;
        worth_a_look = clear - tie;
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
  Adaboost(const Examples& examples, const AdaboostOptions& options, const Context& context)
      : class_count_(examples.class_count) {
    std::vector<char> occurs(class_count_);
    for (const std::uint32_t c : examples.classes)
      occurs[c] = 1;
    for (std::uint32_t c = 0; c < class_count_; ++c) {
      if (occurs[c] != 0) classes_.push_back(c);
    }
    // Of two classes one machine speaks for both: the second's, since ties are against it.
    machines_.resize(classes_.size() == 2 ? 1 : classes_.size());
    const SortedColumns columns(examples.rows, context);
    parallel_blocks(context, machines_.size(), 1, [&](std::size_t k, std::size_t) {
      const std::uint32_t own = machines_.size() == 1 ? classes_[1] : classes_[k];
      std::vector<char> is_own(examples.classes.size());
      for (std::size_t row = 0; row < is_own.size(); ++row)
        is_own[row] = examples.classes[row] == own ? 1 : 0;
      machines_[k].learn(columns, is_own, options.rounds, context);
    });
  }

  void score(const MatrixView<const double>& rows,
             const MatrixView<double>& scores) const override {
    for (std::size_t row = 0; row < rows.extent(0); ++row) {
      const double* x = rows.data_handle() + row * rows.stride(0);
      for (std::size_t c = 0; c < class_count_; ++c)
        scores(row, c) = -std::numeric_limits<double>::infinity();
      for (std::size_t k = 0; k < machines_.size(); ++k)
        scores(row, classes_[k]) = machines_[k].score(x);
      if (machines_.size() == 1) {
        scores(row, classes_[1]) = scores(row, classes_[0]);
        scores(row, classes_[0]) *= -1;
      }
    }
  }

 private:
  std::size_t class_count_;
  std::vector<std::uint32_t> classes_;  // that occur, ascending
  std::vector<Machine> machines_;
};

}  // namespace

std::unique_ptr<const Model> fit_adaboost(const Examples& examples, const AdaboostOptions& options,
                                          const Context& context) {
  PITH_ASSERT(examples.rows.extent(0) == examples.classes.size() && options.rounds > 0);
  return std::make_unique<Adaboost>(examples, options, context);
}

}  // namespace pith
