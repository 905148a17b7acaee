// SPDX-License-Identifier: Apache-2.0
#include "pith/linalg/linear_program.h"

#include "pith/base/error.h"

#ifdef PITH_HAS_CLP
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wconversion"
#pragma GCC diagnostic ignored "-Wshadow"
#pragma GCC diagnostic ignored "-Wpedantic"
#pragma GCC diagnostic ignored "-Wextra"
#include <ClpEventHandler.hpp>
#include <ClpSimplex.hpp>
#pragma GCC diagnostic pop
#endif

namespace pith {
inline namespace linalg {

#ifdef PITH_HAS_CLP

namespace {

/// Ends the simplex method once a stop was requested.
class Watch : public ClpEventHandler {
 public:
  Watch(const Context& context, const std::function<void()>& tick)
      : context_(&context), tick_(&tick) {}

  int event(Event which) override {
    if (which == endOfIteration && *tick_) (*tick_)();
    return context_->stop.stop_requested() ? 0 : -1;
  }
  ClpEventHandler* clone() const override { return new Watch(*this); }

 private:
  const Context* context_;
  const std::function<void()>* tick_;
};

}  // namespace

class LinearProgram::Solver {
 public:
  explicit Solver(const LinearProgramData& data) {
    model_.setLogLevel(0);
    const auto rows = static_cast<int>(data.right.size());
    const auto columns = static_cast<int>(data.costs.size());
    const std::vector<CoinBigIndex> starts(data.starts.begin(), data.starts.end());
    // Null: no upper bounds.
    model_.loadProblem(columns, rows, starts.data(), data.rows.data(), data.values.data(),
                       data.lowers.data(), nullptr, data.costs.data(), data.right.data(), nullptr);
    // CLP takes 1e30 and more for infinite.
    for (int j = 0; j < columns; ++j) {
      const double lower = data.lowers[static_cast<std::size_t>(j)];
      model_.setColumnBounds(j, lower < -1e30 ? -COIN_DBL_MAX : lower, COIN_DBL_MAX);
    }
    model_.scaling(0);  // callers do
    model_.setPrimalTolerance(1e-9);
    model_.setDualTolerance(1e-9);
  }

  void set_cost(int column, double cost) { model_.setObjectiveCoefficient(column, cost); }

  bool solve(const Context& context, const std::function<void()>& tick) {
    const Watch watch(context, tick);
    model_.passInEventHandler(&watch);
    // Without a basis costs that are not negative favour the dual method. Other costs leave the
    // last basis feasible, which the primal method needs.
    if (is_solved_) {
      model_.primal(1);
    } else {
      model_.dual();
    }
    context.check_cancelled();
    if (model_.status() != 0) {
      model_.primal();
      context.check_cancelled();
    }
    is_solved_ = model_.status() == 0;
    const ClpEventHandler quiet;
    model_.passInEventHandler(&quiet);  // the watch is gone
    return is_solved_;
  }

  double objective() const { return model_.objectiveValue(); }
  std::span<const double> values() const {
    return {model_.primalColumnSolution(), static_cast<std::size_t>(model_.numberColumns())};
  }

 private:
  ClpSimplex model_;
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
  void set_cost(int, double) {}
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
  solver_->set_cost(static_cast<int>(column), cost);
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
