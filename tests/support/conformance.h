// SPDX-License-Identifier: Apache-2.0
// What the conformance batteries share: how results are compared, which settings of a method are
// run, and the promises that hold for every kind of target.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <set>
#include <stop_token>
#include <string>
#include <thread>
#include <utility>
#include <variant>
#include <vector>

#include "pith/base/error.h"
#include "pith/base/random.h"
#include "pith/select/catalog.h"
#include "pith/select/select.h"
#include "tests/support/examples.h"

namespace pith {

inline double score_of(const Selection& selection, const std::string& name) {
  const auto place = std::find_if(selection.selected.begin(), selection.selected.end(),
                                  [&](const Selected& step) { return step.name == name; });
  return place == selection.selected.end() ? std::numeric_limits<double>::quiet_NaN()
                                           : place->score;
}

inline std::size_t rank_of(const Selection& selection, const std::string& name) {
  const auto names = selection.names();
  return static_cast<std::size_t>(std::find(names.begin(), names.end(), name) - names.begin());
}

inline void expect_near(double a, double b, double tolerance) {
  if (a == b) return;  // infinities too
  EXPECT_NEAR(a, b, tolerance * std::max(1.0, std::abs(a)));
}

/// The same features in the same order, with scores that are equal but for rounding.
inline void expect_same(const Selection& a, const Selection& b, double tolerance = 1e-12) {
  ASSERT_EQ(a.names(), b.names());
  for (std::size_t i = 0; i < a.selected.size(); ++i)
    expect_near(a.selected[i].score, b.selected[i].score, tolerance);
}

/// Without the last features that gain nothing or have the same score: they are tied, and the
/// column order decides.
inline Selection without_tied_end(Selection selection) {
  std::vector<Selected>& all = selection.selected;
  if (all.size() > 1 && !all.back().gain && all.back().score == all.end()[-2].score) {
    const double tied = all.back().score;
    while (!all.empty() && all.back().score == tied)
      all.pop_back();
  }
  while (!selection.selected.empty() && selection.selected.back().gain &&
         std::abs(*selection.selected.back().gain) < 1e-9) {
    selection.selected.pop_back();
  }
  return selection;
}

inline void expect_same_bits(const Selection& a, const Selection& b) {
  ASSERT_EQ(a.features(), b.features());
  for (std::size_t i = 0; i < a.selected.size(); ++i) {
    EXPECT_EQ(a.selected[i].score, b.selected[i].score);
    EXPECT_EQ(a.selected[i].gain, b.selected[i].gain);
  }
  ASSERT_EQ(a.ranking.size(), b.ranking.size());
  for (std::size_t i = 0; i < a.ranking.size(); ++i) {
    EXPECT_EQ(a.ranking[i].feature, b.ranking[i].feature);
    EXPECT_EQ(a.ranking[i].score, b.ranking[i].score);
  }
}

inline std::string text_of(const Settings& settings) {
  std::string text;
  for (const auto& [name, value] : settings)
    text += " " + name + "=" + value;
  return text;
}

class ConformanceTest : public testing::TestWithParam<std::string> {
 protected:
  explicit ConformanceTest(TakesTarget target) : target_(target) {}

  void SetUp() override {
    if (!method().unavailable.empty()) GTEST_SKIP() << method().unavailable;
    if (!is_suitable({})) GTEST_SKIP() << "does not take such a target";
  }
  const Method& method() const { return pith::method(GetParam()); }
  /// The method's traits with these parameters.
  Traits traits(const Settings& settings = {}) const {
    Settings all = settings;
    for (const auto& entry : method().numeric_defaults) {
      const bool is_given = std::any_of(settings.begin(), settings.end(), [&](const auto& setting) {
        return setting.first == entry.first;
      });
      if (target_ == TakesTarget::numbers && !is_given) all.push_back(entry);
    }
    return method().traits_for(method().params(all));
  }
  /// Whether the method takes the battery's kind of target with these parameters.
  bool is_suitable(const Settings& settings) const {
    const TakesTarget takes = traits(settings).input.target;
    return takes == TakesTarget::both || takes == target_;
  }
  Takes takes(const Settings& settings) const { return traits(settings).input.takes; }
  double rounding(const Settings& settings) const {
    return traits(settings).guarantees.uses_float_sums ? 1e-5 : 1e-12;
  }

  /// The defaults, and each parameter at each of its choices and limits that suits the target.
  std::vector<Settings> single_settings() const {
    std::vector<Settings> singles{{}};
    for (const Parameter& parameter : method().parameters) {
      std::vector<std::string> values = parameter.choices;
      if (std::holds_alternative<bool>(parameter.initial)) values = {"true", "false"};
      for (const double end : {parameter.lower, parameter.upper}) {
        if (!std::isfinite(end)) continue;
        const bool is_integer = std::holds_alternative<std::int64_t>(parameter.initial);
        // Of rounds, trees and neighbours even larger numbers only take longer.
        constexpr double most = 1000;
        values.push_back(is_integer ? std::to_string(static_cast<std::int64_t>(std::min(end, most)))
                                    : number_text(end));
      }
      for (const std::string& value : values) {
        const Settings single{{parameter.name, value}};
        if (is_suitable(single)) singles.push_back(single);
      }
    }
    return singles;
  }

  /// The same, and all pairs of these.
  std::vector<Settings> all_settings() const {
    const std::vector<Settings> singles = single_settings();
    std::vector<Settings> all = singles;
    for (std::size_t i = 1; i < singles.size(); ++i) {
      for (std::size_t j = 1; j < i; ++j) {
        const Settings both{singles[j][0], singles[i][0]};
        if (both[0].first != both[1].first && is_suitable(both)) all.push_back(both);
      }
    }
    return all;
  }

  Selection select(const Table& table, std::size_t k, const Settings& settings = {},
                   const Context& context = {}) const {
    const Selection selection = pith::select(table, GetParam(), k, settings, context);
    expect_sane(selection, table, k, settings);
    return selection;
  }

  Selection select(const Table& table, Missing missing) const {
    Request request{.method = GetParam(), .k = table.features()};
    request.missing = missing;
    return pith::select(table, request);
  }

  /// Checks the invariants of every result.
  void expect_sane(const Selection& selection, const Table& table, std::size_t k,
                   const Settings& settings = {}) const {
    const auto order = selection.features();
    EXPECT_EQ(std::set<Feature>(order.begin(), order.end()).size(), order.size());
    const std::size_t max_size = std::min(k, table.features());
    EXPECT_LE(selection.selected.size(), max_size);
    if (!traits(settings).output.finds_k && !traits(settings).output.may_skip_features) {
      EXPECT_EQ(selection.selected.size(), max_size);
    }
    EXPECT_TRUE(traits(settings).output.finds_k || selection.selected.size() == max_size ||
                selection.stopped == Stopped::nothing_left);
    EXPECT_EQ(selection.stopped == Stopped::reached_k, selection.selected.size() == k);
    for (const Selected& step : selection.selected) {
      EXPECT_FALSE(std::isnan(step.score)) << step.name;
      EXPECT_EQ(step.name, table.name(step.feature));
      EXPECT_EQ(step.gain.has_value(), traits().output.is_joint);
    }
    EXPECT_EQ(selection.ranking.size(), traits().output.ranks_all ? table.features() : 0U);
    std::set<Feature> ranked;
    for (const Ranked& entry : selection.ranking) {
      EXPECT_FALSE(std::isnan(entry.score)) << entry.name;
      EXPECT_EQ(entry.name, table.name(entry.feature));
      ranked.insert(entry.feature);
    }
    EXPECT_EQ(ranked.size(), selection.ranking.size());
  }

  /// The one-line error message of a request, or "" if it succeeds.
  static std::string error_of(const Table& table, const Request& request, ErrorKind kind) {
    try {
      (void)pith::select(table, request);
    } catch (const Error& error) {
      EXPECT_EQ(error.kind(), kind) << error.what();
      EXPECT_EQ(std::string(error.what()).find('\n'), std::string::npos);
      return error.what();
    }
    return "";
  }

  Request request(std::size_t k, const Settings& settings = {}) const {
    return {.method = GetParam(), .k = k, .params = settings};
  }

  // Promises to either kind of target, checked on the battery's tables.

  void expect_same_on_any_threads(const Table& table, const Settings& settings) const {
    const Selection one = select(table, 15, settings, {.threads = 1});
    for (const unsigned threads : {2U, 5U})
      expect_same_bits(one, select(table, 15, settings, {.threads = threads}));
  }

  void expect_same_in_any_row_order(const Table& table, const Settings& settings) const {
    const Table shuffled = table.take(Random(9, 0).permutation(table.rows()));
    expect_same(select(table, 8, settings), select(shuffled, 8, settings), rounding(settings));
  }

  void expect_same_in_any_column_order(const Table& table, const Settings& settings) const {
    TableParts parts = table.parts();
    const auto order = Random(4, 0).permutation(table.features());
    for (std::size_t i = 0; i < table.features(); ++i) {
      parts.features[i] = table.parts().features[order[i]];
      parts.names[i] = table.names()[order[i]];
    }
    expect_same(without_tied_end(select(table, 8, settings)),
                without_tied_end(select(Table(std::move(parts)), 8, settings)), rounding(settings));
  }

  void expect_smaller_k_is_a_beginning(const Table& table) const {
    const std::size_t features = table.features();
    const Selection all = select(table, features);
    for (std::size_t k = 1; k <= features; ++k) {
      const auto some = select(table, k).features();
      const auto whole = all.features();
      EXPECT_TRUE(std::equal(some.begin(), some.end(), whole.begin())) << k;
    }
    EXPECT_EQ(select(table, features + 1).features(), all.features());
  }

  /// Of features of which the second half repeats the first.
  void expect_no_gain_from_duplicates(const Table& table, const Settings& settings) const {
    const Selection selection = select(table, table.features(), settings);
    if (!traits().output.is_joint || traits(settings).guarantees.rewards_duplicates) return;
    const auto originals = static_cast<Feature>(table.features() / 2);
    std::set<Feature> seen;
    for (const Selected& step : selection.selected) {
      if (!seen.insert(step.feature % originals).second) {
        EXPECT_LT(*step.gain, 1e-9) << step.name;
      }
    }
  }

  void expect_rows_suffice_or_error(const Table& table, const Settings& settings) const {
    if (table.rows() < traits(settings).input.min_rows) {
      EXPECT_NE(error_of(table, request(6, settings), ErrorKind::bad_data), "");
    } else {
      (void)select(table, 6, settings);
    }
  }

  void expect_drop_and_impute(const Table& whole) const {
    const Table gaps = with_gaps(whole);
    std::vector<std::size_t> complete;
    for (std::size_t row = 0; row < whole.rows(); ++row) {
      if (!gaps.feature(1).missing().test(row)) complete.push_back(row);
    }
    expect_same(select(gaps, Missing::drop), select(whole.take(complete), 8));
    expect_sane(select(gaps, Missing::impute), gaps, 8);
  }

  void expect_weights_are_repetition_or_rejected(const Table& table,
                                                 const Settings& settings) const {
    std::vector<double> weights(table.rows());
    std::vector<std::size_t> rows;
    for (std::size_t row = 0; row < table.rows(); ++row) {
      weights[row] = static_cast<double>(Random(5, 0).below(row, 4));
      rows.insert(rows.end(), static_cast<std::size_t>(weights[row]), row);
    }
    const Table weighted = with_weights(table, weights);
    if (traits(settings).input.takes_weights) {
      expect_same(select(weighted, 6, settings), select(table.take(rows), 6, settings),
                  rounding(settings));
    } else {
      EXPECT_NE(error_of(weighted, request(3, settings), ErrorKind::bad_data), "");
    }
  }

  void expect_cancellable(const Table& table) const {
    std::stop_source before;
    before.request_stop();
    EXPECT_THROW(pith::select(table, GetParam(), 5, {}, {.stop = before.get_token()}), Error);
    std::stop_source during;
    std::size_t reports = 0;
    const auto caller = std::this_thread::get_id();
    const Context context{
        .threads = 2, .stop = during.get_token(), .progress = [&](const Progress& progress) {
          ++reports;
          EXPECT_EQ(std::this_thread::get_id(), caller);
          EXPECT_TRUE(progress.total == 0 || progress.done <= progress.total);
          during.request_stop();
        }};
    try {
      // A method may have finished by its first report; otherwise it must stop at once.
      (void)pith::select(table, GetParam(), 40, {}, context);
    } catch (const Error& error) {
      EXPECT_EQ(error.kind(), ErrorKind::cancelled);
    }
    EXPECT_EQ(reports, 1U);
  }

  void expect_kept_first(const Table& table) const {
    Request wanted = request(4);
    wanted.keep = {"x0", "x7"};
    const Selection selection = pith::select(table, wanted);
    expect_sane(selection, table, 4);
    ASSERT_GE(selection.selected.size(), 2U);
    EXPECT_EQ(selection.selected[0].name, "x0");
    EXPECT_EQ(selection.selected[1].name, "x7");
  }

 private:
  TakesTarget target_;  // classes or numbers: the battery's tables
};

inline std::vector<std::string> method_ids() {
  std::vector<std::string> all;
  for (const Method& method : catalog())
    all.push_back(method.id);
  return all;
}

inline std::string method_test_name(const testing::TestParamInfo<std::string>& test) {
  std::string name = test.param;
  std::replace(name.begin(), name.end(), '-', '_');
  return name;
}

}  // namespace pith
