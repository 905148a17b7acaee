// SPDX-License-Identifier: Apache-2.0
#include "pith/linalg/linear_program.h"

#include "pith/base/error.h"

#ifdef PITH_CLP
#include <Clp_C_Interface.h>

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
  decltype(::Clp_objective)* costs = library.function<decltype(::Clp_objective)>("Clp_objective");
  decltype(::Clp_objectiveValue)* value =
      library.function<decltype(::Clp_objectiveValue)>("Clp_objectiveValue");
  decltype(::Clp_primalColumnSolution)* values =
      library.function<decltype(::Clp_primalColumnSolution)>("Clp_primalColumnSolution");
};

const Clp& clp() {
  static const Clp loaded;
  return loaded;
}

struct FreeModel {
  void operator()(Clp_Simplex* model) const { clp().free(model); }
};

}  // namespace

class LinearProgram::Solver {
 public:
  explicit Solver(const LinearProgramData& data)
      : columns_(data.costs.size()), model_(clp().make()) {
    clp().set_log_level(model_.get(), 0);
    const std::vector<CoinBigIndex> starts(data.starts.begin(), data.starts.end());
    // CLP takes 1e30 and more for infinite.
    std::vector<double> lowers = data.lowers;
    for (double& lower : lowers)
      lower = lower < -1e30 ? -std::numeric_limits<double>::max() : lower;
    // Null: no upper bounds.
    clp().load(model_.get(), static_cast<int>(columns_), static_cast<int>(data.right.size()),
               starts.data(), data.rows.data(), data.values.data(), lowers.data(), nullptr,
               data.costs.data(), data.right.data(), nullptr);
    clp().set_scaling(model_.get(), 0);  // callers do
    clp().set_primal_tolerance(model_.get(), 1e-9);
    clp().set_dual_tolerance(model_.get(), 1e-9);
  }

  void set_cost(std::size_t column, double cost) { clp().costs(model_.get())[column] = cost; }

  bool solve(const Context& context, const std::function<void()>& tick) {
    // CLP compares its steps with this limit at each of them. Whoever requests a stop lowers it.
    const std::stop_callback end(context.stop,
                                 [this] { clp().set_most_iterations(model_.get(), 0); });
    // Without a basis costs that are not negative favour the dual method. Other costs leave the
    // last basis feasible, which the primal method needs.
    if (is_solved_) {
      clp().primal(model_.get(), 1);
    } else {
      clp().dual(model_.get(), 0);
    }
    count(context, tick);
    if (clp().status(model_.get()) != 0) {
      clp().primal(model_.get(), 0);
      count(context, tick);
    }
    is_solved_ = clp().status(model_.get()) == 0;
    return is_solved_;
  }

  double objective() const { return clp().value(model_.get()); }
  std::span<const double> values() const { return {clp().values(model_.get()), columns_}; }

 private:
  void count(const Context& context, const std::function<void()>& tick) const {
    context.check_cancelled();
    const int iterations = clp().iterations(model_.get());
    for (int i = 0; tick && i < iterations; ++i)
      tick();
  }

  std::size_t columns_;
  std::unique_ptr<Clp_Simplex, FreeModel> model_;
  bool is_solved_ = false;
};

std::string LinearProgram::unavailable() {
  return "";
}

LinearProgram::LinearProgram(const LinearProgramData& data)
    : solver_(std::make_unique<Solver>(data)) {}

#else

class LinearProgram::Solver {
 public:
  void set_cost(std::size_t, double) {}
  bool solve(const Context&, const std::function<void()>&) { return false; }
  double objective() const { return 0; }
  std::span<const double> values() const { return {}; }
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

void LinearProgram::set_cost(std::size_t column, double cost) {
  solver_->set_cost(column, cost);
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

}  // namespace linalg
}  // namespace pith
