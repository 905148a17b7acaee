// SPDX-License-Identifier: Apache-2.0
#include "pith/methods/variational/search.h"

#include <array>
#include <cmath>
#include <numeric>
#include <variant>

#include "pith/base/assert.h"
#include "pith/base/elementary.h"
#include "pith/base/exponential.h"
#include "pith/measure/entropy.h"

namespace pith {
inline namespace families {
namespace {

constexpr double minus_infinity = -std::numeric_limits<double>::infinity();

/// The logarithm of a product of many factors with few calls of log: factors are multiplied as long
/// as the product stays far from overflow and underflow.
class LogProduct {
 public:
  /// A factor between 1e-200 and 1e200.
  void multiply(double factor) {
    product_ *= factor;
    if (!(product_ > 1e-100 && product_ < 1e100)) flush();
  }
  void add_log(double log) { sum_ += log; }
  double log() {
    flush();
    return sum_;
  }

 private:
  void flush() {
    sum_ += portable::log(product_);
    product_ = 1;
  }

  double sum_ = 0;
  double product_ = 1;
};

/// sum[c] a_c b_c for an even size. Two sums, so that a vector holds two classes.
double dot(const double* a, const double* b, std::size_t size) {
  double even = a[0] * b[0];
  double odd = a[1] * b[1];
  for (std::size_t c = 2; c < size; c += 2) {
    even += a[c] * b[c];
    odd += a[c + 1] * b[c + 1];
  }
  return even + odd;
}

}  // namespace

Posterior::Posterior(const Column& target, std::span<const double> weights)
    : weights_(weights), log_prior_(target.levels()) {
  std::visit([&](auto codes) { target_.assign(codes.begin(), codes.end()); }, target.codes());
  std::vector<double> counts(classes());
  for (std::size_t row = 0; row < rows(); ++row)
    counts[target_[row]] += weight(row);
  total_ = std::accumulate(counts.begin(), counts.end(), 0.0);
  for (std::size_t c = 0; c < classes(); ++c)
    log_prior_[c] = portable::log(counts[c] / total_);
  entropy_ = pith::entropy(counts);
  stride_ = (classes() + 1) / 2 * 2;
  log_q_.resize(rows() * classes());
  q_.resize(rows() * stride_);
  reset();
}

void Posterior::reset() {
  for (std::size_t row = 0; row < rows(); ++row) {
    for (std::size_t c = 0; c < classes(); ++c) {
      log_q_[row * classes() + c] = log_prior_[c];
      q_[row * stride_ + c] = portable::exp(log_prior_[c]);
    }
  }
  bound_ = 0;
  list_open();
}

void Posterior::list_open() {
  open_.clear();
  rival_ends_.clear();
  rivals_.clear();
  rival_q_.clear();
  // All that there may be, so that nothing is moved.
  rivals_.reserve(rows() * (classes() - 1));
  rival_q_.reserve(rows() * (classes() - 1));
  for (std::size_t row = 0; row < rows(); ++row) {
    const std::size_t before = rivals_.size();
    for (std::size_t c = 0; c < classes(); ++c) {
      if (c == target_[row] || log_q_[row * classes() + c] == minus_infinity) continue;
      rivals_.push_back(row * classes() + c);
      rival_q_.push_back(q_[row * stride_ + c]);
    }
    if (rivals_.size() == before) continue;
    open_.push_back(static_cast<std::uint32_t>(row));
    rival_ends_.push_back(rivals_.size());
  }
}

void Posterior::update(std::span<const double> logs, double divisor) {
  for (const std::uint32_t row : open_) {
    double* const log_q = &log_q_[row * classes()];
    const double* const log = &logs[row * classes()];
    double best = minus_infinity;
    for (std::size_t c = 0; c < classes(); ++c) {
      if (log_q[c] != minus_infinity) log_q[c] += log[c] / divisor;
      best = std::max(best, log_q[c]);
    }
    double sum = 0;
    for (std::size_t c = 0; c < classes(); ++c)
      sum += portable::exp(log_q[c] - best);
    const double evidence = best + portable::log(sum);
    for (std::size_t c = 0; c < classes(); ++c) {
      log_q[c] -= evidence;
      q_[row * stride_ + c] = portable::exp(log_q[c]);
    }
  }
  double sum = 0;
  for (std::size_t row = 0; row < rows(); ++row) {
    const std::uint32_t own = target_[row];
    sum += weight(row) * (log_q_[row * classes() + own] - log_prior_[own]);
  }
  bound_ = sum / total_;
  list_open();
}

/// log sum[c] q(c) p(x|c) of one row, from the logarithms.
double Posterior::log_evidence_of(std::size_t row, const double* table) const {
  const double* const log_q = &log_q_[row * classes()];
  double best = minus_infinity;
  for (std::size_t c = 0; c < classes(); ++c)
    best = std::max(best, log_q[c] + portable::log(table[c]));
  double sum = 0;
  for (std::size_t c = 0; c < classes(); ++c)
    sum += portable::exp(log_q[c] + portable::log(table[c]) - best);
  return best + portable::log(sum);
}

/// sum[i] w_i log sum[c] q_i(c) p(x_i|c). Without weights, the terms of eight rows are one factor;
/// none exceeds 1, so a product that is not tiny has no tiny factor.
template <class Code>
double Posterior::log_evidence(std::span<const Code> codes, const double* table) const {
  constexpr double tiny = 1e-200;
  const auto level = [&](std::size_t row) { return table + codes[row] * stride_; };
  const auto evidence = [&](std::size_t row) {
    return dot(&q_[row * stride_], level(row), stride_);
  };
  if (!weights_.empty()) {
    double sum = 0;
    for (std::size_t row = 0; row < codes.size(); ++row) {
      const double factor = evidence(row);
      sum += weights_[row] *
             (factor > tiny ? portable::log(factor) : log_evidence_of(row, level(row)));
    }
    return sum;
  }
  constexpr std::size_t batch = 8;
  LogProduct total;
  const auto add_one = [&](std::size_t row) {
    const double factor = evidence(row);
    if (factor > tiny) {
      total.multiply(factor);
    } else {
      total.add_log(log_evidence_of(row, level(row)));
    }
  };
  std::size_t row = 0;
  for (; row + batch <= codes.size(); row += batch) {
    const double product =
        ((evidence(row) * evidence(row + 1)) * (evidence(row + 2) * evidence(row + 3))) *
        ((evidence(row + 4) * evidence(row + 5)) * (evidence(row + 6) * evidence(row + 7)));
    if (product > tiny) {
      total.multiply(product);
    } else {
      for (std::size_t k = 0; k < batch; ++k)
        add_one(row + k);
    }
  }
  for (; row < codes.size(); ++row)
    add_one(row);
  return total.log();
}

double Posterior::bound_with(const ClassTable& table, const Column& codes) const {
  const double evidence = std::visit(
      [&](auto values) { return log_evidence(values, table.probabilities.data()); }, codes.codes());
  return bound_ + (table.log_own - evidence) / total_;
}

/// log sum[c] q(c) F(c) / F(y) of one row, from the logarithms.
double Posterior::log_odds_of(std::size_t row, std::span<const double> logs, double divisor) const {
  const double* const log_q = &log_q_[row * classes()];
  const double* const log = &logs[row * classes()];
  const double own = log[target_[row]];
  const auto term = [&](std::size_t c) {
    return log_q[c] == minus_infinity ? minus_infinity : log_q[c] + (log[c] - own) / divisor;
  };
  double best = minus_infinity;
  for (std::size_t c = 0; c < classes(); ++c)
    best = std::max(best, term(c));
  double sum = 0;
  for (std::size_t c = 0; c < classes(); ++c)
    sum += portable::exp(term(c) - best);
  return best + portable::log(sum);
}

/// Row i changes the bound by -(w_i/W) log r_i with r_i = q_i(y) + sum[c != y] q_i(c)
/// F_i(c)/F_i(y).
double Posterior::bound_with(std::span<const double> logs, double divisor,
                             std::vector<double>& scratch) const {
  // Outside these limits, a rival whose q underflowed might be missed: then logarithms are used.
  constexpr double min_odds = 1e-30;
  constexpr double max_odds = 1e30;
  constexpr double max_ratio = 1e150;
  scratch.resize(rivals_.size());
  std::size_t rival = 0;
  for (std::size_t i = 0; i < open_.size(); ++i) {
    const double own = logs[open_[i] * classes() + target_[open_[i]]];
    for (; rival < rival_ends_[i]; ++rival)
      scratch[rival] = (logs[rivals_[rival]] - own) / divisor;
  }
  bounded_exp(scratch);
  LogProduct total;
  rival = 0;
  for (std::size_t i = 0; i < open_.size(); ++i) {
    const std::uint32_t row = open_[i];
    double odds = q_[row * stride_ + target_[row]];
    bool is_extreme = false;
    for (; rival < rival_ends_[i]; ++rival) {
      odds += rival_q_[rival] * scratch[rival];
      is_extreme |= scratch[rival] > max_ratio;
    }
    if (is_extreme || !(odds > min_odds && odds < max_odds)) {
      total.add_log(weight(row) * log_odds_of(row, logs, divisor));
    } else if (weights_.empty()) {
      total.multiply(odds);
    } else {
      total.add_log(weight(row) * portable::log(odds));
    }
  }
  return bound_ - total.log() / total_;
}

}  // namespace families
}  // namespace pith
