// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <memory>
#include <numeric>
#include <optional>

#include "pith/learn/model/folds.h"
#include "pith/linalg/dense_eigen.h"
#include "pith/linalg/lanczos.h"
#include "pith/linalg/matrix_kernels.h"
#include "pith/linalg/nystrom.h"
#include "pith/linalg/quadratic_forms.h"
#include "pith/linalg/subspace_program.h"
#include "pith/methods/discrete/correction.h"
#include "pith/methods/discrete/pairwise.h"
#include "pith/methods/graph/best_ranking.h"
#include "pith/search/target_correlations.h"
#include "pith/select/recipes.h"

namespace pith::methods {
namespace {

using Input = MatrixView<const double>;
using Output = MatrixView<double>;

bool has_codes(const Params& params) {
  return params.choice("similarity") == "mi";
}

double mean_of(std::span<const double> numbers) {
  return std::accumulate(numbers.begin(), numbers.end(), 0.0) / static_cast<double>(numbers.size());
}

/// Eigenvectors that span the subspace of the weights, and their eigenvalues.
struct Subspace {
  std::vector<double> values;
  std::vector<double> vectors;  ///< concatenated
};

/// The eigenvectors of a matrix whose eigenvalues exceed delta times the largest.
Subspace subspace_above(const std::vector<double>& matrix, std::size_t size, double delta) {
  const Eigensystem system = dense_eigensystem(Input::row_major(matrix.data(), size, size));
  Subspace space;
  for (std::size_t k = 0; k < size; ++k) {
    const double value = system.values()[k];
    if (!(value > 0 && value > delta * system.values().back())) continue;
    space.values.push_back(value);
    space.vectors.insert(space.vectors.end(), system.vector(k).begin(), system.vector(k).end());
  }
  return space;
}

/// The eigenvectors of G G', from the small matrix S = G'G = W L W': U = G W L^-1/2.
Subspace subspace_of(const Nystrom& low, double delta) {
  const std::size_t rank = low.rank;
  const std::size_t size = low.factor.size() / rank;
  const Input factor = Input::row_major(low.factor.data(), size, rank);
  std::vector<double> transposed(low.factor.size());
  for (std::size_t i = 0; i < size; ++i) {
    for (std::size_t k = 0; k < rank; ++k)
      transposed[k * size + i] = low.factor[i * rank + k];
  }
  std::vector<double> small(rank * rank);
  const Input transposed_view = Input::row_major(transposed.data(), rank, size);
  multiply(transposed_view, factor, Output::row_major(small.data(), rank, rank));
  Subspace space = subspace_above(small, rank, delta);
  const std::size_t count = space.values.size();
  for (std::size_t k = 0; k < count; ++k) {
    for (std::size_t i = 0; i < rank; ++i)
      space.vectors[k * rank + i] /= std::sqrt(space.values[k]);
  }
  std::vector<double> vectors(count * size);
  multiply(Input::row_major(space.vectors.data(), count, rank), transposed_view,
           Output::row_major(vectors.data(), count, size));
  space.vectors = std::move(vectors);
  return space;
}

bool is_cross_validated(const Params& params) {
  return params.is_word("alpha") && params.choice("alpha") == "cv";
}

/// The quadratic programme over the non-constant features, and its solution.
class Qpfs {
 public:
  Qpfs(const Source& source, const Params& params, const Context& context,
       Combine combine = Combine::mean)
      : source_(source),
        params_(params),
        context_(context),
        correction_(has_codes(params) ? correction_of(params, source) : Correction::none) {
    find_constants();
    set_relevance(combine);
  }

  /// With the given alpha, or without one the paper's balance.
  Selection run(const Task& task, std::optional<double> alpha) {
    set_similarity(params_.choice("repair") == "shift");
    solve(alpha);
    if (params_.real("nystrom") > 0) {
      notes_.push_back(fmt::format(
          "approximated the similarities (Nystroem) with rank {} from {:.3g} % of the features",
          low_.rank, 100 * params_.real("nystrom")));
    } else if (params_.choice("repair") == "none" && alpha_ < 1) {
      note_indefinite();
    }
    note_unused_sample();
    std::vector<double> scores(source_.features());
    for (std::size_t i = 0; i < features_.size(); ++i)
      scores[features_[i]] = weights_[i];
    Selection found = take_in_order(order(), scores, task);
    found.diagnostics = std::move(diagnostics_);
    found.notes = std::move(notes_);
    by_target_.add_serves(found);
    return found;
  }

  /// All features, best first, for each alpha.
  std::vector<std::vector<Feature>> rankings(std::span<const std::optional<double>> alphas) {
    if (!features_.empty()) set_similarity(true);
    std::vector<std::vector<Feature>> found;
    for (const std::optional<double>& alpha : alphas) {
      if (!features_.empty()) solve(alpha);
      const std::vector<std::size_t> all = order();
      found.emplace_back(all.begin(), all.end());
    }
    return found;
  }

 private:
  void find_constants() {
    if (has_codes(params_)) {
      is_constant_.resize(source_.features());
      source_.target_counts(
          [&](Feature feature, const Counts& counts) {
            const std::vector<double> totals = counts.x_totals();
            const auto used =
                std::count_if(totals.begin(), totals.end(), [](double count) { return count > 0; });
            is_constant_[feature] = used < 2 ? 1 : 0;
          },
          context_);
    } else {
      for (const Spread& spread : source_.spreads(context_))
        is_constant_.push_back(spread.is_constant() ? 1 : 0);
    }
  }
  void set_relevance(Combine combine) {
    by_target_ = scores_by_target(source_, {.combine = combine}, [&](const Source& one) {
      return has_codes(params_) ? target_scores(one, information, correction_, context_)
                                : target_correlations(one, context_);
    });
    std::vector<double> all = by_target_.combined;
    if (correction_ != Correction::none) {
      // As in the similarities: less than expected is nothing.
      for (double& score : all)
        score = std::max(0.0, score);
    }
    for (std::size_t i = 0; i < all.size(); ++i) {
      if (is_constant_[i] != 0) continue;
      features_.push_back(static_cast<Feature>(i));
      relevance_.push_back(all[i]);
    }
  }
  std::unique_ptr<const SymmetricMatrix> similarity_of(std::span<const Feature> features,
                                                       bool is_kept) const {
    const bool is_single = params_.choice("precision") == "single";
    return source_.similarity(
        {.kind = has_codes(params_) ? SimilarityKind::information : SimilarityKind::values,
         .features = features,
         .storage = is_single ? Storage::float32 : Storage::float64,
         .correction = correction_,
         .is_kept = is_kept},
        context_);
  }
  /// The mean of all elements, including the diagonal. One pass.
  double mean_similarity() const {
    const std::size_t size = features_.size();
    const std::vector<double> ones(size, 1.0);
    std::vector<double> sums(size);
    similarity_->multiply(Input::row_major(ones.data(), 1, size),
                          Output::row_major(sums.data(), 1, size), context_);
    return mean_of(sums) / static_cast<double>(size);
  }

  void set_similarity(bool is_kept) {
    const double share = params_.real("nystrom");
    if (share == 0) {
      similarity_ = similarity_of(features_, is_kept);
      mean_similarity_ = mean_similarity();
      return;
    }
    similarity_ = similarity_of(features_, false);
    const auto places = params_.choice("nystrom_sample") == "uniform"
                            ? uniform_places(features_.size(), share, context_.seed)
                            : regular_places(features_.size(), share);
    low_ = nystrom(*similarity_, places, context_);
    mean_similarity_ = is_completed() ? low_.row_mean : low_.mean;
  }
  bool is_confined() const { return params_.choice("repair") == "subspace"; }
  bool is_completed() const { return params_.flag("diagonal") && !is_confined(); }

  /// The paper's alpha = q / (q + f) for the means of similarity and relevance, or the given one.
  void balance(std::optional<double> alpha) {
    const double relevance = mean_of(relevance_);
    // A correction may leave nothing of either.
    const double sum = mean_similarity_ + relevance;
    alpha_ = alpha ? *alpha : sum > 0 ? mean_similarity_ / sum : 1.0;
    diagnostics_ = {
        {"alpha", alpha_}, {"mean_similarity", mean_similarity_}, {"mean_relevance", relevance}};
  }

  void solve(std::optional<double> alpha) {
    const std::string& repair = params_.choice("repair");
    balance(alpha);
    if (params_.real("nystrom") > 0) {
      solve_approximately();
    } else if (repair == "none" || alpha_ == 1) {
      if (!form_) form_ = std::make_unique<SimilarityForm>(*similarity_);
      minimize(*form_);
    } else if (repair == "shift") {
      solve_shifted();
    } else {
      solve_densely(repair);
    }
  }

  void minimize(QuadraticForm& form) {
    SimplexPoint point = minimize_on_simplex({form, relevance_, alpha_}, context_);
    weights_ = std::move(point.weights);
    diagnostics_.insert(diagnostics_.end(), {{"objective", point.objective},
                                             {"gap", point.gap},
                                             {"support", static_cast<double>(point.support)},
                                             {"columns", static_cast<double>(point.columns)}});
  }
  void minimize(const Subspace& space) {
    SubspacePoint point =
        minimize_in_subspace({space.values, space.vectors, relevance_, alpha_}, context_);
    weights_ = std::move(point.weights);
    diagnostics_.insert(
        diagnostics_.end(),
        {{"objective", point.objective}, {"dimensions", static_cast<double>(space.values.size())}});
  }

  void solve_shifted() {
    if (!smallest_) smallest_ = smallest_pair(*similarity_, context_);
    if (!repaired_form_) {
      const double shift = std::max(0.0, -smallest_->value);
      repaired_form_ = std::make_unique<SimilarityForm>(*similarity_, shift);
    }
    minimize(*repaired_form_);
    diagnostics_.push_back({"least_eigenvalue", smallest_->value});
    diagnostics_.push_back({"eigenvalue_error", smallest_->error});
  }
  void solve_densely(const std::string& repair) {
    const std::size_t size = features_.size();
    if (repair == "subspace") {
      if (!space_) {
        dense_held_ = reserve_dense(size, context_);
        space_ = subspace_above(dense_matrix(*similarity_, context_), size, params_.real("delta"));
      }
      minimize(*space_);
      return;
    }
    if (!repaired_form_) {
      dense_held_ = reserve_dense(size, context_);
      repaired_form_ = std::make_unique<DenseForm>(
          without_negative_part(dense_matrix(*similarity_, context_), size), size);
    }
    minimize(*repaired_form_);
  }
  void solve_approximately() {
    diagnostics_.push_back({"rank", static_cast<double>(low_.rank)});
    diagnostics_.push_back({"nystrom_error", low_.lost_trace});
    if (params_.choice("nystrom_sample") == "uniform") {
      diagnostics_.push_back(
          {"nystrom_bound", sampling_bound(*similarity_, low_.sampled, low_.rank)});
    }
    if (is_confined() && alpha_ < 1) {
      if (!space_) space_ = subspace_of(low_, params_.real("delta"));
      minimize(*space_);
      return;
    }
    if (!form_) {
      form_ = std::make_unique<LowRankForm>(low_.factor, low_.rank,
                                            is_completed() ? low_.lost : std::vector<double>{});
    }
    minimize(*form_);
  }

  /// The preset asks for a uniform sample in case there is one.
  void note_unused_sample() {
    if (params_.real("nystrom") > 0 || params_.choice("nystrom_sample") != "uniform" ||
        params_.choice("preset") != "none")
      return;
    notes_.push_back(fmt::format("{} has no effect without {}", option("nystrom_sample", "uniform"),
                                 option("nystrom")));
  }

  /// The smallest eigenvalue of a principal submatrix is at least that of the whole matrix: if a
  /// sample of the features has a negative one, so has the whole.
  void note_indefinite() {
    constexpr std::size_t max_sample = 256;
    std::size_t count = std::min(max_sample, features_.size());
    while (dense_bytes(count) > context_.memory_limit())
      count /= 2;
    const Reservation held = reserve_dense(count, context_);
    if (count < 2) return;
    std::vector<Feature> sample(count);
    for (std::size_t i = 0; i < count; ++i)
      sample[i] = features_[i * features_.size() / count];
    const std::vector<double> part = dense_matrix(*similarity_of(sample, false), context_);
    const Eigensystem system = dense_eigensystem(Input::row_major(part.data(), count, count));
    const double smallest = system.values().front();
    if (smallest > -1e-9 * system.values().back()) return;
    notes_.push_back(fmt::format(
        "the similarity matrix is not positive semidefinite (smallest eigenvalue at most {:.3g}), "
        "so the weights are a local minimum; {} makes it unique",
        smallest, option("repair", "shift")));
  }

  /// Features by weight; ties, most of them at weight 0, by relevance; constants last.
  std::vector<std::size_t> order() const {
    std::vector<double> in_turn;
    const std::vector<std::size_t> by_relevance = order_of(relevance_);
    for (const std::size_t i : by_relevance)
      in_turn.push_back(weights_[i]);
    std::vector<std::size_t> found;
    for (const std::size_t place : order_of(in_turn))
      found.push_back(features_[by_relevance[place]]);
    for (std::size_t i = 0; i < is_constant_.size(); ++i) {
      if (is_constant_[i] != 0) found.push_back(i);
    }
    return found;
  }

  Reservation dense_held_;
  const Source& source_;
  const Params& params_;
  const Context& context_;
  Correction correction_;
  std::vector<char> is_constant_;  // for all features
  std::vector<Feature> features_;  // the non-constant ones
  TargetScores by_target_;
  std::vector<double> relevance_;  // of features_
  std::unique_ptr<const SymmetricMatrix> similarity_;
  double mean_similarity_ = 0;
  Nystrom low_;  // where nystrom is given
  // What does not depend on alpha, once it has been needed.
  std::unique_ptr<QuadraticForm> form_;
  std::unique_ptr<QuadraticForm> repaired_form_;
  std::optional<EigenPair> smallest_;
  std::optional<Subspace> space_;
  double alpha_ = 0;
  std::vector<double> weights_;
  std::vector<Diagnostic> diagnostics_;
  std::vector<std::string> notes_;
};

/// The paper's balance and the values that it tries, in order of preference.
constexpr std::array<std::optional<double>, 7> grid{std::nullopt, 0.1, 0.3, 0.5, 0.7, 0.9, 0.0};

/// The best of the grid by cross-validation. Each fold has rankings of its own, from the other
/// rows, so that no row is judged by features that were selected with it.
BestRanking choose(const Table& table, const Params& params, const Context& context) {
  const std::size_t count = ranking_folds(table);
  const auto folds = stratified_folds(table.target(), count, context.seed);
  std::vector<std::vector<std::vector<Feature>>> rankings;
  for (std::uint32_t fold = 0; fold < count; ++fold) {
    context.check_cancelled();
    std::vector<std::size_t> rows;
    for (std::size_t row = 0; row < table.rows(); ++row) {
      if (folds[row] != fold) rows.push_back(row);
    }
    const Column& target = table.target();
    const bool has_classes = std::any_of(rows.begin(), rows.end(), [&](std::size_t row) {
      return target.code(row) != target.code(rows[0]);
    });
    if (!has_classes) {  // nothing can be learned, and the order does not matter
      std::vector<Feature> all(table.features());
      std::iota(all.begin(), all.end(), Feature{0});
      rankings.emplace_back(grid.size(), all);
      continue;
    }
    const Table train = table.take(rows);
    const TableSource source(train);
    rankings.push_back(Qpfs(source, params, context).rankings(grid));
  }
  std::vector<std::size_t> preference(grid.size());
  std::iota(preference.begin(), preference.end(), std::size_t{0});
  return best_ranking(table, folds, rankings, preference, context);
}

Selection run_best(const Source& source, const Task& task, const Context& context) {
  const BestRanking best = choose(rows_of(source, "alpha"), task.params, context);
  Selection selection = Qpfs(source, task.params, context).run(task, grid[best.ranking]);
  selection.diagnostics.push_back({"cv_error", 1 - best.accuracy});
  selection.notes.push_back(fmt::format(
      "chose alpha = {}{:.3g} from the balance of the paper and 0, 0.1, 0.3, 0.5, 0.7, 0.9 by "
      "cross-validation of a linear SVM, with a selection in each fold: {:.1f} % accuracy with {} "
      "and cost {}",
      grid[best.ranking] ? "" : "auto, ", selection.diagnostics.front().value, 100 * best.accuracy,
      counted(best.features, "feature"), best.cost));
  return selection;
}

Selection run(const Source& source, const Task& task, const Context& context) {
  if (is_cross_validated(task.params)) return run_best(source, task, context);
  const bool is_balanced = task.params.is_word("alpha");
  return Qpfs(source, task.params, context, task.combine)
      .run(task, is_balanced ? std::nullopt : std::optional(task.params.real("alpha")));
}

Traits traits_with(Traits traits, const Params& params) {
  traits.input.takes = has_codes(params) ? Takes::codes : Takes::numbers;
  if (is_cross_validated(params)) traits.input.targets = SeveralTargets::joint;
  const bool takes_both = !has_codes(params) && !is_cross_validated(params);
  traits.input.target = takes_both ? TakesTarget::both : TakesTarget::classes;
  traits.guarantees.uses_float_sums = params.choice("precision") == "single" && !has_codes(params);
  traits.guarantees.uses_target = params.is_word("alpha") || params.real("alpha") > 0;
  const double share = params.real("nystrom");
  const bool has_part = share > 0 && share < 1;
  const bool is_chosen = is_cross_validated(params);  // which does not support weights
  traits.guarantees.depends_on_column_order = has_part;
  traits.guarantees.uses_seed =
      is_chosen || (has_part && params.choice("nystrom_sample") == "uniform");
  traits.guarantees.depends_on_row_order = is_chosen;
  traits.input.needs_rows = is_chosen;
  traits.input.takes_weights = !is_chosen;
  return traits;
}

std::vector<Parameter> parameters() {
  return {Parameter::choice("preset", {"none", "paper"},
                            "paper: weights in the subspace of positive eigenvalues, and with "
                            "nystrom a uniform sample and no restored diagonal; parameters that "
                            "are given take precedence"),
          Parameter::choice("similarity", {"mi", "correlation"},
                            "mutual information of discretised features, or correlation "
                            "of numeric features; a numeric target takes correlation"),
          Parameter::real_or(
              "auto",
              Parameter::real("alpha", 0, 0, 1,
                              "weight of the relevance; auto balances mean relevance and "
                              "mean similarity; cv: chosen by cross-validation"),
              {"auto", "cv"}),
          Parameter::choice("repair", {"none", "shift", "clip", "subspace"},
                            "treatment of similarities that are not positive "
                            "semidefinite: none, add a multiple of the identity, set "
                            "negative eigenvalues to zero, or restrict the weights to the "
                            "subspace of positive eigenvalues (as published)"),
          Parameter::real("nystrom", 0, 0, 1,
                          "approximate the similarities from this share of the features "
                          "(Nystroem); 0: exact"),
          Parameter::choice("nystrom_sample", {"regular", "uniform"},
                            "which features: at regular distances in the table, or at random "
                            "without replacement, by the seed; used only with nystrom"),
          Parameter::flag("diagonal", true,
                          "restore the diagonal that the approximation changes; used "
                          "only with nystrom"),
          Parameter::real("delta", 1e-8, 1e-12, 0.01,
                          "smallest eigenvalue of the subspace, relative to the "
                          "largest; used only if repair is subspace"),
          Parameter::choice("precision", {"double", "single"},
                            "storage of the correlations: single halves the memory")};
}

}  // namespace

Method qpfs() {
  return with_correction({
      .id = "qpfs",
      .title = "Quadratic programming feature selection",
      .family = "graph, quadratic and spectral",
      .formula =
          "J(x_i) = w_i of the minimum of (1 - alpha)/2 w'Qw - alpha F'w, w >= 0, sum w = 1;  "
          "q_ij = I(x_i;x_j), f_i = I(x_i;y)   or   q_ij = |cor(x_i,x_j)|, f_i = sum[c] p_c "
          "|cor(x_i,[y = c])|, numeric y: |cor(x_i,y)|",
      .summary =
          "Ranks features by weights that jointly maximise relevance and minimise redundancy. "
          "Features of weight zero are ordered by relevance.",
      .unit = "weight",
      .cost = "O(n d^2)",
      .parameters = parameters(),
      .references = {{"I. Rodriguez-Lujan and R. Huerta and C. Elkan and C. Santa Cruz",
                      "Quadratic programming feature selection",
                      "Journal of Machine Learning Research", 2010, ""}},
      .traits = {.input = {.target = TakesTarget::both,
                           .targets = SeveralTargets::combined,
                           .takes_weights = true,
                           .needs_variation = true,
                           .min_rows = 3},
                 .output = {.ranks_all = true, .has_relative_scores = true},
                 .growth = {.features = 2}},
      .run = run,
      .traits_with = traits_with,
      .presets = {{"paper",
                   {{"repair", "subspace"}, {"nystrom_sample", "uniform"}, {"diagonal", "false"}}}},
      .numeric_defaults = {{"similarity", "correlation"}},
      .bins = DefaultBinning{.bins = {.rule = Bins::Rule::sigma, .divides_by_n = true},
                             .max_distinct = 3},
  });
}

}  // namespace pith::methods
