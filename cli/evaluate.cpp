// SPDX-License-Identifier: Apache-2.0
#include <unistd.h>

#include <chrono>
#include <optional>

#include "cli/command.h"
#include "cli/evaluation_format.h"
#include "cli/evaluation_run.h"
#include "cli/input_options.h"
#include "cli/output.h"
#include "cli/plan_options.h"
#include "cli/plot.h"
#include "cli/spelling.h"
#include "pith/report/evaluation_json.h"

namespace pith::cli {
namespace {

std::string formatted(const Arguments& arguments, const EvaluationResult& result,
                      const Terminal& out) {
  const std::string format = result_format(arguments);
  if (format == "json")
    return evaluation_json(result.table, result.evaluation, result.timing, flag_spelling);
  if (format == "csv")
    return evaluation_csv_heading(result.evaluation.goal()) + evaluation_csv(result);
  return evaluation_table(result,
                          shown_metric(arguments.value("--metric"), result.evaluation.goal()), out);
}

int run_evaluate(const Arguments& arguments) {
  const std::string& input = arguments.operands().front();
  check_evaluation_outputs(arguments);
  check_plot(arguments, {"--output", "--resume"});
  const Plan plan = plan_of(arguments);
  const Interrupts interrupts;
  ProgressLine line(terminal(STDERR_FILENO, arguments), arguments.has("--quiet"));
  const Context context = cli::context(arguments, interrupts, line);
  const EvaluationResult result = [&] {
    try {
      return evaluate_input(read_input(arguments, input, plan, context),
                            arguments.value("--resume"), context);
    } catch (const Error& error) {
      if (error.kind() != ErrorKind::bad_data) throw;
      throw with_input(error, input);
    }
  }();
  line.erase();
  if (result_format(arguments) == "csv") print_notes(result.notes(), arguments);
  const std::string path = output_path(arguments);
  const Metric metric = shown_metric(arguments.value("--metric"), result.evaluation.goal());
  deliver_with_plot(
      arguments, formatted(arguments, result, output_terminal(path, arguments)),
      [&result] {
        return evaluation_json(result.table, result.evaluation, result.timing, flag_spelling);
      },
      metric_key(metric));
  return 0;
}

}  // namespace

Command evaluate_command() {
  std::vector<Option> options = plan_options();
  for (const auto& more : {input_options(), run_options(true),
                           evaluation_output_options("the curves, one line for each split")})
    options.insert(options.end(), more.begin(), more.end());
  options.push_back(plot_option("the metric against the number of features", "Output"));
  return {.name = "evaluate",
          .summary = "Cross-validate learners on the selected features",
          .operands = {.name = "INPUT", .min = 1, .max = 1, .completion = Completion::files},
          .about =
              "INPUT is a table, as for 'pith select'. On each split, every method selects once "
              "from the training rows, and every learner is fitted on the first features of "
              "that selection and scored on the test rows. Imputed values, bins and scales "
              "come from the training rows only. The p-values are those of paired tests over "
              "the splits, for the means over all numbers of features. A parameter of a "
              "method or learner is given as an option (--neighbours 5) or with its ID "
              "(knn:neighbours=5).",
          .examples = {{"pith evaluate wine.csv --methods gc-mi,mrmr,jmi,relieff -k 1..13",
                        "error of a linear SVM with 1 to 13 features, 10-fold cross-validation"},
                       {"pith evaluate wine.csv --learner knn --neighbours 5 --leave-one-out",
                        "a learner with a parameter; each row is tested alone"},
                       {"pith evaluate genes.csv -m jmi,mrmr:form=quotient -l qda,knn --format csv",
                        "methods and learners, as CSV"},
                       {"pith evaluate genes.csv -m jmi,mrmr -k 10..50:10 --resume genes.journal",
                        "a run that can be resumed"}},
          .options = std::move(options),
          .takes_parameters = true,
          .run = run_evaluate};
}

}  // namespace pith::cli
