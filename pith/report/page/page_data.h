// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "pith/report/charts/charts.h"
#include "pith/report/json.h"

// What the sections of the page share: the document, the features in it, and how they are written.
namespace pith {

/// The part of an object; null where there is none.
const Json& part_of(const Json& json, const char* key);
/// NaN where there is none.
double number_at(const Json& json, const char* key);
double number_of_json(const Json& json);
std::string text_at(const Json& json, const char* key);
std::size_t count_at(const Json& json, const char* key);

/// A feature that the page has a row of its own for.
struct PageFeature {
  std::size_t index = 0;
  std::string name;                                              ///< in full
  std::vector<std::optional<std::size_t>> ranks;                 ///< by selection, from 1
  std::optional<double> frequency = {};                          ///< under resampling
  std::vector<std::pair<std::string, std::string>> places = {};  ///< word and id of an element
};

/// The most letters of a name: where it is introduced, and where it is repeated.
inline constexpr std::size_t max_name = 60;
inline constexpr std::size_t short_name = 28;

/// How many features the largest charts show.
struct PageDetail {
  std::size_t map = 40;
  std::size_t histograms = 12;
};

/// The document with what the sections look up in it again and again.
class PageData {
 public:
  explicit PageData(const Json& document, PageDetail detail = {});

  const PageDetail& detail() const { return detail_; }

  const Json& document() const { return document_; }
  /// The selection that the page is about; null where there is none.
  const Json& main() const;
  /// How many features it has, also where the report lists only the first of them.
  std::size_t selected_count() const;
  std::size_t main_index() const { return main_; }
  /// The explanation of it; null where there is none.
  const Json& explanation() const;
  /// The stability of the main selection; null where the report has none, or that of another
  /// method, other parameters or another number of features.
  const Json& main_stability() const;
  const Json& part(const char* name) const { return part_of(document_, name); }
  /// What is known about the table: `data` of the first document that has it.
  const Json& data() const;
  std::size_t feature_count() const;
  bool is_numeric() const;  ///< whether the target holds numbers

  /// The features in the order of the page: those of the main selection first.
  const std::vector<PageFeature>& features() const { return features_; }
  /// The name as a link to the row of the feature, where it has one, in at most `letters`: places
  /// that repeat names have short ones.
  std::string link(const Json& feature, std::size_t letters = short_name) const;
  /// Notes that the feature appears in the element with this id; `word` names the place.
  void add_place(std::size_t feature, const std::string& word, const std::string& id);
  /// The id of a method, with parameters only where another method of the page has the same id.
  std::string label(const Json& method) const;
  /// Whether the inspection says that the column of this feature holds dates.
  bool is_date(std::size_t feature) const;

 private:
  PageFeature& entry(std::size_t index);
  void collect();

  const Json& document_;
  PageDetail detail_;
  std::size_t main_ = 0;
  std::map<std::size_t, std::string> names_;  // full names
  std::vector<PageFeature> features_;
  std::map<std::size_t, std::size_t> positions_;  // in features_, by index
};

/// The ISO date of days since 1970, e.g. `2024-03-31`; the number where no calendar has it.
std::string day_text(double days);
/// The name of a feature for the page: isolated, escaped and shortened.
std::string name_html(std::string_view name, std::size_t letters = max_name);
/// `Mutual information maximisation (mim)` of an object with id and parameters.
std::string method_title(const Json& method);
/// `mrmr:form=quotient`: the id, and parameters that are not at their defaults.
std::string method_label(const Json& method);

/// Whether the method minimises its score, e.g. an error.
bool is_minimised(const Json& method);

/// A chart with its caption, as HTML: `caption` is HTML.
std::string figure(const Chart& chart, const std::string& caption = "");
/// A table below a chart, which opens on demand.
std::string twin(const std::string& summary, const std::string& table);
/// A section with a heading; empty where `body` is.
std::string section(const std::string& id, const std::string& title, const std::string& body);
/// A sentence or two that explain what the reader sees; `html` is HTML.
std::string lead(const std::string& html);

}  // namespace pith
