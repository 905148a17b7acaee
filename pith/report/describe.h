// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "pith/base/version.h"
#include "pith/data/table.h"
#include "pith/select/catalog.h"
#include "pith/select/method.h"

namespace pith {

/// A method as text for a terminal, as a Markdown page, as a JSON object, and its references as
/// BibTeX. All are printed from the Method value; nothing else describes a method.
std::string describe_text(const Method& method);
std::string describe_markdown(const Method& method);
std::string describe_json(const Method& method);
std::string bibtex(const Method& method);
/// The last parts of describe_text, for whatever has parameters and references.
std::string parameters_and_references(std::span<const Parameter> parameters,
                                      std::span<const Reference> references);
/// One bibliography for several methods; what two of them refer to is in it once.
std::string bibtex(std::span<const Method> methods);

/// All methods: a JSON array, and a Markdown table with one line each.
std::string catalog_json();
std::string catalog_markdown();

/// The parameter as the command line spells it, e.g. `--n-bins` of `n_bins`.
std::string flag_of(const Parameter& parameter);

/// How long the parts of a run took, and on how many threads.
struct Timing {
  double read_seconds = 0;
  double select_seconds = 0;
  unsigned threads = 1;
  std::uint64_t seed = 0;
};

/// The result as the JSON document `pith/selection/1` (docs/schema/selection-1.json). Doubles are
/// printed to round-trip, infinities as "inf" and "-inf"; text that is not UTF-8 is repaired with
/// replacement characters. One line per key and per feature, so that line tools are of use.
std::string selection_json(const Table& table, const Outcome& outcome, const Timing& timing);

}  // namespace pith
