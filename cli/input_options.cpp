// SPDX-License-Identifier: Apache-2.0
#include "cli/input_options.h"

#include <map>

#include "cli/quantity.h"
#include "pith/base/error.h"

namespace pith::cli {
namespace {

constexpr std::string_view table_group = "The table";
constexpr std::string_view file_group = "The file";
constexpr std::string_view run_group = "Running";

char delimiter_of(const std::string& text) {
  static const std::map<std::string, char, std::less<>> words = {{"tab", '\t'},  {"\\t", '\t'},
                                                                 {"comma", ','}, {"semicolon", ';'},
                                                                 {"space", ' '}, {"pipe", '|'}};
  if (const auto word = words.find(text); word != words.end()) return word->second;
  const bool is_letter = text.size() == 1 && static_cast<unsigned char>(text.front()) < 0x80U &&
                         text != "\"" && text != "\n" && text != "\r";
  if (is_letter) return text.front();
  throw Error(ErrorKind::bad_argument,
              "--delimiter must be one character, or tab, comma, semicolon, space or pipe, not " +
                  quoted(text));
}

std::vector<Option> table_options() {
  const std::string group(table_group);
  return {{.name = "--target",
           .letter = 't',
           .value = "COL",
           .text = "what is to be explained: a name, or a position from 0 (negative: from the "
                   "end); 'none': no target (default: the last column)",
           .group = group},
          {.name = "--target-bins",
           .value = "SPEC",
           .text = "make classes of a target with fractions: sigma, width:N or frequency:N",
           .group = group},
          {.name = "--weights",
           .value = "COL",
           .text = "how often each row counts: a name or a position",
           .group = group},
          {.name = "--features",
           .value = "PATTERN",
           .text = "take only these as features: a name or a glob, such as 'gene_*'; repeat for "
                   "more",
           .group = group,
           .is_repeatable = true},
          {.name = "--drop",
           .value = "PATTERN",
           .text = "leave these columns out; repeat for more",
           .group = group,
           .is_repeatable = true},
          {.name = "--categorical",
           .value = "PATTERN",
           .text = "take these columns as categories, whatever they look like; repeat for more",
           .group = group,
           .is_repeatable = true},
          {.name = "--numeric",
           .value = "PATTERN",
           .text = "take these columns as numbers, integers with few values too; repeat for more",
           .group = group,
           .is_repeatable = true}};
}

std::vector<Option> file_options() {
  const std::string group(file_group);
  return {{.name = "--input-format",
           .value = "FORMAT",
           .text = "what the file is (default: by its extension; csv on standard input)",
           .group = group,
           .choices = format_words()},
          {.name = "--header",
           .value = "WHEN",
           .text = "whether the first line names the columns (default: auto)",
           .group = group,
           .choices = {"yes", "no", "auto"}},
          {.name = "--delimiter",
           .value = "CHAR",
           .text = "between fields; also tab, comma, semicolon, space, pipe (default: the one of "
                   "comma, semicolon and tab that the first line uses most)",
           .group = group}};
}

}  // namespace

std::vector<Option> input_options() {
  std::vector<Option> all = table_options();
  const std::vector<Option> file = file_options();
  all.insert(all.end(), file.begin(), file.end());
  return all;
}

std::vector<Option> run_options() {
  const std::string group(run_group);
  return {{.name = "--threads",
           .value = "N",
           .text = "how many to use; the result does not depend on it (default: OMP_NUM_THREADS, "
                   "or all processors)",
           .group = group},
          {.name = "--memory",
           .value = "SIZE",
           .text = "stop with an error rather than use more: 512M, 4G (default: 60 % of the "
                   "machine's)",
           .group = group},
          {.name = "--quiet",
           .letter = 'q',
           .text = "no progress and no notes on standard error; errors stay",
           .group = group}};
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
  return options;
}

Roles roles(const Arguments& arguments) {
  Roles roles;
  roles.target = arguments.value("--target");
  if (arguments.has("--target") && roles.target.empty()) {
    throw Error(ErrorKind::bad_argument,
                "--target is empty; name a column, or leave the option out");
  }
  roles.target_bins = arguments.value("--target-bins");
  roles.weights = arguments.value("--weights");
  roles.features = arguments.values("--features");
  roles.drop = arguments.values("--drop");
  roles.kinds = {.categorical = arguments.values("--categorical"),
                 .numeric = arguments.values("--numeric")};
  return roles;
}

Context context(const Arguments& arguments, const Interrupts& interrupts, ProgressLine& line) {
  constexpr std::uint64_t most_threads = 1024;
  Context context;
  if (arguments.has("--threads")) {
    context.threads = static_cast<unsigned>(whole_number("--threads", arguments.value("--threads"),
                                                         {.least = 1, .most = most_threads}));
  }
  if (arguments.has("--memory")) {
    context.memory = memory_size("--memory", arguments.value("--memory"));
  }
  if (arguments.has("--seed")) context.seed = whole_number("--seed", arguments.value("--seed"), {});
  context.stop = interrupts.stop();
  context.progress = [&line](const Progress& now) { line.show(now); };
  return context;
}

}  // namespace pith::cli
