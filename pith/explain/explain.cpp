// SPDX-License-Identifier: Apache-2.0
#include "pith/explain/explain.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

#include "pith/base/error.h"
#include "pith/base/text.h"
#include "pith/explain/explained_steps.h"
#include "pith/explain/histograms.h"
#include "pith/explain/information_pairs.h"
#include "pith/explain/relations.h"
#include "pith/explain/served_classes.h"
#include "pith/methods/discrete/correction.h"
#include "pith/select/catalog.h"
#include "pith/select/find_features.h"
#include "pith/select/information_table.h"
#include "pith/select/select.h"
#include "pith/select/set_aside.h"

namespace pith {

using namespace explain_internal;  // NOLINT(google-build-using-namespace): the parts of this file

std::string_view basis_text(Basis basis) {
  return basis == Basis::criterion ? "criterion"
         : basis == Basis::ranking ? "ranking"
                                   : "information";
}

namespace {

constexpr std::size_t max_distributions = 12;

/// What a user can do about it.
std::string same_options() {
  return fmt::format(
      "give the table of the result, and the options of its selection that the "
      "result does not hold: {}, {}, {}, {}, ...",
      option("bins"), option("keep"), option("drop"), option("combine"));
}

[[noreturn]] void reject_other_selection(const std::vector<std::string>& names,
                                         const std::vector<std::string>& expected) {
  const auto [mine, theirs] =
      std::mismatch(names.begin(), names.end(), expected.begin(), expected.end());
  const auto text = [](auto place, auto end) {
    return place == end ? std::string("no feature") : quoted(*place);
  };
  throw Error(ErrorKind::bad_data,
              fmt::format("selecting again gives {} at rank {}, but the result has {}; {}",
                          text(mine, names.end()), mine - names.begin() + 1,
                          text(theirs, expected.end()), same_options()));
}

/// The same features by other bins or weights have other scores.
void check_scores(const Selection& selection, const ExpectedSelection& expected) {
  constexpr double tolerance = 1e-6;  // single precision, exact sums
  const std::size_t known = std::min(selection.selected.size(), expected.scores.size());
  for (std::size_t i = 0; i < known && !expected.is_tested; ++i) {
    const double mine = selection.selected[i].score;
    const double theirs = expected.scores[i];
    // Not for infinities, nor for scores that are not known.
    if (std::abs(mine - theirs) <= tolerance * std::max(1.0, std::abs(theirs))) continue;
    if (!std::isfinite(mine) || !std::isfinite(theirs)) continue;
    throw Error(ErrorKind::bad_data,
                fmt::format("selecting again gives {} a score of {:.6g}, but the result has "
                            "{:.6g}; {}",
                            quoted(selection.selected[i].name), mine, theirs, same_options()));
  }
}

/// Selects again, and keeps a trace. `request` becomes what was selected by.
Selection select_traced(const Table& table, Request& request,
                        const std::optional<ExpectedSelection>& expected, const Context& context) {
  Selection selection = select(table, request, context);
  if (!expected || selection.names() == expected->names) return selection;
  if (expected->is_none) {
    selection.selected.clear();
    selection.fitted.clear();
    selection.trace.reset();
    return selection;
  }
  if (expected->is_tested) {
    request.keep = expected->names;
    selection = select(table, request, context);
  }
  if (selection.names() != expected->names)
    reject_other_selection(selection.names(), expected->names);
  return selection;
}

Selection select_again(const Table& table, Request& request, const ExplainOptions& options,
                       const Context& context) {
  if (!request.k.choose()) {
    request.traced = options.why_not;
    return select_traced(table, request, options.expected, context);
  }
  Selection found = select(table, request, context);
  request.k = std::max<std::size_t>(1, found.k);
  request.traced = options.why_not;
  const ExpectedSelection same{
      .names = found.names(), .is_tested = found.null.has_value(), .is_none = found.k == 0};
  found.trace = select_traced(table, request, same, context).trace;
  if (options.expected && found.names() != options.expected->names)
    reject_other_selection(found.names(), options.expected->names);
  return found;
}

/// The request with the method and its parameters written out.
Request written_out(Request request, const Selection& selection) {
  request.method = selection.method;
  request.params.clear();
  for (const auto& [name, value] : selection.params.values())
    request.params.emplace_back(name, value_text(value));
  request.allows_ids = true;
  return request;
}

LosingFeature losing(const Table& table, const TracedCandidate& candidate) {
  return {.feature = named(table, candidate.feature),
          .rank = candidate.rank,
          .score = candidate.score,
          .behind = candidate.behind};
}

/// Makes the parts of an explanation one after the other.
class Explainer {
 public:
  Explainer(const Table& table, const Request& request, Selection selection, const Context& context)
      : table_(table),
        request_(written_out(request, selection)),
        method_(pith::method(selection.method)),
        traits_(method_.traits_for(selection.params)),
        context_(context) {
    explanation_.selection = std::move(selection);
  }

  Explanation explain(const std::vector<Feature>& named_features) && {
    compare(seen(named_features));
    const TracedPairs& pairs = own_pairs() ? *own_pairs() : *informed_.pairs;
    std::vector<Feature> compared = features_to_compare(pairs, selection());
    code(compared);
    add_steps();
    explanation_.substitutes = substitutes_of(table_, pairs, selection());
    explanation_.groups = groups_of(table_, pairs, selection());
    add_similarity(compared);
    add_serves();
    for (std::size_t i = 0; i < std::min(max_distributions, compared.size()); ++i)
      explanation_.distributions.push_back(distribution_of(table_, compared[i]));
    for (const Feature feature : named_features)
      explanation_.why_not.push_back(why_not(feature, pairs));
    add_notes(pairs);
    explanation_.selection.trace.reset();
    return std::move(explanation_);
  }

 private:
  const Selection& selection() const { return explanation_.selection; }
  const TracedPairs* own_pairs() const {
    const auto& trace = selection().trace;
    return trace && trace->pairs ? &*trace->pairs : nullptr;
  }

  /// Those that the method saw and did not select.
  std::vector<Feature> seen(const std::vector<Feature>& features) const {
    std::vector<Feature> found;
    for (const Feature feature : features) {
      const auto is_it = [feature](const auto& each) { return each.feature == feature; };
      const auto& selected = selection().selected;
      const auto& aside = selection().set_aside;
      if (std::none_of(selected.begin(), selected.end(), is_it) &&
          std::none_of(aside.begin(), aside.end(), is_it))
        found.push_back(feature);
    }
    return found;
  }

  /// Finds what the steps and the substitutes are compared by, and compares them.
  void compare(const std::vector<Feature>& watched) {
    if (!own_pairs()) {
      explanation_.substitutes_basis = Basis::information;
      coded_ = information_table(table_, request_, selection(), context_);
      informed_ =
          information_trace(*coded_, {.selected = selection().features(), .watched = watched},
                            term_options(), context_);
    }
    const std::size_t kept = request_.keep.size();
    if (has_traced_steps(selection())) {
      steps_ = selection().trace->steps;
    } else if (follows_ranking(selection(), kept, traits_.output.smaller_is_better)) {
      explanation_.steps_basis = Basis::ranking;
      steps_ = ranking_steps(selection(), kept, watched, traits_.output.smaller_is_better);
    } else {
      explanation_.steps_basis = Basis::information;
      steps_ = informed_.steps;
    }
  }

  /// Discretises some features, unless that is done. Where dropping rows or the bins depend on all
  /// features, it discretises all.
  void code(std::vector<Feature> features) {
    if (!coded_) {
      for (const Selected& step : selection().selected)
        features.push_back(step.feature);
      std::sort(features.begin(), features.end());
      features.erase(std::unique(features.begin(), features.end()), features.end());
      const bool drops = request_.missing == Missing::drop && table_.has_missing();
      coded_ = drops || method_.bins.has_value()
                   ? information_table(table_, request_, selection(), context_)
                   : information_table(table_, request_, features, context_);
    }
    explanation_.bins = coded_->bins;
  }

  /// All pairs with the selected features may cost much more than a selection that looks at every
  /// feature once.
  TermOptions term_options() const {
    const bool is_cheap =
        !has_traced_steps(selection()) && traits_.growth.features < 2 && traits_.growth.rows < 2;
    const Combine combine = request_.combine.value_or(Combine::mean);
    return {.correction = correction_of(selection().params, TableSource(coded_->table)),
            .combine = combine == Combine::joint ? Combine::mean : combine,
            .is_frugal = is_cheap};
  }

  void add_steps() {
    const StepTerms terms = step_terms(*coded_, selection().features(), term_options(), context_);
    for (std::size_t i = 0; i < selection().selected.size(); ++i) {
      const Selected& own = selection().selected[i];
      ExplainedStep& step = explanation_.steps.emplace_back();
      step.feature = named(table_, own.feature);
      step.score = own.score;
      step.gain = own.gain;
      step.redundancy = terms.redundancy[i];
      if (table_.has_target()) {
        step.relevance = terms.relevance[i];
        step.synergy = terms.synergy[i];
      }
      if (i >= steps_.size()) continue;
      step.is_kept = steps_[i].is_kept;
      if (steps_[i].runner_up) step.runner_up = losing(table_, *steps_[i].runner_up);
    }
  }

  void add_similarity(const std::vector<Feature>& compared) {
    SimilarityMatrix& matrix = explanation_.similarity;
    for (const Feature feature : compared)
      matrix.features.push_back(named(table_, feature));
    matrix.selected = std::min(compared.size(), selection().selected.size());
    if (!compared.empty())
      matrix.values = similarities(*coded_, compared, term_options(), context_);
  }

  void add_serves() {
    explanation_.has_several_targets = !selection().targets.empty();
    if (selection().selected.empty() || !table_.has_target()) return;
    if (!explanation_.has_several_targets) {
      explanation_.has_ranges = coded_->has_binned_target;
      explanation_.serves = served_classes(*coded_, selection().features(), context_);
      for (ServedTargets& served : explanation_.serves)
        served.feature.name = table_.name(served.feature.feature);
      return;
    }
    for (const Selected& step : selection().selected) {
      ServedTargets& served = explanation_.serves.emplace_back();
      served.feature = named(table_, step.feature);
      for (std::size_t i = 0; i < step.serves.size(); ++i)
        served.targets.push_back({.name = selection().targets[i], .information = step.serves[i]});
    }
  }

  WhyNot why_not(Feature feature, const TracedPairs& pairs) const {
    WhyNot found{.feature = named(table_, feature)};
    const auto& selected = selection().selected;
    const auto own = std::find_if(selected.begin(), selected.end(),
                                  [&](const Selected& step) { return step.feature == feature; });
    if (own != selected.end())
      found.selected_as = static_cast<std::size_t>(own - selected.begin()) + 1;
    for (const SetAside& aside : selection().set_aside) {
      if (aside.feature == feature) found.set_aside = aside.reason;
    }
    if (found.set_aside) return found;
    for (std::size_t i = 0; i < steps_.size() && !found.selected_as; ++i) {
      for (const TracedCandidate& candidate : steps_[i].watched) {
        if (candidate.feature != feature) continue;
        found.steps.push_back({.step = i + 1,
                               .place = losing(table_, candidate),
                               .lost_to = named(table_, steps_[i].taken)});
      }
    }
    add_relations(table_, pairs, selection(), found);
    return found;
  }

  void add_notes(const TracedPairs& pairs) {
    std::vector<std::string>& notes = explanation_.notes;
    if (explanation_.steps_basis == Basis::information && !steps_.empty()) {
      notes.push_back(fmt::format(
          "{} does not compare candidates step by step: information terms compare them here",
          method_.id));
    }
    const auto& substitutes = explanation_.substitutes;
    const bool has_substitutes =
        std::any_of(substitutes.begin(), substitutes.end(),
                    [](const ExplainedSubstitutes& each) { return !each.candidates.empty(); });
    if (explanation_.substitutes_basis == Basis::information && has_substitutes)
      notes.emplace_back("substitutes are compared by information terms");
    if (coded_->has_binned_target)
      notes.emplace_back("information terms take numeric targets in 5 bins of equal frequency");
    if (pairs.partners.size() < pairs.features.size()) {
      notes.push_back(fmt::format(
          "substitutes and redundant features are among {} of {} features, those with the highest "
          "relevance",
          pairs.partners.size(), pairs.features.size()));
    }
  }

  const Table& table_;
  Request request_;
  const Method& method_;
  Traits traits_;
  const Context& context_;
  Explanation explanation_;
  std::optional<InformationTable> coded_;
  SearchTrace informed_;
  std::vector<TracedStep> steps_;
};

}  // namespace

Explanation explain(const Table& table, const Request& asked, const ExplainOptions& options,
                    const Context& context) {
  const std::vector<Feature> named_features = find_features(table, options.why_not);
  Request request = asked;
  Selection selection = select_again(table, request, options, context);
  if (options.expected) check_scores(selection, *options.expected);
  context.report({.phase = "explain"});
  return Explainer(table, request, std::move(selection), context).explain(named_features);
}

}  // namespace pith
