// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>
#include <vector>

#include "pith/base/assert.h"
#include "pith/base/elementary.h"
#include "pith/geometry/squared_distances.h"
#include "pith/learn/model/learner.h"
#include "pith/learn/model/model.h"

namespace pith::learn {
namespace {

/// The nearest training rows of rows. Ties of distance go to the first rows; where there are fewer
/// rows than neighbours asked for, all of them are neighbours.
class Nearest {
 public:
  Nearest(const Examples& examples, std::size_t neighbours)
      : neighbours_(std::min(neighbours, examples.rows.extent(0))),
        rows_(examples.rows.extent(0)),
        distances_(examples.rows) {}

  std::size_t neighbours() const { return neighbours_; }

  using Neighbour = std::pair<double, std::size_t>;  // distance, row

  /// Calls visit(row, neighbours) for every row, with the neighbours in no order.
  template <class Visit>
  void find(const MatrixView<const double>& rows, Visit visit) const {
    constexpr std::size_t block = SquaredDistances::block_rows;
    std::vector<double> distances(std::min(block, rows.extent(0)) * distances_.stride());
    std::vector<Neighbour> nearest;
    for (std::size_t begin = 0; begin < rows.extent(0); begin += block) {
      const std::size_t count = std::min(block, rows.extent(0) - begin);
      distances_.measure({rows.data_handle() + begin * rows.stride(0), count, rows.extent(1),
                          rows.stride(0), rows.stride(1)},
                         distances.data());
      for (std::size_t i = 0; i < count; ++i) {
        find_nearest(&distances[i * distances_.stride()], nearest);
        visit(begin + i, nearest);
      }
    }
  }

 private:
  /// Keeps the nearest rows in a heap with the farthest on top; a later row at the distance of that
  /// one is not taken.
  void find_nearest(const double* distances, std::vector<Neighbour>& nearest) const {
    nearest.clear();
    for (std::size_t row = 0; row < neighbours_; ++row)
      nearest.emplace_back(distances[row], row);
    std::make_heap(nearest.begin(), nearest.end());
    for (std::size_t row = neighbours_; row < rows_; ++row) {
      if (!(distances[row] < nearest.front().first)) continue;
      std::pop_heap(nearest.begin(), nearest.end());
      nearest.back() = {distances[row], row};
      std::push_heap(nearest.begin(), nearest.end());
    }
  }

  std::size_t neighbours_;
  std::size_t rows_;
  SquaredDistances distances_;
};

/// Ties of votes go to the lowest class. With K neighbours and m classes that occur, the
/// probability of a class is (votes + 1/m) / (K + 1).
class KnnClasses : public Model {
 public:
  KnnClasses(const Examples& examples, std::size_t neighbours)
      : nearest_(examples, neighbours),
        classes_(examples.classes.begin(), examples.classes.end()),
        class_count_(examples.class_count) {
    std::vector<char> occurs(class_count_);
    for (const std::uint32_t c : classes_)
      occurs[c] = 1;
    const auto found = static_cast<double>(std::count(occurs.begin(), occurs.end(), 1));
    const double total = static_cast<double>(nearest_.neighbours()) + 1;
    for (std::size_t votes = 0; votes <= nearest_.neighbours(); ++votes)
      scores_of_votes_.push_back(portable::log((static_cast<double>(votes) + 1 / found) / total));
    for (const char is_there : occurs)
      scores_without_votes_.push_back(is_there != 0 ? scores_of_votes_[0]
                                                    : -std::numeric_limits<double>::infinity());
  }

  void score(const MatrixView<const double>& rows,
             const MatrixView<double>& scores) const override {
    std::vector<std::size_t> votes(class_count_);
    nearest_.find(rows, [&](std::size_t row, const std::vector<Nearest::Neighbour>& nearest) {
      std::fill(votes.begin(), votes.end(), 0);
      for (const Nearest::Neighbour& neighbour : nearest)
        ++votes[classes_[neighbour.second]];
      for (std::size_t c = 0; c < class_count_; ++c)
        scores(row, c) = votes[c] > 0 ? scores_of_votes_[votes[c]] : scores_without_votes_[c];
    });
  }

 private:
  Nearest nearest_;
  std::vector<std::uint32_t> classes_;
  std::size_t class_count_;
  std::vector<double> scores_of_votes_;
  std::vector<double> scores_without_votes_;  // per class
};

/// The mean of the numbers of the K neighbours, added up in the order of the rows.
class KnnNumbers : public Model {
 public:
  KnnNumbers(const Examples& examples, std::size_t neighbours)
      : nearest_(examples, neighbours),
        numbers_(examples.numbers.begin(), examples.numbers.end()) {}

  void score(const MatrixView<const double>& rows,
             const MatrixView<double>& scores) const override {
    const auto count = static_cast<double>(nearest_.neighbours());
    std::vector<std::size_t> order;
    nearest_.find(rows, [&](std::size_t row, const std::vector<Nearest::Neighbour>& nearest) {
      order.clear();
      for (const Nearest::Neighbour& neighbour : nearest)
        order.push_back(neighbour.second);
      std::sort(order.begin(), order.end());
      double mean = 0;
      for (const std::size_t each : order)
        mean += numbers_[each] / count;
      scores(row, 0) = mean;
    });
  }

 private:
  Nearest nearest_;
  std::vector<double> numbers_;
};

/// The copy of the rows, the distances of a block of rows to all, the nearest of them and votes.
std::uint64_t bytes(const FitSize& size, const Params& params) {
  constexpr double number = sizeof(double);
  const double rows = static_cast<double>(size.rows) + 16;
  const auto block = static_cast<double>(SquaredDistances::block_rows);
  const double neighbours = std::min(rows, static_cast<double>(params.integer("neighbours")));
  return whole_bytes(number * rows * (static_cast<double>(size.columns) + block + 1) +
                     number * (6 * neighbours + 3 * static_cast<double>(size.classes)));
}

std::unique_ptr<const Model> fit(const Examples& examples, const Params& params,
                                 const Context& context) {
  context.check_cancelled();
  const auto neighbours = static_cast<std::size_t>(params.integer("neighbours"));
  if (examples.has_numbers()) {
    PITH_ASSERT(examples.rows.extent(0) == examples.numbers.size());
    return std::make_unique<KnnNumbers>(examples, neighbours);
  }
  PITH_ASSERT(examples.rows.extent(0) == examples.classes.size());
  return std::make_unique<KnnClasses>(examples, neighbours);
}

}  // namespace

Learner knn() {
  return {
      .id = "knn",
      .title = "k-nearest neighbours",
      .summary =
          "Predicts the majority class, or the mean of the numbers, of the nearest rows by "
          "Euclidean distance.",
      .formula = "P(c|x) = (v_c + 1/m) / (K + 1), v_c of the K nearest rows have class c of m",
      .parameters = {Parameter::integer("neighbours", 3, 1, 1000000, "number of neighbours")},
      .references = {{"T. M. Cover and P. E. Hart", "Nearest neighbor pattern classification",
                      "IEEE Transactions on Information Theory", 1967, "10.1109/TIT.1967.1053964"}},
      .predicts = Predicts::both,
      .gives_probabilities = true,
      .bytes = bytes,
      .fit = fit,
  };
}

}  // namespace pith::learn
