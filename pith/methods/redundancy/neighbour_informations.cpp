// SPDX-License-Identifier: Apache-2.0
#include "pith/methods/redundancy/neighbour_informations.h"

#include <numeric>
#include <optional>

#include "pith/base/parallel.h"
#include "pith/base/thread_memory.h"
#include "pith/base/work.h"
#include "pith/data/row_strip.h"
#include "pith/measure/neighbour_information.h"

namespace pith {
inline namespace families {
namespace {

constexpr std::size_t features_per_block = 4;

/// The information of some features by one estimator.
template <class Information>
void estimate(const Table& table, const Information& information, std::span<const Feature> features,
              std::span<double> out, Work* work, const Context& context) {
  const ThreadMemory memory =
      reserve_for_threads({.tasks = features.size() / features_per_block + 1,
                           .bytes = NeighbourRoom::bytes(table.rows()) +
                                    features_per_block * sizeof(double) * table.rows()},
                          context, "the neighbours of the rows");
  parallel_blocks(memory.context, features.size(), features_per_block,
                  [&](std::size_t begin, std::size_t end) {
                    NeighbourRoom room;
                    std::vector<Column> columns;
                    for (std::size_t i = begin; i < end; ++i)
                      columns.push_back(table.feature(features[i]));
                    columns = as_doubles(columns);
                    for (std::size_t i = begin; i < end; ++i) {
                      context.check_cancelled();
                      out[i] = information(columns[i - begin].numbers(), room);
                      if (work != nullptr) work->add(1);
                    }
                  });
}

}  // namespace

std::vector<double> target_informations(const Table& table, std::size_t neighbours,
                                        bool has_progress, const Context& context) {
  std::vector<Feature> all(table.features());
  std::iota(all.begin(), all.end(), Feature{0});
  std::vector<double> found(all.size());
  std::optional<Work> work;
  if (has_progress) work.emplace(context, "select", all.size());
  Work* const progress = work ? &*work : nullptr;
  const Column& target = table.target();
  if (target.is_numbers()) {
    const Reservation held =
        context.reserve(KraskovInformation::bytes(table.rows()), "the neighbours of the rows");
    const KraskovInformation information(target.numbers(), neighbours);
    estimate(table, information, all, found, progress, context);
    return found;
  }
  const Reservation held =
      context.reserve(RossInformation::bytes(table.rows()), "the neighbours of the rows");
  std::vector<std::uint32_t> classes(table.rows());
  for (std::size_t row = 0; row < table.rows(); ++row)
    classes[row] = target.code(row);
  const RossInformation information(classes, table.classes(), neighbours);
  estimate(table, information, all, found, progress, context);
  return found;
}

void feature_informations(const Table& table, Feature of, std::span<const Feature> others,
                          std::size_t neighbours, std::span<double> out, const Context& context) {
  const Reservation held =
      context.reserve(KraskovInformation::bytes(table.rows()), "the neighbours of the rows");
  const KraskovInformation information(table.feature(of).numbers(), neighbours);
  estimate(table, information, others, out, nullptr, context);
}

}  // namespace families
}  // namespace pith
