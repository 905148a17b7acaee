// SPDX-License-Identifier: Apache-2.0
#include "pith/select/select.h"

#include <fmt/format.h>
#include <unistd.h>

#include <cstdio>
#include <optional>

#include "cli/auto_options.h"
#include "cli/command.h"
#include "cli/input_options.h"
#include "cli/memory_bound.h"
#include "cli/output.h"
#include "cli/quantity.h"
#include "cli/request_options.h"
#include "cli/selection_format.h"
#include "cli/spelling.h"
#include "pith/base/error.h"
#include "pith/base/stopwatch.h"
#include "pith/data/files/reread.h"
#include "pith/data/write.h"
#include "pith/report/selection_json.h"
#include "pith/select/apply.h"

namespace pith::cli {
namespace {

void check_outputs(const Arguments& arguments) {
  const std::string& input = arguments.operands().front();
  const std::string output = output_path(arguments);
  if (output != "-") check_output(output, input);
  if (!arguments.has("--save")) {
    for (const char* const flag : {"--save-imputed", "--csv-safe"}) {
      if (arguments.has(flag))
        throw Error(ErrorKind::bad_argument, fmt::format("{} needs --save FILE", flag));
    }
    return;
  }
  const std::string save = arguments.value("--save");
  if (save == "-") {
    throw Error(ErrorKind::bad_argument,
                "--save needs the name of a file (got -, which is for the result)");
  }
  check_not_output("--save", save, output);
  check_output(save, input);
  check_csv_safe(arguments, written_format(save));
  const bool imputes = arguments.value("--missing") == "impute";
  if (arguments.has("--save-imputed") && !imputes)
    throw Error(ErrorKind::bad_argument, "--save-imputed needs --missing impute");
}

std::string formatted(const std::string& format, const Table& table, const Selection& selection,
                      const Timing& timing, const Terminal& out) {
  if (format == "json") return selection_json(table, selection, timing, flag_spelling);
  if (format == "csv") return selection_csv(selection, out);
  if (format == "names") return selection_names(selection, out);
  return selection_table(table, selection, timing, out);
}

/// Writes the selected features as they were read, or with the missing values filled, and the
/// target. Returns notes about what the file does not keep.
std::vector<std::string> save(AtomicFile& file, const Table& table, const Selection& selection,
                              const Arguments& arguments) {
  Columns columns = columns_of(table, selection.features());
  if (arguments.has("--save-imputed")) columns = apply(fitted_selection(table, selection), columns);
  const WrittenColumns written{.columns = columns,
                               .has_target = table.has_target(),
                               .is_csv_safe = arguments.has("--csv-safe")};
  write_columns(file, written);
  return reread_notes(written, written_format(file.path()));
}

void deliver(const Arguments& arguments, const Table& table, const Selection& selection,
             const Timing& timing) {
  const std::string path = output_path(arguments);
  const bool is_printed = path == "-";
  const std::string text = formatted(result_format(arguments), table, selection, timing,
                                     output_terminal(path, arguments));
  std::vector<AtomicFile> files;
  if (!is_printed) files.emplace_back(path).write(text);
  std::optional<Error> refusal;
  std::vector<std::string> notes;
  if (arguments.has("--save")) {
    try {
      notes = save(files.emplace_back(arguments.value("--save")), table, selection, arguments);
    } catch (const Error& error) {
      // A format that cannot hold the table must not cost the result.
      if (error.kind() != ErrorKind::bad_argument) throw;
      files.pop_back();
      refusal = error;
    }
  }
  // All files are on disk before the first is renamed, so that a failure leaves none of them.
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
  print_notes(notes, arguments);
  if (refusal) throw Error(*refusal);
  if (is_closed) throw ClosedPipe();
}

/// The number that --require-k insists on; 0: none.
std::size_t required_k(const Arguments& arguments) {
  if (!arguments.has("--require-k")) return 0;
  const std::string k = arguments.value("--k", "auto");
  if (k != "auto" && k != "all") return whole_number("-k", k, {.min = 1});
  throw Error(ErrorKind::bad_argument, "--require-k requires a number of features (-k N)");
}

Cost cost_of(const Table& table, const Request& request) {
  const Method& method = requested_method(table, request);
  const Growth growth = method.traits_for(method.params(request.params)).growth;
  const bool is_sampled = request.rows > 0 && request.rows < table.rows();
  return {.method = method.id,
          .rows = is_sampled ? request.rows : table.rows(),
          .features = table.features(),
          .rows_power = growth.rows,
          .features_power = growth.features};
}

int run_select(const Arguments& arguments) {
  check_outputs(arguments);
  Request request = request_of(arguments);
  const std::size_t required = required_k(arguments);
  ReadOptions options = read_options(arguments);
  const std::string format = result_format(arguments);
  options.wants_digest = format == "json";
  const Interrupts interrupts;
  ProgressLine line(terminal(STDERR_FILENO, arguments), arguments.has("--quiet"));
  const Context context = cli::context(arguments, interrupts, line);

  Stopwatch watch;
  Roles roles = cli::roles(arguments);
  roles.drop_rows_without_target = request.missing == Missing::drop;
  const Table table = read(arguments.operands().front(), roles, options, context);
  return_freed_memory();
  request.keep = split_lists(request.keep, table.names());
  Timing timing{
      .read_seconds = watch.seconds(), .threads = context.thread_count(), .seed = context.seed};

  watch = Stopwatch();
  line.expect_cost(cost_of(table, request));
  const Selection selection = select(table, request, context);
  timing.select_seconds = watch.seconds();
  context.check_cancelled();
  line.erase();

  if (format == "csv" || format == "names") print_notes(selection.notes, arguments);
  deliver(arguments, table, selection, timing);
  const std::size_t found = selection.selected.size();
  if (found >= required) return 0;
  fmt::print(stderr, "pith: selected {} of the {} features that --require-k requires{}\n", found,
             required, stopped_text(table, selection));
  return 1;
}

std::vector<Option> own_options(const std::string& group) {
  return {{.name = "--require-k",
           .text = "exit with code 1 if fewer than k features are selected",
           .group = group},
          shared("keep", {.value = "COL",
                          .text = "a list a,b, or @FILE with one per line; may be repeated",
                          .group = group,
                          .is_repeatable = true}),
          shared("rows", {.value = "N", .group = group})};
}

/// After the other options of the run.
std::vector<Option> pass_options() {
  const std::string group = "Execution";
  return {shared("exact", {.group = group}), shared("chunk_rows", {.value = "N", .group = group})};
}

std::vector<Option> output_options() {
  const std::string group = "Output";
  return {{.name = "--format",
           .letter = 'f',
           .value = "FORMAT",
           .text = "output format (default: by the extension of --output, else table)",
           .brief = "output format: table, json, csv or names",
           .group = group,
           .choices = {"table", "json", "csv", "names"}},
          output_option(group),
          {.name = "--save",
           .value = "FILE",
           .text = "also write a table with only the selected features and the target: .csv, .tsv, "
                   ".arff, .libsvm, .npy, .parquet or .arrow",
           .brief = "also write the reduced table",
           .group = group,
           .completion = Completion::files},
          {.name = "--save-imputed",
           .text = "with --missing impute: --save writes the imputed values instead of gaps",
           .group = group},
          csv_safe_option(group)};
}

}  // namespace

Command select_command() {
  std::vector<Option> options = request_options();
  // After the number of features, to which they relate.
  const std::vector<Option> own = own_options(options.front().group);
  options.insert(options.begin() + 2, own.begin(), own.end());
  for (const auto& more :
       {auto_options(), input_options(), run_options(true), pass_options(), output_options()})
    options.insert(options.end(), more.begin(), more.end());
  return {.name = "select",
          .summary = "Select the most informative features",
          .operands = {.name = "INPUT", .min = 1, .max = 1, .completion = Completion::files},
          .about =
              "INPUT is a table: .csv, .tsv, .arff, .libsvm, .svm, .npy, .npz, .mat, .parquet, "
              ".arrow, .feather, .h5ad, .h5, .sas7bdat, .xpt, .dta or .sav; text formats may be "
              "compressed (.gz, .zst); - is standard input. A folder or a quoted pattern such as "
              "'lake/*.parquet' is one table of Parquet or Arrow files. A database is duckdb:FILE, "
              "sqlite:FILE or postgresql://..., with --query. The result goes to "
              "standard output, everything else to standard error. Exit codes: 0 success, 1 "
              "fewer features than --require-k requires, 2 invalid usage or input, 3 out of "
              "memory or disk space, 130 interrupted.",
          .examples = {{"pith select wine.csv --target class -k 5", "the five best features"},
                       {"pith select genes.csv.gz --method mrmr --form quotient -k 20",
                        "another method, with a parameter"},
                       {"pith select survey.csv --drop 'id*' --missing impute --save small.csv",
                        "ignore columns, fill missing values, write the reduced table"},
                       {"pith select wine.csv --method mrmr -k auto --auto null",
                        "as many features as are significant"},
                       {"pith select wine.csv -k 5 --format json", "the result for a program"}},
          .options = std::move(options),
          .takes_parameters = true,
          .run = run_select};
}

}  // namespace pith::cli
