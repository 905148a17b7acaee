// SPDX-License-Identifier: Apache-2.0
#include "pith/explain/explain.h"

#include <fmt/format.h>
#include <unistd.h>

#include <utility>

#include "cli/command.h"
#include "cli/explanation_format.h"
#include "cli/input_options.h"
#include "cli/memory_bound.h"
#include "cli/output.h"
#include "cli/quantity.h"
#include "cli/request_options.h"
#include "cli/result_file.h"
#include "cli/spelling.h"
#include "pith/base/error.h"
#include "pith/base/stopwatch.h"
#include "pith/data/data_description.h"
#include "pith/report/explanation_json.h"
#include "pith/report/result_request.h"

namespace pith::cli {
namespace {

void check_outputs(const Arguments& arguments) {
  const std::string output = output_path(arguments);
  if (output == "-") return;
  for (const std::string& operand : arguments.operands())
    check_output(output, operand);
}

void check_paths(const Arguments& arguments) {
  const std::string& result = arguments.operands()[0];
  const std::string& input = arguments.operands()[1];
  if (result == "-" && input == "-") {
    throw Error(ErrorKind::bad_argument,
                "RESULT and INPUT cannot both be standard input; name a file for one of them");
  }
  const bool is_result = has_result_name(input) || (input == "-" && is_result_on_stdin());
  if (is_result && !arguments.has("--input-format")) {
    throw Error(
        ErrorKind::bad_argument,
        fmt::format("INPUT must be the table that RESULT was selected from (got {}, a result); "
                    "give the result first, then the table",
                    input == "-" ? "standard input" : quoted(input)));
  }
  check_outputs(arguments);
}

/// The roles of the options, and the targets of the result where the options name none.
Roles roles_of(const Arguments& arguments, const ResultRequest& result) {
  Roles roles = cli::roles(arguments);
  roles.drop_rows_without_target = result.request.missing == Missing::drop;
  if (!arguments.has("--target")) {
    roles.has_target = !result.targets.empty();
    if (roles.has_target) roles.target = result.targets.front();
    if (result.targets.size() > 1)
      roles.more_targets.assign(result.targets.begin() + 1, result.targets.end());
  }
  if (!arguments.has("--task") && !arguments.has("--target-bins")) roles.task = result.task;
  return roles;
}

/// The request of the result, with the options that a result does not hold.
Request request_of(const Arguments& arguments, const ResultRequest& result, const Table& table) {
  Request request = result.request;
  request.keep = split_lists(patterns(arguments, "--keep"), table.names());
  if (arguments.has("--combine")) request.combine = parse_combine(arguments.value("--combine"));
  if (arguments.has("--bins")) request.bins = parse_bins(arguments.value("--bins"));
  return request;
}

int run_explain(const Arguments& arguments) {
  check_paths(arguments);
  const std::string format = result_format(arguments);
  ReadOptions reading = read_options(arguments);
  const Interrupts interrupts;
  ProgressLine line(terminal(STDERR_FILENO, arguments), arguments.has("--quiet"));
  Context context = cli::context(arguments, interrupts, line);

  Stopwatch watch;
  ResultFile file = read_result(arguments.operands()[0], context);
  Reservation copy = file.reserve_copy(context);
  const ResultRequest result = parse_request(file.text, file.name);
  copy = {};
  file.free_text();
  context.seed = result.seed;
  reading.wants_digest = !result.sha256.empty();
  const Table table = read(arguments.operands()[1], roles_of(arguments, result), reading, context);
  return_freed_memory();
  Timing timing{
      .read_seconds = watch.seconds(), .threads = context.thread_count(), .seed = context.seed};

  watch = Stopwatch();
  const ExplainOptions options{
      .why_not = split_lists(patterns(arguments, "--why-not"), table.names()),
      .expected = result.expected};
  Explanation explanation = explain(table, request_of(arguments, result, table), options, context);
  timing.select_seconds = watch.seconds();
  if (!result.sha256.empty() && !table.sha256().empty() && result.sha256 != table.sha256())
    explanation.notes.emplace_back("the table is not the file of the result: its bytes differ");
  context.check_cancelled();
  line.erase();

  const std::string path = output_path(arguments);
  const Terminal out = output_terminal(path, arguments);
  deliver(path, format == "json"
                    ? explanation_json(table, explanation, timing, flag_spelling)
                    : explanation_table(description_of(table), explanation, timing, out));
  return 0;
}

std::vector<Option> own_options() {
  const std::string group = "Explanation";
  return {why_not_option(group), shared("bins", {.value = "SPEC", .group = group}),
          shared("keep", {.value = "COL",
                          .text = "a list a,b, or @FILE with one per line; may be repeated",
                          .group = group,
                          .is_repeatable = true}),
          shared("combine", {.value = "HOW", .group = group})};
}

std::vector<Option> output_options() {
  const std::string group = "Output";
  return {{.name = "--format",
           .letter = 'f',
           .value = "FORMAT",
           .text = "output format (default: by the extension of --output, else table)",
           .brief = "output format: table or json",
           .group = group,
           .choices = {"table", "json"}},
          output_option(group)};
}

}  // namespace

Option why_not_option(const std::string& group) {
  return {.name = "--why-not",
          .value = "COL",
          .text =
              "also explain why this feature was not selected: its rank at every step, what it "
              "lost to, and what it is redundant with; a list a,b, or @FILE with one per line; "
              "may be repeated",
          .brief = "explain why a feature was not selected",
          .group = group,
          .is_repeatable = true};
}

Command explain_command() {
  std::vector<Option> options = own_options();
  for (const auto& more : {input_options(), run_options(false), output_options()})
    options.insert(options.end(), more.begin(), more.end());
  return {.name = "explain",
          .summary = "Explain a selection",
          .operands = {.name = "RESULT INPUT", .min = 2, .max = 2, .completion = Completion::files},
          .about =
              "RESULT is what 'pith select --format json' wrote, and INPUT the table that it was "
              "selected from. Selects again, and shows for every step what the feature added and "
              "what came second; what could take the place of each selected feature; which other "
              "features are redundant with it; and which class or target it serves. Method, "
              "parameters, number of features, missing values, seed and target come from RESULT; "
              "give the other options of the selection again (--bins, --keep, --combine, --drop, "
              "--weights, ...). If the selection differs from RESULT, that is an error.",
          .examples = {{"pith select wine.csv -k 5 -o result.json", "a result to explain"},
                       {"pith explain result.json wine.csv", "why these five features"},
                       {"pith explain result.json wine.csv --why-not ash", "why not that one"},
                       {"pith explain result.json wine.csv -f json -o explanation.json",
                        "the explanation for a program"}},
          .options = std::move(options),
          .run = run_explain};
}

}  // namespace pith::cli
