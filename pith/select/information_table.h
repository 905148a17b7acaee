// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string>
#include <vector>

#include "pith/base/context.h"
#include "pith/data/table.h"
#include "pith/search/selection.h"
#include "pith/select/request.h"

namespace pith {

/// Features as categories and targets as classes, whatever the method takes: what the information
/// of any selection is counted on.
struct InformationTable {
  Table table;
  std::vector<Feature> places = {};  ///< of its features in the whole table, ascending
  std::string bins = {};             ///< how numeric features were discretised, for people
  bool has_binned_target = false;    ///< a numeric target was discretised
};

/// Of these features, ascending, none of which was set aside, on the rows of a selection that this
/// request made from the table: by the bins of the request, or of the method, or by default. The
/// table has no target where the given one has none.
InformationTable information_table(const Table& table, const Request& request,
                                   std::span<const Feature> features, const Context& context);

/// Of all features that were not set aside.
InformationTable information_table(const Table& table, const Request& request,
                                   const Selection& selection, const Context& context);

/// The same for some of its features, ascending.
InformationTable with_features(const InformationTable& all, std::span<const Feature> features);

}  // namespace pith
