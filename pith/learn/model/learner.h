// SPDX-License-Identifier: Apache-2.0
#pragma once

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
  bool gives_probabilities = false;  ///< scores are logarithms of probabilities
  bool has_covariances = false;      ///< memory grows with the square of the number of columns
  /// Throws Error(cancelled) when the context is told to stop.
  std::unique_ptr<const Model> (*fit)(const Examples&, const Params&, const Context&) = nullptr;

  /// Values for all parameters; throws Error(bad_argument) as Params does.
  Params params(const Settings& settings) const;
};

/// Every learner, in alphabetical order of the ids.
const std::vector<Learner>& learners();

/// The learner with this id; throws Error(bad_argument) with the nearest id.
const Learner& learner(std::string_view id);

}  // namespace pith
