// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "pith/base/context.h"
#include "pith/base/parameter.h"
#include "pith/data/discretize.h"
#include "pith/data/missing.h"
#include "pith/data/table.h"
#include "pith/search/combine.h"
#include "pith/search/selection.h"

namespace pith {

struct Request;

/// A number of features that was found from the data, and how.
struct KChoice {
  std::size_t k = 0;  ///< may be 0: nothing is worth selecting
  std::string note;   ///< how it was found; for the result
  std::optional<CvChoice> cv = {};
  std::optional<NullChoice> null = {};
  std::optional<Stopped> stopped = {};  ///< why the search ends there, if not for want of features
};

/// Finds the number of features (see evaluate/auto_k.h for those that pith has).
using ChooseK = std::function<KChoice(const Table&, const Request&, const Context&)>;

/// How many features to select: a number, all, or found from the data. select() resolves it.
class K {
 public:
  static constexpr std::size_t default_number = 10;

  /// The number that the method finds, where it finds one; else default_number.
  K() = default;
  /// That many. Caps what the method finds, where it finds its own number.
  K(std::size_t number)  // NOLINT(google-explicit-constructor): `{.k = 5}`
  : number_(number), has_number_(true) {}
  static K all();
  /// What `choose` finds, also where the method would find a number of its own.
  static K chosen_by(ChooseK choose);
  /// The number that the method finds, but at most `most`, where it finds one; else what `choose`
  /// finds.
  static K method_or(ChooseK choose, std::size_t most = SIZE_MAX);

  /// Whether `choose` decides, given whether the method finds its own number.
  bool is_chosen(bool method_finds_k) const { return choose_ && !(method_finds_k && yields_); }
  const ChooseK& choose() const { return choose_; }
  /// The number for a table with `features` features. `choose` must not be in charge of it.
  std::size_t number(std::size_t features, bool method_finds_k) const;

 private:
  std::size_t number_ = 0;
  bool has_number_ = false;
  bool is_all_ = false;
  bool yields_ = false;
  std::size_t most_ = SIZE_MAX;
  ChooseK choose_ = {};
};

/// What to select. Everything has a default.
struct Request {
  std::string method = "auto";
  K k = {};
  Settings params = {};  ///< of the method
  /// How numeric features are discretised, for methods that take categorical ones (default: what
  /// the method prefers, mostly sigma). A method that takes both gets numeric features unchanged
  /// unless this is given.
  std::optional<Bins> bins = {};
  Missing missing = Missing::error;
  std::vector<std::string> keep = {};  ///< names of features that must be selected, before others
  /// How the terms of several targets are combined; none: what the method prefers, mostly the mean.
  std::optional<Combine> combine = {};
  bool allows_ids = false;  ///< false: identifiers (data/identifier.h) are set aside
  std::size_t rows = 0;     ///< selects on a random sample of this many rows; 0: on all
  /// Computes statistics by exact integers on a grid, some rows at a time: the result has the same
  /// bits whatever the order of the rows and wherever they are read. For methods that need only
  /// statistics.
  bool is_exact = false;
  std::size_t chunk_rows = 0;  ///< how many rows are read at a time then; 0: chosen by pith
  /// Keeps what an explanation needs of the search, Selection::trace, with the ranks of features
  /// of these names at every step; none: keeps nothing. Does not change what is selected.
  std::optional<std::vector<std::string>> traced = {};
};

}  // namespace pith
