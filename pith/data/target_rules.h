// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "pith/data/column.h"

// Internal: what makes a column a target, with the messages, whether the column is in memory or was
// summarised by passes.
namespace pith {

/// The finite numbers that these texts spell; none where one of them does not.
std::optional<std::vector<double>> numbers_of(std::span<const std::string> texts);
/// The first text that is not a finite number; there must be one.
const std::string& first_text(std::span<const std::string> texts);

/// Throws Error(bad_data): a column that was declared numeric contains `text`.
[[noreturn]] void reject_text(const std::string& name, const std::string& text);

/// Where values are missing, as far as it is known.
struct MissingPlace {
  std::optional<std::size_t> first_row = {};  ///< counted from 0
  std::string stray = {};                     ///< stray_clause() of the column
};
[[noreturn]] void reject_missing_target(const std::string& name, std::size_t absent,
                                        const MissingPlace& place);
[[noreturn]] void reject_empty_target(const std::string& name);
/// No row has a value of each of so many targets.
[[noreturn]] void reject_no_complete_targets(std::size_t targets);

/// Integers with at most this many distinct values are classes, others are numbers, unless the user
/// says otherwise.
constexpr std::size_t max_class_integers = 20;

/// Classes that are names cannot be regressed.
[[noreturn]] void reject_text_target(const std::string& name, const std::string& text);
/// Numbers are not regressed by passes.
[[noreturn]] void reject_numeric_by_passes(const std::string& name);
[[noreturn]] void reject_target_bins(const std::string& name);
[[noreturn]] void reject_regressed_classes(const std::string& name);
/// Bins make classes, which are not regressed.
[[noreturn]] void reject_regressed_bins(const std::string& name);

/// Throws Error(bad_argument) where there are several targets; `what` begins the message.
void check_one_target(std::size_t targets, std::string_view what);

struct TargetFacts {
  const std::string& name;
  std::size_t rows = 0;  ///< that have a target
  std::size_t classes = 0;
  bool is_numeric = false;
  bool is_declared_categorical = false;
};
/// Throws Error(bad_data) for too many classes, and for several rows without a repeated value.
void check_classes(const TargetFacts& facts);
/// Throws Error(bad_data) unless there are two classes; `only` is the name of the one.
void check_two_classes(const std::string& name, std::size_t classes, const std::string& only);

/// Throws Error(bad_data) where all numbers of a target are equal, or one is not finite.
void check_two_numbers(const std::string& name, const Column& target);

std::optional<std::string> binned_target_note(const std::string& name, const std::string& bins);
std::string without_target_note(std::size_t rows);

}  // namespace pith
