// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <unistd.h>

#include "cli/command.h"
#include "cli/input_options.h"
#include "cli/memory_bound.h"
#include "cli/output.h"
#include "cli/plot.h"
#include "cli/quantity.h"
#include "cli/request_options.h"
#include "cli/spelling.h"
#include "cli/stability_format.h"
#include "pith/base/stopwatch.h"

namespace pith::cli {
namespace {

Resampling resampling_of(const Arguments& arguments) {
  constexpr std::uint64_t max_resamples = 10'000;
  Resampling how;
  how.is_bootstrap = arguments.has("--bootstrap");
  if (how.is_bootstrap) how.fraction = 1;
  if (arguments.has("--resamples")) {
    how.count = whole_number("--resamples", arguments.value("--resamples"),
                             {.min = 2, .max = max_resamples});
  }
  if (arguments.has("--fraction"))
    how.fraction = share("--fraction", arguments.value("--fraction"));
  return how;
}

std::string formatted(const Arguments& arguments, const StabilityResult& result,
                      const Terminal& out) {
  const std::string format = result_format(arguments);
  if (format == "json") return stability_json(result, flag_spelling);
  if (format == "csv") return stability_csv(result, out);
  return stability_table(result, arguments.has("--all"), out);
}

int run_stability(const Arguments& arguments) {
  const std::string output = output_path(arguments);
  if (output != "-") check_output(output, arguments.operands().front());
  (void)result_format(arguments);
  check_plot(arguments, {"--output"});
  const Request request = request_of(arguments);
  const Resampling how = resampling_of(arguments);
  ReadOptions options = read_options(arguments);
  options.wants_digest = result_format(arguments) == "json";
  const Interrupts interrupts;
  ProgressLine line(terminal(STDERR_FILENO, arguments), arguments.has("--quiet"));
  const Context context = cli::context(arguments, interrupts, line);

  Stopwatch watch;
  Roles roles = cli::roles(arguments);
  roles.drop_rows_without_target = request.missing == Missing::drop;
  const Table table = read(arguments.operands().front(), roles, options, context);
  return_freed_memory();
  Timing timing{
      .read_seconds = watch.seconds(), .threads = context.thread_count(), .seed = context.seed};

  watch = Stopwatch();
  Resampled resampled = resample(table, request, how, context);
  Stability found = stability(resampled, context);
  timing.select_seconds = watch.seconds();
  line.erase();
  const StabilityResult result{.table = table,
                               .how = how,
                               .resampled = std::move(resampled),
                               .stability = std::move(found),
                               .timing = timing};
  if (result_format(arguments) == "csv") print_notes(result.notes(), arguments);
  deliver_with_plot(arguments, formatted(arguments, result, output_terminal(output, arguments)),
                    [&result] { return stability_json(result, flag_spelling); });
  return 0;
}

std::vector<Option> resample_options() {
  const std::string group = "Resampling";
  return {
      {.name = "--resamples",
       .value = "N",
       .text = "number of resamples (default: 50)",
       .brief = "number of resamples (default: 50)",
       .group = group},
      {.name = "--fraction",
       .value = "X",
       .text = "share of the rows of each class, or of all rows without classes, in a resample, "
               "greater than 0 and at most 1 (default: 0.8, or 1 with --bootstrap)",
       .brief = "share of the rows in a resample (default: 0.8)",
       .group = group},
      {.name = "--bootstrap",
       .text = "draw rows with replacement",
       .brief = "draw rows with replacement",
       .group = group}};
}

std::vector<Option> output_options() {
  const std::string group = "Output";
  return {
      {.name = "--format",
       .letter = 'f',
       .value = "FORMAT",
       .text =
           "output format; csv holds the features only (default: by the extension of --output, else table)",
       .brief = "output format: table, json or csv",
       .group = group,
       .choices = {"table", "json", "csv"}},
      output_option(group),
      plot_option("how often each feature was selected", group),
      {.name = "--all",
       .text = "show every feature that was selected, not only the first 20",
       .group = group}};
}

}  // namespace

Command stability_command() {
  std::vector<Option> options = request_options();
  for (Option& option : options) {
    if (option.name == "--missing") option.brief.clear();
  }
  for (const auto& more :
       {resample_options(), input_options(), run_options(true), output_options()})
    options.insert(options.end(), more.begin(), more.end());
  return {.name = "stability",
          .summary = "Measure how stable a selection is under resampling",
          .operands = {.name = "INPUT", .min = 1, .max = 1, .completion = Completion::files},
          .about =
              "INPUT is a table, as for 'pith select'. Selects from resamples of the rows, and "
              "shows how often each feature was selected and how similar the selections are: 1 "
              "is identical, and the chance level is that of random selections. Resamples "
              "share rows, so selections from pure noise are similar too, the more so the "
              "larger --fraction is.",
          .examples = {{"pith stability wine.csv --target class --method mrmr -k 5",
                        "how far to trust the five best features"},
                       {"pith stability genes.csv.gz -m jmi -k 20 --resamples 100 --fraction 0.5",
                        "more and smaller resamples"},
                       {"pith stability wine.csv -k 5 --bootstrap --format json | jq .indices",
                        "with replacement, for another program"}},
          .options = std::move(options),
          .takes_parameters = true,
          .run = run_stability};
}

}  // namespace pith::cli
