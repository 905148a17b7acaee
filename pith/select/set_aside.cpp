// SPDX-License-Identifier: Apache-2.0
#include "pith/select/set_aside.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <iterator>
#include <optional>

#include "pith/base/error.h"
#include "pith/base/text_index.h"
#include "pith/data/identifier.h"

namespace pith {
namespace {

using Reason = SetAside::Reason;

bool is_empty(const Column& column) {
  return column.has_missing() && column.missing().count() == column.rows();
}

/// Whether each feature is an identifier that nobody asked for.
std::vector<bool> unwanted_identifiers(const Table& table, const TextIndex& keep,
                                       const Context& context) {
  const TableParts& parts = table.parts();
  const std::vector<std::string> others =
      table.has_target() ? std::vector{table.target_name()} : std::vector<std::string>{};
  std::vector<bool> found = find_identifiers(parts.features, parts.names, others, context);
  for (Feature feature = 0; feature < table.features(); ++feature) {
    if (keep.contains(table.name(feature))) found[feature] = false;
  }
  return found;
}

std::vector<SetAside> find_set_aside(const Table& table, const AsideRules& rules,
                                     const Context& context) {
  TextIndex keep;
  for (const std::string& name : rules.keep)
    keep.insert(name);
  const std::vector<bool> are_ids = rules.identifiers ? unwanted_identifiers(table, keep, context)
                                                      : std::vector<bool>(table.features());
  std::vector<SetAside> found;
  for (Feature feature = 0; feature < table.features(); ++feature) {
    const Column& column = table.feature(feature);
    const std::string& name = table.name(feature);
    std::optional<Reason> reason;
    if (is_empty(column)) {
      reason = Reason::empty;
    } else if (are_ids[feature]) {
      reason = Reason::identifier;
    } else if (rules.constants && !keep.contains(name) && is_constant(column)) {
      reason = Reason::constant;
    }
    if (!reason) continue;
    if (*reason == Reason::empty && keep.contains(name)) {
      throw Error(ErrorKind::bad_data,
                  fmt::format("feature {} has no values, so it cannot be kept; leave it out of {}",
                              quoted(name), option("keep")));
    }
    found.push_back({.feature = feature, .name = name, .reason = *reason});
  }
  return found;
}

/// `2 identifiers: 'id', 'email' (allow with allow_ids)`; nothing where there is no such feature.
std::string text_about(const std::vector<SetAside>& all, Reason reason) {
  std::vector<std::string> names;
  for (const SetAside& each : all) {
    if (each.reason == reason) names.push_back(quoted(each.name));
  }
  if (names.empty()) return "";
  switch (reason) {
    case Reason::identifier:
      return fmt::format("{}: {} (allow with {})", counted(names.size(), "identifier"),
                         listed(names), option("allow_ids"));
    case Reason::constant:
      return fmt::format("{}: {}", counted(names.size(), "constant feature"), listed(names));
    case Reason::empty:
      break;
  }
  return fmt::format("{} without values: {}", counted(names.size(), "feature"), listed(names));
}

std::vector<std::string> texts_about(const std::vector<SetAside>& all) {
  std::vector<std::string> texts;
  for (const Reason reason : {Reason::identifier, Reason::empty, Reason::constant}) {
    std::string text = text_about(all, reason);
    if (!text.empty()) texts.push_back(std::move(text));
  }
  return texts;
}

}  // namespace

AsideRules AsideRules::of(const Request& request) {
  return {.identifiers = !request.allows_ids,
          .constants = request.method == "auto",
          .keep = request.keep};
}

std::vector<Feature> ReducedTable::places_of(const std::vector<Feature>& features) const {
  std::vector<Feature> found;
  std::transform(features.begin(), features.end(), std::back_inserter(found),
                 [this](Feature feature) { return places[feature]; });
  return found;
}

void ReducedTable::restore(Selection& selection) const {
  if (is_whole()) return;
  for (Selected& step : selection.selected)
    step.feature = places[step.feature];
  for (Ranked& entry : selection.ranking)
    entry.feature = places[entry.feature];
  selection.combinations = places_of(selection.combinations);
  if (selection.null) {
    for (NullStep& step : selection.null->steps)
      step.feature = places[step.feature];
  }
  // What was set aside within this table comes after it, and is put in the order of the whole.
  for (SetAside& each : selection.set_aside)
    each.feature = places[each.feature];
  selection.set_aside.insert(selection.set_aside.end(), set_aside.begin(), set_aside.end());
  std::sort(selection.set_aside.begin(), selection.set_aside.end(),
            [](const SetAside& a, const SetAside& b) { return a.feature < b.feature; });
}

ReducedTable set_aside(const Table& table, const AsideRules& rules, const Context& context) {
  std::vector<SetAside> aside = find_set_aside(table, rules, context);
  if (aside.empty()) return {.table = table};
  const std::vector<std::string> texts = texts_about(aside);
  if (aside.size() == table.features()) {
    throw Error(
        ErrorKind::bad_data,
        fmt::format("{}no feature is left to select from; set aside {}",
                    table.source().empty() ? "" : table.source() + ": ", fmt::join(texts, ", ")));
  }
  TableParts parts = table.parts();
  std::vector<Feature> places;
  auto next = aside.begin();
  for (Feature feature = 0; feature < table.features(); ++feature) {
    if (next != aside.end() && next->feature == feature) {
      ++next;
      continue;
    }
    parts.features[places.size()] = parts.features[feature];
    parts.names[places.size()] = parts.names[feature];
    places.push_back(feature);
  }
  parts.features.erase(parts.features.begin() + static_cast<std::ptrdiff_t>(places.size()),
                       parts.features.end());
  parts.names.resize(places.size());
  for (const std::string& text : texts)
    parts.notes.push_back("set aside " + text);
  return {.table = Table(std::move(parts)), .set_aside = std::move(aside), .places = places};
}

}  // namespace pith
