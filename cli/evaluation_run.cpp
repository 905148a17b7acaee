// SPDX-License-Identifier: Apache-2.0
#include "cli/evaluation_run.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "cli/input_options.h"
#include "cli/memory_bound.h"
#include "cli/output.h"
#include "cli/plan_options.h"
#include "pith/base/error.h"
#include "pith/base/stopwatch.h"
#include "pith/data/sql/database.h"
#include "pith/evaluate/given_split.h"
#include "pith/evaluate/journal.h"

namespace pith::cli {
namespace {

std::vector<std::string> metric_texts() {
  std::vector<std::string> texts;
  for (const Metric metric : all_metrics())
    texts.emplace_back(metric_text(metric));
  return texts;
}

}  // namespace

std::vector<Option> evaluation_output_options(const std::string& csv) {
  const std::string group = "Output";
  return {
      {.name = "--metric",
       .value = "METRIC",
       .text = "metric of the table; json and csv hold all metrics (default: error for classes, "
               "rmse for numbers, hamming-loss or mean-loss for several targets)",
       .group = group,
       .choices = metric_texts()},
      {.name = "--format",
       .letter = 'f',
       .value = "FORMAT",
       .text = fmt::format(
           "output format; csv holds {} (default: by the extension of --output, else table)", csv),
       .brief = "output format: table, json or csv",
       .group = group,
       .choices = {"table", "json", "csv"}},
      output_option(group),
      {.name = "--resume",
       .value = "FILE",
       .text = "store finished trials in FILE, and reuse those that it already holds",
       .group = group,
       .completion = Completion::files}};
}

void check_evaluation_outputs(const Arguments& arguments) {
  (void)result_format(arguments);
  const std::string output = output_path(arguments);
  const std::string journal = arguments.value("--resume");
  if (arguments.has("--resume") && journal.empty())
    throw Error(ErrorKind::bad_argument, "--resume needs the name of a file");
  for (const std::string& input : arguments.operands()) {
    if (output != "-") check_output(output, input);
    if (arguments.has("--resume")) check_output(journal, input);
  }
  if (arguments.has("--resume")) check_distinct({"--resume", journal}, {"--output", output});
}

EvaluationInput read_input(const Arguments& arguments, const std::string& input, Plan plan,
                           const Context& context) {
  ReadOptions options = read_options(arguments);
  options.wants_digest = result_format(arguments) == "json";
  Stopwatch watch;
  Roles roles = cli::roles(arguments);
  roles.drop_rows_without_target = plan.missing == Missing::drop;
  const Format format = options.format.value_or(known_format(input).value_or(Format::csv));
  for (const char* option : {"--split", "--groups", "--time"}) {
    if (!arguments.has(option)) continue;
    // Beside the matrix of an AnnData file, only columns that are named are read.
    if (format == Format::h5ad && roles.features.empty()) roles.features.emplace_back("*");
    // It is taken out of the features below.
    if (!roles.features.empty()) roles.features.push_back(arguments.value(option));
    std::erase(roles.drop, arguments.value(option));
  }
  Table table = read(input, roles, options, context);
  return_freed_memory();
  if (arguments.has("--split")) table = with_given_split(table, arguments.value("--split"), plan);
  if (arguments.has("--groups")) table = with_groups(table, arguments.value("--groups"), plan);
  if (arguments.has("--time")) table = with_times(table, arguments.value("--time"), plan);
  if (table.has_target())
    (void)shown_metric(arguments.value("--metric"), goal_of(table));  // or throws
  Timing timing{
      .read_seconds = watch.seconds(), .threads = context.thread_count(), .seed = context.seed};
  return {.table = std::move(table), .plan = std::move(plan), .timing = timing};
}

EvaluationResult evaluate_input(EvaluationInput input, const std::string& journal,
                                const Context& context) {
  auto& [table, plan, timing] = input;
  const Stopwatch watch;
  std::optional<Journal> store;
  if (!journal.empty()) store.emplace(journal, fingerprint(table, plan, context.seed));
  Evaluation evaluation = evaluate(table, plan, context, store ? &*store : nullptr);
  if (evaluation.reused > 0) {
    evaluation.notes.push_back(fmt::format("{} of {} trials were reused from {}", evaluation.reused,
                                           evaluation.finished(), quoted(journal)));
  }
  // A trial that does not fit was stored by something else than this run.
  const std::size_t rejected =
      store ? store->discarded() + store->size() - std::min(store->size(), evaluation.reused) : 0;
  if (rejected > 0) {
    evaluation.notes.push_back(
        fmt::format("{} in {} {} damaged or {} not fit, and {} not used", counted(rejected, "line"),
                    quoted(journal), rejected == 1 ? "is" : "are", rejected == 1 ? "does" : "do",
                    rejected == 1 ? "was" : "were"));
  }
  timing.select_seconds = watch.seconds();
  return {.table = std::move(table), .evaluation = std::move(evaluation), .timing = timing};
}

Error with_input(const Error& error, const std::string& input) {
  const std::string name = input == "-" ? "standard input" : shown_source(input);
  const std::string message = error.marked();
  if (error.kind() == ErrorKind::cancelled || message.starts_with(name + ":")) return error;
  const std::string named = fmt::format("{}: {}", name, message);
  if (error.system_code() != 0) return Error::system(named, error.system_code());
  return {error.kind(), named, error.cause()};
}

}  // namespace pith::cli
