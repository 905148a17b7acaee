// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string>

#include "pith/base/option.h"
#include "pith/base/parameter.h"
#include "pith/base/reference.h"
#include "pith/select/method.h"

namespace pith {

/// A method as text for a terminal, as a Markdown page, as a JSON object, and its references as
/// BibTeX. All are printed from the Method value; nothing else describes a method. Options are
/// spelled as the front end does. Text has lines of at most `width` characters.
std::string describe_text(const Method& method, const Spelling& spelling = plain_spelling,
                          std::size_t width = 80);
std::string describe_markdown(const Method& method, const Spelling& spelling = plain_spelling);
std::string describe_json(const Method& method, const Spelling& spelling = plain_spelling);
std::string bibtex(const Method& method);
/// One bibliography for several methods, with every reference once.
std::string bibtex(std::span<const Method> methods);

/// The last parts of describe_text, for whatever has parameters and references.
std::string parameters_and_references(std::span<const Parameter> parameters,
                                      std::span<const Reference> references,
                                      const Spelling& spelling, std::size_t width = 80);

/// What a method with these settings needs and accepts, as a JSON object. Throws as Params does.
std::string traits_json(const Method& method, const Settings& settings);

/// All methods: a JSON array, and a Markdown table with one line each.
std::string catalog_json(const Spelling& spelling = plain_spelling);
std::string catalog_markdown();

/// The options that all methods share (select/options.h), as a JSON array.
std::string options_json(const Spelling& spelling = plain_spelling);

}  // namespace pith
