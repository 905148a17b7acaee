// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <limits>
#include <optional>
#include <string>
#include <vector>

// The only drawing code of pith: each function turns plain data into one static <svg> element. The
// report holds the elements inline, `--plot` writes them to files, and notebooks show them.
//
// Names are arbitrary text: they are escaped, control characters and marks of direction are
// replaced, and what does not fit is shortened in the middle. Numbers that are NaN have no mark;
// infinities are drawn at the edge, with an arrow. A mark carries the position of its feature
// (data-feature) and the exact numbers (data-tip and <title>). Equal data give equal bytes.
namespace pith {

/// A drawing, without a visible title: that belongs to what surrounds it. `svg` has role="img", a
/// <title>, a <desc> and a viewBox, and no colours of its own except through custom properties with
/// fallbacks: `var(--pith-1, #0072B2)`.
struct Chart {
  std::string id;     ///< unique within a page: prefix of the ids of <title> and <desc>
  std::string title;  ///< plain text
  std::string svg;
  double width = 0;  ///< of the viewBox
  double height = 0;
};

/// The limits of an interval; NaN: there are none.
struct Limits {
  double lower = std::numeric_limits<double>::quiet_NaN();
  double upper = std::numeric_limits<double>::quiet_NaN();
};

/// The steps of a search: a waterfall where every step has a gain, else the score of each step.
struct PathData {
  struct Step {
    std::size_t feature = 0;
    std::string name;
    double score = 0;
    std::optional<double> gain = {};
  };
  std::string id = "path";
  std::string title = "Score after each step";
  std::string unit = {};  ///< of the scores, e.g. nats; may be empty
  std::vector<Step> steps = {};
  bool is_lowered = false;   ///< a gain lowers the score, e.g. an error
  std::string stopped = {};  ///< why the search ended, e.g. `no other feature adds information`
};
Chart path_chart(const PathData& data);

/// The scores of all features, best first; of more than 40 the first.
struct RankingData {
  struct Feature {
    std::size_t feature = 0;
    std::string name;
    double score = 0;
    bool is_selected = false;
  };
  std::string id = "ranking";
  std::string title = "Scores of the features";
  std::string unit = {};
  std::vector<Feature> features = {};
};
Chart ranking_chart(const RankingData& data);

/// Relevance against redundancy, one point for each step (and for runners-up, if wanted).
struct RelevanceData {
  struct Point {
    std::size_t feature = 0;
    std::string name;
    std::optional<std::size_t> rank = {};  ///< of a selected feature, from 1
    double relevance = 0;
    double redundancy = 0;
  };
  std::string id = "relevance";
  std::string title = "Relevance against redundancy";
  std::string unit = "nats";
  std::vector<Point> points = {};
};
Chart relevance_chart(const RelevanceData& data);

/// The similarity of each pair of features, in [0, 1]; of more than 40 features the first.
struct HeatMapData {
  struct Feature {
    std::size_t feature = 0;
    std::string name;
    bool is_selected = true;
  };
  std::string id = "heat-map";
  std::string title = "Redundancy of the features";
  std::string measure = "similarity";  ///< what a cell is, for tips and the legend
  std::vector<Feature> features = {};
  std::vector<std::vector<double>> values = {};  ///< by row, then by column; symmetric
};
Chart heat_map(const HeatMapData& data);

/// A metric against the number of features, one line for each method.
struct ErrorData {
  struct Series {
    std::string name;
    std::vector<double> values;       ///< by count; NaN: none
    std::vector<Limits> limits = {};  ///< by count, or empty
  };
  struct Baseline {
    std::string name;  ///< e.g. `all features`, `majority class`
    double value = 0;
    Limits limits = {};
  };
  std::string id = "error";
  std::string title = "Error against the number of features";
  std::string metric = "error";  ///< of the values; fractions if is_percent
  bool is_percent = true;        ///< whether values are fractions that are shown in percent
  std::vector<std::size_t> counts = {};
  std::vector<Series> series = {};
  std::vector<Baseline> baselines = {};
};
Chart error_chart(const ErrorData& data);

/// How often each feature is selected, most often first; of more than 40 the first.
struct FrequencyData {
  struct Feature {
    std::size_t feature = 0;
    std::string name;
    double share = 0;                      ///< of the resamples, from 0 to 1
    std::optional<std::size_t> rank = {};  ///< in the selection from all rows, from 1
  };
  std::string id = "frequency";
  std::string title = "How often each feature is selected";
  std::string verdict = {};  ///< e.g. `stable: Nogueira 0.83 (0.80 to 0.86)`
  std::size_t resamples = 0;
  std::vector<Feature> features = {};
};
Chart frequency_chart(const FrequencyData& data);

/// How alike methods are, in [0, 1].
struct AgreementData {
  std::string id = "agreement";
  std::string title = "Agreement between methods";
  std::string measure = "Jaccard index of the selected features";
  std::vector<std::string> names = {};
  std::vector<std::vector<double>> values = {};  ///< by row, then by column; symmetric
};
Chart agreement_chart(const AgreementData& data);

/// A histogram of one feature for each class, or for all rows.
struct DistributionData {
  struct Group {
    std::string name;            ///< of the class; empty: all rows
    std::vector<double> counts;  ///< by bin or level
  };
  std::string id = "distribution";
  std::size_t feature = 0;
  std::string name = {};                 ///< of the feature
  std::vector<double> edges = {};        ///< of the bins of numbers, ascending: one more than bins
  std::vector<std::string> levels = {};  ///< of a category; `edges` is then empty
  std::vector<Group> groups = {};
  std::vector<double> mean_target = {};  ///< by bin or level, for a numeric target; may be empty
  std::string target = {};               ///< name of the numeric target
  double missing = 0;                    ///< number of missing values
};
Chart distribution_chart(const DistributionData& data);

/// Charts as a file of its own, below each other: with their titles, a white background, fonts, and
/// plain colours in place of custom properties, which many programs do not know.
std::string standalone_svg(const std::vector<Chart>& charts);

}  // namespace pith
