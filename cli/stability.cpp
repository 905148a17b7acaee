// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <unistd.h>

#include "cli/command.h"
#include "cli/input_options.h"
#include "cli/output.h"
#include "cli/quantity.h"
#include "cli/request_options.h"
#include "cli/stability_format.h"
#include "pith/base/stopwatch.h"

namespace pith::cli {
namespace {

Resampling resampling_of(const Arguments& arguments) {
  constexpr std::uint64_t most_resamples = 10'000;
  Resampling how;
  how.is_bootstrap = arguments.has("--bootstrap");
  if (how.is_bootstrap) how.fraction = 1;
  if (arguments.has("--resamples")) {
    how.count = whole_number("--resamples", arguments.value("--resamples"),
                             {.least = 2, .most = most_resamples});
  }
  if (arguments.has("--fraction"))
    how.fraction = share("--fraction", arguments.value("--fraction"));
  return how;
}

/// The method and its number of features, which must be the same for all resamples.
void settle(Request& request, const Arguments& arguments, const Table& table) {
  const Method& chosen = request.method == "auto" ? auto_method(table) : method(request.method);
  request.method = chosen.id;
  if (arguments.value("--k", "auto") != "auto") return;
  const bool finds_k = chosen.traits_for(chosen.params(request.params)).output.finds_k;
  request.k = wanted_k(arguments, chosen, finds_k, table);
}

std::string formatted(const Arguments& arguments, const StabilityResult& result,
                      const Terminal& out) {
  const std::string format = arguments.value("--format", "table");
  if (format == "json") return stability_json(result);
  if (format == "csv") return stability_csv(result, out);
  return stability_table(result, arguments.has("--all"), out);
}

int run_stability(const Arguments& arguments) {
  const std::string output = arguments.value("--output", "-");
  if (output != "-") check_output(output, arguments.operands().front());
  Request request = request_of(arguments);
  const Resampling how = resampling_of(arguments);
  ReadOptions options = read_options(arguments);
  options.wants_digest = arguments.value("--format") == "json";
  const Interrupts interrupts;
  ProgressLine line(terminal(STDERR_FILENO, arguments), arguments.has("--quiet"));
  const Context context = cli::context(arguments, interrupts, line);

  Stopwatch watch;
  Roles roles = cli::roles(arguments);
  roles.drop_rows_without_target = request.missing == Missing::drop;
  const Table table = read(arguments.operands().front(), roles, options, context);
  Timing timing{
      .read_seconds = watch.seconds(), .threads = context.thread_count(), .seed = context.seed};

  watch = Stopwatch();
  settle(request, arguments, table);
  Resampled resampled = resample(table, request, how, context);
  const FeatureLists selected(resampled.selected, table.features());
  Stability found = stability(selected, resampled.rankings, context);
  timing.select_seconds = watch.seconds();
  line.erase();
  const StabilityResult result{.table = table,
                               .how = how,
                               .resampled = std::move(resampled),
                               .stability = std::move(found),
                               .timing = timing};
  if (arguments.value("--format") == "csv") tell_notes(result.notes(), arguments);
  deliver(output, formatted(arguments, result, output_terminal(output, arguments)));
  return 0;
}

std::vector<Option> resample_options() {
  const std::string group = "How to draw rows";
  return {{.name = "--resamples",
           .value = "R",
           .text = "how many times rows are drawn (default: 50)",
           .group = group},
          {.name = "--fraction",
           .value = "F",
           .text = "how many of the rows of each class are drawn, above 0 and at most 1 (default: "
                   "0.8)",
           .group = group},
          {.name = "--bootstrap",
           .text = "draw with replacement; the fraction is then 1 unless given",
           .group = group}};
}

std::vector<Option> output_options() {
  const std::string group = "Output";
  return {{.name = "--format",
           .letter = 'f',
           .value = "FORMAT",
           .text = "of the result; csv has the features only (default: table)",
           .group = group,
           .choices = {"table", "json", "csv"}},
          output_option(group),
          {.name = "--all",
           .text = "every feature in the table that was selected, not only the first 20",
           .group = group}};
}

}  // namespace

Command stability_command() {
  std::vector<Option> options = request_options();
  for (const auto& more :
       {resample_options(), input_options(),
        run_options_with_seed("the rows that are drawn, and for methods that use chance"),
        output_options()})
    options.insert(options.end(), more.begin(), more.end());
  return {.name = "stability",
          .summary = "tells how much a selection changes when the rows change",
          .operands = {.name = "INPUT", .least = 1, .most = 1, .offers = Completion::files},
          .about =
              "INPUT is a table, as for 'pith select'. Rows are drawn again and again, each time a "
              "share of every class, and the method selects from each draw. The result says how "
              "often each feature was selected, and how alike the selections are: 1 is always the "
              "same, and chance is what lists at random have. Draws share rows, so the selections "
              "from pure noise are alike too, the more so the larger --fraction is.",
          .examples = {{"pith stability wine.csv --target class --method mrmr -k 5",
                        "how far to trust the five best features"},
                       {"pith stability genes.csv.gz -m jmi -k 20 --resamples 100 --fraction 0.5",
                        "more draws of fewer rows"},
                       {"pith stability wine.csv -k 5 --bootstrap --format json | jq .indices",
                        "with replacement, for the next program"}},
          .options = std::move(options),
          .takes_parameters = true,
          .run = run_stability};
}

}  // namespace pith::cli
