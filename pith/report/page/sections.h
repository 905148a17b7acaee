// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "pith/report/page/page_data.h"

// The sections of the page, each as HTML; empty where the document has nothing to show in it. A
// section tells PageData where each feature appears, so the list of features comes last.
namespace pith {

/// What was found in two sentences, the figures that matter, and the command that repeats it.
std::string summary_section(const PageData& page);
/// The steps of the main selection: score, gain, relevance, redundancy, runner-up.
std::string path_section(PageData& page);
std::string relevance_section(PageData& page);
std::string redundancy_section(PageData& page);
std::string substitutes_section(PageData& page);
/// Which class or target each feature is informative about.
std::string serves_section(PageData& page);
std::string distributions_section(PageData& page);
std::string error_section(const PageData& page);
std::string stability_section(PageData& page);
std::string agreement_section(PageData& page);
std::string quality_section(PageData& page);
std::string features_section(const PageData& page);
std::string provenance_section(const PageData& page);

/// What the evaluation says about the main selection.
struct MainError {
  const Json* curve = nullptr;  ///< of the method of the main selection; null: there is none
  const Json* point = nullptr;  ///< of its number of features, else of the nearest below
  std::string metric = {};      ///< a key such as `error`
  bool is_percent = false;
};
/// An end of an interval, which is symmetric, within the values that the metric can take.
double within_range(double end, const std::string& metric);

/// `all 13 features`, or `the only feature`.
std::string all_features_text(std::size_t count);
MainError main_error(const PageData& page);

/// The verdict on the stability in words, e.g. `stable`; empty where there is none.
std::string stability_verdict(const PageData& page);

}  // namespace pith
