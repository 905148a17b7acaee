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

std::vector<bool> identifiers_of(const Table& table, const Context& context) {
  const TableParts& parts = table.parts();
  std::vector<std::string> others;
  for (std::size_t i = 0; i < table.targets(); ++i)
    others.push_back(table.target_name(i));
  return find_identifiers(parts.features, parts.names, others, context);
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

std::vector<SetAside> features_to_set_aside(const Table& table, const AsideRules& rules,
                                            const Context& context) {
  const std::vector<bool> are_ids =
      rules.identifiers ? identifiers_of(table, context) : std::vector<bool>(table.features());
  return find_set_aside(
      {.names = table.names(),
       .is_empty = [&](Feature feature) { return is_empty(table.feature(feature)); },
       .is_identifier = [&](Feature feature) { return are_ids[feature]; },
       .is_constant = [&](Feature feature) { return is_constant(table.feature(feature)); },
       .source = table.source()},
      rules);
}

}  // namespace

std::vector<SetAside> find_set_aside(const AsideFacts& facts, const AsideRules& rules) {
  TextIndex keep;
  for (const std::string& name : rules.keep)
    keep.insert(name);
  std::vector<SetAside> found;
  for (Feature feature = 0; feature < facts.names.size(); ++feature) {
    const std::string& name = facts.names[feature];
    std::optional<Reason> reason;
    if (facts.is_empty(feature)) {
      reason = Reason::empty;
    } else if (rules.identifiers && !keep.contains(name) && facts.is_identifier(feature)) {
      reason = Reason::identifier;
    } else if (rules.constants && !keep.contains(name) && facts.is_constant(feature)) {
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
  if (!found.empty() && found.size() == facts.names.size()) {
    throw Error(ErrorKind::bad_data,
                fmt::format("{}no feature is left to select from; set aside {}",
                            facts.source.empty() ? "" : facts.source + ": ",
                            fmt::join(texts_about(found), ", ")));
  }
  return found;
}

std::vector<std::string> set_aside_notes(const std::vector<SetAside>& aside) {
  std::vector<std::string> notes = texts_about(aside);
  for (std::string& note : notes)
    note.insert(0, "set aside ");
  return notes;
}

std::vector<Feature> places_without(const std::vector<SetAside>& aside, std::size_t features) {
  std::vector<Feature> places;
  auto next = aside.begin();
  for (Feature feature = 0; feature < features; ++feature) {
    if (next != aside.end() && next->feature == feature) {
      ++next;
    } else {
      places.push_back(feature);
    }
  }
  return places;
}

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

void restore_places(std::span<const Feature> places, const std::vector<SetAside>& aside,
                    Selection& selection) {
  for (Selected& step : selection.selected)
    step.feature = places[step.feature];
  for (Ranked& entry : selection.ranking)
    entry.feature = places[entry.feature];
  for (Feature& feature : selection.combinations)
    feature = places[feature];
  if (selection.trace) restore_places(places, *selection.trace);
  if (selection.null) {
    for (NullStep& step : selection.null->steps)
      step.feature = places[step.feature];
  }
  // What was set aside within this table comes after it, and is put in the order of the whole.
  for (SetAside& each : selection.set_aside)
    each.feature = places[each.feature];
  selection.set_aside.insert(selection.set_aside.end(), aside.begin(), aside.end());
  std::sort(selection.set_aside.begin(), selection.set_aside.end(),
            [](const SetAside& a, const SetAside& b) { return a.feature < b.feature; });
}

void ReducedTable::restore(Selection& selection) const {
  if (!is_whole()) restore_places(places, set_aside, selection);
}

ReducedTable set_aside(const Table& table, const AsideRules& rules, const Context& context) {
  std::vector<SetAside> aside = features_to_set_aside(table, rules, context);
  if (aside.empty()) return {.table = table};
  const std::vector<Feature> places = places_without(aside, table.features());
  TableParts parts = table.parts();
  for (std::size_t i = 0; i < places.size(); ++i) {
    parts.features[i] = parts.features[places[i]];
    parts.names[i] = parts.names[places[i]];
  }
  parts.features.erase(parts.features.begin() + static_cast<std::ptrdiff_t>(places.size()),
                       parts.features.end());
  parts.names.resize(places.size());
  for (std::string& note : set_aside_notes(aside))
    parts.notes.push_back(std::move(note));
  return {.table = Table(std::move(parts)), .set_aside = std::move(aside), .places = places};
}

}  // namespace pith
