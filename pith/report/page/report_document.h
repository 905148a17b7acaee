// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "pith/report/json.h"

namespace pith {

/// A part that a report does not have, and why.
struct Omission {
  std::string part;    ///< `explanation`, `evaluation`, `stability`, `inspection` or a method
  std::string reason;  ///< without mentions
};

/// The results that a report is made from.
class ReportParts {
 public:
  /// Adds a document, whose `schema` says what it is: a selection, an explanation, an evaluation, a
  /// stability or an inspection. `source` names it in messages. Throws Error(bad_data) for a text
  /// that is no such document, for a second one of a kind that there can be only one of, for a
  /// selection or an explanation that there is already, and for a
  /// document about another table or target than those before it.
  void add(std::string_view text, const std::string& source);
  void omit(Omission omission) { omitted_.push_back(std::move(omission)); }

  const std::vector<Json>& selections() const { return selections_; }
  const std::vector<Json>& explanations() const { return explanations_; }
  const std::optional<Json>& evaluation() const { return evaluation_; }
  const std::optional<Json>& stability() const { return stability_; }
  const std::optional<Json>& inspection() const { return inspection_; }
  const std::vector<Omission>& omitted() const { return omitted_; }

 private:
  void take_explanation(Json& selection);
  void check_features(const Json& document, const std::string& source);
  void check_data(const Json& document, const std::string& source);
  void check_target(const Json& document, const std::string& source);
  static void append(std::vector<Json>& list, Json document, const std::string& source);
  void set(std::optional<Json>& place, Json document, const std::string& source) const;

  std::vector<Json> selections_;
  std::vector<Json> explanations_;
  std::optional<Json> evaluation_;
  std::optional<Json> stability_;
  std::optional<Json> inspection_;
  std::vector<Omission> omitted_;
  std::map<std::uint64_t, std::string> names_;  // of features, by position
  std::string sha256_;
  std::string first_;          // the source of the first document
  std::string target_;         // of the first document that has one, for messages; empty: none has
  std::string target_source_;  // the source of that document
};

/// What a report says about itself.
struct ReportHeading {
  std::string title;
  std::string command;    ///< that makes it again; empty: there is none
  std::string generated;  ///< see report_time()
};

/// Whether an explanation or a stability is about this selection: method, parameters and number of
/// features agree.
bool is_result_of(const Json& document, const Json& selection);

/// The current time in UTC, `2026-11-18T08:00:00Z`, or that of the environment variable
/// SOURCE_DATE_EPOCH (seconds since 1970), where it is set. Throws Error(bad_argument) where that
/// is not a number.
std::string report_time();

/// The longest list of features that a report holds; what is left out is counted.
inline constexpr std::size_t max_listed_features = 200;

/// The document `pith/report/1` (docs/schema/report-1.json), the only input of the page. Lists of
/// features are cut to max_listed_features, and texts other than notes to 75 letters where they
/// exceed 300 bytes; `features` has the full name of every feature that is mentioned, and elsewhere
/// names of more than 60 bytes are shortened. Throws Error(bad_argument) if there is no part at
/// all.
Json report_document(const ReportParts& parts, const ReportHeading& heading);

}  // namespace pith
