// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <limits>
#include <utility>

#include "cli/command.h"
#include "cli/command_line.h"
#include "cli/input_options.h"
#include "cli/memory_bound.h"
#include "cli/output.h"
#include "cli/quantity.h"
#include "cli/report_memory.h"
#include "cli/request_options.h"
#include "cli/result_file.h"
#include "cli/spelling.h"
#include "cli/terminal/display.h"
#include "cli/variants.h"
#include "pith/base/error.h"
#include "pith/base/stopwatch.h"
#include "pith/data/column_memory.h"
#include "pith/data/sql/database.h"
#include "pith/evaluate/auto_k.h"
#include "pith/report/page/page_html.h"
#include "pith/report/page/report_document.h"
#include "pith/report/page/report_run.h"
#include "pith/report/page/report_table.h"

namespace pith::cli {
namespace {

/// `wine` of data/wine.csv.gz; `report` where the name has no letters to offer.
std::string stem_of(const std::string& input) {
  if (input == "-" || is_database(input) || input.find_first_of("*?[") != std::string::npos)
    return "";
  std::filesystem::path path = std::filesystem::path(input).lexically_normal();
  if (!path.has_filename()) path = path.parent_path();
  std::filesystem::path name = path.filename();
  const std::string outer = name.extension();
  if (outer == ".gz" || outer == ".zst") name = name.stem();
  const std::string stem = name.stem();
  return stem == "." || stem == ".." ? "" : stem;
}

std::string report_path(const Arguments& arguments) {
  if (arguments.has("--output")) return output_path(arguments);
  const std::string stem = stem_of(arguments.operands().front());
  return stem.empty() ? "report.html" : stem + "-report.html";
}

/// Results are shown as they are; what decides how to compute them would have no effect.
void check_result_options(const Arguments& arguments, const Command& command) {
  const std::vector<std::string>& operands = arguments.operands();
  if (std::count(operands.begin(), operands.end(), "-") > 1)
    throw Error(ErrorKind::bad_argument, "standard input (-) can be given once; name files");
  for (const std::string& operand : operands) {
    if (operand != "-" && !has_result_name(operand)) {
      throw Error(ErrorKind::bad_argument,
                  fmt::format("{} is not a result (.json); give one table, or results only",
                              quoted(operand)));
    }
  }
  for (const Option& option : command.options) {
    const bool is_allowed = option.name == "--output" || option.name == "--title" ||
                            option.name == "--quiet" || option.name == "--memory" ||
                            option.name == "--threads";
    if (is_allowed || !arguments.has(option.name)) continue;
    throw Error(
        ErrorKind::bad_argument,
        fmt::format("{} cannot be used with results, which are shown as they are; give the "
                    "table instead",
                    option.has_only_letter() ? fmt::format("-{}", option.letter) : option.name));
  }
}

ReportPlan plan_of(const Arguments& arguments) {
  Variants variants;
  if (arguments.has("--methods")) variants.methods = parse_variants(arguments.value("--methods"));
  if (arguments.has("--learner")) variants.learners = parse_variants(arguments.value("--learner"));
  check_variants(variants);
  if (!arguments.settings().empty()) {
    if (variants.methods.empty()) variants.methods = parse_variants("auto");
    if (variants.learners.empty()) variants.learners = parse_variants("auto");
    assign_settings(arguments.settings(), variants);
    check_variants(variants);
  }
  ReportPlan plan{.methods = std::move(variants.methods),
                  .learners = std::move(variants.learners),
                  .missing = {},
                  .allows_ids = arguments.has("--allow-ids")};
  if (arguments.has("--missing")) plan.missing = parse_missing(arguments.value("--missing"));
  const std::string k = arguments.value("--k");
  if (k == "all") {
    plan.k = K::all();
  } else if (k == "auto") {
    CvTest test;
    if (!plan.learners.empty()) test.learner = plan.learners.front();
    plan.k = K::method_or(by_cross_validation(test));
  } else if (arguments.has("--k")) {
    plan.k = K(whole_number("-k", k, {.min = 1, .max = UINT32_MAX}));
  }
  constexpr std::uint64_t max_count = 10'000;
  if (arguments.has("--folds"))
    plan.folds = whole_number("--folds", arguments.value("--folds"), {.min = 2, .max = max_count});
  if (arguments.has("--resamples")) {
    plan.resamples =
        whole_number("--resamples", arguments.value("--resamples"), {.min = 2, .max = max_count});
  }
  if (arguments.has("--bins")) plan.bins = parse_bins(arguments.value("--bins"));
  if (arguments.has("--combine")) plan.combine = parse_combine(arguments.value("--combine"));
  return plan;
}

/// Runs a phase of the report; `bytes` are what the whole report may need.
template <class Run>
auto with_room_for_all(std::uint64_t bytes, const Run& run) {
  try {
    return run();
  } catch (const Error& error) {
    if (error.kind() != ErrorKind::resources || error.system_code() != 0) throw;
    throw with_sufficient_limit(error, bytes);
  }
}

/// Adds to `command` what was decided by the table.
ReportParts run_on_table(const Arguments& arguments, const Context& context, std::string& command) {
  const ReportPlan plan = plan_of(arguments);
  const std::string& input = arguments.operands().front();
  ReadOptions options = read_options(arguments);
  options.wants_digest = true;
  Roles roles = cli::roles(arguments);
  roles.drop_rows_without_target = plan.missing == Missing::drop;
  const ReportTable read = with_room_for_all(report_bytes_of_file(input), [&] {
    return report_table(read_columns(input, roles, options, context), roles, context);
  });
  return_freed_memory();
  if (!plan.missing && default_missing(read.table) == Missing::impute)
    command += " --missing impute";
  ReportParts parts = with_room_for_all(report_bytes(read.table), [&] {
    return run_report(read.table, plan, context, flag_spelling);
  });
  add_inspection(parts, read, flag_spelling);
  return parts;
}

ReportParts read_results(const Arguments& arguments, const Context& context) {
  ReportParts parts;
  for (const std::string& path : arguments.operands()) {
    const ResultFile result = read_result(path, context);
    const Reservation held = result.reserve_copy(context);
    parts.add(result.text, result.name);
  }
  return parts;
}

std::string title_of(const Arguments& arguments) {
  if (arguments.has("--title")) return arguments.value("--title");
  const std::string& input = arguments.operands().front();
  if (input == "-") return "Feature selection: standard input";
  const bool is_plain = !is_database(input) && arguments.operands().size() == 1;
  const std::string name = std::filesystem::path(input).filename();
  return "Feature selection: " + (is_plain && !name.empty() ? name : shown_source(input));
}

int run_report_command(const Arguments& arguments) {
  const Stopwatch watch;
  const Command& self = command("report");
  const std::vector<std::string>& operands = arguments.operands();
  const bool has_results =
      operands.size() > 1 || has_result_name(operands.front()) ||
      (operands.front() == "-" && !arguments.has("--input-format") && is_result_on_stdin());
  if (has_results) check_result_options(arguments, self);
  const std::string path = report_path(arguments);
  for (const std::string& operand : operands) {
    if (path != "-") check_output(path, operand);
  }
  ReportHeading heading{
      .title = title_of(arguments),
      .command = command_line(self, arguments,
                              {"--output", "--quiet", "--color", "--threads", "--memory"}),
      .generated = report_time()};
  const Interrupts interrupts;
  ProgressLine line(terminal(STDERR_FILENO, arguments), arguments.has("--quiet"));
  const Context context = cli::context(arguments, interrupts, line);
  const ReportParts parts = has_results ? read_results(arguments, context)
                                        : run_on_table(arguments, context, heading.command);
  context.check_cancelled();
  const std::string page = page_html(report_document(parts, heading));
  line.erase();
  deliver(path, page);
  if (!arguments.has("--quiet") && path != "-") {
    fmt::print(stderr, "pith: wrote {} ({} KB, {})\n", printable(path), (page.size() + 999) / 1000,
               duration_text(watch.seconds()));
  }
  return 0;
}

std::vector<Option> report_options() {
  const std::string group = "Report";
  const std::string variants = "several separated by commas, each ID or ID:name=value";
  std::vector<Option> options = {
      {.name = "--methods",
       .letter = 'm',
       .value = "ID,...",
       .text = fmt::format("the method that the report is about, and others to compare it with: "
                           "{} (default: auto and up to three others that suit the table)",
                           variants),
       .brief = "methods; the report is about the first",
       .group = group,
       .completion = Completion::methods,
       .aliases = {"--method"}},
      {.name = "--k",
       .letter = 'k',
       .value = "N|all|auto",
       .text = "number of features to select; auto: by cross-validation (default: 10, or half "
               "of the features, rounded up, if that is fewer)",
       .brief = "number of features",
       .group = group},
      {.name = "--learner",
       .letter = 'l',
       .value = "ID,...",
       .text = fmt::format("learner to cross-validate; {} (default: linear-svm for classes, ridge "
                           "for numbers, knn for targets of both kinds)",
                           variants),
       .brief = "learner to cross-validate",
       .group = group,
       .completion = Completion::learners,
       .aliases = {"--learners"}},
      {.name = "--folds",
       .value = "N",
       .text = "number of folds of cross-validation (default: 10; 5 for a large table)",
       .group = group},
      {.name = "--resamples",
       .value = "N",
       .text = "number of resamples that show the stability (default: 50; 20 for a large "
               "table)",
       .group = group}};
  for (Option& option : preparation_options(group)) {
    option.brief.clear();
    if (option.name == "--missing") {
      option.text.resize(std::min(option.text.size(), option.text.find(" (default:")));
      option.text += " (default: impute where features have missing values, else error)";
    }
    options.push_back(std::move(option));
  }
  return options;
}

std::vector<Option> output_options() {
  const std::string group = "Output";
  return {{.name = "--output",
           .letter = 'o',
           .value = "FILE",
           .text = "write the page to FILE, which is replaced only on success; - is standard "
                   "output (default: NAME-report.html for NAME.csv)",
           .brief = "write the page to FILE (default: NAME-report.html)",
           .group = group,
           .completion = Completion::files},
          {.name = "--title",
           .value = "TEXT",
           .text = "title of the page (default: the name of the input)",
           .group = group}};
}

}  // namespace

Command report_command() {
  std::vector<Option> options = report_options();
  for (const auto& more : {input_options(), run_options(true), output_options()})
    options.insert(options.end(), more.begin(), more.end());
  return {
      .name = "report",
      .summary = "Write what was found, and how sure it is, as one HTML file",
      .operands = {.name = "INPUT",
                   .min = 1,
                   .max = std::numeric_limits<std::size_t>::max(),
                   .completion = Completion::files},
      .about =
          "INPUT is a table, as for 'pith select', or results (.json) of 'pith select', "
          "'pith explain', 'pith evaluate', 'pith stability' and 'pith inspect' with --format "
          "json, in any order; - is either on standard input. From a table, the report inspects, "
          "selects by several methods, cross-validates and resamples. The page works offline and "
          "without JavaScript, and holds no rows of the table. Where the environment variable "
          "SOURCE_DATE_EPOCH is set, it is the time in the page, so that the same input gives the "
          "same bytes.",
      .examples = {{"pith report wine.csv --target class", "writes wine-report.html"},
                   {"pith report genes.csv.gz -m mrmr,jmi -k 20 -o genes.html",
                    "methods, number of features and file of your own"},
                   {"pith report selection.json stability.json -o report.html",
                    "a page of existing results"},
                   {"pith select wine.csv -f json | pith report - -o report.html",
                    "a page of the result of another command"}},
      .options = std::move(options),
      .takes_parameters = true,
      .run = run_report_command};
}

}  // namespace pith::cli
