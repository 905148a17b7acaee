// SPDX-License-Identifier: Apache-2.0
#include "pith/linalg/linear_program.h"

#include "pith/base/error.h"

#ifdef PITH_CLP
#include <Clp_C_Interface.h>

#include <algorithm>
#include <limits>
#include <stop_token>

#include "pith/base/shared_library.h"
#endif

namespace pith {
inline namespace linalg {

#ifdef PITH_CLP

namespace {

/// What pith calls of CLP, which is loaded with the first linear programme: it brings LAPACK along.
struct Clp {
  SharedLibrary library{PITH_CLP,
                        "it solves linear programmes; install CLP (on Debian the package "
                        "coinor-libclp1)"};
  decltype(::Clp_newModel)* make = library.function<decltype(::Clp_newModel)>("Clp_newModel");
  decltype(::Clp_deleteModel)* free =
      library.function<decltype(::Clp_deleteModel)>("Clp_deleteModel");
  decltype(::Clp_loadProblem)* load =
      library.function<decltype(::Clp_loadProblem)>("Clp_loadProblem");
  decltype(::Clp_addRows)* add_rows = library.function<decltype(::Clp_addRows)>("Clp_addRows");
  decltype(::Clp_numberRows)* rows = library.function<decltype(::Clp_numberRows)>("Clp_numberRows");
  decltype(::Clp_rowLower)* lowers = library.function<decltype(::Clp_rowLower)>("Clp_rowLower");
  decltype(::Clp_rowUpper)* uppers = library.function<decltype(::Clp_rowUpper)>("Clp_rowUpper");
  decltype(::Clp_setLogLevel)* set_log_level =
      library.function<decltype(::Clp_setLogLevel)>("Clp_setLogLevel");
  decltype(::Clp_scaling)* set_scaling = library.function<decltype(::Clp_scaling)>("Clp_scaling");
  decltype(::Clp_setPrimalTolerance)* set_primal_tolerance =
      library.function<decltype(::Clp_setPrimalTolerance)>("Clp_setPrimalTolerance");
  decltype(::Clp_setDualTolerance)* set_dual_tolerance =
      library.function<decltype(::Clp_setDualTolerance)>("Clp_setDualTolerance");
  decltype(::Clp_numberIterations)* iterations =
      library.function<decltype(::Clp_numberIterations)>("Clp_numberIterations");
  decltype(::Clp_setMaximumIterations)* set_most_iterations =
      library.function<decltype(::Clp_setMaximumIterations)>("Clp_setMaximumIterations");
  decltype(::Clp_dual)* dual = library.function<decltype(::Clp_dual)>("Clp_dual");
  decltype(::Clp_primal)* primal = library.function<decltype(::Clp_primal)>("Clp_primal");
  decltype(::Clp_status)* status = library.function<decltype(::Clp_status)>("Clp_status");
  decltype(::Clp_objectiveValue)* value =
      library.function<decltype(::Clp_objectiveValue)>("Clp_objectiveValue");
  decltype(::Clp_primalColumnSolution)* values =
      library.function<decltype(::Clp_primalColumnSolution)>("Clp_primalColumnSolution");
  decltype(::Clp_dualRowSolution)* prices =
      library.function<decltype(::Clp_dualRowSolution)>("Clp_dualRowSolution");
};

const Clp& clp() {
  static const Clp loaded;
  return loaded;
}

struct FreeModel {
  void operator()(Clp_Simplex* model) const { clp().free(model); }
};

/// CLP takes 1e30 and more for infinite.
double finite(double bound) {
  constexpr double largest = std::numeric_limits<double>::max();
  return std::clamp(bound, -largest, largest);
}

std::vector<double> finite(std::vector<double> bounds) {
  for (double& bound : bounds)
    bound = finite(bound);
  return bounds;
}

}  // namespace

class LinearProgram::Solver {
 public:
  explicit Solver(const LinearProgramData& data)
      : columns_(data.costs.size()), model_(clp().make()) {
    clp().set_log_level(model_.get(), 0);
    const std::vector<CoinBigIndex> starts(columns_ + 1);
    const std::vector<double> lowers = finite(data.lowers);
    const std::vector<double> uppers = finite(data.uppers);
    clp().load(model_.get(), static_cast<int>(columns_), 0, starts.data(), nullptr, nullptr,
               lowers.data(), uppers.data(), data.costs.data(), nullptr, nullptr);
    clp().set_scaling(model_.get(), 0);  // callers do
    clp().set_primal_tolerance(model_.get(), 1e-9);
    clp().set_dual_tolerance(model_.get(), 1e-9);
  }

  void add_rows(std::span<const LinearProgramRow> rows) {
    std::vector<CoinBigIndex> starts{0};
    std::vector<int> columns;
    std::vector<double> elements;
    std::vector<double> lowers;
    std::vector<double> uppers;
    for (const LinearProgramRow& row : rows) {
      for (std::size_t i = 0; i < row.elements.size(); ++i) {
        if (row.elements[i] == 0) continue;
        columns.push_back(static_cast<int>(i));
        elements.push_back(row.elements[i]);
      }
      starts.push_back(static_cast<CoinBigIndex>(elements.size()));
      lowers.push_back(finite(row.lower));
      uppers.push_back(finite(row.upper));
    }
    clp().add_rows(model_.get(), static_cast<int>(rows.size()), lowers.data(), uppers.data(),
                   starts.data(), columns.data(), elements.data());
  }

  void set_bounds(std::size_t row, double lower, double upper) {
    clp().lowers(model_.get())[row] = finite(lower);
    clp().uppers(model_.get())[row] = finite(upper);
  }

  bool solve(const Context& context, const std::function<void()>& tick) {
    // CLP compares its steps with this limit at each of them. Whoever requests a stop lowers it.
    const std::stop_callback end(context.stop,
                                 [this] { clp().set_most_iterations(model_.get(), 0); });
    clp().dual(model_.get(), 0);
    count(context, tick);
    if (clp().status(model_.get()) != 0) {
      clp().primal(model_.get(), 0);
      count(context, tick);
    }
    return clp().status(model_.get()) == 0;
  }

  double objective() const { return clp().value(model_.get()); }
  std::span<const double> values() const { return {clp().values(model_.get()), columns_}; }
  std::span<const double> prices() const {
    return {clp().prices(model_.get()), static_cast<std::size_t>(clp().rows(model_.get()))};
  }

 private:
  void count(const Context& context, const std::function<void()>& tick) const {
    context.check_cancelled();
    const int iterations = clp().iterations(model_.get());
    for (int i = 0; tick && i < iterations; ++i)
      tick();
  }

  std::size_t columns_;
  std::unique_ptr<Clp_Simplex, FreeModel> model_;
};

std::string LinearProgram::unavailable() {
  return "";
}

LinearProgram::LinearProgram(const LinearProgramData& data)
    : solver_(std::make_unique<Solver>(data)) {}

#else

class LinearProgram::Solver {
 public:
  void add_rows(std::span<const LinearProgramRow>) {}
  void set_bounds(std::size_t, double, double) {}
  bool solve(const Context&, const std::function<void()>&) { return false; }
  double objective() const { return 0; }
  std::span<const double> values() const { return {}; }
  std::span<const double> prices() const { return {}; }
};

std::string LinearProgram::unavailable() {
  return "this build of pith has no solver of linear programmes; install CLP (on Debian the package "
         "coinor-libclp-dev) and build pith again";
}

LinearProgram::LinearProgram(const LinearProgramData&) {
  throw Error(ErrorKind::bad_argument, unavailable());
}

#endif

LinearProgram::~LinearProgram() = default;

void LinearProgram::add_rows(std::span<const LinearProgramRow> rows) {
  solver_->add_rows(rows);
}

void LinearProgram::set_bounds(std::size_t row, double lower, double upper) {
  solver_->set_bounds(row, lower, upper);
}

bool LinearProgram::solve(const Context& context, const std::function<void()>& tick) {
  return solver_->solve(context, tick);
}

double LinearProgram::objective() const {
  return solver_->objective();
}

std::span<const double> LinearProgram::values() const {
  return solver_->values();
}

std::span<const double> LinearProgram::prices() const {
  return solver_->prices();
}

}  // namespace linalg
}  // namespace pith
