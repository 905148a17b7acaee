// SPDX-License-Identifier: Apache-2.0
#include "cli/plan_options.h"

#include <fmt/format.h>

#include <optional>

#include "cli/display.h"
#include "cli/quantity.h"
#include "pith/base/error.h"
#include "pith/data/number.h"
#include "pith/evaluate/learner.h"
#include "pith/select/catalog.h"

namespace pith::cli {
namespace {

std::vector<Option> what_options() {
  const std::string group = "What to evaluate";
  return {{.name = "--methods",
           .letter = 'm',
           .value = "ID,...",
           .text = "methods with commas between them, each an id or id:parameter=value:...; "
                   "'pith methods' lists them (default: auto)",
           .group = group,
           .offers = Completion::methods},
          {.name = "--learner",
           .letter = 'l',
           .value = "ID,...",
           .text = "what learns from the features: linear-svm, rbf-svm, adaboost, qda, knn, "
                   "naive-bayes, logistic; more with commas, each an id or id:parameter=value:... "
                   "(default: linear-svm)",
           .group = group},
          {.name = "--k",
           .letter = 'k',
           .value = "N,...",
           .text = "numbers of features: 10,25,50 or 1..20 or 10..100:10 (default: 1..10)",
           .group = group},
          {.name = "--missing",
           .value = "HOW",
           .text = "missing values, as for 'pith select'; what is imputed comes from training rows "
                   "(default: error)",
           .group = group,
           .choices = {"error", "drop", "impute", "level", "spread"}},
          {.name = "--bins",
           .value = "SPEC",
           .text = "how numbers become categories for methods, as for 'pith select'",
           .group = group},
          {.name = "--scale",
           .value = "HOW",
           .text = "numbers for learners: mean 0 and deviation 1, from 0 to 1, or as they are "
                   "(default: standard)",
           .group = group,
           .choices = {"standard", "range", "none"}}};
}

std::vector<Option> split_options() {
  const std::string group = "How to split the rows";
  return {
      {.name = "--folds",
       .value = "N",
       .text = "so many folds, each tested once; classes are spread evenly (default: 10)",
       .group = group},
      {.name = "--repeats",
       .value = "N",
       .text = "splits anew so many times (default: 1, or 20 with --holdout)",
       .group = group},
      {.name = "--leave-one-out", .text = "tests each row alone", .group = group},
      {.name = "--holdout",
       .value = "SHARE",
       .text = "tests this share of each class, above 0 and below 1, instead of folds",
       .group = group},
      {.name = "--split",
       .value = "COL",
       .text = "the name of a column that says it: each of its values is a fold; where these are "
               "train and test, only test is tested",
       .group = group},
      {.name = "--leaky",
       .text = "select and scale by all rows, test rows included, as some papers did: the errors "
               "are too small, and the result says so",
       .group = group}};
}

Splitting splitting_of(const Arguments& arguments) {
  constexpr std::uint64_t most = 1'000'000;
  std::vector<std::string> given;
  for (const char* option : {"--folds", "--leave-one-out", "--holdout", "--split"}) {
    if (arguments.has(option)) given.emplace_back(option);
  }
  if (given.size() > 1) {
    throw Error(ErrorKind::bad_argument,
                fmt::format("{} and {} are two ways to split; choose one", given[0], given[1]));
  }
  Splitting how;
  if (arguments.has("--folds"))
    how.folds = whole_number("--folds", arguments.value("--folds"), {.least = 2, .most = most});
  if (arguments.has("--leave-one-out")) how.kind = Splitting::Kind::leave_one_out;
  if (arguments.has("--split")) how.kind = Splitting::Kind::given;
  if (arguments.has("--holdout")) {
    how.kind = Splitting::Kind::hold_out;
    how.repeats = default_holdouts;
    const std::optional<double> test_share = number_of(arguments.value("--holdout"));
    if (!test_share || !(*test_share > 0 && *test_share < 1)) {
      throw Error(ErrorKind::bad_argument,
                  fmt::format("--holdout must be a number above 0 and below 1, not {}",
                              quoted(arguments.value("--holdout"))));
    }
    how.test_share = *test_share;
  }
  if (!arguments.has("--repeats")) return how;
  how.repeats = whole_number("--repeats", arguments.value("--repeats"), {.least = 1, .most = most});
  if (how.kind == Splitting::Kind::leave_one_out || how.kind == Splitting::Kind::given) {
    throw Error(ErrorKind::bad_argument,
                fmt::format("--repeats with {} would do the same again; leave it out", given[0]));
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
  Plan plan{.methods = parse_variants(arguments.value("--methods", "auto")),
            .learners = parse_variants(arguments.value("--learner", "linear-svm")),
            .counts = counts("-k", arguments.value("--k", "1..10")),
            .splitting = splitting_of(arguments),
            .scaling = parse_scaling(arguments.value("--scale", "standard")),
            .missing = parse_missing(arguments.value("--missing", "error")),
            .is_leaky = arguments.has("--leaky")};
  if (arguments.has("--bins")) plan.bins = parse_bins(arguments.value("--bins"));
  for (const Variant& variant : plan.methods) {
    if (variant.id != "auto") method(variant.id).params(variant.settings);
  }
  for (const Variant& variant : plan.learners)
    learner(variant.id).params(variant.settings);
  return plan;
}

std::string splitting_text(const Splitting& how) {
  switch (how.kind) {
    case Splitting::Kind::leave_one_out:
      return "leave one out";
    case Splitting::Kind::hold_out:
      return fmt::format("{:.3g} % held out{}", 100 * how.test_share,
                         how.repeats == 1 ? "" : fmt::format(", {} times", how.repeats));
    case Splitting::Kind::given:
      return how.is_single ? "the given test rows" : "the given folds";
    case Splitting::Kind::folds:
      break;
  }
  const std::string folds = counted(how.folds, "fold");
  return how.repeats > 1 ? fmt::format("{} x {}", how.repeats, folds) : folds;
}

}  // namespace pith::cli
