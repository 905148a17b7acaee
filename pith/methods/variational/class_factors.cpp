// SPDX-License-Identifier: Apache-2.0
#include "pith/methods/variational/class_factors.h"

#include <algorithm>
#include <cmath>

#include "pith/base/elementary.h"
#include "pith/base/parallel.h"
#include "pith/base/work.h"
#include "pith/methods/variational/conditional.h"
#include "pith/stats/counts.h"

namespace pith {
inline namespace families {

ClassFactors::ClassFactors(const Table& table, const Posterior& posterior, KernelDensity::Rule rule,
                           const Context& context)
    : table_(table),
      kernels_(table.target(), table.weights(), rule, context),
      tables_(table.features()),
      densities_(table.features()) {
  const std::vector<Column>& columns = table.parts().features;
  const auto numbers = static_cast<std::size_t>(std::count_if(
      columns.begin(), columns.end(), [](const Column& column) { return column.is_numbers(); }));
  const std::size_t size = table.rows() * table.classes();
  std::uint64_t levels = 0;
  for (const Column& column : columns)
    levels += column.levels();
  held_ =
      context.reserve(sizeof(double) * posterior.stride() * levels + 64 * columns.size(),
                      "the densities of the categories", "select from features with fewer levels");
  const std::uint64_t densities = std::uint64_t{numbers} * size * sizeof(double);
  const bool fits = densities <= context.memory_available() / 4;
  if (fits) context.grow(held_, held_.bytes() + densities, "the densities of the features");
  const std::size_t block = std::clamp<std::size_t>(columns.size() / 64, 1, 64);
  Work work(context, "densities", columns.size());
  parallel_blocks(context, columns.size(), block, [&](std::size_t begin, std::size_t end) {
    for (std::size_t feature = begin; feature < end; ++feature) {
      if (columns[feature].is_codes()) {
        tables_[feature] = table_of(columns[feature], posterior.stride());
      } else if (fits) {
        densities_[feature].resize(size);
        kernels_.log_density(columns[feature].numbers(), posterior.open_rows(),
                             densities_[feature]);
      }
      work.add(1);
    }
  });
}

ClassTable ClassFactors::table_of(const Column& codes, std::size_t stride) const {
  const std::size_t classes = table_.classes();
  Counts counts(codes.levels(), classes);
  counts.update(codes, table_.target(), table_.weights());
  const std::vector<double> shares = conditional(counts);
  ClassTable result;
  result.probabilities.resize(codes.levels() * stride);
  for (std::size_t level = 0; level < codes.levels(); ++level) {
    for (std::size_t c = 0; c < classes; ++c) {
      const double share = shares[level * classes + c];
      result.probabilities[level * stride + c] = share;
      if (counts(level, c) > 0) result.log_own += counts(level, c) * portable::log(share);
    }
  }
  return result;
}

std::span<const double> ClassFactors::densities(Feature feature, const Posterior& posterior,
                                                std::vector<double>& buffer) const {
  if (!densities_[feature].empty()) return densities_[feature];
  buffer.resize(table_.rows() * table_.classes());
  kernels_.log_density(table_.feature(feature).numbers(), posterior.open_rows(), buffer);
  return buffer;
}

double ClassFactors::bound_with(Feature candidate, const Posterior& posterior,
                                Scratch& scratch) const {
  const Column& column = table_.feature(candidate);
  if (column.is_codes()) return posterior.bound_with(tables_[candidate], column);
  return posterior.bound_with(densities(candidate, posterior, scratch.logs), 1, scratch.odds);
}

void ClassFactors::take(Feature feature, Posterior& posterior) const {
  std::vector<double> buffer;
  const Column& column = table_.feature(feature);
  if (column.is_numbers()) {
    posterior.update(densities(feature, posterior, buffer), 1);
    return;
  }
  const std::size_t classes = table_.classes();
  buffer.resize(table_.rows() * classes);
  for (const std::uint32_t row : posterior.open_rows()) {
    const double* const shares =
        &tables_[feature].probabilities[column.code(row) * posterior.stride()];
    for (std::size_t c = 0; c < classes; ++c)
      buffer[row * classes + c] = portable::log(shares[c]);
  }
  posterior.update(buffer, 1);
}

}  // namespace families
}  // namespace pith
