// SPDX-License-Identifier: Apache-2.0
#include "pith/select/passes/pass_encode.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>
#include <vector>

#include "pith/base/error.h"
#include "pith/base/option.h"
#include "pith/base/text.h"
#include "pith/data/boolean.h"
#include "pith/stats/passes/moments_pass.h"
#include "pith/stats/passes/tables_pass.h"
#include "pith/stats/passes/value_counts.h"

namespace pith::select_internal {
namespace {

using Kind = FeatureEncoding::Kind;

/// Encodes the features of one table.
class Encoder {
 public:
  Encoder(Runner& runner, const EncodeInput& input, const EncodeRequest& request, PassPrepared& out,
          const Context& context)
      : runner_(runner),
        input_(input),
        request_(request),
        out_(out),
        facts_(out.facts),
        context_(context) {}

  void run() {
    facts_.encoding.features.resize(size());
    facts_.encoding.target = out_.rows.target;
    facts_.encoding.required_fields = out_.rows.required;
    facts_.names = input_.table.names();
    for (std::size_t i = 0; i < size(); ++i)
      encode_feature(i);
    find_moments();
    if (request_.configured.traits.input.correlates_ranks) encode_ranks();
    runner_.encode(facts_.encoding, context_);
    const bool has_bins = std::any_of(out_.features.begin(), out_.features.end(),
                                      [](const PreparedFeature& each) { return each.is_binned; });
    if (has_bins) leave_out_empty_bins();
  }

 private:
  std::size_t size() const { return out_.features.size(); }
  bool has_missing(std::size_t i) const { return input_.kept[i]->missing > 0; }
  bool imputes(std::size_t i) const {
    return request_.missing == Missing::impute && has_missing(i);
  }

  void encode_feature(std::size_t i) {
    const PassFeature& feature = input_.table.features[i];
    FeatureEncoding& encoding = facts_.encoding.features[i];
    encoding.field = feature.field;
    encoding.name = feature.name;
    if (out_.features[i].is_codes || out_.features[i].is_binned) {
      const bool is_coded =
          request_.missing == Missing::level || request_.missing == Missing::spread;
      encoding.has_missing_code = is_coded && has_missing(i);
      facts_.spreads_missing = facts_.spreads_missing ||
                               (encoding.has_missing_code && request_.missing == Missing::spread);
    }
    if (out_.features[i].is_codes) return encode_levels(i, encoding);
    if (out_.features[i].is_binned) {
      encoding.kind = Kind::cuts;
      if (imputes(i)) encoding.fill_number = input_.fills[i];
      out_.features[i].is_constant = encoding.cuts.empty() && !encoding.has_missing_code;
      return;
    }
    encode_numbers(i, encoding);
  }

  void encode_levels(std::size_t i, FeatureEncoding& encoding) {
    PreparedFeature& prepared = out_.features[i];
    const Levels& levels = prepared.levels;
    const bool has_numbers = input_.table.features[i].has_numbers;
    encoding.kind = has_numbers ? Kind::values : Kind::levels;
    encoding.values = levels.values;
    if (!has_numbers) encoding.levels = levels.names;
    const auto used = std::count_if(levels.counts.begin(), levels.counts.end(),
                                    [](double count) { return count > 0; });
    prepared.is_constant = used + (encoding.has_missing_code ? 1 : 0) == 1;
    if (!imputes(i)) return;
    if (input_.fills[i]) {
      encoding.fill_number = input_.fills[i];
    } else if (has_numbers) {
      encoding.fill_number = levels.values[levels.mode().value_or(0)];
    } else {
      encoding.fill_code = levels.mode();
    }
  }

  void encode_numbers(std::size_t i, FeatureEncoding& encoding) {
    const PassFeature& feature = input_.table.features[i];
    const NumberRange range = range_of(feature, *input_.kept[i]);
    encoding.kind = Kind::grid;
    encoding.grid = grid_of(range.min, range.max);
    if (!feature.has_numbers) {
      for (const auto& [name, count] : input_.kept[i]->levels) {
        encoding.levels.push_back(name);
        encoding.values.push_back(boolean_of(name).value_or(false) ? 1 : 0);
      }
    }
    out_.features[i].is_constant = !(range.min < range.max);
    numeric_.push_back(i);
    facts_.mins.resize(size());
    facts_.maxs.resize(size());
    facts_.mins[i] = range.min;
    facts_.maxs[i] = range.max;
  }

  std::unique_ptr<MomentsState> run_moments(std::size_t max_distinct_rows) {
    MomentsPass::Options options{.target = out_.rows.target,
                                 .required = out_.rows.required,
                                 .max_distinct_rows = max_distinct_rows};
    for (const std::size_t i : numeric_)
      options.features.push_back(facts_.encoding.features[i]);
    return run_pass<MomentsState>(runner_, MomentsPass(std::move(options)), context_);
  }

  /// The moments of the completed numbers. Means fill gaps.
  void find_moments() {
    if (numeric_.empty()) return;
    const bool has_gaps =
        std::any_of(numeric_.begin(), numeric_.end(), [&](std::size_t i) { return imputes(i); });
    const std::size_t classes = out_.rows.target.classes();
    const std::size_t max_distinct_rows = numeric_.size() + 2;
    facts_.moments.resize(size() * classes);
    auto state = run_moments(has_gaps ? 0 : max_distinct_rows);
    for (std::size_t j = 0; j < numeric_.size(); ++j) {
      const std::size_t i = numeric_[j];
      FeatureEncoding& encoding = facts_.encoding.features[i];
      GridMoments all;
      for (std::size_t c = 0; c < classes; ++c)
        all.add(state->moments(j, c));
      out_.features[i].mean = mean_of(encoding.grid, all).value;
      if (imputes(i)) encoding.fill_number = out_.features[i].mean;
      for (std::size_t c = 0; c < classes; ++c) {
        GridMoments& moments = facts_.moments[i * classes + c];
        moments = state->moments(j, c);
        if (imputes(i)) {
          moments.add(
              repeated(on_grid(encoding.grid, *encoding.fill_number), state->missing(j, c)));
        }
      }
    }
    for (const std::size_t i : numeric_) {
      const std::optional<double>& fill = facts_.encoding.features[i].fill_number;
      const bool has_fractions =
          input_.table.features[i].has_numbers && !input_.kept[i]->are_integers;
      if (has_fractions || (fill && *fill != std::trunc(*fill))) ++facts_.fractional_features;
    }
    if (has_gaps) state = run_moments(max_distinct_rows);
    for (std::size_t c = 0; c < classes; ++c)
      facts_.distinct_rows.push_back(state->distinct_rows(c));
  }

  [[noreturn]] void reject_many_values(const std::string& name) const {
    throw Error(
        ErrorKind::resources,
        fmt::format("{} correlates ranks, for which all distinct values of feature {} must fit "
                    "into memory; raise {}, select from a sample of the rows, or use a method that "
                    "takes values, such as {}",
                    request_.configured.method.id, quoted(name), option("memory"),
                    option("method", "gc-mi")));
  }

  /// Numbers as doubled average ranks over all rows, which are integers.
  void encode_ranks() {
    ValueCountsPass::Options options{
        .required = out_.rows.required,
        .max_distinct = max_distinct_within(numeric_.size(), 2, context_)};
    for (const std::size_t i : numeric_)
      options.features.push_back(facts_.encoding.features[i]);
    const auto state =
        run_pass<ValueCountsState>(runner_, ValueCountsPass(std::move(options)), context_);
    for (std::size_t j = 0; j < numeric_.size(); ++j) {
      FeatureEncoding& encoding = facts_.encoding.features[numeric_[j]];
      if (state->has_more(j)) reject_many_values(encoding.name);
      set_ranks(encoding, state->take(j));
    }
  }

  static void set_ranks(FeatureEncoding& encoding, CountedValues::Counted counted) {
    std::vector<double>& values = counted.values;
    const std::vector<std::uint64_t>& counts = counted.counts;
    const bool are_distinct =
        std::all_of(counts.begin(), counts.end(), [](std::uint64_t rows) { return rows == 1; });
    encoding.kind = Kind::ranks;
    if (encoding.levels.empty()) {
      if (!are_distinct) encoding.ranks = ranks_of(counts);
      encoding.values = std::move(values);
      encoding.index = ValueIndex(encoding.values);
      return;
    }
    const std::vector<std::int64_t> ranks = ranks_of(counts);
    const auto rank_of = [&](double value) {
      const auto place = std::lower_bound(values.begin(), values.end(), value);
      return ranks[static_cast<std::size_t>(place - values.begin())];
    };
    for (const double value : encoding.values)
      encoding.ranks.push_back(rank_of(value));
    if (encoding.fill_number) encoding.ranks.push_back(rank_of(*encoding.fill_number));
    encoding.values.clear();
  }

  /// Doubled average ranks of values that so many rows have.
  static std::vector<std::int64_t> ranks_of(std::span<const std::uint64_t> counts) {
    std::vector<std::int64_t> ranks;
    ranks.reserve(counts.size());
    std::int64_t before = 0;
    for (const std::uint64_t rows : counts) {
      const auto count = static_cast<std::int64_t>(rows);
      ranks.push_back(2 * before + count + 1);
      before += count;
    }
    return ranks;
  }

  void leave_out_empty_bins() {
    std::vector<std::uint32_t> codes;
    for (const FeatureEncoding& encoding : facts_.encoding.features)
      codes.push_back(static_cast<std::uint32_t>(encoding.codes()));
    const std::size_t classes = out_.rows.target.classes();
    const ClassTablesPass pass(std::move(codes), classes);
    constexpr std::uint64_t bytes_per_table = sizeof(std::vector<std::uint64_t>) + 16;
    const std::uint64_t bytes = pass.state_bytes() + size() * bytes_per_table;
    // Those of the pass, and those that are kept: a limit that is named suffices for both.
    context_.require_memory(pass.state_bytes() + bytes, "the classes of the levels",
                            "select from fewer features");
    facts_.tables_held = std::make_shared<const Reservation>(
        context_.reserve(bytes, "the classes of the levels", "select from fewer features"));
    const auto state = run_pass<ClassTablesState>(runner_, pass, context_);
    facts_.class_tables.resize(size());
    bool has_changed = false;
    for (std::size_t i = 0; i < size(); ++i) {
      const auto table = state->table(i);
      facts_.class_tables[i].assign(table.begin(), table.end());
      if (!out_.features[i].is_binned) continue;
      const bool is_changed =
          renumber(facts_.encoding.features[i], facts_.class_tables[i], classes);
      has_changed = has_changed || is_changed;
    }
    if (has_changed) runner_.encode(facts_.encoding, context_);
  }

  /// Whether there are empty bins, which it leaves out. The code of missing values stays.
  static bool renumber(FeatureEncoding& encoding, std::vector<std::uint64_t>& table,
                       std::size_t classes) {
    const std::size_t codes = table.size() / classes;
    std::vector<std::uint32_t> renumbered;
    std::vector<std::uint64_t> rest;
    std::uint32_t next = 0;
    for (std::size_t code = 0; code < codes; ++code) {
      const auto begin = table.begin() + static_cast<std::ptrdiff_t>(code * classes);
      const auto end = begin + static_cast<std::ptrdiff_t>(classes);
      const bool is_empty = std::all_of(begin, end, [](std::uint64_t rows) { return rows == 0; });
      renumbered.push_back(is_empty ? FeatureEncoding::no_code : next++);
      if (!is_empty) rest.insert(rest.end(), begin, end);
    }
    if (next == codes) return false;
    encoding.renumbered = std::move(renumbered);
    table = std::move(rest);
    return true;
  }

  Runner& runner_;
  const EncodeInput& input_;
  const EncodeRequest& request_;
  PassPrepared& out_;
  EncodedFacts& facts_;
  const Context& context_;
  std::vector<std::size_t> numeric_ = {};
};

}  // namespace

NumberRange range_of(const PassFeature& feature, const ColumnSummary& summary) {
  if (feature.has_numbers) return {summary.min, summary.max};
  NumberRange range{1, 0};
  for (const auto& [name, count] : summary.levels) {
    const double value = boolean_of(name).value_or(false) ? 1 : 0;
    range.min = std::min(range.min, value);
    range.max = std::max(range.max, value);
  }
  return range;
}

void encode(Runner& runner, const EncodeInput& input, const EncodeRequest& request,
            PassPrepared& out, const Context& context) {
  Encoder(runner, input, request, out, context).run();
}

}  // namespace pith::select_internal
