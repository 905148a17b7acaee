// SPDX-License-Identifier: Apache-2.0
#include "pith/data/missing_tokens.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "pith/data/number.h"

namespace pith {
namespace {

constexpr std::array<std::string_view, 20> defaults = {
    "#N/A", "#N/A N/A", "#NA",  "-1.#IND", "-1.#QNAN", "-NaN", "-nan", "1.#IND", "1.#QNAN", "<NA>",
    "N/A",  "NA",       "NULL", "NaN",     "None",     "n/a",  "nan",  "null",   "?",       "."};

}  // namespace

MissingTokens::MissingTokens(std::vector<std::string> added, bool has_default)
    : tokens_(std::move(added)) {
  for (const std::string& token : tokens_) {
    const double number = number_of(token).value_or(NAN);
    if (std::isfinite(number)) numbers_.push_back(number);
  }
  if (has_default) tokens_.insert(tokens_.end(), defaults.begin(), defaults.end());
  for (const std::string& token : tokens_) {
    if (token.empty()) continue;
    lengths_[static_cast<unsigned char>(token.front())] |= std::uint64_t{1} << length_bit(token);
  }
}

MissingTokens MissingTokens::only(std::vector<std::string> tokens) {
  const bool has_empty = std::find(tokens.begin(), tokens.end(), "") != tokens.end();
  MissingTokens made(std::move(tokens), false);
  made.has_empty_ = has_empty;
  return made;
}

bool MissingTokens::is_listed(std::string_view text) const {
  return std::find(tokens_.begin(), tokens_.end(), text) != tokens_.end();
}

bool MissingTokens::contains(double number) const {
  return std::find(numbers_.begin(), numbers_.end(), number) != numbers_.end();
}

}  // namespace pith
