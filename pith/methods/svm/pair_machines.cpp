// SPDX-License-Identifier: Apache-2.0
#include "pith/methods/svm/pair_machines.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "pith/base/option.h"
#include "pith/base/parallel.h"
#include "pith/linalg/product_kernels.h"
#include "pith/linalg/vector_kernels.h"
#include "pith/search/backward.h"

namespace pith {
inline namespace families {
namespace {

/// Features whose columns stay in the cache while rows of the Gram matrix pass by.
constexpr std::size_t feature_chunk = 64;
/// Rows of the Gram matrix that a thread computes at a time; a multiple of pivot_group.
constexpr std::size_t row_block = 32;
/// Multiplications below which threads cost more than they save.
constexpr std::size_t little_work = 4'000'000;
/// With so few features left, the Gram matrix is always computed anew.
constexpr std::size_t few_features = 4;
/// With so few candidates, every loss is computed.
constexpr std::size_t few_candidates = 16;
/// Rows and columns of the Gram matrix that are mirrored together.
constexpr std::size_t mirror_tile = 16;
/// As many features may leave before machines forget their matrix.
constexpr std::size_t few_gone = 8;
constexpr std::size_t losses_block = 64;

Context context_for(const Context& context, std::size_t work) {
  return work < little_work ? context.serial() : context;
}

double length_of(std::span<const double> v) {
  return std::sqrt(std::inner_product(v.begin(), v.end(), v.begin(), 0.0));
}

}  // namespace

PairMachines::PairMachines(const Table& table, const CentredColumns& columns,
                           const PairMachinesOptions& options, const Context& context)
    : columns_(columns),
      rows_(table.rows()),
      left_(table.features()),
      finds_smallest_(options.finds_smallest),
      few_candidates_(std::max(few_candidates, options.kept)),
      roots_(table.features()) {
  held_ = context.reserve(bytes(table), "the Gram matrix of the rows",
                          "select on a sample of the rows (" + option("rows") + ")");
  std::iota(left_.begin(), left_.end(), Feature{0});
  std::vector<Range> classes(table.classes());
  for (std::size_t row = rows_; row-- > 0;) {
    Range& range = classes[table.target().code(row)];
    range.begin = row;
    ++range.count;
  }
  for (std::size_t a = 0; a < classes.size(); ++a) {
    for (std::size_t b = a + 1; b < classes.size(); ++b) {
      std::vector<double> signs(classes[a].count, -1.0);
      signs.resize(classes[a].count + classes[b].count, 1.0);
      std::vector<double> own;
      for (const Range& range : {classes[a], classes[b]}) {
        const auto costs = options.costs.subspan(range.begin, range.count);
        own.insert(own.end(), costs.begin(), costs.end());
      }
      pairs_.push_back({classes[a], classes[b], HingeSvm(std::move(signs), own)});
    }
  }
  for (const Feature feature : left_)
    lengths_.push_back(length_of(columns.column(feature)));
  build_gram(context);
}

std::uint64_t PairMachines::bytes(const Table& table) {
  constexpr std::uint64_t copies = 2;    // a pair of classes may have nearly all rows
  constexpr std::uint64_t numbers = 10;  // of a row in a machine: signs, costs, coefficients, ...
  const std::uint64_t rows = table.rows();
  const std::uint64_t classes = table.classes();
  const std::uint64_t machines = classes * (classes - 1) / 2;
  return sizeof(double) * (copies * rows * rows + numbers * rows * (classes - 1) +
                           4 * std::uint64_t{table.features()}) +
         512 * machines;
}

void PairMachines::build_gram(const Context& context) {
  if (gram_ == nullptr) gram_ = large_array(rows_ * rows_);
  add_products(left_, 1, Start::zero, context);
  built_trace_ = trace();
}

/// Adds factor * x x' for each of the features.
void PairMachines::add_products(std::span<const Feature> features, double factor, Start start,
                                const Context& context) {
  const Context used = context_for(context, rows_ * rows_ * features.size());
  // Half of the matrix is enough, but to mirror it takes as long as a few products.
  const bool is_half = features.size() >= 2 * pivot_group;
  parallel_blocks(used, rows_, row_block, [&](std::size_t begin, std::size_t end) {
    for (std::size_t row = begin; row < end && start == Start::zero; ++row)
      std::fill_n(&gram_[row * rows_], is_half ? end : rows_, 0.0);
    std::vector<const double*> columns;
    std::vector<double> factors;
    for (std::size_t from = 0; from < features.size(); from += feature_chunk) {
      used.check_cancelled();
      const auto some = features.subspan(from, std::min(feature_chunk, features.size() - from));
      columns.clear();
      for (const Feature feature : some)
        columns.push_back(columns_.column(feature).data());
      for (std::size_t row = begin; row < end; row += pivot_group) {
        const std::size_t count = std::min(pivot_group, end - row);
        double* outs[pivot_group] = {};
        for (std::size_t i = 0; i < count; ++i)
          outs[i] = &gram_[(row + i) * rows_];
        factors.clear();
        for (const double* const column : columns) {
          for (std::size_t i = 0; i < count; ++i)
            factors.push_back(-factor * column[row + i]);
        }
        subtract_products(columns, factors.data(), {outs, count}, 0, is_half ? row + count : rows_);
      }
    }
  });
  if (is_half) mirror(used);
}

/// Copies the lower half of the Gram matrix to the upper one.
void PairMachines::mirror(const Context& context) {
  parallel_blocks(context, rows_, mirror_tile, [&](std::size_t top, std::size_t bottom) {
    for (std::size_t left = top; left < rows_; left += mirror_tile) {
      const std::size_t end = std::min(left + mirror_tile, rows_);
      for (std::size_t row = top; row < bottom; ++row) {
        for (std::size_t i = std::max(left, row + 1); i < end; ++i)
          gram_[row * rows_ + i] = gram_[i * rows_ + row];
      }
    }
  });
}

double PairMachines::trace() const {
  double sum = 0;
  for (std::size_t row = 0; row < rows_; ++row)
    sum += gram_[row * (rows_ + 1)];
  return sum;
}

void PairMachines::solve(Pair& pair, const Context& context) const {
  const Range a = pair.first;
  const Range b = pair.second;
  const std::size_t size = a.count + b.count;
  if (size == rows_) {
    pair.svm.solve(MatrixView<const double>::row_major(gram_.get(), rows_, rows_), context);
    return;
  }
  const LargeArray part = large_array(size * size);
  for (std::size_t i = 0; i < size; ++i) {
    if (i % row_block == 0) context.check_cancelled();
    const std::size_t row = i < a.count ? a.begin + i : b.begin + (i - a.count);
    std::copy_n(&gram_[row * rows_ + a.begin], a.count, &part[i * size]);
    std::copy_n(&gram_[row * rows_ + b.begin], b.count, &part[i * size + a.count]);
  }
  pair.svm.solve(MatrixView<const double>::row_major(part.get(), size, size), context);
}

void PairMachines::solve_all(const Context& context) {
  if (pairs_.size() == 1) return solve(pairs_.front(), context);
  const Context used = context_for(context, 20 * rows_ * rows_);
  parallel_blocks(used, pairs_.size(), 1,
                  [&](std::size_t pair, std::size_t) { solve(pairs_[pair], used.serial()); });
}

double PairMachines::weight(std::size_t pair, Feature feature) const {
  constexpr double rounding = 4e-15;
  const Pair& used = pairs_[pair];
  const std::span<const double> column = columns_.column(feature);
  const double* const beta = used.svm.coefficients().data();
  const Range& a = used.first;
  const Range& b = used.second;
  const double found =
      dot(&column[a.begin], beta, a.count) + dot(&column[b.begin], beta + a.count, b.count);
  // Columns are centred, so a feature that is constant in the support vectors leaves a rest.
  const double most = used.length * lengths_[feature];
  return std::abs(found) > rounding * most ? found : 0;
}

double PairMachines::loss(Feature feature) const {
  double sum = 0;
  for (std::size_t pair = 0; pair < pairs_.size(); ++pair) {
    const double part = weight(pair, feature);
    sum += part * part;
  }
  return sum;
}

std::vector<double> PairMachines::losses(std::span<const Feature> candidates,
                                         const Context& context) {
  solve_all(context);
  for (Pair& pair : pairs_) {
    pair.length = length_of(pair.svm.coefficients());
    violation_ = std::max(violation_, pair.svm.violation());
  }
  return finds_smallest_ && candidates.size() > few_candidates_
             ? smallest_losses(candidates, context)
             : exact_losses(candidates, context);
}

std::vector<double> PairMachines::exact_losses(std::span<const Feature> candidates,
                                               const Context& context) const {
  std::vector<double> found(candidates.size());
  const Context used = context_for(context, 2 * rows_ * candidates.size() * pairs_.size());
  parallel_blocks(used, candidates.size(), losses_block, [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i)
      found[i] = loss(candidates[i]);
  });
  return found;
}

/// When coefficients change by a vector of length c, a weight changes by at most c times the length
/// of its column. So most features need not be evaluated to know that another has a smaller loss.
std::vector<double> PairMachines::smallest_losses(std::span<const Feature> candidates,
                                                  const Context& context) {
  constexpr double slack = 1e-8;  // more than ties and rounding
  if (pairs_.front().remembered.empty() || evaluated_ > candidates.size()) {
    std::vector<double> found = exact_losses(candidates, context);
    remember(candidates, found);
    return found;
  }
  // A common factor of the coefficients changes all weights alike.
  double products = 0;
  double remembered = 0;
  for (const Pair& pair : pairs_) {
    const std::size_t count = pair.remembered.size();
    products += dot(pair.remembered.data(), pair.svm.coefficients().data(), count);
    remembered += dot(pair.remembered.data(), pair.remembered.data(), count);
  }
  const double factor = products > 0 && remembered > 0 ? products / remembered : 1;
  double squares = 0;
  double size = 0;
  for (const Pair& pair : pairs_) {
    for (std::size_t i = 0; i < pair.remembered.size(); ++i) {
      const double step = pair.svm.coefficients()[i] - factor * pair.remembered[i];
      squares += step * step;
    }
    size += pair.length;
  }
  const double change = (1 + slack) * std::sqrt(squares) + 1e-13 * size;
  double highest = std::numeric_limits<double>::infinity();  // of the smallest root
  for (const Feature feature : candidates)
    highest = std::min(highest, factor * roots_[feature] + change * lengths_[feature]);
  highest *= 1 + slack;
  std::vector<double> found(candidates.size());
  for (std::size_t i = 0; i < candidates.size(); ++i) {
    const double lowest = factor * roots_[candidates[i]] - change * lengths_[candidates[i]];
    if (lowest > highest) {
      found[i] = lowest * lowest;
    } else {
      found[i] = loss(candidates[i]);
      ++evaluated_;
    }
  }
  return found;
}

void PairMachines::remember(std::span<const Feature> candidates, std::span<const double> losses) {
  for (std::size_t i = 0; i < candidates.size(); ++i)
    roots_[candidates[i]] = std::sqrt(losses[i]);
  for (Pair& pair : pairs_)
    pair.remembered = pair.svm.coefficients();
  evaluated_ = 0;
}

void PairMachines::remove(std::span<const Feature> gone, const Context& context) {
  remove_sorted(left_, gone);
  if (left_.size() <= std::max(few_features, gone.size())) {
    build_gram(context);
  } else {
    add_products(gone, -1, Start::as_it_is, context);
    if (trace() < 0.5 * built_trace_) build_gram(context);
  }
  std::vector<double> part;
  for (Pair& pair : pairs_) {
    if (gone.size() > few_gone) {
      pair.svm.forget_matrix();
      continue;
    }
    for (const Feature feature : gone) {
      const double* const column = columns_.column(feature).data();
      part.assign(column + pair.first.begin, column + pair.first.begin + pair.first.count);
      part.insert(part.end(), column + pair.second.begin,
                  column + pair.second.begin + pair.second.count);
      pair.svm.lose(part);
    }
  }
}

}  // namespace families
}  // namespace pith
