// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>

#include "cli/command.h"
#include "cli/input_options.h"
#include "cli/output.h"
#include "cli/schema_format.h"
#include "cli/spelling.h"
#include "cli/terminal/display.h"
#include "cli/terminal/field.h"
#include "cli/terminal/fold.h"
#include "cli/terminal/table_format.h"
#include "pith/base/error.h"
#include "pith/base/text.h"
#include "pith/data/date.h"
#include "pith/data/files/typed_file.h"
#include "pith/data/glob.h"
#include "pith/data/roles.h"
#include "pith/evaluate/inspection.h"
#include "pith/report/inspection_json.h"
#include "pith/report/schema_json.h"

namespace pith::cli {
namespace {

constexpr std::size_t max_shown = 40;

std::string percent(std::size_t part, std::size_t whole) {
  return whole == 0 ? ""
                    : fmt::format("{:.1f} %",
                                  100.0 * static_cast<double>(part) / static_cast<double>(whole));
}

/// Five significant digits, or a date, with the time if all values are within two days.
std::string rough(double number, const ColumnFacts& facts) {
  if (facts.kind != InferredKind::date) return fmt::format("{:.5g}", number);
  const bool is_short = facts.extent->max - facts.extent->min < 2;
  return date_text(is_short ? number : std::floor(number));
}

/// The number of levels of a column that has some.
std::string levels_text(const ColumnFacts& facts) {
  const bool has_levels =
      facts.kind == InferredKind::integer || facts.kind == InferredKind::category;
  return has_levels ? std::to_string(facts.levels) : "";
}

std::string remarks(const Inspection& inspection, std::size_t column) {
  const ColumnFacts& facts = inspection.columns[column];
  std::vector<std::string> all;
  if (inspection.target == column) all.emplace_back("target");
  if (facts.is_empty) all.emplace_back("no values");
  if (facts.is_constant) all.emplace_back("constant");
  if (!facts.stray.empty()) {
    std::vector<std::string> tokens;
    for (const StrayToken& each : facts.stray)
      tokens.push_back(quoted(each.token));
    all.push_back("stray " + listed(tokens, 2));
  }
  if (facts.is_identifier) {
    all.emplace_back("id");
  } else if (facts.is_unique) {
    all.emplace_back("one value per row");
  } else if (facts.is_nearly_unique) {
    all.emplace_back("nearly one value per row");
  }
  if (facts.duplicate_of) {
    all.push_back(
        fmt::format("same as {}", printable(inspection.columns[*facts.duplicate_of].name)));
  }
  return fmt::format("{}", fmt::join(all, ", "));
}

std::string columns_table(const Inspection& inspection, std::size_t shown,
                          const Terminal& terminal) {
  using Align = TextTable::Align;
  TextTable table({{.text = "index", .align = Align::right, .drop = 5},
                   {.text = "column", .may_shrink = true},
                   {.text = "kind"},
                   {.text = "levels", .align = Align::right, .drop = 1},
                   {.text = "min", .align = Align::right, .drop = 3},
                   {.text = "mean", .align = Align::right, .drop = 4},
                   {.text = "max", .align = Align::right, .drop = 3},
                   {.text = "missing", .align = Align::right},
                   {.text = "", .align = Align::right, .drop = 2},
                   {.text = "remarks", .may_shrink = true, .min_width = 12}},
                  "--format csv");
  for (std::size_t i = 0; i < shown; ++i) {
    const ColumnFacts& facts = inspection.columns[i];
    const auto extent = facts.extent;
    table.add({std::to_string(i), printable(facts.name), std::string(kind_text(facts.kind)),
               levels_text(facts), extent ? rough(extent->min, facts) : "",
               extent ? rough(extent->mean, facts) : "", extent ? rough(extent->max, facts) : "",
               facts.missing == 0 ? "" : std::to_string(facts.missing),
               facts.missing == 0 ? "" : percent(facts.missing, inspection.rows),
               remarks(inspection, i)});
  }
  return table.draw(terminal);
}

std::string target_lines(const Inspection& inspection, const Terminal& terminal) {
  if (!inspection.target_problem.empty()) {
    return fold("no target: " + note_text(inspection.target_problem), terminal, 2);
  }
  if (!inspection.target) return "no target\n";
  const ColumnFacts& target = inspection.columns[*inspection.target];
  if (const auto extent = inspection.target_extent) {
    return fold(fmt::format("numeric target '{}': {} to {}, mean {}", printable(target.name),
                            rough(extent->min, target), rough(extent->max, target),
                            rough(extent->mean, target)),
                terminal, 2);
  }
  constexpr std::size_t max_classes = 20;
  const auto& classes = inspection.classes;
  std::size_t rows = 0;
  for (const ClassCount& each : classes)
    rows += each.rows;
  std::vector<std::string> counts;
  for (std::size_t i = 0; i < std::min(max_classes, classes.size()); ++i) {
    counts.push_back(fmt::format("{} ({}, {})", printable(classes[i].name), classes[i].rows,
                                 percent(classes[i].rows, rows)));
  }
  const std::string name = printable(target.name);
  return fold(
      fmt::format("target '{}' with {}: {}{}", name, counted(classes.size(), "class", "classes"),
                  fmt::join(counts, ", "), classes.size() > max_classes ? ", ..." : ""),
      terminal, 2);
}

std::string inspection_table(const Inspection& inspection, bool shows_all,
                             const Terminal& terminal) {
  const std::size_t count = inspection.columns.size();
  const std::size_t shown = shows_all ? count : std::min(max_shown, count);
  std::size_t missing = 0;
  for (const ColumnFacts& facts : inspection.columns)
    missing += facts.missing;
  std::string text =
      fold_styled(
          fmt::format("{}: {} x {}, {}", printable(inspection.source),
                      counted(inspection.rows, "row"), counted(count, "column"),
                      missing == 0 ? "no missing values" : counted(missing, "missing value")),
          Style::bold, "", terminal) +
      target_lines(inspection, terminal) + "\n" + columns_table(inspection, shown, terminal);
  if (shown < count) {
    text += fmt::format("... and {} (--all shows them)\n", counted(count - shown, "more column"));
  }
  const bool has_integers =
      std::any_of(inspection.columns.begin(), inspection.columns.end(),
                  [](const ColumnFacts& facts) { return facts.kind == InferredKind::integer; });
  std::vector<std::string> lines;
  if (has_integers) {
    lines.push_back(
        fmt::format("integer: at most {} distinct integers; methods for categorical features treat "
                    "them as categories (--numeric prevents it)",
                    max_integer_levels));
  }
  for (const std::string& note : inspection.notes)
    lines.push_back("note: " + note_text(note));
  for (const std::string& warning : inspection.warnings)
    lines.push_back("warning: " + note_text(warning));
  if (!lines.empty()) text += "\n";
  for (const std::string& line : lines)
    text += fold(line, terminal, 2);
  return text;
}

std::string inspection_csv(const Inspection& inspection, const Terminal& terminal) {
  std::string text = "index,name,kind,levels,min,mean,max,missing,remarks\n";
  for (std::size_t i = 0; i < inspection.columns.size(); ++i) {
    const ColumnFacts& facts = inspection.columns[i];
    const auto number = [&](double ColumnFacts::Extent::*field) {
      return facts.extent ? exact_number((*facts.extent).*field) : std::string();
    };
    const std::string name = terminal.is_terminal ? printable(facts.name) : facts.name;
    text += fmt::format("{},{},{},{},{},{},{},{},{}\n", i, csv_field(name), kind_text(facts.kind),
                        levels_text(facts), number(&ColumnFacts::Extent::min),
                        number(&ColumnFacts::Extent::mean), number(&ColumnFacts::Extent::max),
                        facts.missing, csv_field(remarks(inspection, i)));
  }
  return text;
}

/// What the file says about itself; its values are not read.
int run_schema(const Arguments& arguments) {
  for (const char* name :
       {"--target", "--target-bins", "--weights", "--categorical", "--numeric"}) {
    if (!arguments.has(name)) continue;
    throw Error(ErrorKind::bad_argument,
                fmt::format("--schema does not read values and takes no {}; leave it out", name));
  }
  const std::string format = arguments.value("--format", "table");
  const Interrupts interrupts;
  ProgressLine line(terminal(STDERR_FILENO, arguments), arguments.has("--quiet"));
  const Context context = cli::context(arguments, interrupts, line);
  const FileSchema schema =
      read_schema(arguments.operands().front(), read_options(arguments), context);
  line.erase();
  const Terminal out = terminal(STDOUT_FILENO, arguments);
  const std::size_t shown = arguments.has("--all") ? schema.columns.size() : max_shown;
  print(format == "json"  ? schema_json(schema)
        : format == "csv" ? schema_csv(schema, out)
                          : schema_table(schema, shown, out));
  return 0;
}

int run_inspect(const Arguments& arguments) {
  if (arguments.has("--schema")) return run_schema(arguments);
  const std::string format = arguments.value("--format", "table");
  const Interrupts interrupts;
  ProgressLine line(terminal(STDERR_FILENO, arguments), arguments.has("--quiet"));
  const Context context = cli::context(arguments, interrupts, line);
  ReadOptions options = read_options(arguments);
  options.wants_digest = format == "json";
  Roles roles = cli::roles(arguments);
  const Roles given = roles;
  roles.drop.clear();
  // Also those that are features only if named.
  options.choice = [&given](std::span<const std::string> names) {
    const Roles split = split_lists(given, names);
    std::vector<bool> is_shown;
    for (const std::string& name : names)
      is_shown.push_back(!matches_any(split.drop, name));
    return is_shown;
  };
  // Unless a target is named, the last column is typed like the others.
  Roles reading = roles;
  reading.has_target = arguments.has("--target");
  const Columns columns = read_columns(arguments.operands().front(), reading, options, context);
  const Inspection inspection = inspect(columns, roles, context);
  line.erase();
  const Terminal out = terminal(STDOUT_FILENO, arguments);
  print(format == "json"  ? inspection_json(inspection, flag_spelling)
        : format == "csv" ? inspection_csv(inspection, out)
                          : inspection_table(inspection, arguments.has("--all"), out));
  return 0;
}

}  // namespace

Command inspect_command() {
  std::vector<Option> options = input_options();
  std::erase_if(options, [](const Option& option) { return option.name == "--features"; });
  for (Option& option : run_options(false))
    options.push_back(std::move(option));
  options.push_back({.name = "--format",
                     .letter = 'f',
                     .value = "FORMAT",
                     .text = "output format (default: table)",
                     .brief = "output format: table, json or csv",
                     .group = "Output",
                     .choices = {"table", "json", "csv"}});
  options.push_back({.name = "--all",
                     .text = fmt::format("show every column, not only the first {}", max_shown),
                     .brief = "show every column",
                     .group = "Output"});
  options.push_back({.name = "--schema",
                     .text = "show only what the file says about its columns and rows, without "
                             "reading its values (.parquet, .arrow, .h5ad, .h5)",
                     .brief = "show names and types without reading values",
                     .group = "Output"});
  return {.name = "inspect",
          .summary = "Show column types, missing values, duplicates and classes",
          .operands = {.name = "INPUT", .min = 1, .max = 1, .completion = Completion::files},
          .about =
              "INPUT is a table: .csv, .tsv, .arff, .libsvm, .svm, .npy, .npz, .mat, .parquet, "
              ".arrow, .feather, .h5ad, .h5, .sas7bdat, .xpt, .dta or .sav; text formats may be "
              "compressed (.gz, .zst); - is standard input. A folder or a quoted pattern such as "
              "'lake/*.parquet' is one table of Parquet or Arrow files. A database is duckdb:FILE, "
              "sqlite:FILE or postgresql://..., with --query.",
          .examples = {{"pith inspect wine.csv", "the last column is the target"},
                       {"pith inspect patients.csv --target outcome --format json",
                        "for another program"},
                       {"pith inspect --schema 'lake/*.parquet'",
                        "columns, rows and row groups, from the footers alone"}},
          .options = std::move(options),
          .run = run_inspect};
}

}  // namespace pith::cli
