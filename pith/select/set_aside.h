// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "pith/base/context.h"
#include "pith/data/table.h"
#include "pith/search/selection.h"
#include "pith/select/request.h"

namespace pith {

/// Which features are kept from the methods. Features without any value always are.
struct AsideRules {
  bool identifiers = false;
  bool constants = false;
  std::vector<std::string> keep = {};  ///< names of features that stay

  /// Identifiers unless the request allows them, constants where it leaves the method to pith: a
  /// method that was asked for by its name treats them by its formula.
  static AsideRules of(const Request& request);
};

/// A table without the features that were set aside.
struct ReducedTable {
  Table table;  ///< its notes say what was set aside
  std::vector<SetAside> set_aside = {};
  std::vector<Feature> places = {};  ///< of its features in the whole table

  bool is_whole() const { return set_aside.empty(); }
  std::vector<Feature> places_of(const std::vector<Feature>& features) const;
  /// The selection from the table as one from the whole table.
  void restore(Selection& selection) const;
};

/// What set_aside() asks about features, by their position.
struct AsideFacts {
  std::span<const std::string> names;
  std::function<bool(Feature)> is_empty;
  std::function<bool(Feature)> is_identifier;
  std::function<bool(Feature)> is_constant;
  std::string source = {};  ///< of the table, for messages
};

/// The features to set aside, in order. Throws as set_aside() does.
std::vector<SetAside> find_set_aside(const AsideFacts& facts, const AsideRules& rules);
/// One note for each reason.
std::vector<std::string> set_aside_notes(const std::vector<SetAside>& aside);
/// The positions of the other features among `features`.
std::vector<Feature> places_without(const std::vector<SetAside>& aside, std::size_t features);
/// A selection from the features at these places as one from the whole table.
void restore_places(std::span<const Feature> places, const std::vector<SetAside>& aside,
                    Selection& selection);

/// Sets features aside. The decision uses no target, and depends on all rows: make it once, before
/// rows are drawn or split. Throws Error(bad_data) if no feature is left, or if a feature to keep
/// has no values.
ReducedTable set_aside(const Table& table, const AsideRules& rules, const Context& context = {});

}  // namespace pith
