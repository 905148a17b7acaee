// SPDX-License-Identifier: Apache-2.0
#include "pith/select/apply.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <utility>

#include "cli/command.h"
#include "cli/input_options.h"
#include "cli/output.h"
#include "cli/result_file.h"
#include "pith/base/atomic_file.h"
#include "pith/base/error.h"
#include "pith/data/files/reread.h"
#include "pith/data/missing_tokens.h"
#include "pith/data/sql/database.h"
#include "pith/data/write.h"
#include "pith/report/selection_parse.h"

namespace pith::cli {
namespace {

/// Categories of the selection that are read as missing values.
std::vector<std::string> notes_of_lost_levels(const FittedSelection& selection,
                                              const ReadOptions& reading) {
  const MissingTokens tokens(reading.na, reading.has_default_na);
  std::vector<std::string> notes;
  for (const FittedFeature& feature : selection.features) {
    if (feature.kind != FittedFeature::Kind::category) continue;
    for (const std::string& level : feature.levels) {
      if (level.empty() || !tokens.contains(level)) continue;
      notes.push_back(fmt::format(
          "{} is a category of feature {} in the selection, but is read as a missing value; "
          "--no-default-na reads it as the category",
          quoted(level), quoted(feature.name)));
    }
  }
  return notes;
}

void check_paths(const Arguments& arguments) {
  const std::string& result = arguments.operands()[0];
  const std::string& input = arguments.operands()[1];
  if (result == "-" && input == "-") {
    throw Error(ErrorKind::bad_argument,
                "RESULT and INPUT cannot both be standard input; name a file for one of them");
  }
  const std::string output = output_path(arguments);
  if (output == "-") return;
  check_output(output, result);
  check_output(output, input);
  check_csv_safe(arguments, written_format(output));
}

void write(const WrittenColumns& written, const std::string& path) {
  if (path == "-") return write_columns(written, Format::csv, print);
  write_atomically(path, [&](AtomicFile& file) { write_columns(file, written); });
}

int run_apply(const Arguments& arguments) {
  check_paths(arguments);
  ApplyOptions options{.imputes = arguments.has("--impute"),
                       .makes_codes = arguments.has("--codes")};
  if (arguments.has("--unknown")) options.unknown = parse_unknown(arguments.value("--unknown"));
  ReadOptions reading = read_options(arguments);
  const Interrupts interrupts;
  ProgressLine line(terminal(STDERR_FILENO, arguments), arguments.has("--quiet"));
  const Context context = cli::context(arguments, interrupts, line);

  ResultFile result = read_result(arguments.operands()[0], context);
  const FittedSelection selection = parse_selection(result.text, result.name);
  result.free_text();
  const std::string& input = arguments.operands()[1];
  reading.choice = [&](std::span<const std::string> names) {
    return needed_columns(selection, names, input == "-" ? "<stdin>" : shown_source(input));
  };
  const Roles roles{.has_target = false, .kinds = fitted_kinds(selection)};
  const Columns columns =
      apply(selection, read_columns(input, roles, reading, context), options, context);
  context.check_cancelled();
  line.erase();
  print_notes(columns.notes, arguments);
  print_notes(notes_of_lost_levels(selection, reading), arguments);
  const std::size_t targets = columns.names.size() - selection.features.size();
  const std::string path = output_path(arguments);
  const WrittenColumns written{.columns = columns,
                               .has_target = targets > 0,
                               .more_targets = targets > 0 ? targets - 1 : 0,
                               .is_csv_safe = arguments.has("--csv-safe"),
                               .has_own_levels = false};
  write(written, path);
  print_notes(reread_notes(written, path == "-" ? Format::csv : written_format(path)), arguments);
  return 0;
}

std::vector<Option> own_options() {
  const std::string group = "Values";
  return {{.name = "--impute",
           .text = "fill missing values with the means and modes of the selection; this is done "
                   "anyway if it was made with --missing impute",
           .brief = "fill missing values as the selection would",
           .group = group},
          {.name = "--codes",
           .text = "write numbers instead of categories, and bins where the method binned: the "
                   "position of the level, or the number of cut points below the value",
           .brief = "write bins and categories as numbers",
           .group = group},
          {.name = "--unknown",
           .value = "HOW",
           .text = "categories that the selection does not know: reject them, treat them as "
                   "missing, or keep them (default: keep, but error with --codes)",
           .group = group,
           .choices = {"error", "missing", "keep"}}};
}

Option table_output_option() {
  return {.name = "--output",
          .letter = 'o',
          .value = "FILE",
          .text =
              "write the table to FILE, which is replaced only on success: .csv, .tsv, .arff, "
              ".libsvm, .npy, .parquet or .arrow (default: -, CSV on standard output)",
          .brief = "write the table to FILE, by its extension",
          .group = "Output",
          .completion = Completion::files};
}

}  // namespace

Command apply_command() {
  std::vector<Option> options = {table_output_option(), csv_safe_option("Output")};
  for (const auto& more : {own_options(), file_options(), run_options(false)})
    options.insert(options.end(), more.begin(), more.end());
  return {.name = "apply",
          .summary = "Reduce another table to the features of a selection",
          .operands = {.name = "RESULT INPUT", .min = 2, .max = 2, .completion = Completion::files},
          .about =
              "RESULT is what 'pith select --format json' wrote; INPUT is a table in any format "
              "that 'pith select' reads. The selected columns are found by name, whatever their "
              "order and whatever other columns there are, and written in the order of selection, "
              "followed by the target if INPUT has it. Rows keep their order. A column that is "
              "not there or holds another kind of values is an error. Missing values are filled "
              "with the values of the selection, not with those of INPUT.",
          .examples = {{"pith apply result.json new.csv -o small.csv",
                        "the selected columns of new rows"},
                       {"pith select train.csv -k 10 -o result.json --missing impute",
                        "a result to apply; apply will fill gaps with the same values"},
                       {"pith apply result.json test.csv --codes -o test.npy",
                        "bins and categories as numbers"}},
          .options = std::move(options),
          .run = run_apply};
}

}  // namespace pith::cli
