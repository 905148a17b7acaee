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
#include "cli/request_options.h"
#include "pith/report/evaluation_json.h"

namespace pith::cli {
namespace {

std::string formatted(const Arguments& arguments, const EvaluationResult& result,
                      const Terminal& out) {
  const std::string format = arguments.value("--format", "table");
  if (format == "json") return evaluation_json(result.table, result.evaluation, result.timing);
  if (format == "csv") return evaluation_csv_heading() + evaluation_csv(result);
  return evaluation_table(result, parse_metric(arguments.value("--metric", "error")), out);
}

int run_evaluate(const Arguments& arguments) {
  const std::string& input = arguments.operands().front();
  check_evaluation_outputs(arguments);
  const Plan plan = plan_of(arguments);
  const Interrupts interrupts;
  ProgressLine line(terminal(STDERR_FILENO, arguments), arguments.has("--quiet"));
  const Context context = cli::context(arguments, interrupts, line);
  const EvaluationResult result =
      evaluate_file(arguments, input, plan, arguments.value("--resume"), context);
  line.erase();
  if (arguments.value("--format") == "csv") tell_notes(result.notes(), arguments);
  const std::string path = arguments.value("--output", "-");
  deliver(path, formatted(arguments, result, output_terminal(path, arguments)));
  return 0;
}

}  // namespace

Command evaluate_command() {
  std::vector<Option> options = plan_options();
  for (const auto& more :
       {input_options(), run_options_with_seed("the splits, and for methods that use chance"),
        evaluation_output_options("the curves, one line for each split")})
    options.insert(options.end(), more.begin(), more.end());
  return {.name = "evaluate",
          .summary = "tells how well learners do with what methods select",
          .operands = {.name = "INPUT", .least = 1, .most = 1, .offers = Completion::files},
          .about =
              "INPUT is a table, as for 'pith select'. Rows are split into those to learn from "
              "and those to judge by. For each split, a method selects from the training rows "
              "alone, once, and the learner is tried with the first features of that path. "
              "Imputed values, bins and scales come from the training rows, too: no test row "
              "has a say before it is judged. p values are of paired tests over the splits, "
              "of means over all numbers of features.",
          .examples =
              {{"pith evaluate wine.csv --methods gc-mi,mrmr,jmi,relieff -k 1..13",
                "the error of a linear SVM with 1 to 13 features, by ten folds"},
               {"pith evaluate genes.csv -m jmi,mrmr:form=quotient -k 10..50:10 --leave-one-out",
                "a parameter of a method; each row is tested alone"},
               {"pith evaluate wine.csv -l knn:neighbours=5 -k 1..9 --resume wine.journal",
                "a parameter of a learner; a run that can be taken up again"},
               {"pith evaluate wine.csv -m jmi -l logistic,qda --metric auc --format csv",
                "two learners, for a spreadsheet"}},
          .options = std::move(options),
          .run = run_evaluate};
}

}  // namespace pith::cli
