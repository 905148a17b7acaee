// SPDX-License-Identifier: Apache-2.0
#include "pith/learn/model/learner.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "pith/base/error.h"
#include "pith/base/option.h"

namespace pith {

namespace learn {
// One declaration for each file in pith/learn/: a file whose function has another name fails at
// link time, with the name in the message.
#define PITH_LEARNER(stem) Learner stem();
#include "learners.inc"
#undef PITH_LEARNER
}  // namespace learn

namespace {

std::vector<Learner> make_learners() {
  std::vector<Learner> all = {
#define PITH_LEARNER(stem) learn::stem(),
#include "learners.inc"
#undef PITH_LEARNER
  };
  std::sort(all.begin(), all.end(), [](const Learner& a, const Learner& b) { return a.id < b.id; });
  return all;
}

}  // namespace

std::uint64_t whole_bytes(double bytes) {
  return static_cast<std::uint64_t>(std::min(bytes, std::ldexp(1.0, 62)));
}

Params Learner::params(const Settings& settings) const {
  return {id, parameters, settings};
}

const std::vector<Learner>& learners() {
  static const std::vector<Learner> all = make_learners();
  return all;
}

const Learner& learner(std::string_view id) {
  std::vector<std::string> ids;
  for (const Learner& known : learners()) {
    if (known.id == id) return known;
    ids.push_back(known.id);
  }
  const auto near = nearest_name(id, ids);
  throw Error(ErrorKind::bad_argument,
              fmt::format("unknown learner {}; {}", quoted(id),
                          near ? fmt::format("did you mean '{}'?", *near)
                               : fmt::format("use {}", alternatives(ids))));
}

std::vector<std::string> learners_for(bool is_numeric) {
  std::vector<std::string> ids;
  for (const Learner& known : learners()) {
    if (known.can_predict(is_numeric)) ids.push_back(known.id);
  }
  return ids;
}

std::string default_learner(bool is_numeric) {
  return is_numeric ? "ridge" : "linear-svm";
}

void check_predicts(const Learner& learner, bool is_numeric) {
  if (learner.can_predict(is_numeric)) return;
  const std::string others = alternatives(learners_for(is_numeric));
  if (is_numeric) {
    throw Error(
        ErrorKind::bad_data,
        fmt::format("{} predicts classes, but the target holds numbers; use {} ({}), or "
                    "make classes of the target (for example {})",
                    learner.id, others, option("learner"), option("target_bins", "frequency:3")));
  }
  throw Error(ErrorKind::bad_data,
              fmt::format("{} predicts numbers, but the target holds classes; use {} ({}), or "
                          "regress the target if its classes are numbers ({})",
                          learner.id, others, option("learner"), option("task", "regress")));
}

}  // namespace pith
