// SPDX-License-Identifier: Apache-2.0
#include "pith/learn/svm/liblinear.h"

#include <linear.h>

#include <algorithm>
#include <limits>
#include <memory>
#include <numeric>
#include <utility>

#include "pith/base/assert.h"
#include "pith/learn/linear/linear_model.h"
#include "pith/learn/svm/cancel_on_print.h"
#include "pith/learn/svm/library_support.h"
#include "pith/learn/svm/standard_numbers.h"

namespace pith {
namespace {

struct Free {
  void operator()(::model* trained) const { free_and_destroy_model(&trained); }
};
using Trained = std::unique_ptr<::model, Free>;

/// LIBLINEAR prints a line for each step; on_print() takes it as an occasion to cancel.
void redirect_output() {
  [[maybe_unused]] static const bool is_redirected = [] {
    set_print_string_function(CancelOnPrint::on_print);
    return true;
  }();
}

/// Rows in the format of LIBLINEAR: nodes (index from 1, value), a 1 for the bias, and an end mark.
struct Nodes {
  explicit Nodes(const MatrixView<const double>& rows) : features(rows.extent(1)) {
    const std::size_t width = rows.extent(1) + 2;
    nodes.resize(rows.extent(0) * width);
    starts.reserve(rows.extent(0));
    for (std::size_t row = 0; row < rows.extent(0); ++row) {
      ::feature_node* node = &nodes[row * width];
      starts.push_back(node);
      for (std::size_t i = 0; i < rows.extent(1); ++i)
        *node++ = {static_cast<int>(i + 1), rows(row, i)};
      *node++ = {static_cast<int>(rows.extent(1) + 1), 1.0};
      *node = {-1, 0.0};
    }
  }
  std::size_t features;
  std::vector<::feature_node> nodes;
  std::vector<::feature_node*> starts;
};

/// Trains on the nodes; `targets` are classes or numbers.
Trained trained_by(Nodes& nodes, std::vector<double>& targets, const ::parameter& parameter,
                   const Context& context) {
  context.check_cancelled();
  redirect_output();
  ::problem problem{};
  problem.l = static_cast<int>(targets.size());
  problem.n = static_cast<int>(nodes.features + 1);
  problem.y = targets.data();
  problem.x = nodes.starts.data();
  problem.bias = 1;
  const CancelOnPrint cancel(context);
  Trained trained;
  with_checked_memory([&] { trained.reset(train(&problem, &parameter)); });
  return trained;
}

}  // namespace

LinearSvm::LinearSvm(const MatrixView<const double>& rows, std::span<const std::uint32_t> classes,
                     std::size_t class_count, const Options& options, const Context& context)
    : features_(rows.extent(1)), weights_(class_count) {
  PITH_ASSERT(rows.extent(0) == classes.size());
  Nodes nodes(rows);
  std::vector<double> labels(classes.begin(), classes.end());
  ::parameter parameter{};
  parameter.solver_type = L2R_L2LOSS_SVC;
  parameter.C = options.cost;
  parameter.eps = options.tolerance;
  const Trained trained = trained_by(nodes, labels, parameter, context);
  const auto found = static_cast<std::size_t>(trained->nr_class);
  PITH_ASSERT(found >= 2);
  // Two classes have one weight vector, that of the first; more have one each, interleaved.
  const std::size_t stride = found == 2 ? 1 : found;
  for (std::size_t c = 0; c < found; ++c) {
    std::vector<double>& own = weights_[static_cast<std::size_t>(trained->label[c])];
    own.reserve(features_ + 1);
    for (std::size_t i = 0; i <= features_; ++i) {
      const double weight = trained->w[i * stride + (found == 2 ? 0 : c)];
      own.push_back(found == 2 && c == 1 ? -weight : weight);
    }
  }
}

std::vector<double> LinearSvm::scores(std::span<const double> row) const {
  PITH_ASSERT(row.size() == features_);
  std::vector<double> all(weights_.size(), -std::numeric_limits<double>::infinity());
  for (std::size_t c = 0; c < all.size(); ++c) {
    const std::vector<double>& own = weights_[c];
    if (!own.empty()) all[c] = std::inner_product(row.begin(), row.end(), own.begin(), own.back());
  }
  return all;
}

std::uint32_t LinearSvm::predict(std::span<const double> row) const {
  const std::vector<double> all = scores(row);
  return static_cast<std::uint32_t>(std::max_element(all.begin(), all.end()) - all.begin());
}

namespace {

class LinearSvmModel : public Model {
 public:
  LinearSvmModel(const Examples& examples, const LinearSvm::Options& options,
                 const Context& context)
      : svm_(examples.rows, examples.classes, examples.class_count, options, context) {}

  void score(const MatrixView<const double>& rows,
             const MatrixView<double>& scores) const override {
    for (std::size_t row = 0; row < rows.extent(0); ++row) {
      const std::vector<double> all =
          svm_.scores({rows.data_handle() + row * rows.stride(0), rows.extent(1)});
      for (std::size_t c = 0; c < all.size(); ++c)
        scores(row, c) = all[c];
    }
  }

 private:
  LinearSvm svm_;
};

}  // namespace

std::uint64_t linear_svm_bytes(const FitSize& size) {
  constexpr double number = sizeof(double);
  constexpr double of_row = 20 * number;  // the lists here, and the vectors of LIBLINEAR
  constexpr double vectors = 12;          // of Newton's method
  const auto rows = static_cast<double>(size.rows);
  const double width = static_cast<double>(size.columns) + 2;
  const double models = 2 * size.found();  // in the model of LIBLINEAR and here
  return whole_bytes(sizeof(::feature_node) * rows * width + of_row * rows +
                     number * width * (vectors + models) +
                     static_cast<double>(size.classes) * (sizeof(std::vector<double>) + number));
}

std::unique_ptr<const Model> fit_linear_svm(const Examples& examples,
                                            const LinearSvm::Options& options,
                                            const Context& context) {
  return std::make_unique<LinearSvmModel>(examples, options, context);
}

std::unique_ptr<const Model> fit_linear_svr(const Examples& examples,
                                            const LinearSvrOptions& options,
                                            const Context& context) {
  const StandardNumbers standard(examples.numbers);
  std::vector<double> targets = standard.values;
  Nodes nodes(examples.rows);
  ::parameter parameter{};
  parameter.solver_type = L2R_L2LOSS_SVR;
  parameter.C = options.cost;
  parameter.eps = options.tolerance;
  parameter.p = options.epsilon;
  const std::size_t features = examples.rows.extent(1);
  const Trained trained = trained_by(nodes, targets, parameter, context);
  std::vector<double> weights(trained->w, trained->w + features);
  for (double& weight : weights)
    weight *= standard.scale;
  return std::make_unique<LinearModel>(std::move(weights),
                                       standard.mean + standard.scale * trained->w[features]);
}

}  // namespace pith
