// SPDX-License-Identifier: Apache-2.0
#include "python/request.h"

#include <fmt/format.h>

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "pith/base/error.h"
#include "pith/evaluate/auto_k.h"
#include "pith/evaluate/evaluation.h"
#include "python/spelling.h"

namespace nb = nanobind;

namespace pith::python {
namespace {

using Texts = std::vector<std::string>;

CvTest cv_test_of(Options& options) {
  CvTest test;
  if (const auto learner = options.find<std::string>("learner"))
    test.learner = parse_variant(*learner);
  test.max_features = options.value("max_features", test.max_features);
  return test;
}

NullTest null_test_of(Options& options) {
  NullTest test;
  test.alpha = options.value("alpha", test.alpha);
  test.permutations = options.value("permutations", test.permutations);
  test.max_features = options.value("max_features", test.max_features);
  return test;
}

/// The number of features as given: a number, "all", "auto" with or without a rule, or nothing.
K k_of(Options& options) {
  const CvTest cv = cv_test_of(options);
  const NullTest null = null_test_of(options);
  const auto rule = options.find<std::string>("auto");
  const nb::object k = options.object("k");
  if (k.is_none()) return {};
  if (!nb::isinstance<nb::str>(k)) return options.value<std::size_t>("k");
  const auto text = options.value<std::string>("k");
  if (text == "all") return K::all();
  if (text != "auto")
    throw Error(ErrorKind::bad_argument,
                fmt::format("k must be a number, 'all', 'auto' or None (got {})", quoted(text)));
  if (!rule) {
    const auto most = options.find<std::size_t>("max_features");
    return K::method_or(by_cross_validation(cv), most.value_or(SIZE_MAX));
  }
  if (*rule == "cv") return K::chosen_by(by_cross_validation(cv));
  if (*rule == "null") return K::chosen_by(by_permutation_test(null));
  throw Error(ErrorKind::bad_argument,
              fmt::format("auto must be 'cv' or 'null' (got {})", quoted(*rule)));
}

}  // namespace

Spelling spelling_of(Options& options) {
  return python_spelling(options.value<OptionNames>("spelling"));
}

Timing timing_of(const Stopwatch& watch, const Context& context) {
  return {
      .select_seconds = watch.seconds(), .threads = context.thread_count(), .seed = context.seed};
}

Context context_of(Options& options) {
  Context context;
  context.threads = options.value<unsigned>("threads");
  context.seed = options.value<std::uint64_t>("seed");
  context.memory = options.value<std::uint64_t>("memory");
  return context;
}

Roles roles_of(Options& options) {
  Roles roles;
  const auto target = options.find<std::string>("target");
  roles.target = target.value_or("");
  roles.has_target = target.has_value();
  roles.more_targets = options.value<Texts>("more_targets");
  roles.task = parse_task(options.value<std::string>("task", "auto"));
  roles.weights = options.value<std::string>("weights");
  roles.target_bins = options.value<std::string>("target_bins");
  roles.kinds = {.categorical = options.value<Texts>("categorical"),
                 .numeric = options.value<Texts>("numeric")};
  roles.drop_rows_without_target = options.value<bool>("drop_rows_without_target");
  return roles;
}

Request request_of(Options& options) {
  Request request;
  request.method = options.value<std::string>("method", "auto");
  request.k = k_of(options);
  for (const auto& [name, value] : options.value<std::map<std::string, std::string>>("settings"))
    request.params.emplace_back(name, value);
  if (const auto bins = options.find<std::string>("bins")) request.bins = parse_bins(*bins);
  if (const auto combine = options.find<std::string>("combine"))
    request.combine = parse_combine(*combine);
  request.missing = parse_missing(options.value<std::string>("missing", "error"));
  request.keep = options.value<Texts>("keep");
  request.allows_ids = options.value<bool>("allow_ids");
  request.rows = options.value<std::size_t>("rows");
  request.is_exact = options.value<bool>("exact");
  return request;
}

}  // namespace pith::python
