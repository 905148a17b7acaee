// SPDX-License-Identifier: Apache-2.0
#include "pith/learn/svm/kernel_svm.h"

#include <libsvm/svm.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <optional>
#include <vector>

#include "pith/base/assert.h"
#include "pith/base/error.h"
#include "pith/base/exponential.h"
#include "pith/geometry/squared_distances.h"
#include "pith/learn/svm/cancel_on_print.h"
#include "pith/learn/svm/library_support.h"
#include "pith/learn/svm/standard_numbers.h"
#include "pith/linalg/matrix_kernels.h"
#include "pith/linalg/vector_kernels.h"

namespace pith {
namespace {

using Input = MatrixView<const double>;
using Output = MatrixView<double>;

/// LIBSVM prints a dot after at most 1000 steps; on_print() takes it as an occasion to cancel.
void redirect_output() {
  [[maybe_unused]] static const bool is_redirected = [] {
    svm_set_print_string_function(CancelOnPrint::on_print);
    return true;
  }();
}

struct Free {
  void operator()(::svm_model* trained) const { svm_free_and_destroy_model(&trained); }
};
using Trained = std::unique_ptr<::svm_model, Free>;

/// k(a, b) from |a - b|^2, in place.
void make_rbf(double gamma, double* values, std::size_t count) {
  for (std::size_t i = 0; i < count; ++i)
    values[i] = exp_inside(exp_argument(-gamma * values[i]));
}

/// The sum of squared deviations from the mean of all entries, divided by their number.
double variance(const Input& rows) {
  const auto count = static_cast<double>(rows.extent(0) * rows.extent(1));
  double mean = 0;
  for (std::size_t row = 0; row < rows.extent(0); ++row) {
    for (std::size_t column = 0; column < rows.extent(1); ++column)
      mean += rows(row, column) / count;
  }
  double sum = 0;
  for (std::size_t row = 0; row < rows.extent(0); ++row) {
    for (std::size_t column = 0; column < rows.extent(1); ++column)
      sum += (rows(row, column) - mean) * (rows(row, column) - mean);
  }
  return sum / count;
}

/// Without columns or without variance every gamma gives the same kernel.
double gamma_of(const KernelSvmOptions& options, const Input& rows) {
  if (options.gamma) return *options.gamma;
  const double total = static_cast<double>(rows.extent(1)) * variance(rows);
  return total > 0 && std::isfinite(1 / total) ? 1 / total : 1;
}

/// A copy of the rows, sorted by class, because LIBSVM numbers the classes in the order in which
/// they occur; with numbers instead of classes, in the same order.
struct Sorted {
  explicit Sorted(const Examples& examples)
      : columns(examples.rows.extent(1)), labels(examples.rows.extent(0)) {
    std::vector<std::size_t> order(labels.size());
    std::iota(order.begin(), order.end(), 0);
    if (!examples.has_numbers()) {
      std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
        return examples.classes[a] < examples.classes[b];
      });
    }
    numbers.reserve(order.size() * columns);
    for (std::size_t i = 0; i < order.size(); ++i) {
      const double* row = examples.rows.data_handle() + order[i] * examples.rows.stride(0);
      numbers.insert(numbers.end(), row, row + columns);
      labels[i] = examples.has_numbers() ? examples.numbers[i] : examples.classes[order[i]];
    }
  }
  std::size_t count() const { return labels.size(); }
  const double* row(std::size_t i) const { return numbers.data() + i * columns; }
  Input rows(std::size_t begin, std::size_t end) const {
    return Input::row_major(row(begin), end - begin, columns);
  }

  std::size_t columns;
  std::vector<double> numbers;
  std::vector<double> labels;
};

/// Rows in the format of LIBSVM: the kernel matrix where it is small, which our own loops compute
/// faster than LIBSVM; otherwise nodes (index from 1, value) of the values other than 0. Either
/// ends a row with -1.
struct Nodes {
  Nodes(const Sorted& sorted, const KernelSvmOptions& options, double gamma,
        const Context& context) {
    is_matrix = sorted.count() <= options.max_matrix_rows;
    if (is_matrix) {
      make_matrix(sorted, options.kernel, gamma, context);
    } else {
      make_lists(sorted);
    }
  }

  void make_matrix(const Sorted& sorted, Kernel kernel, double gamma, const Context& context) {
    const std::size_t count = sorted.count();
    const SquaredDistances distances(sorted.rows(0, kernel == Kernel::rbf ? count : 0));
    const std::size_t stride = std::max(count, distances.stride());
    std::vector<double> block(SquaredDistances::block_rows * stride);
    nodes.resize(count * (count + 2));
    for (std::size_t begin = 0; begin < count; begin += SquaredDistances::block_rows) {
      context.check_cancelled();
      const std::size_t end = std::min(begin + SquaredDistances::block_rows, count);
      if (kernel == Kernel::rbf) {
        distances.measure(sorted.rows(begin, end), block.data());
        make_rbf(gamma, block.data(), (end - begin) * stride);
      } else {
        multiply(sorted.rows(begin, end), sorted.rows(0, count).transposed(),
                 Output::row_major(block.data(), end - begin, count));
      }
      for (std::size_t row = begin; row < end; ++row) {
        ::svm_node* node = &nodes[row * (count + 2)];
        starts.push_back(node);
        *node++ = {0, static_cast<double>(row + 1)};
        for (std::size_t i = 0; i < count; ++i)
          *node++ = {static_cast<int>(i + 1), block[(row - begin) * stride + i]};
        *node = {-1, 0.0};
      }
    }
  }

  void make_lists(const Sorted& sorted) {
    std::vector<std::size_t> begins;
    begins.reserve(sorted.count());
    starts.reserve(sorted.count());
    const auto zeros = std::count(sorted.numbers.begin(), sorted.numbers.end(), 0.0);
    nodes.reserve(sorted.numbers.size() - static_cast<std::size_t>(zeros) + sorted.count());
    for (std::size_t row = 0; row < sorted.count(); ++row) {
      begins.push_back(nodes.size());
      for (std::size_t i = 0; i < sorted.columns; ++i) {
        const double value = sorted.row(row)[i];
        if (value != 0) nodes.push_back({static_cast<int>(i + 1), value});
      }
      nodes.push_back({-1, 0.0});
    }
    for (const std::size_t begin : begins)
      starts.push_back(&nodes[begin]);
  }

  bool is_matrix = false;
  std::vector<::svm_node> nodes;
  std::vector<::svm_node*> starts;
};

constexpr std::size_t least_cache = 1;  // MiB

/// The MiB of the cache, which changes the time and not the result. They are taken if they fit
/// beside what is in use; what runs at the same time may need some, too.
std::size_t cache_size(std::size_t rows, const KernelSvmOptions& options, const Context& context,
                       Reservation& held) {
  constexpr std::uint64_t share = 4;
  const std::uint64_t whole = (rows * (rows + 8) * sizeof(float) >> 20U) + 1;
  const std::uint64_t wanted = std::min<std::uint64_t>(options.cache, whole);
  const std::uint64_t size = std::min(wanted, (context.memory_available() / share) >> 20U);
  try {
    held = context.reserve(size << 20U, "the kernel cache");
  } catch (const Error&) {
    return least_cache;  // taken by others meanwhile
  }
  return size + least_cache;
}

/// Classes are separated; numbers, where there is an epsilon, are regressed.
struct Training {
  double gamma = 0;
  std::optional<double> epsilon = {};
};

Trained train(Sorted& sorted, const KernelSvmOptions& options, const Training& how,
              const Context& context) {
  redirect_output();
  Nodes nodes(sorted, options, how.gamma, context);
  ::svm_problem problem{};
  problem.l = static_cast<int>(sorted.count());
  problem.y = sorted.labels.data();
  problem.x = nodes.starts.data();
  ::svm_parameter parameter{};
  parameter.svm_type = how.epsilon ? EPSILON_SVR : C_SVC;
  parameter.p = how.epsilon.value_or(0);
  parameter.kernel_type = nodes.is_matrix                    ? PRECOMPUTED
                          : options.kernel == Kernel::linear ? LINEAR
                                                             : RBF;
  parameter.gamma = how.gamma;
  Reservation cache;
  parameter.cache_size = static_cast<double>(cache_size(sorted.count(), options, context, cache));
  parameter.eps = options.tolerance;
  parameter.C = options.cost;
  parameter.shrinking = 1;
  const CancelOnPrint cancel(context);
  Trained trained;
  with_checked_memory([&] { trained.reset(svm_train(&problem, &parameter)); });
  return trained;
}

/// The number of rows that are decided together: fewer where there are many pairs of classes, each
/// of which takes three numbers per row.
std::size_t block_of(std::size_t pairs) {
  constexpr std::size_t most = std::size_t{1} << 20U;
  return std::clamp<std::size_t>(most / std::max<std::size_t>(1, pairs), 1,
                                 SquaredDistances::block_rows);
}

/// Turns the decision values of each pair of classes (0 and 1, 0 and 2, ..., 1 and 2, ...) into
/// scores.
class PairScores : public Model {
 public:
  PairScores(const ::svm_model& trained, std::size_t class_count) : class_count_(class_count) {
    for (int c = 0; c < trained.nr_class; ++c)
      classes_.push_back(static_cast<std::size_t>(trained.label[c]));
    biases_.assign(trained.rho, trained.rho + pairs());
    for (double& bias : biases_)
      bias = -bias;
  }

  void score(const Input& rows, const Output& scores) const override {
    const std::size_t block = block_of(pairs());
    std::vector<double> decisions(std::min(block, rows.extent(0)) * pairs());
    std::vector<double> votes(found());
    std::vector<double> sums(found());
    for (std::size_t begin = 0; begin < rows.extent(0); begin += block) {
      const std::size_t count = std::min(block, rows.extent(0) - begin);
      decide({rows.data_handle() + begin * rows.stride(0), count, rows.extent(1), rows.stride(0),
              rows.stride(1)},
             Output::row_major(decisions.data(), count, pairs()));
      for (std::size_t i = 0; i < count; ++i) {
        for (std::size_t pair = 0; pair < pairs(); ++pair)
          decisions[i * pairs() + pair] += biases_[pair];
        for (std::size_t c = 0; c < class_count_; ++c)
          scores(begin + i, c) = -std::numeric_limits<double>::infinity();
        count_votes(&decisions[i * pairs()], votes, sums);
        for (std::size_t c = 0; c < found(); ++c)
          scores(begin + i, classes_[c]) = votes[c] + sums[c];
      }
    }
  }

 protected:
  std::size_t found() const { return classes_.size(); }
  std::size_t pairs() const { return found() * (found() - 1) / 2; }

 private:
  /// Writes the decision values without bias of each row and pair.
  virtual void decide(const Input& rows, const Output& decisions) const = 0;

  void count_votes(const double* decisions, std::vector<double>& votes,
                   std::vector<double>& sums) const {
    std::fill(votes.begin(), votes.end(), 0);
    std::fill(sums.begin(), sums.end(), 0);
    for (std::size_t a = 0; a < found(); ++a) {
      for (std::size_t b = a + 1; b < found(); ++b) {
        const double decision = *decisions++;
        votes[decision >= 0 ? a : b] += 1;
        sums[a] += decision;
        sums[b] -= decision;
      }
    }
    if (found() == 2) {
      std::fill(votes.begin(), votes.end(), 0);
      return;
    }
    for (double& sum : sums)
      sum /= 3 * (std::abs(sum) + 1);
    // LIBSVM gives ties to the lowest class, whatever the decision values are.
    const auto winner = std::max_element(votes.begin(), votes.end());
    if (std::count(winner, votes.end(), *winner) > 1) *winner += 1;
  }

  std::size_t class_count_;
  std::vector<std::size_t> classes_;  // that occur, ascending
  std::vector<double> biases_;
};

/// The weight vector of each pair.
class LinearPairs : public PairScores {
 public:
  LinearPairs(const ::svm_model& trained, const Sorted& sorted, std::size_t class_count)
      : PairScores(trained, class_count), weights_(pairs() * sorted.columns) {
    std::size_t vector = 0;
    for (std::size_t own = 0; own < found(); ++own) {
      for (int i = 0; i < trained.nSV[own]; ++i, ++vector) {
        const double* row = sorted.row(static_cast<std::size_t>(trained.sv_indices[vector] - 1));
        for (std::size_t other = 0; other < found(); ++other) {
          if (other == own) continue;
          const double factor = trained.sv_coef[other < own ? other : other - 1][vector];
          double* weights = &weights_[pair_of(own, other) * sorted.columns];
          for (std::size_t column = 0; column < sorted.columns; ++column)
            weights[column] += factor * row[column];
        }
      }
    }
  }

 private:
  std::size_t pair_of(std::size_t a, std::size_t b) const {
    if (a > b) std::swap(a, b);
    return a * (2 * found() - a - 1) / 2 + b - a - 1;
  }
  void decide(const Input& rows, const Output& decisions) const override {
    multiply(rows, Input::row_major(weights_.data(), pairs(), rows.extent(1)).transposed(),
             decisions);
  }

  std::vector<double> weights_;  // [pair][column]
};

SquaredDistances vectors_of(const ::svm_model& trained, const Sorted& sorted) {
  std::vector<double> vectors;
  vectors.reserve(static_cast<std::size_t>(trained.l) * sorted.columns);
  for (int i = 0; i < trained.l; ++i) {
    const double* row = sorted.row(static_cast<std::size_t>(trained.sv_indices[i] - 1));
    vectors.insert(vectors.end(), row, row + sorted.columns);
  }
  return SquaredDistances(
      Input::row_major(vectors.data(), static_cast<std::size_t>(trained.l), sorted.columns));
}

/// The support vectors, class by class; each has a coefficient for each other class.
class RbfPairs : public PairScores {
 public:
  RbfPairs(const ::svm_model& trained, const Sorted& sorted, double gamma, std::size_t class_count)
      : PairScores(trained, class_count), gamma_(gamma), vectors_(vectors_of(trained, sorted)) {
    begins_.push_back(0);
    for (std::size_t c = 0; c < found(); ++c)
      begins_.push_back(begins_.back() + static_cast<std::size_t>(trained.nSV[c]));
    factors_.reserve(begins_.back() * (found() - 1));
    for (std::size_t vector = 0; vector < begins_.back(); ++vector) {
      for (std::size_t other = 0; other + 1 < found(); ++other)
        factors_.push_back(trained.sv_coef[other][vector]);
    }
  }

 private:
  void decide(const Input& rows, const Output& decisions) const override {
    const std::size_t count = rows.extent(0);
    const std::size_t others = found() - 1;
    std::vector<double> kernel(count * vectors_.stride());
    vectors_.measure(rows, kernel.data());
    make_rbf(gamma_, kernel.data(), kernel.size());
    // parts[(class * count + row) * others + other]
    std::vector<double> parts(found() * count * others);
    for (std::size_t c = 0; c < found(); ++c) {
      const std::size_t size = begins_[c + 1] - begins_[c];
      multiply(Input(kernel.data() + begins_[c], count, size, vectors_.stride(), 1),
               Input::row_major(factors_.data() + begins_[c] * others, size, others),
               Output::row_major(&parts[c * count * others], count, others));
    }
    for (std::size_t row = 0; row < count; ++row) {
      std::size_t pair = 0;
      for (std::size_t a = 0; a < found(); ++a) {
        for (std::size_t b = a + 1; b < found(); ++b, ++pair) {
          decisions(row, pair) =
              parts[(a * count + row) * others + b - 1] + parts[(b * count + row) * others + a];
        }
      }
    }
  }

  double gamma_;
  SquaredDistances vectors_;
  std::vector<std::size_t> begins_;  // of each class's support vectors, and the end
  std::vector<double> factors_;      // [vector][other class]
};

/// mean + scale (sum[i] a_i k(x_i, x) + b)
class RbfNumbers : public Model {
 public:
  RbfNumbers(const ::svm_model& trained, const Sorted& sorted, double gamma,
             const StandardNumbers& standard)
      : gamma_(gamma),
        vectors_(vectors_of(trained, sorted)),
        factors_(trained.sv_coef[0], trained.sv_coef[0] + trained.l),
        bias_(-trained.rho[0]),
        mean_(standard.mean),
        scale_(standard.scale) {}

  void score(const Input& rows, const Output& scores) const override {
    constexpr std::size_t block = SquaredDistances::block_rows;
    std::vector<double> kernel(std::min(block, rows.extent(0)) * vectors_.stride());
    for (std::size_t begin = 0; begin < rows.extent(0); begin += block) {
      const std::size_t count = std::min(block, rows.extent(0) - begin);
      vectors_.measure({rows.data_handle() + begin * rows.stride(0), count, rows.extent(1),
                        rows.stride(0), rows.stride(1)},
                       kernel.data());
      make_rbf(gamma_, kernel.data(), count * vectors_.stride());
      for (std::size_t i = 0; i < count; ++i) {
        const double sum = dot(factors_.data(), &kernel[i * vectors_.stride()], factors_.size());
        scores(begin + i, 0) = mean_ + scale_ * (sum + bias_);
      }
    }
  }

 private:
  double gamma_;
  SquaredDistances vectors_;
  std::vector<double> factors_;
  double bias_;
  double mean_;
  double scale_;
};

}  // namespace

std::uint64_t kernel_svm_bytes(const FitSize& size, const KernelSvmOptions& options) {
  constexpr double number = sizeof(double);
  constexpr double node = sizeof(::svm_node);
  // For each row: its class, its order, and the vectors of LIBSVM, which are those of the largest
  // pair of classes.
  constexpr double of_row = 30 * number;
  // For each pair of classes: a bias here and there, and two machines of LIBSVM.
  constexpr double of_pair = 6 * number;
  const auto rows = static_cast<double>(size.rows);
  const auto columns = static_cast<double>(size.columns);
  const double found = std::max(2.0, size.found());
  const double pairs = found * (found - 1) / 2;
  const auto block = static_cast<double>(block_of(static_cast<std::size_t>(std::min(pairs, 1e9))));
  const bool is_matrix = size.rows <= options.max_matrix_rows;
  const double copies = number * rows * columns * 3;  // sorted rows, distances, support vectors
  const double nodes = is_matrix ? node * rows * (rows + 2) : node * rows * (columns + 1);
  // Each row has a multiplier for each other class: in the machines, the model of LIBSVM and ours.
  const double multipliers = 3 * number * rows * (found - 1);
  const double weights = options.kernel == Kernel::linear ? number * pairs * columns : 0;
  const double blocks = number * (SquaredDistances::block_rows + 16) * (rows + 16) +
                        number * block * (pairs + found * found);
  return whole_bytes(copies + nodes + of_row * rows + multipliers + weights + of_pair * pairs +
                     blocks + static_cast<double>(std::size_t{least_cache} << 20U) +
                     2 * number * static_cast<double>(size.classes));
}

std::unique_ptr<const Model> fit_kernel_svm(const Examples& examples,
                                            const KernelSvmOptions& options,
                                            const Context& context) {
  PITH_ASSERT(examples.rows.extent(0) == examples.classes.size());
  context.check_cancelled();
  Sorted sorted(examples);
  const double gamma = options.kernel == Kernel::rbf ? gamma_of(options, examples.rows) : 0;
  const Trained trained = train(sorted, options, {.gamma = gamma}, context);
  PITH_ASSERT(trained->nr_class >= 2);
  if (options.kernel == Kernel::linear)
    return std::make_unique<LinearPairs>(*trained, sorted, examples.class_count);
  return std::make_unique<RbfPairs>(*trained, sorted, gamma, examples.class_count);
}

std::unique_ptr<const Model> fit_rbf_svr(const Examples& examples, double epsilon,
                                         const KernelSvmOptions& options, const Context& context) {
  PITH_ASSERT(examples.rows.extent(0) == examples.numbers.size());
  context.check_cancelled();
  const StandardNumbers standard(examples.numbers);
  Examples scaled = examples;
  scaled.numbers = standard.values;
  Sorted sorted(scaled);
  const double gamma = gamma_of(options, examples.rows);
  const Trained trained = train(sorted, options, {.gamma = gamma, .epsilon = epsilon}, context);
  return std::make_unique<RbfNumbers>(*trained, sorted, gamma, standard);
}

}  // namespace pith
