// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <optional>
#include <span>

#include "cli/command.h"
#include "cli/comparison_format.h"
#include "cli/evaluation_run.h"
#include "cli/input_options.h"
#include "cli/output.h"
#include "cli/plan_options.h"
#include "cli/terminal/display.h"
#include "pith/base/error.h"
#include "pith/data/sql/database.h"

namespace pith::cli {
namespace {

/// The method that the others are compared with: by default the first.
std::size_t reference_of(const Arguments& arguments, const Plan& plan) {
  if (!arguments.has("--against")) return 0;
  const std::string wanted = arguments.value("--against");
  const auto find = [&](std::string Variant::*field) {
    const auto place = std::find_if(plan.methods.begin(), plan.methods.end(),
                                    [&](const Variant& each) { return each.*field == wanted; });
    return static_cast<std::size_t>(place - plan.methods.begin());
  };
  std::size_t found = find(&Variant::label);
  if (found == plan.methods.size()) found = find(&Variant::id);
  if (found < plan.methods.size()) return found;
  throw Error(ErrorKind::bad_argument,
              fmt::format("--against {} is not one of --methods", quoted(wanted)));
}

void check_methods(const Plan& plan) {
  if (plan.methods.size() < 2) {
    throw Error(ErrorKind::bad_argument,
                "a comparison needs at least two methods (--methods); 'pith evaluate' takes one");
  }
  for (const Variant& variant : plan.methods) {
    if (variant.id != "auto") continue;
    throw Error(ErrorKind::bad_argument,
                "--methods must not contain auto, which may be a different method for each input");
  }
}

/// The context whose progress names the input.
Context context_of_input(const Context& context, const std::string& input, std::size_t number,
                         std::size_t count) {
  Context own = context;
  if (!context.progress) return own;
  own.progress = [&context, number, count, input](const Progress& now) {
    // The number in the phase, so that the estimate of the remaining time begins anew.
    const std::string phase = fmt::format("input {} of {}: {}", number, count, now.phase);
    context.progress({.phase = phase,
                      .done = now.done,
                      .total = now.total,
                      .detail = now.detail.empty() ? std::string_view(input) : now.detail});
  };
  return own;
}

std::vector<std::string> notes_with_input(const EvaluationResult& result) {
  std::vector<std::string> notes = result.notes();
  for (std::string& note : notes)
    note = fmt::format("{}: {}", result.table.source(), note);
  return notes;
}

/// The result of an input; none if no method can take the table, which `failures` then holds.
std::optional<EvaluationResult> result_of(EvaluationInput input, const std::string& journal,
                                          const Context& context, std::vector<Error>& failures) {
  const std::string source = input.table.source();
  try {
    return evaluate_input(std::move(input), journal, context);
  } catch (const Error& error) {
    if (error.kind() != ErrorKind::bad_data || error.cause() != Cause::other) throw;
    failures.push_back(with_input(error, source));
    return std::nullopt;
  }
}

void print_left_out(const std::vector<Error>& failures, const Arguments& arguments) {
  std::vector<std::string> notes;
  for (const Error& error : failures)
    notes.push_back("left out, because no method can take it: " + error.marked());
  print_notes(notes, arguments);
}

std::string goal_text(Goal goal) {
  switch (goal) {
    case Goal::classes:
      return "one target of classes";
    case Goal::numbers:
      return "one numeric target";
    case Goal::several_classes:
      return "several targets of classes";
    case Goal::several_numbers:
      return "several numeric targets";
    case Goal::mixed:
      break;
  }
  return "targets of classes and numbers";
}

/// Errors of classes and of numbers cannot be compared, nor those of one target and of several.
void check_same_goal(std::span<const EvaluationResult> results) {
  const EvaluationResult& first = results.front();
  for (const EvaluationResult& other : results) {
    if (other.evaluation.goal() == first.evaluation.goal()) continue;
    throw Error(ErrorKind::bad_argument,
                fmt::format("{} has {} and {} has {}, which cannot be compared; leave one of them "
                            "out, or choose the same --task for both",
                            quoted(first.table.source()), goal_text(first.evaluation.goal()),
                            quoted(other.table.source()), goal_text(other.evaluation.goal())));
  }
}

int run_compare(const Arguments& arguments) {
  check_evaluation_outputs(arguments);
  const Plan plan = plan_of(arguments);
  check_methods(plan);
  if (std::count(arguments.operands().begin(), arguments.operands().end(), "-") > 1)
    throw Error(ErrorKind::bad_argument, "standard input (-) can be given only once");
  const std::size_t reference = reference_of(arguments, plan);
  const Interrupts interrupts;
  ProgressLine line(terminal(STDERR_FILENO, arguments), arguments.has("--quiet"));
  const Context context = cli::context(arguments, interrupts, line);

  std::vector<EvaluationResult> results;
  std::vector<Error> failures;
  const std::vector<std::string>& inputs = arguments.operands();
  for (std::size_t i = 0; i < inputs.size(); ++i) {
    const std::string journal =
        arguments.has("--resume") ? fmt::format("{}.{}", arguments.value("--resume"), i + 1) : "";
    const Context own = context_of_input(context, shown_source(inputs[i]), i + 1, inputs.size());
    try {
      EvaluationInput input = read_input(arguments, inputs[i], plan, own);
      if (auto result = result_of(std::move(input), journal, own, failures))
        results.push_back(std::move(*result));
    } catch (const Error& error) {
      throw with_input(error, inputs[i]);
    }
  }
  line.erase();
  if (results.empty()) throw Error(failures.front());
  print_left_out(failures, arguments);
  const std::string path = output_path(arguments);
  const std::string format = result_format(arguments);
  check_same_goal(results);
  const Goal goal = results.front().evaluation.goal();
  const CompareOptions options{.metric = shown_metric(arguments.value("--metric"), goal),
                               .reference = reference,
                               .pairs_counts = arguments.value("--pairs", "splits") == "counts"};
  if (format == "csv") {
    std::string text = evaluation_csv_heading(goal);
    for (const EvaluationResult& result : results) {
      print_notes(notes_with_input(result), arguments);
      text += evaluation_csv(result);
    }
    deliver(path, text);
    return 0;
  }
  deliver(path, format == "json"
                    ? comparison_json(results, options)
                    : comparison_table(results, options, output_terminal(path, arguments)));
  return 0;
}

std::vector<Option> compare_options() {
  const std::string group = "Comparison";
  return {{.name = "--against",
           .value = "ID",
           .text = "method whose wins, ties and losses against the others are counted (default: "
                   "the first)",
           .brief = "method to compare the others with",
           .group = group},
          {.name = "--pairs",
           .value = "OF",
           .text = "pairs of the t-test that decides about a win (p < 0.05): splits, corrected for "
                   "overlapping training rows, or numbers of features, uncorrected, as in some "
                   "papers (default: splits)",
           .group = group,
           .choices = {"splits", "counts"}}};
}

}  // namespace

Command compare_command() {
  std::vector<Option> options = plan_options();
  for (const auto& more :
       {compare_options(), input_options(), run_options(true),
        evaluation_output_options("the curves of all inputs, one line for each split")})
    options.insert(options.end(), more.begin(), more.end());
  return {.name = "compare",
          .summary = "Compare methods over several tables",
          .operands = {.name = "INPUT", .min = 1, .max = 10'000, .completion = Completion::files},
          .about =
              "Evaluates each INPUT as 'pith evaluate' does. For each learner, the result has "
              "the mean over all numbers of features for each input and method, then the mean "
              "ranks of the methods with Friedman's test, and wins, ties and losses. Numbers "
              "of features that an input does not have are skipped for that input. With "
              "--resume FILE, the trials of the first input are stored in FILE.1, of the "
              "second in FILE.2, and so on.",
          .examples = {{"pith compare colon.csv.gz lung.csv.gz -m vmi-naive,mrmr -k 10..100:10",
                        "two methods on two tables"},
                       {"pith compare *.csv -m mrmr,jmi,cmim --against jmi -l knn,rbf-svm",
                        "two learners; jmi against the other methods"}},
          .options = std::move(options),
          .takes_parameters = true,
          .run = run_compare};
}

}  // namespace pith::cli
