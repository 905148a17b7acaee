// SPDX-License-Identifier: Apache-2.0
#include "pith/stats/joint_states.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <optional>
#include <type_traits>
#include <variant>

#include "pith/base/parallel.h"

namespace pith {
inline namespace stats {
namespace {

std::vector<std::uint32_t> codes_of(const Column& column) {
  return std::visit(
      [](const auto& codes) { return std::vector<std::uint32_t>(codes.begin(), codes.end()); },
      column.codes());
}

}  // namespace

JointStates::JointStates(const Table& table) : table_(&table), classes_(codes_of(table.target())) {
  std::vector<std::uint32_t> counted;
  for (std::uint32_t row = 0; row < table.rows(); ++row) {
    if (!table.has_weights() || table.weights()[row] > 0) counted.push_back(row);
  }
  rows_ = counted;
  sorted_.resize(rows_.size());
  split(0, static_cast<std::uint32_t>(rows_.size()), classes_, table.classes());
  // So far each class is a state of its own; together they are one.
  state_ends_ = {static_cast<std::uint32_t>(run_ends_.size())};
}

void JointStates::refine(Feature feature) {
  const Column& column = table_->feature(feature);
  const std::vector<std::uint32_t> codes = codes_of(column);
  std::vector<std::uint32_t> old_runs;
  std::vector<std::uint32_t> old_states;
  old_runs.swap(run_ends_);
  old_states.swap(state_ends_);
  std::uint32_t begin = 0;
  for (const std::uint32_t last : old_states) {
    const std::uint32_t end = old_runs[last - 1];
    split(begin, end, codes, column.levels());
    begin = end;
  }
}

/// Sorts the rows of a state by code, stable, so that they stay sorted by class within a code, and
/// appends the new runs and states.
void JointStates::split(std::uint32_t begin, std::uint32_t end,
                        const std::vector<std::uint32_t>& codes, std::size_t levels) {
  const auto first = rows_.begin() + begin;
  const auto last = rows_.begin() + end;
  if (end - begin < levels) {
    std::stable_sort(first, last,
                     [&](std::uint32_t a, std::uint32_t b) { return codes[a] < codes[b]; });
  } else {
    starts_.assign(levels + 1, 0);
    std::for_each(first, last, [&](std::uint32_t row) { ++starts_[codes[row] + 1]; });
    std::partial_sum(starts_.begin(), starts_.end(), starts_.begin());
    std::for_each(first, last,
                  [&](std::uint32_t row) { sorted_[begin + starts_[codes[row]]++] = row; });
    std::copy(sorted_.begin() + begin, sorted_.begin() + end, first);
  }
  for (std::uint32_t i = begin; i < end; ++i) {
    const bool is_last = i + 1 == end;
    const bool ends_state = is_last || codes[rows_[i]] != codes[rows_[i + 1]];
    if (ends_state || classes_[rows_[i]] != classes_[rows_[i + 1]]) run_ends_.push_back(i + 1);
    if (ends_state) state_ends_.push_back(static_cast<std::uint32_t>(run_ends_.size()));
  }
}

StateInformations::StateInformations(const Table& table, Correction correction)
    : table_(table),
      correction_(correction),
      logs_(table.rows(), correction == Correction::miller_madow ? correction : Correction::none),
      total_(table.has_weights()
                 ? std::accumulate(table.weights().begin(), table.weights().end(), 0.0)
                 : static_cast<double>(table.rows())) {}

/// What all features share, and the counting of one of them. With counts n of the rows in a state
/// s, a level x and a class y, and g(c) = c log c,
///   n I(x;y|S) = sum[s] (sum[x,y] g(n_sxy) - sum[x] g(n_sx)) - (sum[y] g(n_sy) - g(n_s)),
/// where states of one class add 0.
class StateInformations::Given {
 public:
  Given(const StateInformations& all, const JointStates& states) : all_(all), states_(states) {
    const std::span<const double> weights = all.table_.weights();
    if (!weights.empty()) {
      for (const std::uint32_t row : states.order())
        weights_.push_back(weights[row]);
    }
    if (all.correction_ == Correction::chance) set_chances();
  }

  double information(Feature feature) const {
    const Column& column = all_.table_.feature(feature);
    return std::visit(
        [&](const auto& codes) {
          return weights_.empty() ? whole(codes.data(), column.levels())
                                  : weighted(codes.data(), column.levels());
        },
        column.codes());
  }

 private:
  void set_chances() {
    const std::size_t classes = all_.table_.classes();
    std::vector<double> counts;
    for_open([&](std::size_t first, std::size_t last) {
      counts.resize(counts.size() + classes);
      double* const here = &counts[counts.size() - classes];
      for (std::size_t run = first; run < last; ++run) {
        const std::size_t begin = start(run);
        for (std::size_t i = begin; i < states_.run_ends()[run]; ++i)
          here[states_.class_of(states_.order()[begin])] += weights_.empty() ? 1.0 : weights_[i];
      }
    });
    if (counts.empty()) return;
    chances_.emplace(counts, classes);
    // The table divides by the rows of the open states.
    open_share_ = std::accumulate(counts.begin(), counts.end(), 0.0) / all_.total_;
  }

  std::size_t start(std::size_t run) const {
    return run == 0 ? 0 : std::size_t{states_.run_ends()[run - 1]};
  }
  /// Calls visit(first run, end of its runs) for every open state.
  template <class Visit>
  void for_open(Visit visit) const {
    std::size_t first = 0;
    for (const std::uint32_t last : states_.state_ends()) {
      if (last - first > 1) visit(first, std::size_t{last});
      first = last;
    }
  }

  /// The counts of a feature within a run, and within its state.
  template <class Count>
  struct Tables {
    explicit Tables(std::size_t levels) : run(levels), state(levels) {}
    std::vector<Count> run;
    std::vector<Count> state;
  };

  /// Counts a state. Calls cell(n_sxy), run(n_sy), level(n_sx) for each that is not 0.
  template <class Code, class Count, class Cell, class Run, class Level>
  void count(const Code* codes, std::size_t first, std::size_t last, Tables<Count>& tables,
             Cell cell, Run run, Level level) const {
    const std::span<const std::uint32_t> order = states_.order();
    // Visits what was counted in rows [begin, end), by level where there are fewer levels.
    const auto collect = [&](std::size_t begin, std::size_t end, std::vector<Count>& from,
                             auto take) {
      const auto visit = [&](std::size_t x) {
        if (from[x] == 0) return;
        take(x, from[x]);
        from[x] = 0;
      };
      if (end - begin < from.size()) {
        for (std::size_t i = begin; i < end; ++i)
          visit(codes[order[i]]);
      } else {
        for (std::size_t x = 0; x < from.size(); ++x)
          visit(x);
      }
    };
    for (std::size_t r = first; r < last; ++r) {
      const std::size_t begin = start(r);
      const std::size_t end = states_.run_ends()[r];
      Count rows = 0;
      for (std::size_t i = begin; i < end; ++i) {
        if constexpr (std::is_same_v<Count, double>) {
          tables.run[codes[order[i]]] += weights_[i];
          rows += weights_[i];
        } else {
          ++tables.run[codes[order[i]]];
        }
      }
      if constexpr (!std::is_same_v<Count, double>) rows = static_cast<Count>(end - begin);
      run(rows);
      collect(begin, end, tables.run, [&](std::size_t x, Count c) {
        cell(c);
        tables.state[x] += c;
      });
    }
    collect(start(first), states_.run_ends()[last - 1], tables.state,
            [&](std::size_t, Count c) { level(c); });
  }

  /// Rows that count once: all sums are integers.
  template <class Code>
  double whole(const Code* codes, std::size_t levels) const {
    Tables<std::uint32_t> tables(levels);
    const CountLogs& logs = all_.logs_;
    std::int64_t sum = 0;
    std::int64_t chance = 0;
    std::size_t stratum = 0;
    for_open([&](std::size_t first, std::size_t last) {
      count(
          codes, first, last, tables, [&](std::uint32_t c) { sum += logs[c]; },
          [&](std::uint32_t c) { sum -= logs[c]; },
          [&](std::uint32_t c) {
            sum -= logs[c];
            if (chances_) chance += (*chances_)(stratum, c);
          });
      sum += logs[states_.run_ends()[last - 1] - start(first)];
      ++stratum;
    });
    const std::int64_t all = logs[all_.table_.rows()];
    const double size = logs.entropy(all - std::abs(sum));
    return finished(sum < 0 ? -size : size, chance);
  }

  template <class Code>
  double weighted(const Code* codes, std::size_t levels) const {
    Tables<double> tables(levels);
    const auto log_of = [&](double c) { return count_log(c) - all_.logs_.per_cell(); };
    double sum = 0;
    std::int64_t chance = 0;
    std::size_t stratum = 0;
    for_open([&](std::size_t first, std::size_t last) {
      double cells = 0;
      double level_sum = 0;
      double classes = 0;
      double rows = 0;
      count(
          codes, first, last, tables, [&](double c) { cells += log_of(c); },
          [&](double c) {
            classes += log_of(c);
            rows += c;
          },
          [&](double c) {
            level_sum += log_of(c);
            if (chances_) chance += (*chances_)(stratum, static_cast<std::uint64_t>(c));
          });
      sum += (cells - level_sum) - (classes - log_of(rows));
      ++stratum;
    });
    return finished(sum / all_.total_, chance);
  }

  double finished(double information, std::int64_t chance) const {
    if (all_.correction_ == Correction::none) return std::max(0.0, information);
    return information - ChanceTable::nats(chance) * open_share_;
  }

  const StateInformations& all_;
  const JointStates& states_;
  std::vector<double> weights_;  // in the order of the states
  std::optional<ChanceTable> chances_;
  double open_share_ = 1;
};

void StateInformations::given(const JointStates& states, std::span<const Feature> features,
                              std::span<double> out, const Context& context) const {
  const Given shared(*this, states);
  constexpr std::size_t counts = std::size_t{1} << 19U;  // of a block: a few milliseconds
  const std::size_t width =
      std::clamp(counts / std::max<std::size_t>(states.rows(), 1), std::size_t{1}, std::size_t{64});
  parallel_blocks(context, features.size(), width, [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i)
      out[i] = shared.information(features[i]);
  });
}

}  // namespace stats
}  // namespace pith
