// SPDX-License-Identifier: Apache-2.0
#include "cli/input_options.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <map>

#include "cli/memory_bound.h"
#include "cli/quantity.h"
#include "pith/base/error.h"
#include "pith/data/encoding.h"
#include "pith/data/input.h"
#include "pith/data/sql/database.h"

namespace pith::cli {
namespace {

constexpr std::string_view table_group = "Columns";
constexpr std::string_view file_group = "Input file";
constexpr std::string_view run_group = "Execution";

char delimiter_of(const std::string& text) {
  static const std::map<std::string, char, std::less<>> words = {{"tab", '\t'},  {"\\t", '\t'},
                                                                 {"comma", ','}, {"semicolon", ';'},
                                                                 {"space", ' '}, {"pipe", '|'}};
  if (const auto word = words.find(text); word != words.end()) return word->second;
  const bool is_letter = text.size() == 1 && static_cast<unsigned char>(text.front()) < 0x80U &&
                         text != "\"" && text != "\n" && text != "\r";
  if (is_letter) return text.front();
  throw Error(ErrorKind::bad_argument,
              fmt::format("--delimiter must be one character, or tab, comma, semicolon, space or "
                          "pipe (got {})",
                          quoted(text)));
}

/// The names in a file, one per line; blank lines and those that begin with # are ignored.
std::vector<std::string> lines_of(const std::string& path, std::string_view option,
                                  const Context& limits) {
  if (path.empty()) {
    throw Error(ErrorKind::bad_argument,
                fmt::format("{} @ needs the name of a file: @FILE", option));
  }
  Input input = Input::open(path, limits);
  Reservation held;
  std::string text;
  std::uint64_t names = 0;
  constexpr std::size_t piece = std::size_t{1} << 16U;
  for (std::size_t got = piece; got == piece;) {
    const std::size_t before = text.size();
    // The text, also while it grows, and the names, of which there are a few copies.
    limits.grow(held, 4 * (before + piece) + 6 * names * sizeof(std::string),
                fmt::format("{}: reading the names of {}", path, option));
    text.resize(before + piece);
    got = input.read({text.data() + before, piece});
    text.resize(before + got);
    names += static_cast<std::uint64_t>(
        std::count(text.begin() + static_cast<std::ptrdiff_t>(before), text.end(), '\n'));
  }
  std::vector<std::string> lines;
  std::string_view rest = text;
  std::size_t number = 0;
  if (rest.starts_with("\xef\xbb\xbf")) rest.remove_prefix(3);
  while (!rest.empty()) {
    const std::size_t size = std::min(rest.find('\n'), rest.size());
    std::string_view line = rest.substr(0, size);
    rest.remove_prefix(std::min(size + 1, rest.size()));
    if (line.ends_with('\r')) line.remove_suffix(1);
    ++number;
    if (!is_utf8(line)) {
      throw Error(ErrorKind::bad_data,
                  fmt::format("{}:{}: {} is not UTF-8; convert the file that {} names", path,
                              number, quoted(utf8_of_latin1(line)), option));
    }
    const bool is_blank = line.find_first_not_of(" \t") == std::string_view::npos;
    if (!is_blank && !line.starts_with('#')) lines.emplace_back(line);
  }
  if (lines.empty()) {
    throw Error(ErrorKind::bad_data,
                fmt::format("{}: there is no name in the file that {} names", path, option));
  }
  return lines;
}

/// The limit of the memory.
std::uint64_t limit_of(const Arguments& arguments) {
  return arguments.has("--memory") ? memory_size("--memory", arguments.value("--memory")) : 0;
}

/// Options that take names of columns or patterns, any number of times.
Option pattern_option(std::string_view name, const std::string& group) {
  return shared(name, {.value = "PATTERN",
                       .text = "e.g. 'gene_*'; a list a,b, or @FILE with one per line; may be "
                               "repeated",
                       .group = group,
                       .is_repeatable = true});
}

std::vector<Option> table_options() {
  const std::string group(table_group);
  return {shared("target", {.letter = 't',
                            .value = "COL",
                            .text = "'none' for no target; for several targets repeat the "
                                    "option, or give a list a,b or a pattern such as 'label*'",
                            .brief = "column to predict (default: the last one)",
                            .group = group,
                            .is_repeatable = true}),
          shared("task", {.value = "TASK", .group = group}),
          shared("target_bins", {.value = "SPEC", .group = group}),
          shared("weights", {.value = "COL", .group = group}),
          pattern_option("features", group),
          pattern_option("drop", group),
          pattern_option("categorical", group),
          pattern_option("numeric", group)};
}

}  // namespace

std::vector<Option> file_options() {
  const std::string group(file_group);
  return {{.name = "--input-format",
           .value = "FORMAT",
           .text = "format of the file (default: by extension; csv for standard input)",
           .group = group,
           .choices = format_words()},
          {.name = "--header",
           .value = "WHEN",
           .text = "whether the first line holds the column names (default: auto)",
           .group = group,
           .choices = {"yes", "no", "auto"}},
          {.name = "--delimiter",
           .value = "CHAR",
           .text = "field separator: a character, or tab, comma, semicolon, space or pipe "
                   "(default: detected from the first line)",
           .group = group},
          {.name = "--decimal",
           .value = "CHAR",
           .text = "decimal mark of numbers: . or , (default: ., or , where a column leaves no "
                   "doubt)",
           .group = group,
           .choices = {".", ","}},
          {.name = "--encoding",
           .value = "NAME",
           .text = "encoding of a text file (default: utf-8; what is not is read as windows-1252, "
                   "and utf-16 if it has a byte-order mark)",
           .group = group,
           .choices = {"utf-8", "latin-1", "windows-1252", "utf-16"}},
          shared("na", {.value = "TOKEN",
                        .text = "in addition to the empty field, NA, NaN, null, None, ?, . and "
                                "the like; may be repeated",
                        .group = group,
                        .is_repeatable = true}),
          {.name = "--no-default-na",
           .text = "only the empty field and the texts of --na are missing values",
           .group = group},
          {.name = "--layer",
           .value = "NAME",
           .text = "layer of an AnnData file, or path of an HDF5 dataset (default: X)",
           .group = group},
          {.name = "--query",
           .value = "SQL",
           .text = "SELECT statement for a database (duckdb:FILE, sqlite:FILE, postgresql://...)",
           .group = group},
          {.name = "--allow-external",
           .text = "let a DuckDB query read other files and load extensions",
           .group = group}};
}

std::vector<Option> input_options() {
  std::vector<Option> all = table_options();
  const std::vector<Option> file = file_options();
  all.insert(all.end(), file.begin(), file.end());
  return all;
}

std::vector<Option> run_options(bool has_seed) {
  const std::string group(run_group);
  std::vector<Option> options = {shared("threads", {.value = "N", .group = group}),
                                 shared("memory", {.value = "SIZE", .group = group})};
  if (has_seed) options.push_back(shared("seed", {.value = "S", .group = group}));
  options.push_back({.name = "--quiet",
                     .letter = 'q',
                     .text = "do not print progress and notes to standard error",
                     .group = group});
  return options;
}

std::vector<std::string> patterns(const Arguments& arguments, std::string_view option) {
  std::vector<std::string> all;
  for (const std::string& value : arguments.values(option)) {
    if (!value.starts_with('@')) {
      all.push_back(value);
      continue;
    }
    std::vector<std::string> lines =
        lines_of(value.substr(1), option, {.memory = limit_of(arguments)});
    all.insert(all.end(), std::make_move_iterator(lines.begin()),
               std::make_move_iterator(lines.end()));
  }
  return all;
}

ReadOptions read_options(const Arguments& arguments) {
  ReadOptions options;
  if (arguments.has("--input-format")) {
    options.format = parse_format(arguments.value("--input-format"));
  }
  const std::string header = arguments.value("--header", "auto");
  if (header != "auto") options.has_header = header == "yes";
  if (arguments.has("--delimiter")) {
    options.delimiter = delimiter_of(arguments.value("--delimiter"));
  }
  options.decimal = arguments.has("--decimal") ? arguments.value("--decimal").front() : '\0';
  options.encoding = arguments.value("--encoding");
  options.na = arguments.values("--na");
  options.has_default_na = !arguments.has("--no-default-na");
  options.layer = arguments.value("--layer");
  options.query = arguments.value("--query");
  options.allows_external = arguments.has("--allow-external");
  return options;
}

Roles roles(const Arguments& arguments) {
  Roles roles;
  roles.more_targets = arguments.values("--target");
  const auto& targets = roles.more_targets;
  if (std::find(targets.begin(), targets.end(), "") != targets.end())
    throw Error(ErrorKind::bad_argument, "--target is empty; name a column or omit the option");
  if (!targets.empty()) {
    roles.target = targets.front();
    roles.more_targets.erase(roles.more_targets.begin());
  }
  roles.task = parse_task(arguments.value("--task", "auto"));
  roles.target_bins = arguments.value("--target-bins");
  roles.weights = arguments.value("--weights");
  if (arguments.has("--weights") && roles.weights.empty()) {
    throw Error(ErrorKind::bad_argument, "--weights is empty; name a column or omit the option");
  }
  roles.features = patterns(arguments, "--features");
  roles.drop = patterns(arguments, "--drop");
  roles.kinds = {.categorical = patterns(arguments, "--categorical"),
                 .numeric = patterns(arguments, "--numeric")};
  return roles;
}

Context context(const Arguments& arguments, const Interrupts& interrupts, ProgressLine& line) {
  constexpr std::uint64_t max_threads = 1024;
  Context context;
  if (arguments.has("--threads")) {
    context.threads = static_cast<unsigned>(
        whole_number("--threads", arguments.value("--threads"), {.min = 1, .max = max_threads}));
  }
  context.memory = limit_of(arguments);
  if (arguments.has("--seed")) context.seed = whole_number("--seed", arguments.value("--seed"), {});
  context.stop = interrupts.stop();
  context.progress = [&line](const Progress& now) { line.show(now); };
  // Drivers of databases may crash where the system refuses them memory; they get limits of their
  // own.
  const std::vector<std::string>& operands = arguments.operands();
  if (std::none_of(operands.begin(), operands.end(), is_database))
    bound_memory(context.memory_limit(), context.thread_count());
  return context;
}

}  // namespace pith::cli
