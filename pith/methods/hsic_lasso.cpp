// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <optional>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "pith/base/option.h"
#include "pith/base/parallel.h"
#include "pith/base/thread_memory.h"
#include "pith/base/work.h"
#include "pith/linalg/nonnegative_path.h"
#include "pith/methods/kernels/kernel_space.h"
#include "pith/select/recipes.h"
#include "pith/stats/centred_columns.h"

namespace pith::methods {
namespace {

constexpr std::size_t features_per_block = 4;

/// Kernels have norm 1 and are exact to 1e-13: a smaller product is that of independent ones.
constexpr double rounding = 1e-12;

std::unique_ptr<KernelSpace> space_of(const Table& table, const Params& params,
                                      const Context& context) {
  const auto size = static_cast<std::size_t>(params.integer("blocks"));
  if (size == 1) {
    throw Error(ErrorKind::bad_argument,
                fmt::format("a block of one row has no pairs of rows; {} of hsic-lasso must be 0 "
                            "(all pairs) or at least 2 (got 1)",
                            option("blocks")));
  }
  if (size == 0 || size >= table.rows()) {
    return space_of_all_pairs(table.rows(), table.weights(), context);
  }
  return space_of_blocks({.rows = table.rows(),
                          .size = size,
                          .permutations = static_cast<std::size_t>(params.integer("repetitions")),
                          .seed = context.seed});
}

/// The bytes of a kernel, and of those that a thread has while it makes one and multiplies it: a
/// thread has factors by value and by row, whose number is rarely larger than 32.
struct KernelBytes {
  std::uint64_t kernel = 0;
  std::uint64_t thread = 0;
  std::uint64_t target = 0;

  KernelBytes(const Table& table, const Params& params) {
    const std::uint64_t rows = table.rows();
    constexpr std::uint64_t rank = 32;
    const std::uint64_t classes = table.has_numeric_target() ? rank : table.classes();
    const auto size = static_cast<std::uint64_t>(params.integer("blocks"));
    if (size == 0 || size >= rows) {
      kernel = sizeof(double) * rank * rows;
      thread = 2 * kernel + sizeof(double) * (4 * rows + 2 * rank * std::max(classes, rank));
      target = sizeof(double) * (classes * rows + 2 * classes * classes);
    } else {
      const auto repetitions = static_cast<std::uint64_t>(params.integer("repetitions"));
      kernel = sizeof(double) * (rows * (size + 1) / 2 + 1) * repetitions;
      thread = kernel + sizeof(double) * (size + 2) * (size + 2);
      target = thread + sizeof(std::size_t) * rows * repetitions;
    }
  }
};

/// One run: relevance of all features, then the path.
class HsicLasso {
 public:
  HsicLasso(const Table& table, const Task& task, const Context& context)
      : table_(table),
        task_(task),
        context_(context),
        columns_(table, Unit::deviation, context),
        bytes_of_(table, task.params),
        held_(context.reserve(bytes_of_.target + bytes_of_.thread, "the factors of the kernels",
                              remedy(), selected_bytes())),
        entered_held_(
            context.reserve(selected_bytes(), "the kernels of the selected features", remedy())),
        space_(space_of(table, task.params, context)),
        target_(table.has_numeric_target() ? space_->gaussian(scaled_target(table))
                                           : space_->classes(codes_of(table))) {}

  Selection run() {
    relevance_ = relevance();
    const double largest = *std::max_element(relevance_.begin(), relevance_.end());
    NonnegativePath path(
        relevance_, [this](auto requests, auto entered) { return products(requests, entered); });
    const bool is_path = task_.params.is_word("lambda");
    const double end = is_path ? 0 : task_.params.real("lambda");
    // Below this level only rounding errors are left of the target.
    const double lowest = std::max(rounding, 1e-10 * largest);
    const double level = walk(path, std::max(lowest, end), is_path).value_or(end);
    return selection(path, level, is_path);
  }

 private:
  std::uint64_t selected_bytes() const {
    return bytes_of_.kernel / 2 * std::min(task_.k, table_.features());
  }
  static std::vector<std::uint32_t> codes_of(const Table& table) {
    std::vector<std::uint32_t> codes(table.rows());
    for (std::size_t row = 0; row < codes.size(); ++row)
      codes[row] = table.target().code(row);
    return codes;
  }

  /// About its mean, divided by its standard deviation.
  static std::vector<double> scaled_target(const Table& table) {
    std::vector<double> numbers(table.rows());
    centre(table.target().numbers(), table.weights(), numbers);
    double squares = 0;
    double rows = 0;
    for (std::size_t row = 0; row < numbers.size(); ++row) {
      const double weight = table.has_weights() ? table.weights()[row] : 1;
      squares += weight * numbers[row] * numbers[row];
      rows += weight;
    }
    for (double& number : numbers)
      number /= std::sqrt(squares / rows);
    return numbers;
  }

  std::vector<double> relevance() const {
    std::vector<double> values(table_.features());
    Work work(context_, "relevance", values.size());
    const ThreadMemory memory = threads_for(values.size() / features_per_block);
    parallel_blocks(memory.context, values.size(), features_per_block,
                    [&](std::size_t begin, std::size_t end) {
                      for (std::size_t f = begin; f < end; ++f) {
                        context_.check_cancelled();
                        const double product = space_->inner(kernel_of(f), target_);
                        values[f] = product > rounding ? product : 0;
                      }
                      work.add(end - begin);
                    });
    return values;
  }

  static std::string remedy() {
    return fmt::format("compare rows within blocks ({}) or select on a sample ({})",
                       option("blocks", "20"), option("rows", "100000"));
  }
  ThreadMemory threads_for(std::size_t tasks) const {
    return reserve_for_more_threads({.tasks = tasks, .bytes = bytes_of_.thread}, context_);
  }

  KernelVector kernel_of(std::size_t feature) const {
    return space_->gaussian(columns_.column(static_cast<Feature>(feature)));
  }

  std::vector<std::vector<double>> products(std::span<const NonnegativePath::Request> requests,
                                            std::span<const std::size_t> entered) {
    while (entered_.size() < entered.size()) {
      const std::size_t feature = entered[entered_.size()];
      const auto known = cache_.find(feature);
      entered_.push_back(known != cache_.end() ? known->second : kernel_of(feature));
      entered_bytes_ += sizeof(double) * entered_.back().numbers.size();
      context_.grow(entered_held_, entered_bytes_, "the kernels of the selected features",
                    "select fewer features (" + option("k") + ")");
    }
    std::vector<std::vector<double>> found(requests.size());
    std::vector<KernelVector> made(requests.size());
    Reservation made_held;
    const bool are_kept = fits(requests.size() * bytes_of_.kernel);
    if (are_kept)
      made_held = context_.reserve(requests.size() * bytes_of_.kernel, "the kernels of a step");
    const ThreadMemory memory = threads_for(requests.size());
    parallel_blocks(memory.context, requests.size(), 1, [&](std::size_t i, std::size_t) {
      const auto known = cache_.find(requests[i].variable);
      if (known == cache_.end()) made[i] = kernel_of(requests[i].variable);
      const KernelVector& kernel = known == cache_.end() ? made[i] : known->second;
      for (std::size_t e = requests[i].known; e < entered.size(); ++e)
        found[i].push_back(space_->inner(kernel, entered_[e]));
      if (!are_kept) made[i] = {};
    });
    made_held.release();
    for (std::size_t i = 0; i < requests.size(); ++i)
      remember(requests[i].variable, std::move(made[i]));
    return found;
  }

  /// Features that nearly entered are likely to be asked for again.
  void remember(std::size_t feature, KernelVector kernel) {
    constexpr std::uint64_t most_bytes = std::uint64_t{256} << 20U;
    const std::uint64_t bytes = sizeof(double) * kernel.numbers.size();
    if (bytes == 0 || cached_held_.bytes() + bytes > most_bytes || !fits(bytes)) return;
    context_.grow(cached_held_, cached_held_.bytes() + bytes, "kernels that are likely to come");
    cache_.emplace(feature, std::move(kernel));
  }
  /// Whether something that can be done without leaves room for what cannot.
  bool fits(std::uint64_t bytes) const { return bytes <= context_.memory_available() / 4; }

  /// Follows the path down to `floor`, or until one feature more than wanted would enter: then
  /// returns this level.
  std::optional<double> walk(NonnegativePath& path, double floor, bool stops_at_k) {
    const std::size_t wanted = task_.k;
    std::size_t count = task_.keep.size();  // of the features to keep and the active others
    const auto is_kept = [&](std::size_t feature) {
      return std::find(task_.keep.begin(), task_.keep.end(), feature) != task_.keep.end();
    };
    context_.report({.phase = "select", .done = 0, .total = wanted});
    std::optional<double> level;
    while (const auto event = path.next(floor, context_)) {
      const bool counts = !is_kept(event->variable);
      if (stops_at_k && event->enters && counts && count >= wanted) {
        level = event->level;
        break;
      }
      const std::size_t before = path.active().size();
      path.take(*event);
      if (counts) count = count + path.active().size() - before;
      context_.report({.phase = "select", .done = std::min(count, wanted), .total = wanted});
    }
    context_.report({.phase = "select", .done = wanted, .total = wanted});
    return level;
  }

  Selection selection(const NonnegativePath& path, double level, bool is_path) const {
    const std::vector<double> coefficients = path.coefficients(level);
    std::vector<double> scores(table_.features());
    std::vector<char> is_in(table_.features());
    double sum = 0;
    double fit = 0;
    std::vector<std::size_t> order(path.active());
    for (std::size_t i = 0; i < order.size(); ++i) {
      scores[order[i]] = coefficients[i];
      is_in[order[i]] = 1;
      sum += coefficients[i];
      fit += coefficients[i] * relevance_[order[i]];
    }
    if (!is_path) by_coefficient(order, scores);
    const std::size_t count = order.size();
    for (const std::size_t feature : order_with_last(relevance_, constants())) {
      if (is_in[feature] == 0) order.push_back(feature);
    }
    Selection found = take_in_order(order, scores, task_);
    found.diagnostics = {{"lambda", level},
                         {"objective", (space_->inner(target_, target_) - fit + level * sum) / 2},
                         {"features_in_model", static_cast<double>(count)}};
    const auto unused = static_cast<std::size_t>(
        std::count_if(found.selected.begin(), found.selected.end(),
                      [](const Selected& step) { return step.score == 0; }));
    if (unused > 0) {
      found.notes.push_back(fmt::format(
          "{} of the selected features {} not in the model (coefficient 0); {} in the order of "
          "dependence on the target",
          unused, agree(unused, "is", "are"), agree(unused, "it follows", "they follow")));
    }
    return found;
  }

  std::vector<char> constants() const {
    std::vector<char> are(table_.features());
    for (std::size_t feature = 0; feature < are.size(); ++feature)
      are[feature] = columns_.deviations()[feature] == 0 ? 1 : 0;
    return are;
  }

  static void by_coefficient(std::vector<std::size_t>& order, const std::vector<double>& scores) {
    std::sort(order.begin(), order.end());
    std::vector<double> sorted;
    for (const std::size_t feature : order)
      sorted.push_back(scores[feature]);
    std::vector<std::size_t> best_first;
    for (const std::size_t place : order_of(sorted))
      best_first.push_back(order[place]);
    order = std::move(best_first);
  }

  const Table& table_;
  const Task& task_;
  const Context& context_;
  CentredColumns columns_;
  KernelBytes bytes_of_;
  Reservation held_;                 // of the target, and of one thread
  Reservation entered_held_;         // at first of k kernels of the usual rank
  std::uint64_t entered_bytes_ = 0;  // of entered_
  Reservation cached_held_;
  std::unique_ptr<KernelSpace> space_;
  KernelVector target_;
  std::vector<double> relevance_;
  std::vector<KernelVector> entered_;  // of the features that entered the path
  std::unordered_map<std::size_t, KernelVector> cache_;
};

Selection run(const Source& source, const Task& task, const Context& context) {
  return HsicLasso(rows_of(source, "hsic-lasso"), task, context).run();
}

Traits traits_with(Traits traits, const Params& params) {
  if (params.integer("blocks") > 0) {
    traits.input.takes_weights = false;
    traits.guarantees.uses_seed = true;
    traits.guarantees.depends_on_row_order = true;
  }
  return traits;
}

std::vector<Parameter> parameters() {
  return {Parameter::real_or("none",
                             Parameter::real("lambda", 0, 0, 1,
                                             "penalty of the coefficients; none: the path of "
                                             "falling penalties until k features are in"),
                             {"none"}),
          Parameter::integer("blocks", 0, 0, 1'000'000,
                             "compare rows only within random blocks of this many rows (block HSIC "
                             "lasso); 0: compare all rows"),
          Parameter::integer("repetitions", 3, 1, 100,
                             "how often the rows are cut into blocks; used only with blocks")};
}

}  // namespace

Method hsic_lasso() {
  return {
      .id = "hsic-lasso",
      .class_name = "HSICLasso",
      .title = "HSIC lasso",
      .family = "kernels",
      .formula =
          "J(x_j) = a_j of the minimum of 1/2 |L - sum[j] a_j K_j|^2 + lambda sum[j] a_j, a >= 0; "
          "K_j the Gaussian kernel of x_j / sd(x_j), L the kernel of the classes (1/n_c) or the "
          "Gaussian kernel of y / sd(y), both centred and of norm 1",
      .summary =
          "Chooses features that depend on the target in any form and not on each other: the "
          "kernel of the target is regressed on the kernels of the features, without negative "
          "coefficients.",
      .unit = "coefficient",
      .cost = "O(n d k)",
      .parameters = parameters(),
      .references = {{"M. Yamada and W. Jitkrittum and L. Sigal and E. P. Xing and M. Sugiyama",
                      "High-dimensional feature selection by feature-wise kernelized Lasso",
                      "Neural Computation", 2014, "10.1162/NECO_a_00537"},
                     {"H. Climente-Gonzalez and C.-A. Azencott and S. Kaski and M. Yamada",
                      "Block HSIC Lasso: model-free biomarker detection for ultra-high dimensional "
                      "data",
                      "Bioinformatics", 2019, "10.1093/bioinformatics/btz333"}},
      .traits = {.input = {.takes = Takes::numbers,
                           .target = TakesTarget::both,
                           .needs_rows = true,
                           .takes_weights = true,
                           .min_rows = 2},
                 .output = {.ranks_all = true}},
      .run = run,
      .traits_with = traits_with,
  };
}

}  // namespace pith::methods
