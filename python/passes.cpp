// SPDX-License-Identifier: Apache-2.0
#include "python/passes.h"

#include <fmt/format.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

#include "pith/base/error.h"
#include "pith/base/stopwatch.h"
#include "pith/data/blocks/row_blocks.h"
#include "pith/report/selection_json.h"
#include "pith/select/passes/select_by_passes.h"
#include "pith/stats/encoded/encoded_rows.h"
#include "pith/stats/passes/pass.h"
#include "python/caller_thread.h"
#include "python/columns.h"
#include "python/interruptible.h"
#include "python/options.h"
#include "python/request.h"
#include "python/spelling.h"

namespace nb = nanobind;

namespace pith::python {
namespace {

std::string_view view_of(const nb::bytes& bytes) {
  return {bytes.c_str(), bytes.size()};
}
nb::bytes bytes_of(const std::string& text) {
  return nb::bytes(text.data(), text.size());
}

Context context_of_worker(unsigned threads) {
  Context context;
  context.threads = threads;
  return context;
}

/// The columns of a batch, which must be as many as the reader of the rows wants.
RowBlock block_of(const ColumnsBuilder& builder, std::size_t fields) {
  const std::vector<Column>& columns = builder.columns().columns;
  if (columns.size() != fields) {
    throw Error(ErrorKind::bad_data, fmt::format("a batch must have {} (got {})",
                                                 counted(fields, "column"), columns.size()));
  }
  return {.columns = columns, .rows = builder.rows()};
}

void add(PassState& state, const Pass& pass, const nb::handle& batch, const Context& context) {
  if (pass.reads_encoded()) {
    const auto packed = nb::cast<nb::bytes>(batch);
    const std::string_view bytes = view_of(packed);
    const Unlocked unlocked;
    state.update(EncodedRows::unpack(bytes), context);
    return;
  }
  const RowBlock rows = block_of(nb::cast<const ColumnsBuilder&>(batch), pass.fields().size());
  if (rows.rows == 0) return;
  const Unlocked unlocked;
  state.update(rows, context);
}

using Partials = std::vector<std::pair<std::size_t, nb::bytes>>;

Partials run_pass_here(const nb::bytes& description, const nb::iterable& batches,
                       unsigned threads) {
  return with_python_errors(plain_spelling, [&] {
    const std::unique_ptr<const Pass> pass = parse_pass(view_of(description));
    const std::unique_ptr<PassState> state = pass->start();
    const Context context = context_of_worker(threads);
    bool is_empty = true;
    for (const nb::handle batch : batches) {
      add(*state, *pass, batch, context);
      is_empty = false;
    }
    Partials partials;
    for (std::size_t block = 0; !is_empty && block < pass->blocks(); ++block)
      partials.emplace_back(block, bytes_of(state->partial(block)));
    return partials;
  });
}

nb::bytes merge_partials(const nb::bytes& description, std::size_t block,
                         const nb::iterable& partials) {
  return with_python_errors(plain_spelling, [&] {
    const std::unique_ptr<const Pass> pass = parse_pass(view_of(description));
    if (block >= pass->blocks()) throw nb::value_error("the pass has fewer blocks");
    const std::unique_ptr<PassState> state = pass->start();
    for (const nb::handle each : partials)
      state->merge(block, view_of(nb::cast<nb::bytes>(each)));
    return bytes_of(state->partial(block));
  });
}

/// Makes packed rows of batches, in an encoding that is parsed once.
class RowEncoder {
 public:
  RowEncoder(const nb::bytes& description, unsigned threads)
      : encoding_(with_python_errors(plain_spelling,
                                     [&] { return Encoding::parse(view_of(description)); })),
        fields_(encoding_.fields().size()),
        context_(context_of_worker(threads)) {}

  nb::bytes pack(const ColumnsBuilder& batch) const {
    return with_python_errors(plain_spelling, [&] {
      const RowBlock rows = block_of(batch, fields_);
      std::string packed;
      {
        const Unlocked unlocked;
        packed = EncodedRows(rows, encoding_, context_).pack();
      }
      return bytes_of(packed);
    });
  }

 private:
  Encoding encoding_;
  std::size_t fields_;
  Context context_;
};

/// What a runner in Python is told about a pass.
struct PassInfo {
  std::string title;
  nb::bytes bytes;
  bool reads_encoded = false;
  std::vector<std::size_t> fields = {};
  std::size_t blocks = 0;
  std::uint64_t state_bytes = 0;
};

/// Runs passes by an object of Python, on the thread that called pith.
class PythonRunner final : public Runner {
 public:
  /// Neither is owned; both must outlive the runner.
  PythonRunner(const nb::object& runner, CallerThread& caller) : runner_(runner), caller_(caller) {}

  void run(const Pass& pass, PassState& state, const Context& context) override {
    const std::string title = pass.title();
    context.report({.phase = title, .done = 0, .total = 1});
    caller_.run([&] {
      const nb::object partials =
          runner_.attr("run")(PassInfo{.title = title,
                                       .bytes = bytes_of(pass.describe()),
                                       .reads_encoded = pass.reads_encoded(),
                                       .fields = pass.fields(),
                                       .blocks = pass.blocks(),
                                       .state_bytes = pass.state_bytes()});
      for (const nb::handle each : partials) {
        const auto [block, bytes] = nb::cast<std::pair<std::size_t, nb::bytes>>(each);
        const std::string_view view = view_of(bytes);
        const Unlocked unlocked;
        state.merge(block, view);
      }
    });
    context.report({.phase = title, .done = 1, .total = 1});
    context.check_cancelled();
  }

  void encode(const Encoding& encoding, const Context& context) override {
    context.report({.phase = "encode rows", .done = 0, .total = 1});
    caller_.run([&] { runner_.attr("encode")(bytes_of(encoding.describe()), encoding.fields()); });
    context.check_cancelled();
  }

 private:
  const nb::object& runner_;
  CallerThread& caller_;
};

/// Name, whether it is categorical, a date, declared numeric, boolean.
using FieldTuple = std::tuple<std::string, bool, bool, bool, bool>;

BlockSchema schema_of(const std::vector<FieldTuple>& fields, std::string source) {
  BlockSchema schema;
  schema.source = std::move(source);
  for (const auto& [name, is_codes, is_date, is_declared_numeric, is_boolean] : fields) {
    schema.fields.push_back({.name = name,
                             .kind = is_codes ? Column::Kind::codes : Column::Kind::numbers,
                             .is_date = is_date,
                             .is_declared_numeric = is_declared_numeric,
                             .is_boolean = is_boolean});
  }
  return schema;
}

/// Adds what the runner says about itself.
void describe_engine(Selection& found, const nb::object& runner) {
  if (!found.engine) found.engine.emplace();
  const auto facts = nb::cast<nb::dict>(runner.attr("engine")());
  for (const auto& [key, value] : facts) {
    const auto name = nb::cast<std::string>(key);
    if (name == "kind") {
      found.engine->kind = nb::cast<std::string>(value);
    } else if (nb::isinstance<nb::str>(value)) {
      found.engine->details.emplace_back(name, nb::cast<std::string>(value));
    } else {
      found.engine->details.emplace_back(name, nb::cast<std::int64_t>(value));
    }
  }
}

std::string select_by_runner(const std::vector<FieldTuple>& fields, const nb::object& runner,
                             const nb::dict& given) {
  Options options(given);
  const Spelling spelling = spelling_of(options);
  return with_python_errors(spelling, [&] {
    const BlockSchema schema = schema_of(fields, options.value<std::string>("source", "X"));
    const Roles roles = roles_of(options);
    const Request request = request_of(options);
    const Context context = context_of(options);
    const nb::object progress = options.object("progress");
    options.reject_unknown();
    CallerThread caller;
    Stopwatch watch;
    Selection found = run_interruptibly(
        context, progress,
        [&](const Context& inner) {
          PythonRunner passes(runner, caller);
          return select_by_passes(passes, schema, roles, request, inner);
        },
        &caller);
    describe_engine(found, runner);
    return selection_json(found, timing_of(watch, context), spelling);
  });
}

}  // namespace

void bind_passes(nb::module_& module) {
  nb::class_<PassInfo>(module, "Pass", "One reading of all rows, for a runner.")
      .def_ro("title", &PassInfo::title)
      .def_ro("bytes", &PassInfo::bytes)
      .def_ro("reads_encoded", &PassInfo::reads_encoded)
      .def_ro("fields", &PassInfo::fields)
      .def_ro("blocks", &PassInfo::blocks)
      .def_ro("state_bytes", &PassInfo::state_bytes);
  nb::class_<RowEncoder>(module, "RowEncoder", "Packs rows as methods get them.")
      .def(nb::init<const nb::bytes&, unsigned>(), nb::arg("encoding"), nb::arg("threads") = 1)
      .def("pack", &RowEncoder::pack, nb::arg("batch"));
  module.def("pass_map", &run_pass_here, nb::arg("description"), nb::arg("batches"),
             nb::arg("threads") = 1);
  module.def("pass_merge", &merge_partials, nb::arg("description"), nb::arg("block"),
             nb::arg("partials"));
  module.def("select_by_runner", &select_by_runner, nb::arg("fields"), nb::arg("runner"),
             nb::arg("options"));
}

}  // namespace pith::python
