// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>
#include <vector>

#include "pith/base/error.h"
#include "pith/base/parallel.h"
#include "pith/base/thread_memory.h"
#include "pith/base/work.h"
#include "pith/data/row_strip.h"
#include "pith/measure/geometric_information.h"
#include "pith/methods/trees/pair_totals.h"
#include "pith/methods/trees/partner_sample.h"
#include "pith/select/recipes.h"

namespace pith::methods {
namespace {

/// With more features than this, partners=0 samples pairs.
constexpr std::size_t max_features_for_all_pairs = 200;
constexpr std::size_t default_partners = 50;
/// The class-wise estimator needs as many rows of each class in each half.
constexpr std::size_t min_half_class = 10;
constexpr std::size_t pairs_per_block = 2;
constexpr std::size_t pairs_at_a_time = 256;

enum class Estimator { all, global, by_class };

/// The mean over the repetitions, and the variance of a single repetition.
struct PairValue {
  double mean = 0;
  double variance = 0;
};

std::vector<std::uint32_t> classes_of(const Table& table) {
  std::vector<std::uint32_t> classes(table.rows());
  for (std::size_t row = 0; row < table.rows(); ++row)
    classes[row] = table.target().code(row);
  return classes;
}

/// How the dependence of a pair is measured.
struct Measure {
  Estimator estimator = Estimator::all;
  Halves halves = Halves::of_classes;
  bool has_ranks = true;  ///< else distances are those of the numbers themselves
  std::size_t repetitions = 0;

  explicit Measure(const Params& params)
      : halves(params.choice("split") == "rows" ? Halves::of_rows : Halves::of_classes),
        has_ranks(params.choice("scale") == "ranks"),
        repetitions(static_cast<std::size_t>(params.integer("repetitions"))) {
    if (params.choice("rule") == "published")
      estimator = params.choice("estimator") == "class" ? Estimator::by_class : Estimator::global;
  }
};

/// The non-constant features, as ranks or as numbers, and the dependence of pairs of them.
class PairedFeatures {
 public:
  PairedFeatures(const Table& table, const Measure& measure, const Context& context)
      : table_(table),
        classes_(classes_of(table)),
        class_count_(table.classes()),
        splitter_(measure.estimator == Estimator::all ? RowSplitter(table.rows())
                                                      : RowSplitter(class_span(), measure.halves)),
        estimator_(measure.estimator),
        repetitions_(measure.repetitions),
        context_(context) {
    for (Feature f = 0; f < table.features(); ++f) {
      if (!is_constant(table.feature(f))) features_.push_back(f);
    }
    // Points and triangulation of one thread, and small things for each row.
    held_ = context.reserve(std::uint64_t{tree_bytes + 16} * table.rows(), "the trees of a pair");
    if (measure.has_ranks) {
      set_ranks();
    } else {
      columns_held_ = context.reserve(features_.size() * table.rows() * sizeof(double),
                                      "the numbers of gmi", "select from fewer features");
      doubles_ = as_doubles(table.parts().features);
    }
    if (estimator_ == Estimator::by_class && splitter_.smallest_half() < min_half_class)
      estimator_ = Estimator::global;
  }

  std::size_t size() const { return features_.size(); }
  Feature feature(std::size_t position) const { return features_[position]; }
  Estimator estimator() const { return estimator_; }
  std::size_t half() const { return splitter_.half(); }
  std::uint64_t seed() const { return context_.seed; }

  std::vector<double> relevances() const {
    std::vector<double> found(size());
    const ThreadMemory memory = threads_for(size());
    parallel_blocks(memory.context, size(), 1, [&](std::size_t begin, std::size_t) {
      // The order alone decides along a line.
      found[begin] = line_divergence(
          columns_.empty() ? doubled_ranks(numbers(begin)) : columns_[begin], class_span());
    });
    return found;
  }

  /// The dependence of each pair of positions; reports progress.
  std::vector<double> values(std::span<const FeaturePair> pairs, std::size_t total) {
    std::vector<double> means;
    std::vector<PairValue> part;
    // Without a total, of the pairs that are known to come.
    Work work(context_, "select", total > 0 ? total : evaluated_ + pairs.size(), evaluated_);
    const ThreadMemory memory = threads_for(pairs.size() / pairs_per_block + 1);
    for (std::size_t begin = 0; begin < pairs.size(); begin += pairs_at_a_time) {
      const auto some = pairs.subspan(begin, std::min(pairs_at_a_time, pairs.size() - begin));
      part.resize(some.size());
      parallel_blocks(memory.context, some.size(), pairs_per_block,
                      [&](std::size_t b, std::size_t e) {
                        Scratch scratch;
                        for (std::size_t i = b; i < e; ++i)
                          part[i] = value(some[i], scratch);
                        work.add(e - b);
                      });
      for (const PairValue& value : part) {
        means.push_back(value.mean);
        variances_ += value.variance;
      }
      evaluated_ += some.size();
      context_.check_cancelled();
    }
    return means;
  }

  /// The number of pairs, and the pooled standard deviation of their means over the repetitions.
  std::vector<Diagnostic> diagnostics() const {
    std::vector<Diagnostic> found{{"pairs", static_cast<double>(evaluated_)}};
    if (repetitions_ > 1 && evaluated_ > 0) {
      found.push_back({"pair_deviation", std::sqrt(variances_ / static_cast<double>(evaluated_) /
                                                   static_cast<double>(repetitions_))});
    }
    return found;
  }

 private:
  struct Scratch {
    GeometricInformation information = GeometricInformation();
    RowSplit split = {};
    GridPair grid = {};
  };

  ThreadMemory threads_for(std::size_t tasks) const {
    return reserve_for_more_threads({.tasks = tasks, .bytes = tree_bytes * table_.rows()},
                                    context_);
  }
  ClassSpan class_span() const { return {classes_, class_count_}; }
  Numbers numbers(std::size_t position) const {
    const Feature feature = features_[position];
    return (doubles_.empty() ? table_.feature(feature) : doubles_[feature]).numbers();
  }
  void set_ranks() {
    columns_held_ = context_.reserve(features_.size() * (table_.rows() * sizeof(std::int32_t) + 40),
                                     "the rank matrix of gmi", "select from fewer features");
    columns_.resize(features_.size());
    const ThreadMemory memory = threads_for(features_.size());
    parallel_blocks(memory.context, features_.size(), 1, [&](std::size_t begin, std::size_t) {
      columns_[begin] = doubled_ranks(numbers(begin));
    });
  }
  IntegerColumns columns_of(const FeaturePair& pair, GridPair& grid) const {
    if (!columns_.empty()) return {columns_[pair.x], columns_[pair.s]};
    grid.place(numbers(pair.x), numbers(pair.s));
    return {grid.x, grid.y};
  }

  PairValue value(const FeaturePair& pair, Scratch& scratch) const {
    auto& [information, split, grid] = scratch;
    const IntegerColumns columns = columns_of(pair, grid);
    const Random random(context_.seed,
                        std::uint64_t{features_[pair.x]} | std::uint64_t{features_[pair.s]} << 32U);
    PairValue found;
    double squares = 0;
    for (std::size_t repetition = 0; repetition < repetitions_; ++repetition) {
      context_.check_cancelled();
      splitter_.draw(random, repetition, split);
      const double one = estimator_ == Estimator::by_class
                             ? information.class_wise(columns, split, class_span())
                             : information.global(columns, split);
      const double step = one - found.mean;
      found.mean += step / static_cast<double>(repetition + 1);
      squares += step * (one - found.mean);
    }
    if (repetitions_ > 1) found.variance = squares / static_cast<double>(repetitions_ - 1);
    return found;
  }

  /// What a thread has for each row: points, triangulation, candidates and tree.
  static constexpr std::uint64_t tree_bytes = 400;

  const Table& table_;
  Reservation held_;             // of one thread
  Reservation columns_held_;     // of columns_ or doubles_
  std::vector<Column> doubles_;  // of all features, where their numbers are used again and again
  std::vector<std::uint32_t> classes_;
  std::size_t class_count_;
  RowSplitter splitter_;
  Estimator estimator_;
  std::size_t repetitions_;
  const Context& context_;
  std::vector<Feature> features_;
  std::vector<std::vector<std::int32_t>> columns_;  // empty: the numbers themselves
  std::size_t evaluated_ = 0;
  double variances_ = 0;
};

struct Setting {
  bool is_published = false;
  bool is_peeled = false;
  std::size_t partners = 0;  ///< sampled for each feature; 0: all pairs

  Setting(const Params& params, std::size_t features)
      : is_published(params.choice("rule") == "published"), is_peeled(params.flag("peel")) {
    partners = static_cast<std::size_t>(params.integer("partners"));
    if (partners == 0 && features > max_features_for_all_pairs) partners = default_partners;
    partners = std::max(partners, partners > 0 ? min_partners : 0);
    if (is_peeled || partners + 1 >= features) partners = 0;
  }
  PairShare share() const { return is_published ? PairShare::total : PairShare::mean; }
};

PeeledOrder order_by_all_pairs(PairedFeatures& features, const std::vector<double>& own,
                               const Setting& setting, const Context& context) {
  const std::size_t count = features.size();
  std::vector<FeaturePair> pairs;
  const std::size_t total = count < 2 ? 0 : count * (count - 1) / 2;
  const Reservation held =
      context.reserve(total * (sizeof(FeaturePair) + 4 * sizeof(double)),
                      "the matrix of all pairs of features", "select from fewer features");
  pairs.reserve(total);
  for (Feature x = 0; x < count; ++x) {
    for (Feature s = x + 1; s < count; ++s)
      pairs.push_back({x, s});
  }
  const std::vector<double> values = features.values(pairs, total);
  PairTotals totals(count);
  for (std::size_t i = 0; i < total; ++i)
    totals.set(pairs[i].x, pairs[i].s, values[i]);
  return setting.is_peeled ? totals.peel(own, setting.share()) : totals.order(own, setting.share());
}

PeeledOrder order_by_sample(PairedFeatures& features, const std::vector<double>& own,
                            std::size_t partners, const Task& task) {
  std::vector<char> is_kept(features.size());
  for (std::size_t i = 0; i < is_kept.size(); ++i) {
    const auto& keep = task.keep;
    is_kept[i] = std::find(keep.begin(), keep.end(), features.feature(i)) != keep.end() ? 1 : 0;
  }
  const PartnerScores found = sample_partners(
      {.own = own,
       .is_settled = is_kept,
       .wanted = task.k - std::min(task.k, task.keep.size()),
       .partners = partners,
       .seed = features.seed()},
      [&](std::span<const FeaturePair> pairs) { return features.values(pairs, 0); });
  return {.order = order_of(found.scores), .scores = found.scores};
}

/// From positions to features; constants come last with score 0.
Selection selection_of(const PeeledOrder& found, const PairedFeatures& features, std::size_t all,
                       const Task& task) {
  std::vector<double> scores(all);
  std::vector<bool> is_placed(all);
  std::vector<std::size_t> order;
  for (const std::size_t position : found.order) {
    const Feature feature = features.feature(position);
    order.push_back(feature);
    scores[feature] = found.scores[position];
    is_placed[feature] = true;
  }
  for (std::size_t feature = 0; feature < all; ++feature) {
    if (!is_placed[feature]) order.push_back(feature);
  }
  return take_in_order(order, scores, task);
}

void add_notes(Selection& selection, const PairedFeatures& features, const Setting& setting,
               const Task& task) {
  const bool wants_classes = task.params.choice("estimator") == "class";
  if (setting.is_published) {
    selection.notes.push_back(
        fmt::format("the published rule ({}) has no relevance term: features that are independent "
                    "of all others, including noise, rank first",
                    option("rule", "published")));
  } else {
    for (const auto& [name, value] :
         {std::pair("estimator", "class"), std::pair("split", "rows")}) {
      if (task.params.choice(name) != value) continue;
      selection.notes.push_back(
          fmt::format("{} has no effect without {}", option(name), option("rule", "published")));
    }
  }
  if (wants_classes && features.estimator() == Estimator::global) {
    selection.notes.push_back(
        fmt::format("a class has fewer than {} rows: used one tree for all classes ({}) instead of "
                    "one for each",
                    2 * min_half_class, option("estimator", "global")));
  }
  if (setting.is_peeled && task.params.integer("partners") > 0) {
    selection.notes.push_back(fmt::format("{} has no effect with {}, which uses all pairs",
                                          option("partners"), option("peel")));
  }
  if (setting.partners > 0) {
    const std::size_t count = features.size();
    selection.notes.push_back(fmt::format(
        "evaluated {:.0f} of {} pairs of features: {} partners for each feature, and more where "
        "99 % confidence intervals did not decide which features are among the first {}",
        selection.diagnostics.front().value, count * (count - 1) / 2, setting.partners, task.k));
  }
}

Selection run(const Source& source, const Task& task, const Context& context) {
  const Table& table = rows_of(source, "gmi");
  const bool is_published = task.params.choice("rule") == "published";
  PairedFeatures features(table, Measure(task.params), context);
  if (features.half() == 0) {
    throw Error(ErrorKind::bad_data,
                fmt::format("every class has only one row, but {} needs a class with at least two",
                            option("rule", "published")));
  }
  const Setting setting(task.params, features.size());
  const std::vector<double> own =
      is_published ? std::vector<double>(features.size()) : features.relevances();
  PeeledOrder found = setting.partners > 0 ? order_by_sample(features, own, setting.partners, task)
                                           : order_by_all_pairs(features, own, setting, context);
  if (is_published && setting.partners > 0) {
    for (double& score : found.scores)
      score *= static_cast<double>(features.size() - 1);  // from means to totals
  }
  context.check_cancelled();
  Selection selection = selection_of(found, features, table.features(), task);
  selection.diagnostics = features.diagnostics();
  add_notes(selection, features, setting, task);
  return selection;
}

}  // namespace

Method gmi() {
  return {
      .id = "gmi",
      .title = "Geometric mutual information",
      .family = "geometric",
      .formula =
          "J(x) = D(x;y) - mean[s != x] I(x;s), D and I = 1 - R n / (2 sum[i<j] n_i n_j) with R "
          "the edges of a spanning tree that join different groups of n points; published: J(x) = "
          "- sum[s != x] I(x;s|y)",
      .summary =
          "Ranks numeric features by how well they separate the classes, less their mean "
          "dependence on the other features. Detects dependence of any shape.",
      .unit = "divergence",
      .cost = "O(d^2 n log n)",
      .parameters = {Parameter::choice("preset", {"none", "paper"},
                                       "paper: the published rule for all pairs, with raw values "
                                       "and one split of all rows for each pair; parameters that "
                                       "are given take precedence"),
                     Parameter::choice("rule", {"relevance", "published"},
                                       "relevance: class separation minus mean dependence; "
                                       "published: minus the total dependence within the classes, "
                                       "without a relevance term"),
                     Parameter::choice("estimator", {"global", "class"},
                                       "dependence within the classes: one spanning tree for all "
                                       "classes, or one for each; used only by the published rule"),
                     Parameter::choice("scale", {"ranks", "raw"},
                                       "distances in the plane of two features: between ranks, or "
                                       "between the values as they are"),
                     Parameter::choice("split", {"classes", "rows"},
                                       "halves in which each class has the same number of rows, or "
                                       "halves of all rows; used only by the published rule"),
                     Parameter::integer("repetitions", 10, 1, no_upper_end,
                                        "number of random splits of the rows for each pair"),
                     Parameter::flag("peel", false,
                                     "backward elimination: remove the worst feature and score the "
                                     "others again until none is left"),
                     Parameter::integer(
                         "partners", 0, 0, 10'000,
                         "initial number of other features that each feature is paired "
                         "with, at least 10; 0: all up to 200 features, 50 beyond")},
      .references = {{"S. Yasaei Sekeh and A. O. Hero",
                      "Feature selection for multi-labeled "
                      "variables via dependency maximization",
                      "arXiv 1902.03544", 2019, "10.48550/arXiv.1902.03544"},
                     {"J. H. Friedman and L. C. Rafsky",
                      "Multivariate generalizations of the Wald-Wolfowitz and Smirnov two-sample "
                      "tests",
                      "The Annals of Statistics", 1979, "10.1214/aos/1176344722"}},
      .traits = {.input = {.takes = Takes::numbers, .needs_rows = true, .min_rows = 4},
                 .output = {.ranks_all = true},
                 .guarantees = {.uses_seed = true, .depends_on_row_order = true},
                 .growth = {.features = 2}},
      .run = run,
      .traits_with =
          [](Traits traits, const Params& params) {
            traits.guarantees.uses_target = params.choice("rule") == "relevance";
            return traits;
          },
      .presets = {{"paper",
                   {{"rule", "published"},
                    {"scale", "raw"},
                    {"split", "rows"},
                    {"repetitions", "1"},
                    {"partners", "10000"}}}},
  };
}

}  // namespace pith::methods
