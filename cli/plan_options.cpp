// SPDX-License-Identifier: Apache-2.0
#include "cli/plan_options.h"

#include <fmt/format.h>

#include <optional>

#include "cli/quantity.h"
#include "cli/request_options.h"
#include "cli/variants.h"
#include "pith/base/error.h"
#include "pith/data/number.h"
#include "pith/learn/model/learner.h"

namespace pith::cli {
namespace {

std::vector<std::string> learner_ids() {
  std::vector<std::string> ids;
  for (const Learner& known : learners())
    ids.push_back(known.id);
  return ids;
}

std::vector<Option> what_options() {
  const std::string group = "Evaluation";
  const std::string variants = "several separated by commas, each ID or ID:name=value";
  std::vector<Option> options = {
      shared("method", {.name = "--methods",
                        .letter = 'm',
                        .value = "ID,...",
                        .text = variants + "; 'pith methods' lists all methods",
                        .brief = "methods; 'pith methods' lists them",
                        .group = group,
                        .completion = Completion::methods,
                        .aliases = {"--method"}}),
      {.name = "--learner",
       .letter = 'l',
       .value = "ID,...",
       .text =
           fmt::format("learner to fit on the selected features: {}; {} (default: linear-svm for "
                       "classes, ridge for numbers, knn for both)",
                       alternatives(learner_ids()), variants),
       .brief = "learners, e.g. linear-svm, knn, qda",
       .group = group,
       .completion = Completion::learners,
       .aliases = {"--learners"}},
      {.name = "--k",
       .letter = 'k',
       .value = "N,...",
       .text = "numbers of features: 10,25,50 or 1..20 or 10..100:10 (default: 1..10)",
       .brief = "numbers of features, e.g. 10,25 or 1..20",
       .group = group}};
  for (Option& option : preparation_options(group)) {
    option.brief.clear();
    options.push_back(std::move(option));
  }
  options.push_back({.name = "--scale",
                     .value = "HOW",
                     .text = "scaling of numeric features for learners: mean 0 and deviation 1, "
                             "from 0 to 1, or none (default: standard)",
                     .group = group,
                     .choices = {"standard", "range", "none"}});
  options.push_back({.name = "--no-baseline",
                     .text = "do not fit the learners on all features for comparison",
                     .group = group});
  return options;
}

std::vector<Option> split_options() {
  const std::string group = "Train-test splits";
  return {
      {.name = "--folds",
       .value = "N",
       .text =
           "number of folds of cross-validation, stratified by class (default: 10, or what a small "
           "table allows)",
       .brief = "number of cross-validation folds (default: 10)",
       .group = group},
      {.name = "--repeats",
       .value = "N",
       .text = "number of repetitions with new splits (default: 1, or 20 with --holdout)",
       .group = group},
      {.name = "--leave-one-out",
       .text = "test each row alone, instead of folds",
       .brief = "leave-one-out cross-validation",
       .group = group},
      {.name = "--holdout",
       .value = "SHARE",
       .text = "hold out this share of the rows of each class as test rows, instead of folds; "
               "greater than 0 and less than 1",
       .group = group},
      {.name = "--split",
       .value = "COL",
       .text = "column that holds the fold of each row; if its values are train and test, only "
               "test is tested",
       .group = group},
      {.name = "--groups",
       .value = "COL",
       .text = "column that holds the group of each row, e.g. the patient: the rows of a group "
               "are tested together, in --folds stratified folds",
       .brief = "column of groups that are tested together",
       .group = group},
      {.name = "--time",
       .value = "COL",
       .text = "column of numbers or dates: --folds blocks of later rows are tested in turn, "
               "each after training on all earlier rows",
       .brief = "column of times; test later rows than those trained on",
       .group = group},
      {.name = "--select-rows",
       .value = "N",
       .text =
           "select features on N training rows of each split, drawn at random and stratified by "
           "class; the learners are fitted on all training rows",
       .group = group},
      {.name = "--leaky",
       .text = "select and scale on all rows, including the test rows, to reproduce published "
               "results; the errors are optimistically biased, and the result is marked",
       .group = group}};
}

Splitting splitting_of(const Arguments& arguments) {
  constexpr std::uint64_t max_count = 1'000'000;
  std::vector<std::string> given;
  for (const char* option :
       {"--folds", "--leave-one-out", "--holdout", "--split", "--groups", "--time"}) {
    if (arguments.has(option)) given.emplace_back(option);
  }
  const bool has_folds = arguments.has("--groups") || arguments.has("--time");
  if (has_folds) std::erase(given, "--folds");
  if (given.size() > 1) {
    throw Error(ErrorKind::bad_argument,
                fmt::format("{} and {} cannot be used together", given[0], given[1]));
  }
  Splitting how;
  if (arguments.has("--folds"))
    how.folds = whole_number("--folds", arguments.value("--folds"), {.min = 2, .max = max_count});
  if (arguments.has("--leave-one-out")) how.kind = Splitting::Kind::leave_one_out;
  how.allows_fewer_folds = !arguments.has("--folds");
  if (arguments.has("--split")) how.kind = Splitting::Kind::given;
  if (arguments.has("--groups")) how.kind = Splitting::Kind::groups;
  if (arguments.has("--time")) how.kind = Splitting::Kind::time;
  if (arguments.has("--holdout")) {
    how.kind = Splitting::Kind::holdout;
    how.repeats = default_holdouts;
    const std::optional<double> test_share = number_of(arguments.value("--holdout"));
    if (!test_share || !(*test_share > 0 && *test_share < 1)) {
      throw Error(ErrorKind::bad_argument,
                  fmt::format("--holdout must be greater than 0 and less than 1 (got {})",
                              quoted(arguments.value("--holdout"))));
    }
    how.test_share = *test_share;
  }
  if (!arguments.has("--repeats")) return how;
  how.repeats =
      whole_number("--repeats", arguments.value("--repeats"), {.min = 1, .max = max_count});
  if (how.kind == Splitting::Kind::leave_one_out || how.kind == Splitting::Kind::given ||
      how.kind == Splitting::Kind::time) {
    throw Error(ErrorKind::bad_argument,
                fmt::format("--repeats cannot be used with {}, which has only one split into "
                            "folds",
                            given[0]));
  }
  return how;
}

}  // namespace

std::vector<Option> plan_options() {
  std::vector<Option> options = what_options();
  const std::vector<Option> more = split_options();
  options.insert(options.end(), more.begin(), more.end());
  return options;
}

Plan plan_of(const Arguments& arguments) {
  Variants variants{.methods = parse_variants(arguments.value("--methods", "auto")),
                    .learners = parse_variants(arguments.value("--learner", "auto"))};
  check_variants(variants);
  assign_settings(arguments.settings(), variants);
  check_variants(variants);
  Plan plan{
      .methods = std::move(variants.methods),
      .learners = std::move(variants.learners),
      .counts = counts("-k", arguments.value("--k", "1..10")),
      .splitting = splitting_of(arguments),
      .scaling = parse_scaling(arguments.value("--scale", "standard")),
      .missing = parse_missing(arguments.value("--missing", "error")),
      .allows_ids = arguments.has("--allow-ids"),
      .select_rows =
          arguments.has("--select-rows")
              ? whole_number("--select-rows", arguments.value("--select-rows"), {.min = 1})
              : 0,
      .is_leaky = arguments.has("--leaky"),
      // The lines of csv have no place for it.
      .has_baseline = !arguments.has("--no-baseline") && arguments.value("--format") != "csv"};
  if (arguments.has("--combine")) plan.combine = parse_combine(arguments.value("--combine"));
  if (arguments.has("--bins")) plan.bins = parse_bins(arguments.value("--bins"));
  return plan;
}

std::string splitting_text(const Splitting& how) {
  switch (how.kind) {
    case Splitting::Kind::leave_one_out:
      return "leave-one-out cross-validation";
    case Splitting::Kind::holdout:
      return fmt::format("{:.3g} % holdout{}", 100 * how.test_share,
                         how.repeats == 1 ? "" : fmt::format(", repeated {} times", how.repeats));
    case Splitting::Kind::given:
      return how.is_train_test ? "given test rows" : "given folds";
    case Splitting::Kind::time:
      return fmt::format("{} by {}", counted(how.folds, "forward split"), quoted(how.column));
    case Splitting::Kind::groups:
    case Splitting::Kind::folds:
      break;
  }
  return fmt::format(
      "{}{}-fold cross-validation{}", how.repeats > 1 ? fmt::format("{} x ", how.repeats) : "",
      how.folds, how.kind == Splitting::Kind::groups ? " by groups of " + quoted(how.column) : "");
}

std::string splitting_text(const Plan& plan) {
  std::string text = splitting_text(plan.splitting);
  if (plan.select_rows > 0)
    text +=
        fmt::format(", features selected on {} of each", counted(plan.select_rows, "training row"));
  return text;
}

}  // namespace pith::cli
