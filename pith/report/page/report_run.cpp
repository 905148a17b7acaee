// SPDX-License-Identifier: Apache-2.0
#include "pith/report/page/report_run.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "pith/base/error.h"
#include "pith/evaluate/evaluation.h"
#include "pith/evaluate/resample.h"
#include "pith/evaluate/stability.h"
#include "pith/explain/explain.h"
#include "pith/report/evaluation_json.h"
#include "pith/report/explanation_json.h"
#include "pith/report/selection_json.h"
#include "pith/report/stability_json.h"
#include "pith/select/catalog.h"
#include "pith/select/select.h"

namespace pith {
namespace {

constexpr std::size_t max_contrasts = 3;
constexpr std::size_t many_rows = 5000;         // for methods that compare pairs, and for learners
constexpr std::size_t many_values = 5'000'000;  // of a table that fewer folds must do for

bool is_large(const Table& table) {
  return table.rows() > many_rows || table.rows() * table.features() > many_values;
}

Request request_of(const Table& table, const ReportPlan& plan, const Variant& method) {
  Request request{.method = method.id,
                  .params = method.settings,
                  .bins = plan.bins,
                  .missing = plan.missing.value_or(default_missing(table)),
                  .combine = plan.combine,
                  .allows_ids = plan.allows_ids};
  const std::size_t half = (table.features() + 1) / 2;
  request.k = plan.k ? *plan.k : K(std::min(K::default_number, half));
  return request;
}

/// Every number up to twice the selected one; of many numbers those that a curve needs, which are
/// fewer where a learner takes long.
std::vector<std::size_t> counts_for(std::size_t selected, std::size_t features, bool is_quick) {
  const std::size_t all_up_to = is_quick ? 20 : 3;
  const std::size_t last = std::min(features, std::max<std::size_t>(2 * selected, 5));
  std::vector<std::size_t> counts;
  for (std::size_t k = 1; k <= last;
       k += k < all_up_to ? 1 : std::max<std::size_t>(2, k / (is_quick ? 5 : 2)))
    counts.push_back(k);
  for (const std::size_t k : {selected, last}) {
    if (k > 0) counts.push_back(k);
  }
  std::sort(counts.begin(), counts.end());
  counts.erase(std::unique(counts.begin(), counts.end()), counts.end());
  return counts;
}

class Runner {
 public:
  Runner(const Table& table, const ReportPlan& plan, const Context& context, Spelling spelling)
      : table_(table),
        plan_(plan),
        context_(context),
        spelling_(std::move(spelling)),
        timing_{.threads = context.thread_count(), .seed = context.seed} {}

  ReportParts run() {
    std::vector<Variant> methods = plan_.methods;
    if (methods.empty()) methods.push_back({.id = "auto", .label = "auto"});
    const Request main = request_of(table_, plan_, methods.front());
    const std::size_t selected = select_and_explain(main);
    if (plan_.methods.empty()) {
      for (Variant& other : contrasting_methods(table_, main, context_))
        methods.push_back(std::move(other));
    }
    run_others(methods, std::max<std::size_t>(1, selected));
    evaluate_methods(methods, selected);
    Request fixed = main;
    fixed.k = std::max<std::size_t>(1, selected);
    resample_main(fixed);
    return std::move(parts_);
  }

 private:
  void add(const std::string& document) { parts_.add(document, "the report"); }

  /// Runs a part that the table may not allow: then it is omitted.
  template <class Run>
  void try_part(const std::string& name, const Run& run_part) {
    try {
      run_part();
    } catch (const Error& error) {
      if (error.kind() != ErrorKind::bad_data && error.kind() != ErrorKind::bad_argument) throw;
      parts_.omit({.part = name, .reason = error.message(spelling_)});
    }
  }

  /// Adds the selection with its explanation, or alone where it cannot be explained. Returns the
  /// number of selected features.
  std::size_t select_and_explain(const Request& request) {
    std::optional<Explanation> explanation;
    try_part("explanation", [&] { explanation = explain(table_, request, {}, context_); });
    const Selection selection =
        explanation ? explanation->selection : select(table_, request, context_);
    add(selection_json(table_, selection, timing_, spelling_));
    if (explanation) add(explanation_json(table_, *explanation, timing_, spelling_));
    return selection.selected.size();
  }

  void run_others(const std::vector<Variant>& methods, std::size_t k) {
    for (std::size_t i = 1; i < methods.size(); ++i) {
      try_part(methods[i].label, [&] {
        Request request = request_of(table_, plan_, methods[i]);
        request.k = k;
        add(selection_json(table_, select(table_, request, context_), timing_, spelling_));
      });
    }
  }

  void evaluate_methods(const std::vector<Variant>& methods, std::size_t selected) {
    try_part("evaluation", [&] {
      Plan plan{.methods = methods,
                .learners = plan_.learners,
                .counts = counts_for(selected, table_.features(), !is_large(table_)),
                .bins = plan_.bins,
                .missing = plan_.missing.value_or(default_missing(table_)),
                .combine = plan_.combine,
                .allows_ids = plan_.allows_ids};
      if (plan.learners.empty()) plan.learners.push_back({.id = "auto", .label = "auto"});
      plan.splitting.folds = plan_.folds.value_or(is_large(table_) ? 5 : 10);
      plan.splitting.allows_fewer_folds = !plan_.folds;
      add(evaluation_json(table_, evaluate(table_, plan, context_), timing_, spelling_));
    });
  }

  void resample_main(const Request& request) {
    try_part("stability", [&] {
      Resampling how;
      how.count = plan_.resamples > 0 ? plan_.resamples : is_large(table_) ? 20 : 50;
      Resampled resampled = resample(table_, request, how, context_);
      Stability found = stability(resampled, context_);
      add(stability_json({.table = table_,
                          .how = how,
                          .resampled = std::move(resampled),
                          .stability = std::move(found),
                          .timing = timing_},
                         spelling_));
    });
  }

  const Table& table_;
  const ReportPlan& plan_;
  ReportParts parts_;
  const Context& context_;
  Spelling spelling_;
  Timing timing_;
};

}  // namespace

Missing default_missing(const Table& table) {
  return table.has_missing() ? Missing::impute : Missing::error;
}

std::vector<Variant> contrasting_methods(const Table& table, const Request& main,
                                         const Context& context) {
  const std::string known = requested_method(table, main).id;
  std::vector<Variant> all;
  for (const char* id : {"mrmr", "anova-f", "relieff", "mim", "chi2", "laplacian", "inf-fs"}) {
    const bool compares_rows =
        id == std::string_view("relieff") || id == std::string_view("laplacian");
    if (id == known || all.size() == max_contrasts) continue;
    if (compares_rows && table.rows() > many_rows) continue;
    Request request = main;
    request.method = id;
    request.params.clear();
    request.k = 1;
    try {
      check_request(table, request, context);
      all.push_back({.id = id, .label = id});
    } catch (const Error& error) {
      if (error.kind() != ErrorKind::bad_data && error.kind() != ErrorKind::bad_argument) throw;
    }
  }
  return all;
}

ReportParts run_report(const Table& table, const ReportPlan& plan, const Context& context,
                       const Spelling& spelling) {
  return Runner(table, plan, context, spelling).run();
}

}  // namespace pith
