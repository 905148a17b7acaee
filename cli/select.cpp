// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdio>

#include "cli/command.h"
#include "cli/display.h"
#include "cli/input_options.h"
#include "cli/output.h"
#include "cli/quantity.h"
#include "cli/selection_format.h"
#include "pith/base/error.h"
#include "pith/data/write.h"
#include "pith/select/describe.h"

namespace pith::cli {
namespace {

using Clock = std::chrono::steady_clock;

double seconds_since(Clock::time_point start) {
  return std::chrono::duration<double>(Clock::now() - start).count();
}

/// Everything that can be refused is refused here, before the file is read.
Request request_of(const Arguments& arguments) {
  Request request;
  request.method = arguments.value("--method", "auto");
  request.params = arguments.settings();
  if (request.method != "auto") {
    const Method& chosen = method(request.method);
    const Params checked(chosen.id, chosen.parameters, request.params);
  }
  if (arguments.has("--bins")) request.bins = parse_bins(arguments.value("--bins"));
  request.missing = parse_missing(arguments.value("--missing", "error"));
  request.keep = arguments.values("--keep");
  const std::string k = arguments.value("--k", "auto");
  if (k != "auto") {
    constexpr std::uint64_t most = 1'000'000'000'000'000;
    request.k = whole_number("-k", k, {.least = 1, .most = most});
  }
  return request;
}

/// `-k auto` is what a method finds by itself; where it does not, a number is needed.
std::size_t wanted_k(const Arguments& arguments, const Method& chosen, bool finds_k,
                     const Table& table) {
  if (finds_k) return table.features();
  if (!arguments.has("--k")) return Request{}.k;
  std::vector<std::string> finders;
  for (const Method& known : catalog()) {
    if (known.traits.finds_k) finders.push_back(known.id);
  }
  throw Error(ErrorKind::bad_argument,
              fmt::format("{} does not find the number of features by itself; give -k a number{}",
                          chosen.id,
                          finders.empty()
                              ? std::string()
                              : fmt::format(", or use --method {}", fmt::join(finders, " or "))));
}

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

std::string formatted(const std::string& format, const Table& table, const Outcome& outcome,
                      const Timing& timing, const Terminal& out) {
  if (format == "json") return selection_json(table, outcome, timing);
  if (format == "csv") return selection_csv(outcome, out);
  if (format == "names") return selection_names(outcome, out);
  return selection_table(table, outcome, timing, out);
}

/// What csv and names have no place for, people still want to know.
void tell_notes(const Outcome& outcome, const Arguments& arguments) {
  const std::string format = arguments.value("--format", "table");
  if (arguments.has("--quiet") || (format != "csv" && format != "names")) return;
  for (const std::string& note : outcome.selection.notes)
    fmt::print(stderr, "pith: note: {}\n", printable(note));
}

void deliver(const Arguments& arguments, const Table& table, const Outcome& outcome,
             const Timing& timing) {
  const std::string path = arguments.value("--output", "-");
  const bool is_printed = path == "-";
  const Terminal out = is_printed ? terminal(STDOUT_FILENO, arguments)
                                  : Terminal{.has_color = arguments.value("--color") == "always"};
  const std::string text =
      formatted(arguments.value("--format", "table"), table, outcome, timing, out);
  std::vector<AtomicFile> files;
  if (!is_printed) files.emplace_back(path).write(text);
  if (arguments.has("--save")) {
    std::vector<Feature> features;
    for (const Selected& step : outcome.selection.selected)
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

int run_select(const Arguments& arguments) {
  check_outputs(arguments);
  Request request = request_of(arguments);
  ReadOptions options = read_options(arguments);
  options.wants_digest = arguments.value("--format") == "json";
  const Interrupts interrupts;
  ProgressLine line(terminal(STDERR_FILENO, arguments), arguments.has("--quiet"));
  const Context context = cli::context(arguments, interrupts, line);

  auto start = Clock::now();
  Roles roles = cli::roles(arguments);
  roles.drop_rows_without_target = request.missing == Missing::drop;
  const Table table = read(arguments.operands().front(), roles, options, context);
  Timing timing{.read_seconds = seconds_since(start),
                .threads = context.thread_count(),
                .seed = context.seed};

  start = Clock::now();
  const Method& chosen = request.method == "auto" ? auto_method(table) : method(request.method);
  const bool is_auto = arguments.value("--k", "auto") == "auto";
  const bool finds_k = chosen.traits_for(chosen.params(request.params)).finds_k;
  if (is_auto) request.k = wanted_k(arguments, chosen, finds_k, table);
  if (is_auto && finds_k && arguments.has("--require-k")) {
    throw Error(ErrorKind::bad_argument,
                fmt::format("--require-k needs a number for -k; {} finds its own", chosen.id));
  }
  const Outcome outcome = run(table, request, context);
  timing.select_seconds = seconds_since(start);
  context.check_cancelled();
  line.erase();

  tell_notes(outcome, arguments);
  deliver(arguments, table, outcome, timing);
  const std::size_t found = outcome.selection.selected.size();
  if (!arguments.has("--require-k") || found >= request.k) return 0;
  fmt::print(stderr, "pith: {} of the {} features that --require-k asks for: {}\n", found,
             request.k, stopped_sentence(outcome));
  return 1;
}

std::vector<Option> method_options() {
  const std::string group = "What to select";
  return {
      {.name = "--method",
       .letter = 'm',
       .value = "ID",
       .text = "how to select; 'pith methods' lists them (default: auto, which is gc-mi for "
               "numbers and jmi otherwise)",
       .group = group,
       .offers = Offers::methods},
      {.name = "--k",
       .letter = 'k',
       .value = "N|auto",
       .text = "how many features; auto: as many as the method finds (default: 10, or auto "
               "where the method finds its number)",
       .group = group},
      {.name = "--require-k", .text = "exit with 1 when there are fewer than k", .group = group},
      {.name = "--keep",
       .value = "COL",
       .text = "a feature that must be selected, before all others; repeat for more",
       .group = group,
       .is_repeatable = true},
      {.name = "--missing",
       .value = "HOW",
       .text = "missing values: refuse them, drop the rows, put in mean or most frequent "
               "level, take missing as a level, spread the counts (default: error)",
       .group = group,
       .choices = {"error", "drop", "impute", "level", "spread"}},
      {.name = "--bins",
       .value = "SPEC",
       .text = "how numbers become categories where a method needs or takes them: sigma, "
               "sigma:n, width:N, frequency:N, ranks:N, mdl, mdl:plain (default: what the method "
               "needs, mostly sigma)",
       .group = group}};
}

std::vector<Option> output_options() {
  const std::string group = "Output";
  return {{.name = "--format",
           .letter = 'f',
           .value = "FORMAT",
           .text = "of the result (default: table)",
           .group = group,
           .choices = {"table", "json", "csv", "names"}},
          {.name = "--output",
           .letter = 'o',
           .value = "FILE",
           .text = "where the result goes; replaced only when all is well (default: -, standard "
                   "output)",
           .group = group,
           .offers = Offers::files},
          {.name = "--save",
           .value = "FILE.csv",
           .text = "also write the table with the selected features and the target only",
           .group = group,
           .offers = Offers::files}};
}

}  // namespace

Command select_command() {
  std::vector<Option> options = method_options();
  for (const auto& more : {input_options(), run_options(), output_options()})
    options.insert(options.end(), more.begin(), more.end());
  const auto quiet = std::find_if(options.begin(), options.end(),
                                  [](const Option& option) { return option.name == "--quiet"; });
  options.insert(quiet, {.name = "--seed",
                         .value = "S",
                         .text = "for methods that use chance (default: 0)",
                         .group = quiet->group});
  return {.name = "select",
          .summary = "chooses the features that together say most about a target",
          .operands = {.name = "INPUT", .least = 1, .most = 1, .offers = Offers::files},
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
                       {"pith select wine.csv -k 5 --format json --save small.csv",
                        "the result for a program, and the reduced table"}},
          .options = std::move(options),
          .takes_parameters = true,
          .run = run_select};
}

}  // namespace pith::cli
