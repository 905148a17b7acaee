// SPDX-License-Identifier: Apache-2.0
#include "pith/data/target_rules.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "pith/base/error.h"
#include "pith/base/option.h"
#include "pith/base/text.h"
#include "pith/data/number.h"

namespace pith {
namespace {

constexpr std::size_t max_classes = 65536;

std::optional<double> finite_number(const std::string& text) {
  const std::optional<double> value = number_of(text);
  return value && std::isfinite(*value) ? value : std::nullopt;
}

}  // namespace

std::optional<std::vector<double>> numbers_of(std::span<const std::string> texts) {
  std::vector<double> values(texts.size());
  for (std::size_t i = 0; i < values.size(); ++i) {
    const std::optional<double> value = finite_number(texts[i]);
    if (!value) return std::nullopt;
    values[i] = *value;
  }
  return values;
}

const std::string& first_text(std::span<const std::string> texts) {
  return *std::find_if(texts.begin(), texts.end(),
                       [](const std::string& text) { return !finite_number(text); });
}

void reject_text(const std::string& name, const std::string& text) {
  throw Error(
      ErrorKind::bad_data,
      fmt::format("column {} is declared numeric but contains text such as {}; correct the text, "
                  "name it in {} if it stands for a missing value, or leave the column out of {}",
                  quoted(name), quoted(text), option("na"), option("numeric")));
}

void reject_missing_target(const std::string& name, std::size_t absent, const MissingPlace& place) {
  const std::string where =
      place.first_row ? fmt::format(", the first in row {} (counted from 0)", *place.first_row)
                      : "";
  throw Error(ErrorKind::bad_data,
              fmt::format("target {} is missing in {}{};{} drop {} with {}", quoted(name),
                          counted(absent, "row"), where, place.stray,
                          agree(absent, "this row", "these rows"), option("missing", "drop")),
              Cause::missing_target);
}

void reject_empty_target(const std::string& name) {
  throw Error(ErrorKind::bad_data,
              fmt::format("target {} is missing in every row; choose another {}", quoted(name),
                          option("target")),
              Cause::missing_target);
}

void reject_no_complete_targets(std::size_t targets) {
  throw Error(ErrorKind::bad_data,
              fmt::format("no row has a value of each of the {} targets; choose fewer ({})",
                          targets, option("target")),
              Cause::missing_target);
}

void check_one_target(std::size_t targets, std::string_view what) {
  if (targets < 2) return;
  throw Error(ErrorKind::bad_argument,
              fmt::format("{} takes one target, and there are {}; name one ({})", what, targets,
                          option("target")));
}

void reject_text_target(const std::string& name, const std::string& text) {
  throw Error(
      ErrorKind::bad_argument,
      fmt::format("target {} contains text such as {}, which cannot be regressed; leave out "
                  "{}, or choose another {}",
                  quoted(name), quoted(text), option("task", "regress"), option("target")));
}

void reject_numeric_by_passes(const std::string& name) {
  throw Error(
      ErrorKind::bad_data,
      fmt::format("target {} holds numbers, and only classes can be selected for with {} and "
                  "from files larger than memory; make classes of it (for example {}), or "
                  "leave out {} and give it enough memory ({})",
                  quoted(name), option("exact"), option("target_bins", "frequency:3"),
                  option("exact"), option("memory")));
}

void reject_regressed_classes(const std::string& name) {
  throw Error(
      ErrorKind::bad_argument,
      fmt::format("target {} is declared categorical, so that it cannot be regressed; leave "
                  "out one of {} and {}",
                  quoted(name), option("categorical"), option("task", "regress")));
}

void reject_regressed_bins(const std::string& name) {
  throw Error(ErrorKind::bad_argument,
              fmt::format("{} makes classes of target {}, which cannot be regressed; leave out one "
                          "of {} and {}",
                          option("target_bins"), quoted(name), option("target_bins"),
                          option("task", "regress")));
}

void reject_target_bins(const std::string& name) {
  throw Error(ErrorKind::bad_argument, fmt::format("target {} holds classes already; leave out {}",
                                                   quoted(name), option("target_bins")));
}

void check_classes(const TargetFacts& facts) {
  if (facts.classes > max_classes) {
    throw Error(
        ErrorKind::bad_data,
        fmt::format("target {} has {} classes, more than {}; choose another {}, or discretise it "
                    "({})",
                    quoted(facts.name), facts.classes, max_classes, option("target"),
                    option("target_bins")));
  }
  // Several rows without a repeated value are measurements or names rather than classes.
  const std::size_t max_distinct = facts.is_numeric ? 2 : 9;
  if (facts.is_declared_categorical || facts.classes != facts.rows || facts.rows <= max_distinct)
    return;
  const std::string regress =
      facts.is_numeric ? ", or regress it (" + option("task", "regress") + ")" : "";
  throw Error(
      ErrorKind::bad_data,
      fmt::format("target {} has a different value in each of the {} rows, so that every row "
                  "would be its own class; choose another {}, or discretise it ({}){}",
                  quoted(facts.name), facts.rows, option("target"), option("target_bins"),
                  regress));
}

void check_two_classes(const std::string& name, std::size_t classes, const std::string& only) {
  if (classes >= 2) return;
  throw Error(ErrorKind::bad_data,
              fmt::format("target {} has {}{}; choose a target with at least two classes",
                          quoted(name), counted(classes, "class", "classes"),
                          classes == 1 ? " (" + quoted(only) + ")" : ""));
}

void check_two_numbers(const std::string& name, const Column& target) {
  const Numbers numbers = target.numbers();
  const bool are_equal = std::all_of(numbers.begin(), numbers.end(),
                                     [&](double value) { return value == numbers[0]; });
  if (are_equal) {
    throw Error(ErrorKind::bad_data,
                fmt::format("target {} has the same number in every row ({}); choose a target that "
                            "varies",
                            quoted(name), number_text(numbers[0])));
  }
}

std::optional<std::string> binned_target_note(const std::string& name, const std::string& bins) {
  if (bins.empty()) return std::nullopt;
  return fmt::format("binned target {} by {}", quoted(name), bins);
}

std::string without_target_note(std::size_t rows) {
  return fmt::format("dropped {} without a target", counted(rows, "row"));
}

}  // namespace pith
