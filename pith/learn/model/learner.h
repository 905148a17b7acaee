// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "pith/base/context.h"
#include "pith/base/parameter.h"
#include "pith/base/reference.h"

namespace pith {

class Model;      // learn/model/model.h
struct Examples;  // likewise

/// What the memory of a fit depends on.
struct FitSize {
  std::size_t rows = 0;  ///< for training
  std::size_t columns = 0;
  std::size_t classes = 0;  ///< 0: numbers are predicted
  unsigned threads = 1;

  /// The number of classes that may occur among the rows.
  double found() const { return static_cast<double>(rows < classes ? rows : classes); }
};

/// A number of bytes, at most 2^62.
std::uint64_t whole_bytes(double bytes);

/// What a learner can predict.
enum class Predicts { classes, numbers, both };

/// A learner is a value, as a method is: everything that front ends show or check is in it. The
/// file pith/learn/x.cpp is named after the id (with `_` for `-`), and so is the function in
/// pith::learn that makes the value.
struct Learner {
  std::string id;
  std::string title;
  std::string summary;  ///< how it predicts, in one sentence
  std::string formula;  ///< plain text, as those of methods
  std::vector<Parameter> parameters;
  std::vector<Reference> references;
  Predicts predicts = Predicts::classes;
  bool gives_probabilities = false;  ///< scores of classes are logarithms of probabilities
  /// What fit() and scoring by the model need at most, beside the examples and the scores. fit()
  /// does not reserve it: whoever calls it does, for all fits that run at the same time. What makes
  /// a fit faster where there is room is not included, and fit() reserves that itself.
  std::uint64_t (*bytes)(const FitSize&, const Params&) = nullptr;
  /// Throws Error(cancelled) when the context is told to stop.
  std::unique_ptr<const Model> (*fit)(const Examples&, const Params&, const Context&) = nullptr;

  /// Values for all parameters; throws Error(bad_argument) as Params does.
  Params params(const Settings& settings) const;
  bool can_predict(bool numbers) const {
    return predicts == Predicts::both || (predicts == Predicts::numbers) == numbers;
  }
};

/// Every learner, in alphabetical order of the ids.
const std::vector<Learner>& learners();

/// The learner with this id; throws Error(bad_argument) with the nearest id.
const Learner& learner(std::string_view id);

/// The learners that can predict numbers, or classes.
std::vector<std::string> learners_for(bool is_numeric);
/// The id of the learner that is used unless another is named; `auto` stands for it.
std::string default_learner(bool is_numeric);
/// Throws Error(bad_data) with the learners to use instead.
void check_predicts(const Learner& learner, bool is_numeric);

}  // namespace pith
