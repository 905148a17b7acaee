// SPDX-License-Identifier: Apache-2.0
// The compiled part of the Python package: it takes tables and returns JSON documents. The public
// interface is written in Python (python/pith/); this part is as small as possible.
#include <fmt/format.h>
#include <nanobind/nanobind.h>
#include <nanobind/stl/map.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/string_view.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <cstdint>
#include <exception>
#include <iterator>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "pith/base/error.h"
#include "pith/base/option.h"
#include "pith/base/stopwatch.h"
#include "pith/base/version.h"
#include "pith/data/read.h"
#include "pith/data/roles.h"
#include "pith/evaluate/auto_k.h"
#include "pith/evaluate/evaluation.h"
#include "pith/evaluate/given_split.h"
#include "pith/evaluate/inspection.h"
#include "pith/evaluate/journal.h"
#include "pith/evaluate/resample.h"
#include "pith/evaluate/stability.h"
#include "pith/explain/explain.h"
#include "pith/learn/model/learner.h"
#include "pith/report/charts/documents.h"
#include "pith/report/describe.h"
#include "pith/report/describe_learner.h"
#include "pith/report/evaluation_json.h"
#include "pith/report/explanation_json.h"
#include "pith/report/inspection_json.h"
#include "pith/report/page/page_html.h"
#include "pith/report/page/report_document.h"
#include "pith/report/page/report_run.h"
#include "pith/report/result_request.h"
#include "pith/report/selection_json.h"
#include "pith/report/stability_json.h"
#include "pith/select/catalog.h"
#include "pith/select/select.h"
#include "python/apply.h"
#include "python/columns.h"
#include "python/interruptible.h"
#include "python/options.h"
#include "python/passes.h"
#include "python/request.h"
#include "python/spelling.h"

namespace nb = nanobind;

namespace pith::python {
namespace {

using Texts = std::vector<std::string>;

/// The table that Python holds. One in memory has no name in messages, but documents say what it
/// was made from.
struct PythonTable {
  Table table;
  std::string source;  ///< for documents: the path of a file, or the type of X
  bool is_from_file = false;
  std::uint64_t bytes = 0;  ///< that pith allocated for it; the rest is borrowed from Python
};

/// The memory of the table counts within the limit of every call, as if it were read by it.
Reservation hold(const PythonTable& table, const Context& context) {
  return context.reserve(table.bytes, "the table");
}

std::uint64_t bytes_of(const Table& table) {
  std::uint64_t bytes = 0;
  for (std::size_t i = 0; i < table.targets(); ++i)
    bytes += table.target(i).bytes();
  for (const Column& column : table.parts().features)
    bytes += column.bytes();
  return bytes;
}

/// The table with its source, for a document.
Table with_source(const Table& table, const std::string& source) {
  if (table.source() == source) return table;
  TableParts parts = table.parts();
  parts.source = source;
  return Table(std::move(parts));
}

/// For errors outside with_python_errors(), which have no options to mention.
void translate(const std::exception_ptr& caught, void* /*payload*/) {
  try {
    std::rethrow_exception(caught);
  } catch (const Error& error) {
    try {
      raise(error, plain_spelling);
    } catch (nb::python_error& raised) {
      raised.restore();
    }
  }
}

PythonTable assign(const ColumnsBuilder& builder, const nb::dict& given) {
  Options options(given);
  return with_python_errors(spelling_of(options), [&] {
    const Roles roles = roles_of(options);
    const TokenOptions tokens = tokens_of(options);
    std::string source = options.value<std::string>("source", "X");
    options.reject_unknown();
    const Columns typed = builder.typed(roles, tokens, {});
    const std::uint64_t bytes = builder.copied_bytes(typed);
    return PythonTable{
        .table = assign_roles(typed, roles), .source = std::move(source), .bytes = bytes};
  });
}

ReadOptions read_options_of(Options& options) {
  ReadOptions how;
  if (const auto format = options.find<std::string>("format")) how.format = parse_format(*format);
  how.has_header = options.find<bool>("header");
  if (const auto delimiter = options.find<std::string>("delimiter")) {
    if (delimiter->size() != 1)
      throw Error(ErrorKind::bad_argument,
                  fmt::format("delimiter must be one character (got {})", quoted(*delimiter)));
    how.delimiter = delimiter->front();
  }
  TokenOptions tokens = tokens_of(options);
  how.na = std::move(tokens.na);
  how.has_default_na = tokens.has_default_na;
  how.decimal = tokens.decimal;
  how.encoding = options.value<std::string>("encoding");
  how.layer = options.value<std::string>("layer");
  how.query = options.value<std::string>("query");
  how.allows_external = options.value("allow_external", false);
  how.more_files = options.value<Texts>("more_files");
  return how;
}

PythonTable read_file(const std::string& path, const nb::dict& given) {
  Options options(given);
  return with_python_errors(spelling_of(options), [&] {
    Roles roles = roles_of(options);
    roles.features = options.value<Texts>("features");
    roles.drop = options.value<Texts>("drop");
    const ReadOptions how = read_options_of(options);
    const Context context = context_of(options);
    const nb::object progress = options.object("progress");
    options.reject_unknown();
    Table table = run_interruptibly(
        context, progress, [&](const Context& inner) { return read(path, roles, how, inner); });
    std::string source = table.source();
    const std::uint64_t bytes = bytes_of(table);
    return PythonTable{.table = std::move(table),
                       .source = std::move(source),
                       .is_from_file = true,
                       .bytes = bytes};
  });
}

std::string select_features(const PythonTable& given_table, const nb::dict& given) {
  const Table& table = given_table.table;
  const std::string& source = given_table.source;
  Options options(given);
  const Spelling spelling = spelling_of(options);
  return with_python_errors(spelling, [&] {
    const Request request = request_of(options);
    const Context context = context_of(options);
    const nb::object progress = options.object("progress");
    options.reject_unknown();
    return run_interruptibly(context, progress, [&](const Context& inner) {
      const Stopwatch watch;
      const Reservation held = hold(given_table, inner);
      const Selection found = select(table, request, inner);
      return selection_json(with_source(table, source), found, timing_of(watch, inner), spelling);
    });
  });
}

/// Explains the selection of a document, which was made from this table.
std::string explain_selection(const std::string& document, const PythonTable& given_table,
                              const nb::dict& given) {
  Options options(given);
  const Spelling spelling = spelling_of(options);
  return with_python_errors(spelling, [&] {
    const ResultRequest result = parse_request(document, "the selection");
    Request request = result.request;
    if (const auto bins = options.find<std::string>("bins")) request.bins = parse_bins(*bins);
    if (const auto combine = options.find<std::string>("combine"))
      request.combine = parse_combine(*combine);
    request.keep = options.value<Texts>("keep");
    const ExplainOptions how{.why_not = options.value<Texts>("why_not"),
                             .expected = result.expected};
    Context context = context_of(options);
    context.seed = result.seed;
    const nb::object progress = options.object("progress");
    options.reject_unknown();
    return run_interruptibly(context, progress, [&](const Context& inner) {
      const Stopwatch watch;
      const Reservation held = hold(given_table, inner);
      const Explanation found = explain(given_table.table, request, how, inner);
      return explanation_json(with_source(given_table.table, given_table.source), found,
                              timing_of(watch, inner), spelling);
    });
  });
}

std::string find_stability(const PythonTable& given_table, const nb::dict& given) {
  const Table& table = given_table.table;
  const std::string& source = given_table.source;
  Options options(given);
  const Spelling spelling = spelling_of(options);
  return with_python_errors(spelling, [&] {
    const Request request = request_of(options);
    Resampling how;
    how.is_bootstrap = options.value<bool>("bootstrap");
    how.count = options.value("resamples", how.count);
    how.fraction = options.value("fraction", how.is_bootstrap ? 1.0 : how.fraction);
    const Context context = context_of(options);
    const nb::object progress = options.object("progress");
    options.reject_unknown();
    return run_interruptibly(context, progress, [&](const Context& inner) {
      const Stopwatch watch;
      const Reservation held = hold(given_table, inner);
      Resampled resampled = resample(table, request, how, inner);
      Stability found = stability(resampled, inner);
      const Table named = with_source(table, source);
      return stability_json({.table = named,
                             .how = how,
                             .resampled = std::move(resampled),
                             .stability = std::move(found),
                             .timing = timing_of(watch, inner)},
                            spelling);
    });
  });
}

std::vector<Variant> variants(const Texts& texts) {
  std::vector<Variant> all;
  std::transform(texts.begin(), texts.end(), std::back_inserter(all), parse_variant);
  return all;
}

/// The ways to split, of which at most one may be given. Groups and times have folds, too.
Splitting::Kind splitting_kind(Options& options) {
  using Kind = Splitting::Kind;
  std::vector<Kind> given;
  if (options.find<double>("holdout")) given.push_back(Kind::holdout);
  if (options.value<bool>("leave_one_out")) given.push_back(Kind::leave_one_out);
  if (options.find<std::string>("split")) given.push_back(Kind::given);
  const bool has_other = !given.empty();
  if (options.find<std::string>("groups")) given.push_back(Kind::groups);
  if (options.find<std::string>("time")) given.push_back(Kind::time);
  if (given.size() > 1 || (has_other && options.find<std::size_t>("folds"))) {
    throw Error(ErrorKind::bad_argument,
                "folds, holdout, leave_one_out, split, groups and time are alternatives, but "
                "groups and time have folds; choose one");
  }
  return given.empty() ? Kind::folds : given.front();
}

Splitting splitting_of(Options& options) {
  using Kind = Splitting::Kind;
  Splitting how;
  const auto folds = options.find<std::size_t>("folds");
  how.kind = splitting_kind(options);
  how.folds = folds.value_or(how.folds);
  how.allows_fewer_folds = !folds;
  how.test_share = options.value("holdout", how.test_share);
  if (how.kind == Kind::holdout) how.repeats = default_holdouts;
  how.repeats = options.value("repeats", how.repeats);
  const bool has_repeats =
      how.kind == Kind::folds || how.kind == Kind::holdout || how.kind == Kind::groups;
  if (how.repeats > 1 && !has_repeats)
    throw Error(ErrorKind::bad_argument,
                "repeats is for folds, groups and holdout: other splits are the same in each "
                "repeat; leave it out");
  return how;
}

Plan plan_of(Options& options) {
  Plan plan{.methods = variants(options.value<Texts>("methods", {"auto"})),
            .learners = variants(options.value<Texts>("learners", {"auto"})),
            .counts = options.value<std::vector<std::size_t>>("counts"),
            .splitting = splitting_of(options),
            .scaling = parse_scaling(options.value<std::string>("scale", "standard")),
            .missing = parse_missing(options.value<std::string>("missing", "error")),
            .allows_ids = options.value<bool>("allow_ids"),
            .select_rows = options.value<std::size_t>("select_rows"),
            .is_leaky = options.value<bool>("leaky")};
  if (const auto bins = options.find<std::string>("bins")) plan.bins = parse_bins(*bins);
  if (const auto combine = options.find<std::string>("combine"))
    plan.combine = parse_combine(*combine);
  std::sort(plan.counts.begin(), plan.counts.end());
  plan.counts.erase(std::unique(plan.counts.begin(), plan.counts.end()), plan.counts.end());
  return plan;
}

/// The table without the column that says how to split the rows.
Table with_splits(const Table& table, Options& options, Plan& plan) {
  const auto split = options.find<std::string>("split");
  const auto groups = options.find<std::string>("groups");
  const auto time = options.find<std::string>("time");
  if (split) return with_given_split(table, *split, plan);
  if (groups) return with_groups(table, *groups, plan);
  return time ? with_times(table, *time, plan) : table;
}

std::string evaluate_table(const PythonTable& given_table, const nb::dict& given) {
  Options options(given);
  const Spelling spelling = spelling_of(options);
  return with_python_errors(spelling, [&] {
    Plan plan = plan_of(options);
    const Table table = with_splits(given_table.table, options, plan);
    const auto journal = options.find<std::string>("resume");
    const Context context = context_of(options);
    const nb::object progress = options.object("progress");
    options.reject_unknown();
    return run_interruptibly(context, progress, [&](const Context& inner) {
      const Stopwatch watch;
      const Reservation held = hold(given_table, inner);
      std::optional<Journal> store;
      if (journal) store.emplace(*journal, fingerprint(table, plan, inner.seed));
      const Evaluation found = evaluate(table, plan, inner, store ? &*store : nullptr);
      return evaluation_json(with_source(table, given_table.source), found, timing_of(watch, inner),
                             spelling);
    });
  });
}

ReportPlan report_plan_of(Options& options) {
  ReportPlan plan{.methods = variants(options.value<Texts>("methods")),
                  .learners = variants(options.value<Texts>("learners")),
                  .folds = options.find<std::size_t>("folds"),
                  .resamples = options.value("resamples", std::size_t{0}),
                  .missing = {},
                  .allows_ids = options.value<bool>("allow_ids")};
  if (const auto k = options.find<std::size_t>("k")) plan.k = K(*k);
  if (options.value<bool>("k_auto")) {
    CvTest test;
    if (!plan.learners.empty()) test.learner = plan.learners.front();
    plan.k = K::method_or(by_cross_validation(test));
  }
  if (const auto missing = options.find<std::string>("missing"))
    plan.missing = parse_missing(*missing);
  if (const auto bins = options.find<std::string>("bins")) plan.bins = parse_bins(*bins);
  if (const auto combine = options.find<std::string>("combine"))
    plan.combine = parse_combine(*combine);
  return plan;
}

std::string page_of(const ReportParts& parts, const std::string& title) {
  return page_html(report_document(parts, {.title = title, .generated = report_time()}));
}

/// The page of a table; `documents` are added to what is computed.
std::string report_on_table(const PythonTable& given_table, const Texts& documents,
                            const nb::dict& given) {
  Options options(given);
  const Spelling spelling = spelling_of(options);
  return with_python_errors(spelling, [&] {
    const ReportPlan plan = report_plan_of(options);
    const auto title = options.value<std::string>("title", "Feature selection");
    const Context context = context_of(options);
    const nb::object progress = options.object("progress");
    options.reject_unknown();
    return run_interruptibly(context, progress, [&](const Context& inner) {
      const Reservation held = hold(given_table, inner);
      const Table named = with_source(given_table.table, given_table.source);
      ReportParts parts = run_report(named, plan, inner, spelling);
      for (const std::string& document : documents)
        parts.add(document, "the inspection");
      return page_of(parts, title);
    });
  });
}

/// The page of results.
std::string report_on_results(const Texts& documents, const std::string& title,
                              const OptionNames& names) {
  return with_python_errors(python_spelling(names), [&] {
    ReportParts parts;
    for (std::size_t i = 0; i < documents.size(); ++i)
      parts.add(documents[i], fmt::format("result {}", i + 1));
    return page_of(parts, title);
  });
}

std::string inspect_columns(const ColumnsBuilder& builder, const nb::dict& given) {
  Options options(given);
  const Spelling spelling = spelling_of(options);
  return with_python_errors(spelling, [&] {
    const Roles roles = roles_of(options);
    const TokenOptions tokens = tokens_of(options);
    const auto source = options.value<std::string>("source", "X");
    const Context context = context_of(options);
    options.reject_unknown();
    return run_interruptibly(context, nb::none(), [&](const Context& inner) {
      Inspection found = inspect(builder.typed(roles, tokens, inner), roles, inner);
      found.source = source;
      return inspection_json(found, spelling);
    });
  });
}

std::string describe(const std::string& id, const std::string& format, const OptionNames& names) {
  const Spelling spelling = python_spelling(names);
  return with_python_errors(spelling, [&] {
    const Method& described = method(id);
    if (format == "text") return describe_text(described, spelling);
    if (format == "markdown") return describe_markdown(described, spelling);
    if (format == "json") return describe_json(described, spelling);
    if (format == "bibtex") return bibtex(described);
    throw Error(ErrorKind::bad_argument,
                fmt::format("format must be 'text', 'markdown', 'json' or 'bibtex' (got {})",
                            quoted(format)));
  });
}

std::string traits_of(const std::string& id, const std::map<std::string, std::string>& settings) {
  return traits_json(method(id), {settings.begin(), settings.end()});
}

std::string describe_learner(const std::string& id, const OptionNames& names) {
  const Spelling spelling = python_spelling(names);
  return with_python_errors(spelling, [&] { return describe_text(learner(id), spelling); });
}

Texts target_names(const Table& table) {
  Texts names;
  for (std::size_t i = 0; i < table.targets(); ++i)
    names.push_back(table.target_name(i));
  return names;
}

/// classify, regress, or mixed where there are targets of both kinds.
std::optional<std::string> task_of(const Table& table) {
  std::size_t classes = 0;
  for (std::size_t i = 0; i < table.targets(); ++i)
    classes += table.target(i).is_codes() ? 1 : 0;
  if (!table.has_target()) return std::nullopt;
  return classes == 0 ? "regress" : classes == table.targets() ? "classify" : "mixed";
}

std::string target_text(const Table& table) {
  if (!table.has_target()) return "no target";
  if (table.targets() > 1) return fmt::format("{} targets", table.targets());
  const std::string name = quoted(table.target_name());
  return table.has_classes() ? fmt::format("target {} with {} classes", name, table.classes())
                             : "numeric target " + name;
}

std::string table_text(const PythonTable& given) {
  const Table& table = given.table;
  return fmt::format("<pith table {}: {} rows x {} features, {}>", given.source, table.rows(),
                     table.features(), target_text(table));
}

/// The method of ColumnsBuilder with its errors raised as exceptions of Python.
template <class... Arguments>
auto with_builder_errors(void (ColumnsBuilder::*add)(Arguments...)) {
  return [add](ColumnsBuilder& builder, Arguments... arguments) {
    with_python_errors(builder.spelling(),
                       [&] { (builder.*add)(std::forward<Arguments>(arguments)...); });
  };
}

void bind_columns(nb::module_& module) {
  nb::class_<ColumnsBuilder>(module, "Columns", "Named columns, before roles are assigned.")
      .def(
          "__init__",
          [](ColumnsBuilder* self, OptionNames names, unsigned threads) {
            new (self) ColumnsBuilder(python_spelling(std::move(names)), threads);
          },
          nb::arg("spelling"), nb::arg("threads") = 0)
      .def("add_matrix", with_builder_errors(&ColumnsBuilder::add_matrix), nb::arg("values"),
           nb::arg("names"), "Borrows the columns of a numeric matrix; NaN is missing.")
      .def("add_numbers", with_builder_errors(&ColumnsBuilder::add_numbers), nb::arg("name"),
           nb::arg("values"), nb::arg("missing") = nb::none(),
           "Borrows a numeric column; NaN is missing, and so are masked values.")
      .def("add_days", with_builder_errors(&ColumnsBuilder::add_days), nb::arg("name"),
           nb::arg("ticks"), nb::arg("per_day"), nb::arg("is_date"),
           "Adds times or durations, given in ticks; the lowest integer (NaT) is missing.")
      .def("add_codes", with_builder_errors(&ColumnsBuilder::add_codes), nb::arg("name"),
           nb::arg("codes"), nb::arg("levels"), nb::arg("is_text") = false,
           "Adds a categorical column as indices into its levels; -1 is missing.")
      .def("add_sparse", with_builder_errors(&ColumnsBuilder::add_sparse), nb::arg("indptr"),
           nb::arg("indices"), nb::arg("values"), nb::arg("rows"), nb::arg("names"),
           "Borrows the columns of a CSC matrix; entries that are not stored are 0.")
      .def("add_stream", with_builder_errors(&ColumnsBuilder::add_stream), nb::arg("source"),
           "Adds the columns of an object with __arrow_c_stream__.")
      .def("make_categorical", &ColumnsBuilder::make_categorical, nb::arg("names"),
           "Makes the numbers of these columns categories.")
      .def("drop", &ColumnsBuilder::drop, nb::arg("names"), "Removes the columns of these names.")
      .def_prop_ro("rows", &ColumnsBuilder::rows)
      .def_prop_ro("names", [](const ColumnsBuilder& builder) { return builder.columns().names; });
}

void bind_tables(nb::module_& module) {
  nb::class_<PythonTable>(module, "Table", "Features, a target and row weights.")
      .def("__repr__", &table_text)
      .def_ro("is_from_file", &PythonTable::is_from_file)
      .def_prop_ro("rows", [](const PythonTable& given) { return given.table.rows(); })
      .def_prop_ro("features", [](const PythonTable& given) { return given.table.features(); })
      .def_prop_ro("names", [](const PythonTable& given) { return given.table.names(); })
      .def_prop_ro("target",
                   [](const PythonTable& given) {
                     const Table& table = given.table;
                     return table.has_target() ? std::optional(table.target_name()) : std::nullopt;
                   })
      .def_prop_ro("targets", [](const PythonTable& given) { return target_names(given.table); })
      .def_prop_ro("task", [](const PythonTable& given) { return task_of(given.table); })
      .def_prop_ro("classes", [](const PythonTable& given) {
        return given.table.has_classes() ? given.table.target().level_names() : Texts();
      });
}

/// The charts of a document, as a file of its own, or as elements for a page.
std::string draw(const std::string& document, const std::string& metric, bool is_standalone) {
  const std::vector<Chart> charts = document_charts(document, metric);
  if (is_standalone) return standalone_svg(charts);
  std::string elements;
  for (const Chart& chart : charts)
    elements += chart.svg;
  return elements;
}

void bind_catalog(nb::module_& module) {
  module.def(
      "methods", [](const OptionNames& names) { return catalog_json(python_spelling(names)); },
      nb::arg("spelling"));
  module.def(
      "learners", [](const OptionNames& names) { return learners_json(python_spelling(names)); },
      nb::arg("spelling"));
  module.def(
      "options", [](const OptionNames& names) { return options_json(python_spelling(names)); },
      nb::arg("spelling"));
  module.def("describe", &describe, nb::arg("id"), nb::arg("format"), nb::arg("spelling"));
  module.def("traits", &traits_of, nb::arg("id"), nb::arg("settings"));
  module.def("describe_learner", &describe_learner, nb::arg("id"), nb::arg("spelling"));
}

}  // namespace
}  // namespace pith::python

NB_MODULE(_core, module) {
  using namespace pith::python;  // NOLINT(google-build-using-namespace)
  nb::register_exception_translator(translate);
  Finalization::prepare();
  bind_columns(module);
  bind_tables(module);
  bind_catalog(module);
  bind_apply(module);
  bind_passes(module);
  module.def("glob_matches", &pith::glob_matches, nb::arg("pattern"), nb::arg("name"));
  module.def("version", [] { return std::string(pith::version()); });
  module.def("draw", &draw, nb::arg("document"), nb::arg("metric"), nb::arg("is_standalone"));
  module.def("read", &read_file, nb::arg("path"), nb::arg("options"));
  module.def("assign", &assign, nb::arg("columns"), nb::arg("options"));
  module.def("select", &select_features, nb::arg("table"), nb::arg("options"));
  module.def("explain", &explain_selection, nb::arg("selection"), nb::arg("table"),
             nb::arg("options"));
  module.def("stability", &find_stability, nb::arg("table"), nb::arg("options"));
  module.def("evaluate", &evaluate_table, nb::arg("table"), nb::arg("options"));
  module.def("report", &report_on_table, nb::arg("table"), nb::arg("documents"),
             nb::arg("options"));
  module.def("report_page", &report_on_results, nb::arg("documents"), nb::arg("title"),
             nb::arg("spelling"));
  module.def("inspect", &inspect_columns, nb::arg("columns"), nb::arg("options"));
}
