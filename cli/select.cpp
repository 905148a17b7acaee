// SPDX-License-Identifier: Apache-2.0
#include "pith/select/select.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <optional>

#include "cli/auto_options.h"
#include "cli/block_selection.h"
#include "cli/command.h"
#include "cli/explanation_format.h"
#include "cli/input_options.h"
#include "cli/memory_bound.h"
#include "cli/output.h"
#include "cli/plot.h"
#include "cli/quantity.h"
#include "cli/request_options.h"
#include "cli/selection_format.h"
#include "cli/spelling.h"
#include "pith/base/error.h"
#include "pith/base/stopwatch.h"
#include "pith/data/files/reread.h"
#include "pith/data/write.h"
#include "pith/explain/explain.h"
#include "pith/report/explanation_json.h"
#include "pith/report/selection_json.h"
#include "pith/select/apply.h"
#include "pith/select/passes/file_plan.h"

namespace pith::cli {
namespace {

void check_outputs(const Arguments& arguments) {
  const std::string& input = arguments.operands().front();
  const std::string output = output_path(arguments);
  if (output != "-") check_output(output, input);
  check_plot(arguments, {"--output", "--save"});
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
  check_distinct({"--save", save}, {"--output", output});
  check_output(save, input);
  check_csv_safe(arguments, written_format(save));
  const bool imputes = arguments.value("--missing") == "impute";
  if (arguments.has("--save-imputed") && !imputes)
    throw Error(ErrorKind::bad_argument, "--save-imputed needs --missing impute");
}

std::string formatted(const std::string& format, const FileSelection& done, const Terminal& out) {
  const Selection& selection = done.selection;
  if (format == "json") {
    const std::string text =
        done.table ? selection_json(*done.table, selection, done.timing, flag_spelling)
                   : selection_json(selection, done.timing, flag_spelling);
    return done.explanation ? with_explanation(text, *done.explanation, flag_spelling) : text;
  }
  if (format == "csv") return selection_csv(selection, out);
  if (format == "names") return selection_names(selection, out);
  const std::string text = selection_table(done.data, selection, done.timing, out);
  return done.explanation ? text + "\n" + explanation_parts(*done.explanation, out) : text;
}

/// Writes the selected features as they were read, or with the missing values filled, and the
/// target. Returns notes about what the file does not keep.
std::vector<std::string> save(AtomicFile& file, const FileSelection& done,
                              const Arguments& arguments) {
  const Table& table = done.table ? *done.table : *done.selected;
  Selection selection = done.selection;
  if (!done.table) {
    for (std::size_t i = 0; i < selection.selected.size(); ++i)
      selection.selected[i].feature = static_cast<Feature>(i);
  }
  Columns columns = columns_of(table, selection.features());
  if (arguments.has("--save-imputed")) columns = apply(fitted_selection(table, selection), columns);
  const WrittenColumns written{.columns = columns,
                               .has_target = table.has_target(),
                               .more_targets = table.has_target() ? table.targets() - 1 : 0,
                               .is_csv_safe = arguments.has("--csv-safe")};
  write_columns(file, written);
  return reread_notes(written, written_format(file.path()));
}

void deliver(const Arguments& arguments, const FileSelection& done) {
  const std::string path = output_path(arguments);
  const bool is_printed = path == "-";
  const std::string text =
      formatted(result_format(arguments), done, output_terminal(path, arguments));
  std::vector<AtomicFile> files;
  if (!is_printed) files.emplace_back(path).write(text);
  std::optional<Error> refusal;
  std::vector<std::string> notes;
  if (arguments.has("--save")) {
    try {
      notes = save(files.emplace_back(arguments.value("--save")), done, arguments);
    } catch (const Error& error) {
      // A format that cannot hold the table must not cost the result.
      if (error.kind() != ErrorKind::bad_argument) throw;
      files.pop_back();
      refusal = error;
    }
  }
  if (arguments.has("--plot")) {
    try {
      const std::string picture = plot_bytes(arguments, formatted("json", done, {}));
      files.emplace_back(arguments.value("--plot")).write(picture);
    } catch (const Error& error) {
      // Neither must a picture that cannot be drawn.
      if (error.kind() != ErrorKind::bad_argument) throw;
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

/// Adds the explanation of a selection that this request has made.
void explain(const FileRequest& file, Request request, const Context& context,
             FileSelection& done) {
  const Selection& selection = done.selection;
  request.k = std::max<std::size_t>(1, selection.k);
  const ExplainOptions options{
      .why_not = split_lists(file.why_not, done.table->names()),
      .expected = ExpectedSelection{.names = selection.names(),
                                    .is_tested = selection.null.has_value(),
                                    .is_none = selection.k == 0}};
  done.explanation = pith::explain(*done.table, request, options, context);
}

FileSelection select_in_memory(const FileRequest& file, ProgressLine& line,
                               const Context& context) {
  Stopwatch watch;
  FileSelection done;
  done.table = read(file.path, file.roles, file.options, context);
  const Table& table = *done.table;
  return_freed_memory();
  Request request = file.request;
  request.keep = split_lists(request.keep, table.names());
  done.timing = {
      .read_seconds = watch.seconds(), .threads = context.thread_count(), .seed = context.seed};
  watch = Stopwatch();
  line.expect_cost(cost_of(table, request));
  done.selection = select(table, request, context);
  done.timing.select_seconds = watch.seconds();
  done.data = description_of(table);
  if (file.is_explained) explain(file, request, context, done);
  return done;
}

/// In memory where that fits, else in blocks of rows.
FileSelection select_file(const FileRequest& file, const FilePlan& plan, ProgressLine& line,
                          const Context& context) {
  if (plan.is_chunked) return select_in_blocks(file, context);
  // A small table fits; where a method needs more memory, it says so. Blocks of rows of very many
  // columns take more than the table.
  const bool is_help = plan.can_be_chunked() && plan.smallest_limit <= plan.limit;
  if (file.is_explained || !is_help || plan.memory_need < plan.limit / 4)
    return select_in_memory(file, line, context);
  try {
    return select_in_memory(file, line, context);
  } catch (const Error& error) {
    if (error.kind() != ErrorKind::resources) throw;
    return_freed_memory();
    try {
      return select_in_blocks(file, context);
    } catch (const Error& again) {
      if (again.kind() != ErrorKind::resources) throw;
    }
    throw;
  }
}

[[noreturn]] void reject_explanation() {
  throw Error(ErrorKind::bad_argument,
              "--explain needs the table in memory, and this one would be read in blocks of rows; "
              "raise --memory, or select on a sample (--rows)");
}

void check_explanation(const Arguments& arguments, const std::string& format) {
  if (arguments.has("--why-not") && !arguments.has("--explain"))
    throw Error(ErrorKind::bad_argument, "--why-not needs --explain");
  if (arguments.has("--explain") && format != "table" && format != "json") {
    throw Error(ErrorKind::bad_argument,
                fmt::format("--explain needs --format table or json (got {})", format));
  }
}

int run_select(const Arguments& arguments) {
  check_outputs(arguments);
  FileRequest file{.path = arguments.operands().front(),
                   .request = request_of(arguments),
                   .is_saved = arguments.has("--save")};
  const std::size_t required = required_k(arguments);
  file.options = read_options(arguments);
  const std::string format = result_format(arguments);
  file.options.wants_digest = format == "json";
  check_explanation(arguments, format);
  file.is_explained = arguments.has("--explain");
  file.why_not = patterns(arguments, "--why-not");
  const Interrupts interrupts;
  ProgressLine line(terminal(STDERR_FILENO, arguments), arguments.has("--quiet"));
  const Context context = cli::context(arguments, interrupts, line);
  file.roles = cli::roles(arguments);
  file.roles.drop_rows_without_target = file.request.missing == Missing::drop;

  const FilePlan plan = plan_file(file.path, file.roles, file.options, file.request, context);
  if (arguments.has("--explain-plan")) {
    print(plan_text(plan, file.path));
    return 0;
  }
  if (file.is_explained && plan.is_chunked) reject_explanation();
  file.block_rows = plan.block_rows;
  const FileSelection done = select_file(file, plan, line, context);
  context.check_cancelled();
  line.erase();

  const Selection& selection = done.selection;
  if (format == "csv" || format == "names") print_notes(selection.notes, arguments);
  deliver(arguments, done);
  const std::size_t found = selection.selected.size();
  if (found >= required) return 0;
  fmt::print(stderr, "pith: selected {} of the {} features that --require-k requires{}\n", found,
             required, stopped_text(done.data, selection));
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
  return {shared("exact", {.group = group}),
          shared("chunk_rows", {.value = "N", .group = group}),
          {.name = "--explain-plan",
           .text = "print how the table would be read (in memory, or in blocks of rows by passes), "
                   "the passes, the bytes that they read and the expected peak of memory, and exit",
           .group = group}};
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
          csv_safe_option(group),
          {.name = "--explain",
           .text = "also explain the selection, as 'pith explain' does: below the table, or as the "
                   "part explanation of the JSON document; takes about as long as the selection",
           .brief = "also explain the selection",
           .group = group},
          why_not_option(group),
          plot_option("the path of the scores, or the ranking where there is one", group)};
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
