// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>

#include "cli/command.h"
#include "cli/comparison_format.h"
#include "cli/display.h"
#include "cli/evaluation_run.h"
#include "cli/input_options.h"
#include "cli/output.h"
#include "cli/plan_options.h"
#include "cli/request_options.h"
#include "pith/base/error.h"

namespace pith::cli {
namespace {

/// The method that the others are held against: the first unless another is named.
std::size_t reference_of(const Arguments& arguments, const Plan& plan) {
  if (!arguments.has("--against")) return 0;
  const std::string wanted = arguments.value("--against");
  for (std::size_t m = 0; m < plan.methods.size(); ++m) {
    if (plan.methods[m].label == wanted) return m;
  }
  throw Error(ErrorKind::bad_argument,
              fmt::format("--against {} is none of --methods; name one of them, as it is written "
                          "there",
                          quoted(wanted)));
}

void check_methods(const Plan& plan) {
  if (plan.methods.size() < 2) {
    throw Error(ErrorKind::bad_argument,
                "one method cannot be compared; give at least two (--methods), or use 'pith "
                "evaluate'");
  }
  for (const Variant& variant : plan.methods) {
    if (variant.id != "auto") continue;
    throw Error(ErrorKind::bad_argument,
                "auto is not the same method for every table; name the methods (--methods)");
  }
}

/// Progress says which of the inputs is at work.
Context context_of_input(const Context& context, const std::string& input, std::size_t number,
                         std::size_t count) {
  Context own = context;
  if (!context.progress) return own;
  own.progress = [&context, number, count, input](const Progress& now) {
    const std::string phase =
        fmt::format("{} ({} of {}): {}", printable(input), number, count, now.phase);
    context.progress({.phase = phase, .done = now.done, .total = now.total});
  };
  return own;
}

int run_compare(const Arguments& arguments) {
  check_evaluation_outputs(arguments);
  const Plan plan = plan_of(arguments);
  check_methods(plan);
  if (std::count(arguments.operands().begin(), arguments.operands().end(), "-") > 1)
    throw Error(ErrorKind::bad_argument, "standard input can be read once only; give - once");
  const std::size_t reference = reference_of(arguments, plan);
  const Interrupts interrupts;
  ProgressLine line(terminal(STDERR_FILENO, arguments), arguments.has("--quiet"));
  const Context context = cli::context(arguments, interrupts, line);

  std::vector<EvaluationResult> results;
  const std::vector<std::string>& inputs = arguments.operands();
  for (std::size_t i = 0; i < inputs.size(); ++i) {
    const std::string journal =
        arguments.has("--resume") ? fmt::format("{}.{}", arguments.value("--resume"), i + 1) : "";
    const Context own = context_of_input(context, inputs[i], i + 1, inputs.size());
    results.push_back(evaluate_file(arguments, inputs[i], plan, journal, own));
  }
  line.erase();
  const std::string path = arguments.value("--output", "-");
  const std::string format = arguments.value("--format", "table");
  const CompareOptions options{.metric = parse_metric(arguments.value("--metric", "error")),
                               .reference = reference,
                               .pairs_counts = arguments.value("--pairs", "splits") == "counts"};
  if (format == "csv") {
    std::string text = evaluation_csv_heading();
    for (const EvaluationResult& result : results) {
      tell_notes(result.notes(), arguments);
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
  const std::string group = "How to compare";
  return {{.name = "--against",
           .value = "ID",
           .text = "the method whose wins, ties and losses against the others are counted "
                   "(default: the first)",
           .group = group},
          {.name = "--pairs",
           .value = "OF",
           .text = "a win is a paired t-test with p < 0.05 over the splits, corrected for rows "
                   "they share, or over the numbers of features, as some papers did (default: "
                   "splits)",
           .group = group,
           .choices = {"splits", "counts"}}};
}

}  // namespace

Command compare_command() {
  std::vector<Option> options = plan_options();
  for (const auto& more :
       {compare_options(), input_options(),
        run_options_with_seed("the splits, and for methods that use chance"),
        evaluation_output_options("the curves of all inputs, one line for each split")})
    options.insert(options.end(), more.begin(), more.end());
  return {.name = "compare",
          .summary = "compares methods over many tables",
          .operands = {.name = "INPUT", .least = 1, .most = 10'000, .offers = Completion::files},
          .about =
              "Evaluates each INPUT as 'pith evaluate' does and shows, for each learner, the "
              "mean over all numbers of features: a line for each input, a column for each "
              "method, then mean ranks and how often one method wins, ties or loses. Numbers "
              "of features beyond those of an input are left out there. With --resume FILE "
              "the first input is kept in FILE.1, the second in FILE.2.",
          .examples = {{"pith compare colon.csv.gz lung.csv.gz -m vmi-naive,mrmr -k 10..100:10",
                        "two methods on two tables"},
                       {"pith compare *.csv -m mrmr,jmi,cmim --against jmi -l knn,rbf-svm -f json",
                        "two learners; jmi against the others"}},
          .options = std::move(options),
          .run = run_compare};
}

}  // namespace pith::cli
