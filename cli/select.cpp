// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <unistd.h>

#include <cstdio>

#include "cli/auto_options.h"
#include "cli/command.h"
#include "cli/input_options.h"
#include "cli/output.h"
#include "cli/request_options.h"
#include "cli/selection_format.h"
#include "pith/base/error.h"
#include "pith/base/stopwatch.h"
#include "pith/data/write.h"
#include "pith/report/auto_json.h"

namespace pith::cli {
namespace {

void check_outputs(const Arguments& arguments) {
  const std::string& input = arguments.operands().front();
  const std::string output = arguments.value("--output", "-");
  if (output != "-") check_output(output, input);
  if (!arguments.has("--save")) return;
  const std::string save = arguments.value("--save");
  if (save == "-") {
    throw Error(ErrorKind::bad_argument,
                "--save needs the name of a file; standard output is for the result");
  }
  if (save == output) {
    throw Error(
        ErrorKind::bad_argument,
        fmt::format("--output and --save are both {}; choose different files", quoted(save)));
  }
  check_output(save, input);
}

std::string formatted(const std::string& format, const Table& table, const AutoOutcome& result,
                      const Timing& timing, const Terminal& out) {
  const Outcome& outcome = result.outcome;
  if (format == "json") return selection_json(table, result, timing);
  if (format == "csv") return selection_csv(outcome, out);
  if (format == "names") return selection_names(outcome, out);
  return selection_table(table, outcome, timing, out);
}

void deliver(const Arguments& arguments, const Table& table, const AutoOutcome& result,
             const Timing& timing) {
  const std::string path = arguments.value("--output", "-");
  const bool is_printed = path == "-";
  const std::string text = formatted(arguments.value("--format", "table"), table, result, timing,
                                     output_terminal(path, arguments));
  std::vector<AtomicFile> files;
  if (!is_printed) files.emplace_back(path).write(text);
  if (arguments.has("--save")) {
    std::vector<Feature> features;
    for (const Selected& step : result.outcome.selection.selected)
      features.push_back(step.feature);
    write_table(files.emplace_back(arguments.value("--save")), table, features);
  }
  // All are on the disk before the first gets its name, so that a failure leaves none of them.
  for (AtomicFile& file : files)
    file.flush();
  bool is_closed = false;
  try {
    if (is_printed) print(text);
  } catch (const ClosedPipe&) {
    is_closed = true;
  }
  for (AtomicFile& file : files)
    file.publish();
  if (is_closed) throw ClosedPipe();
}

bool has_number(const Arguments& arguments) {
  return arguments.value("--k", "auto") != "auto";
}

int run_select(const Arguments& arguments) {
  check_outputs(arguments);
  check_auto(arguments);
  Request request = request_of(arguments);
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
  const Method& chosen = request.method == "auto" ? auto_method(table) : method(request.method);
  const bool finds_k = chosen.traits_for(chosen.params(request.params)).output.finds_k;
  const bool is_found = is_auto(arguments, finds_k);
  if (!is_found && arguments.value("--k", "auto") == "auto")
    request.k = finds_k ? table.features() : Request{}.k;
  if (arguments.has("--require-k") && (is_found || (finds_k && !has_number(arguments)))) {
    throw Error(ErrorKind::bad_argument,
                fmt::format("--require-k needs a number for -k{}",
                            is_found ? "" : fmt::format("; {} finds its own", chosen.id)));
  }
  const AutoOutcome result = is_found ? run_auto(arguments, table, request, context)
                                      : AutoOutcome{.outcome = run(table, request, context)};
  const Outcome& outcome = result.outcome;
  timing.select_seconds = watch.seconds();
  context.check_cancelled();
  line.erase();

  const std::string format = arguments.value("--format", "table");
  if (format == "csv" || format == "names") tell_notes(outcome.selection.notes, arguments);
  deliver(arguments, table, result, timing);
  const std::size_t found = outcome.selection.selected.size();
  if (!arguments.has("--require-k") || found >= request.k) return 0;
  fmt::print(stderr, "pith: {} of the {} features that --require-k asks for: {}\n", found,
             request.k, stopped_sentence(outcome));
  return 1;
}

std::vector<Option> own_options(const std::string& group) {
  return {
      {.name = "--require-k", .text = "exit with 1 when there are fewer than k", .group = group},
      {.name = "--keep",
       .value = "COL",
       .text = "a feature that must be selected, before all others; repeat for more",
       .group = group,
       .is_repeatable = true}};
}

std::vector<Option> output_options() {
  const std::string group = "Output";
  return {{.name = "--format",
           .letter = 'f',
           .value = "FORMAT",
           .text = "of the result (default: table)",
           .group = group,
           .choices = {"table", "json", "csv", "names"}},
          output_option(group),
          {.name = "--save",
           .value = "FILE.csv",
           .text = "also write the table with the selected features and the target only",
           .group = group,
           .offers = Completion::files}};
}

}  // namespace

Command select_command() {
  std::vector<Option> options = request_options();
  // After the number of features, whose meaning they share.
  const std::vector<Option> own = own_options(options.front().group);
  options.insert(options.begin() + 2, own.begin(), own.end());
  for (const auto& more : {auto_options(), input_options(),
                           run_options_with_seed("methods that use chance"), output_options()})
    options.insert(options.end(), more.begin(), more.end());
  return {.name = "select",
          .summary = "chooses the features that together say most about a target",
          .operands = {.name = "INPUT", .least = 1, .most = 1, .offers = Completion::files},
          .about =
              "INPUT is a table: .csv .tsv .arff .libsvm .svm .npy .npz or .mat, text also "
              "as .gz or .zst; - is standard input. The result goes to standard output, "
              "everything else to standard error. Exit codes: 0 fine, 1 fewer than "
              "--require-k, 2 bad usage or input, 3 out of memory or disk, 130 interrupted.",
          .examples = {{"pith select wine.csv --target class -k 5", "the five best features"},
                       {"pith select genes.csv.gz --method mrmr --form quotient -k 20 --threads 8",
                        "a method of your choice, with its parameter"},
                       {"pith select survey.csv --drop 'id*' --categorical region --missing impute",
                        "columns that are no features, codes that are no numbers, gaps"},
                       {"pith select wine.csv --method mrmr -k auto --auto null",
                        "as many features as say more than chance"},
                       {"pith select wine.csv -k 5 --format json --save small.csv",
                        "the result for a program, and the reduced table"}},
          .options = std::move(options),
          .takes_parameters = true,
          .run = run_select};
}

}  // namespace pith::cli
