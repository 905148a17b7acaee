// SPDX-License-Identifier: Apache-2.0
#pragma once

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

/// Sets features aside. The decision uses no target, and depends on all rows: make it once, before
/// rows are drawn or split. Throws Error(bad_data) if no feature is left, or if a feature to keep
/// has no values.
ReducedTable set_aside(const Table& table, const AsideRules& rules, const Context& context = {});

}  // namespace pith
