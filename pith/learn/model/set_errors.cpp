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

/// An upper bound: a level that does not occur among the training rows has no column.
std::uint64_t encoded_columns(const Table& table) {
  std::uint64_t columns = 0;
  for (const Column& column : table.parts().features)
    columns += column.is_codes() ? column.levels() : 1;
  return columns;
}

}  // namespace

SetErrors::SetErrors(const Table& table, const Learner& learner, std::size_t folds,
                     const Context& context)
    : learner_(learner),
      params_(learner.params({})),
      rows_(table.rows()),
      classes_(table.classes()) {
  PITH_ASSERT(folds >= 2 && table.has_target() && !table.has_missing());
  const std::size_t count =
      std::max<std::size_t>(2, std::min(folds, largest_class(table.target())));
  constexpr std::uint64_t of_row = sizeof(std::size_t) + sizeof(std::uint32_t);
  held_ = context.reserve(count * (rows_ * (sizeof(double) * encoded_columns(table) + of_row) +
                                   sizeof(Block) * table.features()),
                          "encoding the features for every fold", remedy());
  const std::vector<std::uint32_t> fold_of_row =
      stratified_folds(table.target(), count, context.seed);
  for (std::uint32_t fold = 0; fold < count; ++fold)
    folds_.push_back(fold_of(table, fold_of_row, fold));
  encode(table, context);
}

SetErrors::Fold SetErrors::fold_of(const Table& table, std::span<const std::uint32_t> fold_of_row,
                                   std::uint32_t fold) {
  Fold made;
  made.rows.reserve(table.rows());
  made.classes.reserve(table.rows());
  for (const bool is_test : {false, true}) {
    for (std::size_t row = 0; row < table.rows(); ++row) {
      if ((fold_of_row[row] == fold) != is_test) continue;
      made.rows.push_back(row);
      made.classes.push_back(table.target().code(row));
    }
    if (!is_test) made.train = made.rows.size();
  }
  const std::vector<std::size_t> counts =
      class_counts(std::span(made.classes).first(made.train), table.classes());
  const auto most = std::max_element(counts.begin(), counts.end());
  made.majority = static_cast<std::uint32_t>(most - counts.begin());
  made.has_classes = *most < made.train;
  made.blocks.resize(table.features());
  return made;
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

std::vector<std::size_t> SetErrors::wrong(std::span<const std::vector<Feature>> sets,
                                          const Context& context,
                                          const std::function<void()>& done) const {
  const Context serial = context.serial();
  std::vector<std::size_t> parts(sets.size() * folds_.size());
  // On as many threads as there is memory for.
  const std::uint64_t bytes = std::max<std::uint64_t>(1, bytes_of(sets));
  Context some = context;
  some.threads = static_cast<unsigned>(std::clamp<std::uint64_t>(
      context.memory_available() / bytes, 1,
      std::min<std::size_t>(context.thread_count(), std::max<std::size_t>(1, parts.size()))));
  const Reservation held =
      context.reserve(some.threads * bytes, "fitting " + learner_.id, remedy());
  parallel_blocks(some, parts.size(), 1, [&](std::size_t unit, std::size_t) {
    parts[unit] = wrong(sets[unit / folds_.size()], folds_[unit % folds_.size()], serial);
    if (done) done();
  });
  std::vector<std::size_t> totals(sets.size());
  for (std::size_t unit = 0; unit < parts.size(); ++unit)
    totals[unit / folds_.size()] += parts[unit];
  return totals;
}

std::uint64_t SetErrors::bytes_of(std::span<const std::vector<Feature>> sets) const {
  std::uint64_t most = 0;
  for (const Fold& fold : folds_) {
    for (const std::vector<Feature>& set : sets) {
      std::size_t width = 0;
      for (const Feature feature : set)
        width += fold.blocks[feature].width;
      const std::uint64_t numbers =
          fold.rows.size() * width + std::min(some_rows, fold.rows.size()) * classes_;
      const std::uint64_t fit =
          learner_.bytes({.rows = fold.train, .columns = width, .classes = classes_}, params_);
      most = std::max(most, sizeof(double) * numbers + fit);
    }
  }
  return most;
}

std::size_t SetErrors::wrong(const std::vector<Feature>& set, const Fold& fold,
                             const Context& context) const {
  const std::size_t tested = fold.rows.size() - fold.train;
  const auto truth = std::span(fold.classes).subspan(fold.train);
  if (set.empty() || !fold.has_classes) {
    return tested - static_cast<std::size_t>(std::count(truth.begin(), truth.end(), fold.majority));
  }
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
  const Examples examples{.rows = {values.data(), fold.train, width, width, 1},
                          .classes = std::span(fold.classes).first(fold.train),
                          .class_count = classes_,
                          .categories = categories};
  const auto model = learner_.fit(examples, params_, context);
  std::size_t count = 0;
  for (std::size_t begin = 0; begin < tested; begin += some_rows) {
    context.check_cancelled();
    const std::size_t rows = std::min(some_rows, tested - begin);
    const double* const first = &values[(fold.train + begin) * width];
    const std::vector<std::uint32_t> predicted =
        predict(*model, {first, rows, width, width, 1}, classes_);
    for (std::size_t i = 0; i < rows; ++i)
      count += predicted[i] != truth[begin + i] ? 1 : 0;
  }
  return count;
}

}  // namespace pith
