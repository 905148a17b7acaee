// SPDX-License-Identifier: Apache-2.0
// The compiled half of the Python package: tables in, JSON documents out. What users see is written
// in Python (python/pith/); this is as small as it can be.
#include <fmt/format.h>
#include <nanobind/nanobind.h>
#include <nanobind/stl/map.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <cstdint>
#include <exception>
#include <iterator>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "pith/base/error.h"
#include "pith/base/stopwatch.h"
#include "pith/data/read.h"
#include "pith/data/roles.h"
#include "pith/evaluate/auto_k.h"
#include "pith/evaluate/evaluation.h"
#include "pith/evaluate/given_split.h"
#include "pith/evaluate/inspection.h"
#include "pith/evaluate/journal.h"
#include "pith/evaluate/learner.h"
#include "pith/evaluate/resample.h"
#include "pith/evaluate/stability.h"
#include "pith/report/auto_json.h"
#include "pith/report/describe.h"
#include "pith/report/describe_learner.h"
#include "pith/report/evaluation_json.h"
#include "pith/report/inspection_json.h"
#include "pith/report/stability_json.h"
#include "pith/select/catalog.h"
#include "python/columns.h"
#include "python/options.h"
#include "python/watched.h"

namespace nb = nanobind;

namespace pith::python {
namespace {

using Texts = std::vector<std::string>;

void translate(const std::exception_ptr& caught, void* /*payload*/) {
  try {
    std::rethrow_exception(caught);
  } catch (const Error& error) {
    PyObject* type = PyExc_ValueError;
    if (error.kind() == ErrorKind::io) type = PyExc_OSError;
    if (error.kind() == ErrorKind::resources) type = PyExc_MemoryError;
    if (error.kind() == ErrorKind::cancelled) type = PyExc_KeyboardInterrupt;
    const std::string_view text = error.what();
    const nb::object raised = nb::borrow(type)(nb::steal(
        PyUnicode_DecodeUTF8(text.data(), static_cast<Py_ssize_t>(text.size()), "replace")));
    raised.attr("is_of_core") = true;  // and not of a function that the user gave
    PyErr_SetObject(type, raised.ptr());
  }
}

Context context_of(Options& options) {
  Context context;
  context.threads = options.value<unsigned>("threads");
  context.seed = options.value<std::uint64_t>("seed");
  context.memory = options.value<std::uint64_t>("memory");
  return context;
}

/// What a table in memory and a file have in common. Without a target there is none.
Roles roles_of(Options& options) {
  Roles roles;
  const auto target = options.find<std::string>("target");
  roles.target = target.value_or("");
  roles.has_target = target.has_value();
  roles.weights = options.value<std::string>("weights");
  roles.target_bins = options.value<std::string>("target_bins");
  roles.kinds = {.categorical = options.value<Texts>("categorical"),
                 .numeric = options.value<Texts>("numeric")};
  roles.drop_rows_without_target = options.value<bool>("drop_rows_without_target");
  return roles;
}

Columns named_columns(const ColumnsBuilder& builder, Options& options) {
  Columns columns = builder.columns();
  columns.source = options.value<std::string>("source", "X");
  return columns;
}

Table assign(const ColumnsBuilder& builder, const nb::dict& given) {
  Options options(given);
  const Roles roles = roles_of(options);
  Columns columns = named_columns(builder, options);
  options.check_all_known();
  return assign_roles(std::move(columns), roles);
}

Table read_file(const std::string& path, const nb::dict& given) {
  Options options(given);
  Roles roles = roles_of(options);
  roles.features = options.value<Texts>("features");
  roles.drop = options.value<Texts>("drop");
  ReadOptions how;
  if (const auto format = options.find<std::string>("format")) how.format = parse_format(*format);
  how.has_header = options.find<bool>("header");
  if (const auto delimiter = options.find<std::string>("delimiter")) {
    if (delimiter->size() != 1)
      throw Error(ErrorKind::bad_argument,
                  "--delimiter must be one character, not " + quoted(*delimiter));
    how.delimiter = delimiter->front();
  }
  const Context context = context_of(options);
  const nb::object progress = options.object("progress");
  options.check_all_known();
  return watched(context, progress,
                 [&](const Context& inner) { return read(path, roles, how, inner); });
}

Request request_of(Options& options, const Table& table) {
  Request request;
  request.method = options.value<std::string>("method", "auto");
  for (const auto& [name, value] : options.value<std::map<std::string, std::string>>("settings"))
    request.params.emplace_back(name, value);
  if (const auto bins = options.find<std::string>("bins")) request.bins = parse_bins(*bins);
  request.missing = parse_missing(options.value<std::string>("missing", "error"));
  request.keep = options.value<Texts>("keep");
  const Method& chosen = request.method == "auto" ? auto_method(table) : method(request.method);
  const bool finds_k = chosen.traits_for(chosen.params(request.params)).output.finds_k;
  const auto k = options.find<std::size_t>("k");
  request.k = k.value_or(finds_k ? table.features() : Request{}.k);
  return request;
}

NullTest null_test(Options& options) {
  NullTest test;
  test.alpha = options.value("alpha", test.alpha);
  if (const auto count = options.find<std::size_t>("permutations")) test.permutations = *count;
  return test;
}

CvTest cv_test(Options& options, const Table& table) {
  CvTest test = default_cv_test(table);
  if (const auto learner = options.find<std::string>("learner"))
    test.learner = parse_variant(*learner);
  return test;
}

std::string select_features(const Table& table, const nb::dict& given) {
  Options options(given);
  Request request = request_of(options, table);
  const auto how = options.find<std::string>("auto");
  const NullTest null = null_test(options);
  const CvTest cv = cv_test(options, table);
  const auto most = options.value("most", default_max_features(table));
  const Context context = context_of(options);
  const nb::object progress = options.object("progress");
  options.check_all_known();
  if (how && *how != "cv" && *how != "null")
    throw Error(ErrorKind::bad_argument, "--auto must be cv or null, not " + quoted(*how));
  if (how) request.k = most;
  return watched(context, progress, [&](const Context& inner) {
    const Stopwatch watch;
    const AutoOutcome found = !how             ? AutoOutcome{.outcome = run(table, request, inner)}
                              : *how == "null" ? run_auto(table, request, null, inner)
                                               : run_auto(table, request, cv, inner);
    const Timing timing{
        .select_seconds = watch.seconds(), .threads = inner.thread_count(), .seed = inner.seed};
    return selection_json(table, found, timing);
  });
}

std::string find_stability(const Table& table, const nb::dict& given) {
  Options options(given);
  Request request = request_of(options, table);
  if (request.method == "auto") request.method = auto_method(table).id;
  Resampling how;
  how.is_bootstrap = options.value<bool>("bootstrap");
  how.count = options.value("resamples", how.count);
  how.fraction = options.value("fraction", how.is_bootstrap ? 1.0 : how.fraction);
  const Context context = context_of(options);
  const nb::object progress = options.object("progress");
  options.check_all_known();
  return watched(context, progress, [&](const Context& inner) {
    const Stopwatch watch;
    Resampled resampled = resample(table, request, how, inner);
    Stability found =
        stability(FeatureLists(resampled.selected, table.features()), resampled.rankings, inner);
    return stability_json({.table = table,
                           .how = how,
                           .resampled = std::move(resampled),
                           .stability = std::move(found),
                           .timing = {.select_seconds = watch.seconds(),
                                      .threads = inner.thread_count(),
                                      .seed = inner.seed}});
  });
}

std::vector<Variant> variants(const Texts& texts) {
  std::vector<Variant> all;
  std::transform(texts.begin(), texts.end(), std::back_inserter(all), parse_variant);
  return all;
}

Splitting splitting_of(Options& options) {
  Splitting how;
  const auto folds = options.find<std::size_t>("folds");
  const auto share = options.find<double>("holdout");
  const bool is_leave_one_out = options.value<bool>("leave_one_out");
  const bool is_given = options.find<std::string>("split").has_value();
  if (int{folds.has_value()} + int{share.has_value()} + int{is_leave_one_out} + int{is_given} > 1) {
    throw Error(ErrorKind::bad_argument,
                "--folds, --holdout, --leave-one-out and --split are ways to split; choose one");
  }
  how.folds = folds.value_or(how.folds);
  how.test_share = share.value_or(how.test_share);
  if (share) {
    how.kind = Splitting::Kind::hold_out;
    how.repeats = default_holdouts;
  }
  if (is_leave_one_out) how.kind = Splitting::Kind::leave_one_out;
  if (is_given) how.kind = Splitting::Kind::given;
  how.repeats = options.value("repeats", how.repeats);
  if (how.repeats > 1 && (is_leave_one_out || is_given))
    throw Error(ErrorKind::bad_argument, "--repeats would do the same again; leave it out");
  return how;
}

Plan plan_of(Options& options) {
  Plan plan{.methods = variants(options.value<Texts>("methods", {"auto"})),
            .learners = variants(options.value<Texts>("learners", {"linear-svm"})),
            .counts = options.value<std::vector<std::size_t>>("counts"),
            .splitting = splitting_of(options),
            .scaling = parse_scaling(options.value<std::string>("scale", "standard")),
            .missing = parse_missing(options.value<std::string>("missing", "error")),
            .is_leaky = options.value<bool>("leaky")};
  if (const auto bins = options.find<std::string>("bins")) plan.bins = parse_bins(*bins);
  std::sort(plan.counts.begin(), plan.counts.end());
  plan.counts.erase(std::unique(plan.counts.begin(), plan.counts.end()), plan.counts.end());
  return plan;
}

std::string evaluate_table(const Table& given_table, const nb::dict& given) {
  Options options(given);
  Plan plan = plan_of(options);
  const auto column = options.find<std::string>("split");
  const Table table = column ? with_given_split(given_table, *column, plan) : given_table;
  const auto journal = options.find<std::string>("resume");
  const Context context = context_of(options);
  const nb::object progress = options.object("progress");
  options.check_all_known();
  return watched(context, progress, [&](const Context& inner) {
    const Stopwatch watch;
    std::optional<Journal> store;
    if (journal) store.emplace(*journal, fingerprint(table, plan, inner.seed));
    const Evaluation found = evaluate(table, plan, inner, store ? &*store : nullptr);
    return evaluation_json(
        table, found,
        {.select_seconds = watch.seconds(), .threads = inner.thread_count(), .seed = inner.seed});
  });
}

std::string inspect_columns(const ColumnsBuilder& builder, const nb::dict& given) {
  Options options(given);
  const Roles roles = roles_of(options);
  const Columns columns = named_columns(builder, options);
  const Context context = context_of(options);
  options.check_all_known();
  return watched(context, nb::none(), [&](const Context& inner) {
    return inspection_json(inspect(columns, roles, inner));
  });
}

std::string describe(const std::string& id, const std::string& format) {
  const Method& described = method(id);
  if (format == "text") return describe_text(described);
  if (format == "markdown") return describe_markdown(described);
  if (format == "json") return describe_json(described);
  if (format == "bibtex") return bibtex(described);
  throw Error(ErrorKind::bad_argument,
              "format must be text, markdown, json or bibtex, not " + quoted(format));
}

std::string table_text(const Table& table) {
  return fmt::format(
      "<pith table {}: {} rows x {} features, {}>", table.source(), table.rows(), table.features(),
      table.has_target()
          ? fmt::format("target {} with {} classes", quoted(table.target_name()), table.classes())
          : "no target");
}

void bind_tables(nb::module_& module) {
  nb::class_<ColumnsBuilder>(module, "Columns", "Named columns, before one of them is the target.")
      .def(nb::init<>())
      .def("add_matrix", &ColumnsBuilder::add_matrix, nb::arg("values"), nb::arg("names"),
           "Borrows the columns of a matrix of numbers; NaN is missing.")
      .def("add_numbers", &ColumnsBuilder::add_numbers, nb::arg("name"), nb::arg("values"),
           nb::arg("missing") = nb::none(), "Borrows a column of numbers; NaN is missing.")
      .def("add_codes", &ColumnsBuilder::add_codes, nb::arg("name"), nb::arg("codes"),
           nb::arg("levels"), "Adds categories: the places of levels, -1 is missing.")
      .def("add_sparse", &ColumnsBuilder::add_sparse, nb::arg("indptr"), nb::arg("indices"),
           nb::arg("values"), nb::arg("rows"), nb::arg("names"),
           "Borrows the columns of a sparse matrix; what is not stored is 0.")
      .def("add_stream", &ColumnsBuilder::add_stream, nb::arg("source"),
           "Adds the columns of whatever has __arrow_c_stream__.")
      .def_prop_ro("rows", &ColumnsBuilder::rows)
      .def_prop_ro("names", [](const ColumnsBuilder& builder) { return builder.columns().names; });
  nb::class_<Table>(module, "Table", "Features, a target and weights of rows.")
      .def("__repr__", &table_text)
      .def_prop_ro("rows", &Table::rows)
      .def_prop_ro("features", &Table::features)
      .def_prop_ro("names", &Table::names)
      .def_prop_ro("target",
                   [](const Table& table) {
                     return table.has_target() ? std::optional(table.target_name()) : std::nullopt;
                   })
      .def_prop_ro("classes", [](const Table& table) {
        return table.has_target() ? table.target().level_names() : Texts();
      });
}

}  // namespace
}  // namespace pith::python

NB_MODULE(_core, module) {
  using namespace pith::python;  // NOLINT(google-build-using-namespace)
  nb::register_exception_translator(translate);
  PythonEnd::prepare();
  bind_tables(module);
  module.def("version", [] { return std::string(pith::version()); });
  module.def("methods", &pith::catalog_json);
  module.def("learners", &pith::learners_json);
  module.def("describe", &describe, nb::arg("id"), nb::arg("format") = "text");
  module.def("read", &read_file, nb::arg("path"), nb::arg("options"));
  module.def("assign", &assign, nb::arg("columns"), nb::arg("options"));
  module.def("select", &select_features, nb::arg("table"), nb::arg("options"));
  module.def("stability", &find_stability, nb::arg("table"), nb::arg("options"));
  module.def("evaluate", &evaluate_table, nb::arg("table"), nb::arg("options"));
  module.def("inspect", &inspect_columns, nb::arg("columns"), nb::arg("options"));
}
