// SPDX-License-Identifier: Apache-2.0
#include "pith/learn/knn.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>
#include <vector>

#include "pith/base/assert.h"
#include "pith/learn/squared_distances.h"

namespace pith {
namespace {

class Knn : public Model {
 public:
  Knn(const Examples& examples, const KnnOptions& options)
      : neighbours_(std::min(options.neighbours, examples.rows.extent(0))),
        distances_(examples.rows),
        classes_(examples.classes.begin(), examples.classes.end()),
        class_count_(examples.class_count) {
    std::vector<char> occurs(class_count_);
    for (const std::uint32_t c : classes_)
      occurs[c] = 1;
    const auto found = static_cast<double>(std::count(occurs.begin(), occurs.end(), 1));
    const double all = static_cast<double>(neighbours_) + 1;
    for (std::size_t votes = 0; votes <= neighbours_; ++votes)
      scores_of_votes_.push_back(std::log((static_cast<double>(votes) + 1 / found) / all));
    for (const char is_there : occurs)
      least_.push_back(is_there != 0 ? scores_of_votes_[0]
                                     : -std::numeric_limits<double>::infinity());
  }

  void score(const MatrixView<const double>& rows,
             const MatrixView<double>& scores) const override {
    constexpr std::size_t block = SquaredDistances::block_rows;
    std::vector<double> distances(std::min(block, rows.extent(0)) * distances_.stride());
    std::vector<Neighbour> nearest;
    std::vector<std::size_t> votes(class_count_);
    for (std::size_t begin = 0; begin < rows.extent(0); begin += block) {
      const std::size_t count = std::min(block, rows.extent(0) - begin);
      distances_.measure({rows.data_handle() + begin * rows.stride(0), count, rows.extent(1),
                          rows.stride(0), rows.stride(1)},
                         distances.data());
      for (std::size_t i = 0; i < count; ++i) {
        find_nearest(&distances[i * distances_.stride()], nearest);
        std::fill(votes.begin(), votes.end(), 0);
        for (const Neighbour& neighbour : nearest)
          ++votes[classes_[neighbour.second]];
        for (std::size_t c = 0; c < class_count_; ++c)
          scores(begin + i, c) = votes[c] > 0 ? scores_of_votes_[votes[c]] : least_[c];
      }
    }
  }

 private:
  using Neighbour = std::pair<double, std::size_t>;  // distance, row

  /// A heap with the farthest on top; a later row that is as far as that one does not get in.
  void find_nearest(const double* distances, std::vector<Neighbour>& nearest) const {
    nearest.clear();
    for (std::size_t row = 0; row < neighbours_; ++row)
      nearest.emplace_back(distances[row], row);
    std::make_heap(nearest.begin(), nearest.end());
    for (std::size_t row = neighbours_; row < classes_.size(); ++row) {
      if (!(distances[row] < nearest.front().first)) continue;
      std::pop_heap(nearest.begin(), nearest.end());
      nearest.back() = {distances[row], row};
      std::push_heap(nearest.begin(), nearest.end());
    }
  }

  std::size_t neighbours_;
  SquaredDistances distances_;
  std::vector<std::uint32_t> classes_;
  std::size_t class_count_;
  std::vector<double> scores_of_votes_;
  std::vector<double> least_;  // per class: the score without a vote
};

}  // namespace

std::unique_ptr<const Model> fit_knn(const Examples& examples, const KnnOptions& options,
                                     const Context& context) {
  PITH_ASSERT(options.neighbours > 0 && examples.rows.extent(0) == examples.classes.size());
  context.check_cancelled();
  return std::make_unique<Knn>(examples, options);
}

}  // namespace pith
