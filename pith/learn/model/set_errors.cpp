// SPDX-License-Identifier: Apache-2.0
#include "pith/learn/model/set_errors.h"

#include <algorithm>

#include "pith/base/assert.h"
#include "pith/base/option.h"
#include "pith/base/parallel.h"
#include "pith/learn/model/encoding.h"
#include "pith/learn/model/folds.h"
#include "pith/learn/model/model.h"

namespace pith {
namespace {

std::vector<std::size_t> class_counts(std::span<const std::uint32_t> classes, std::size_t count) {
  std::vector<std::size_t> counts(count);
  for (const std::uint32_t c : classes)
    ++counts[c];
  return counts;
}

std::size_t largest_class(const Column& target) {
  if (target.is_numbers()) return target.rows();
  std::vector<std::size_t> counts(target.levels());
  for (std::size_t row = 0; row < target.rows(); ++row)
    ++counts[target.code(row)];
  return *std::max_element(counts.begin(), counts.end());
}

constexpr std::size_t some_rows = 1024;  // that are predicted between checks for cancellation

std::string remedy() {
  return "select on a sample of the rows (" + option("rows") + ") or use fewer folds (" +
         option("folds") + ")";
}

/// Of the first features. An upper bound: a level that does not occur among the training rows has
/// no column.
std::uint64_t encoded_columns(const Table& table, std::size_t features) {
  std::uint64_t columns = 0;
  for (Feature feature = 0; feature < features; ++feature) {
    const Column& column = table.parts().features[feature];
    columns += column.is_codes() ? column.levels() : 1;
  }
  return columns;
}

std::size_t number_of_folds(const Table& table, std::size_t folds) {
  return std::max<std::size_t>(2, std::min(folds, largest_class(table.target())));
}

std::uint64_t encoded_bytes(const Table& table, std::size_t folds) {
  constexpr std::uint64_t of_row = sizeof(std::size_t) + sizeof(double);
  const std::uint64_t columns = encoded_columns(table, table.features());
  return folds * table.rows() * (sizeof(double) * columns + of_row);
}

}  // namespace

SetErrors::SetErrors(const Table& table, const Learner& learner, std::size_t folds,
                     const Context& context)
    : learner_(learner),
      params_(learner.params({})),
      rows_(table.rows()),
      classes_(table.classes()) {
  PITH_ASSERT(folds >= 2 && table.has_target() && !table.has_missing());
  const std::size_t count = number_of_folds(table, folds);
  held_ = context.reserve(encoded_bytes(table, count) + count * sizeof(Block) * table.features(),
                          "encoding the features for every fold", remedy());
  const std::vector<std::uint32_t> fold_of_row =
      stratified_folds(table.target(), count, context.seed);
  for (std::uint32_t fold = 0; fold < count; ++fold)
    folds_.push_back(fold_of(table, fold_of_row, fold));
  encode(table, context);
}

SetErrors::Fold SetErrors::fold_of(const Table& table, std::span<const std::uint32_t> fold_of_row,
                                   std::uint32_t fold) {
  const Column& target = table.target();
  const bool is_numeric = target.is_numbers();
  const Numbers numbers = is_numeric ? target.numbers() : Numbers(std::span<const double>{});
  Fold made;
  made.rows.reserve(table.rows());
  for (const bool is_test : {false, true}) {
    for (std::size_t row = 0; row < table.rows(); ++row) {
      if ((fold_of_row[row] == fold) != is_test) continue;
      made.rows.push_back(row);
      if (is_numeric) {
        made.numbers.push_back(numbers[row]);
      } else {
        made.classes.push_back(target.code(row));
      }
    }
    if (!is_test) made.train = made.rows.size();
  }
  if (is_numeric) {
    find_mean(made);
  } else {
    find_majority(made, table.classes());
  }
  made.blocks.resize(table.features());
  return made;
}

void SetErrors::find_majority(Fold& fold, std::size_t classes) {
  const std::vector<std::size_t> counts =
      class_counts(std::span(fold.classes).first(fold.train), classes);
  const auto most = std::max_element(counts.begin(), counts.end());
  fold.majority = static_cast<std::uint32_t>(most - counts.begin());
  fold.varies = *most < fold.train;
}

void SetErrors::find_mean(Fold& fold) {
  for (std::size_t i = 0; i < fold.train; ++i) {
    fold.mean += fold.numbers[i] / static_cast<double>(fold.train);
    fold.varies = fold.varies || fold.numbers[i] != fold.numbers.front();
  }
}

void SetErrors::encode(const Table& table, const Context& context) {
  const std::size_t features = table.features();
  parallel_blocks(context, folds_.size() * features, 1, [&](std::size_t unit, std::size_t) {
    Fold& fold = folds_[unit / features];
    const auto feature = static_cast<Feature>(unit % features);
    const Encoding encoding(table, std::span(fold.rows).first(fold.train), std::span(&feature, 1),
                            {});
    fold.blocks[feature] = {.values = encoding.encode(table, fold.rows),
                            .width = encoding.columns(),
                            .is_categorical = table.feature(feature).is_codes()};
  });
}

std::vector<double> SetErrors::losses(std::span<const std::vector<Feature>> sets,
                                      const Context& context,
                                      const std::function<void()>& done) const {
  const Context serial = context.serial();
  std::vector<double> parts(sets.size() * folds_.size());
  // On as many threads as there is memory for.
  const std::uint64_t bytes = std::max<std::uint64_t>(1, bytes_of(sets));
  Context some = context;
  some.threads = static_cast<unsigned>(std::clamp<std::uint64_t>(
      context.memory_available() / bytes, 1,
      std::min<std::size_t>(context.thread_count(), std::max<std::size_t>(1, parts.size()))));
  const Reservation held =
      context.reserve(some.threads * bytes, "fitting " + learner_.id, remedy());
  parallel_blocks(some, parts.size(), 1, [&](std::size_t unit, std::size_t) {
    parts[unit] = loss(sets[unit / folds_.size()], folds_[unit % folds_.size()], serial);
    if (done) done();
  });
  std::vector<double> totals(sets.size());
  for (std::size_t unit = 0; unit < parts.size(); ++unit)
    totals[unit / folds_.size()] += parts[unit];
  return totals;
}

void SetErrors::require_memory(const Table& table, const Learner& learner, const SearchSize& size,
                               const Context& context) {
  const std::size_t count = number_of_folds(table, size.folds);
  const std::uint64_t columns = encoded_columns(table, size.features);
  const std::uint64_t numbers =
      table.rows() * columns + std::min(some_rows, table.rows()) * (table.classes() + 1);
  const std::uint64_t fit = learner.bytes(
      {.rows = table.rows(), .columns = columns, .classes = table.classes()}, learner.params({}));
  context.require_memory(encoded_bytes(table, count) + count * sizeof(Block) * table.features() +
                             sizeof(double) * numbers + fit,
                         "fitting " + learner.id + " for every fold", remedy());
}

std::uint64_t SetErrors::bytes_of(std::span<const std::vector<Feature>> sets) const {
  std::uint64_t most = 0;
  for (const Fold& fold : folds_) {
    for (const std::vector<Feature>& set : sets) {
      std::size_t width = 0;
      for (const Feature feature : set)
        width += fold.blocks[feature].width;
      const std::uint64_t numbers =
          fold.rows.size() * width + std::min(some_rows, fold.rows.size()) * (classes_ + 1);
      const std::uint64_t fit =
          learner_.bytes({.rows = fold.train, .columns = width, .classes = classes_}, params_);
      most = std::max(most, sizeof(double) * numbers + fit);
    }
  }
  return most;
}

double SetErrors::constant_loss(const Fold& fold) const {
  double sum = 0;
  for (std::size_t i = fold.train; i < fold.rows.size(); ++i) {
    if (classes_ > 0) {
      sum += fold.classes[i] != fold.majority ? 1 : 0;
    } else {
      sum += (fold.numbers[i] - fold.mean) * (fold.numbers[i] - fold.mean);
    }
  }
  return sum;
}

/// Of some rows, of which `begin` is the first in the fold.
double SetErrors::loss_of(const Model& model, const MatrixView<const double>& rows,
                          const Fold& fold, std::size_t begin) const {
  double sum = 0;
  if (classes_ == 0) {
    const std::vector<double> predicted = predict_numbers(model, rows);
    for (std::size_t i = 0; i < predicted.size(); ++i) {
      const double difference = fold.numbers[begin + i] - predicted[i];
      sum += difference * difference;
    }
    return sum;
  }
  const std::vector<std::uint32_t> predicted = predict(model, rows, classes_);
  for (std::size_t i = 0; i < predicted.size(); ++i)
    sum += predicted[i] != fold.classes[begin + i] ? 1 : 0;
  return sum;
}

double SetErrors::loss(const std::vector<Feature>& set, const Fold& fold,
                       const Context& context) const {
  if (set.empty() || !fold.varies) return constant_loss(fold);
  std::size_t width = 0;
  std::vector<Indicators> categories;
  for (const Feature feature : set) {
    const Block& block = fold.blocks[feature];
    if (block.is_categorical) categories.push_back({.begin = width, .end = width + block.width});
    width += block.width;
  }
  std::vector<double> values(fold.rows.size() * width);
  std::size_t column = 0;
  for (const Feature feature : set) {
    const Block& block = fold.blocks[feature];
    for (std::size_t row = 0; row < fold.rows.size(); ++row)
      std::copy_n(&block.values[row * block.width], block.width, &values[row * width + column]);
    column += block.width;
  }
  Examples examples{.rows = {values.data(), fold.train, width, width, 1},
                    .classes = {},
                    .class_count = classes_,
                    .categories = categories};
  if (classes_ > 0) {
    examples.classes = std::span(fold.classes).first(fold.train);
  } else {
    examples.numbers = std::span(fold.numbers).first(fold.train);
  }
  const auto model = learner_.fit(examples, params_, context);
  double sum = 0;
  for (std::size_t begin = fold.train; begin < fold.rows.size(); begin += some_rows) {
    context.check_cancelled();
    const std::size_t rows = std::min(some_rows, fold.rows.size() - begin);
    sum += loss_of(*model, {&values[begin * width], rows, width, width, 1}, fold, begin);
  }
  return sum;
}

}  // namespace pith
