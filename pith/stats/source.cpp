// SPDX-License-Identifier: Apache-2.0
#include "pith/stats/source.h"

#include "pith/base/parallel.h"

namespace pith {
namespace {

constexpr std::size_t features_per_block = 16;

}  // namespace

std::vector<Counts> TableSource::target_counts(const Context& context) const {
  const Column& target = table_.target();
  std::vector<Counts> all(features(), Counts(0, 0));
  parallel_blocks(context, features(), features_per_block, [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) {
      const Column& feature = table_.feature(static_cast<Feature>(i));
      Counts counts(feature.levels(), classes());
      counts.update(feature, target, table_.weights());
      all[i] = std::move(counts);
    }
  });
  return all;
}

void TableSource::pair_counts(Feature s, std::span<const Feature> candidates,
                              const std::function<void(std::size_t, const Counts&)>& use,
                              const Context& context) const {
  const Column& selected = table_.feature(s);
  parallel_blocks(context, candidates.size(), features_per_block,
                  [&](std::size_t begin, std::size_t end) {
                    for (std::size_t i = begin; i < end; ++i) {
                      const Column& candidate = table_.feature(candidates[i]);
                      Counts counts(candidate.levels(), selected.levels());
                      counts.update(candidate, selected, table_.weights());
                      use(i, counts);
                    }
                  });
}

std::vector<ClassMoments> TableSource::class_moments(const Context& context) const {
  std::vector<ClassMoments> all(features(), ClassMoments(classes()));
  parallel_blocks(context, features(), features_per_block, [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) {
      all[i].update(table_.feature(static_cast<Feature>(i)).numbers(), table_.target(),
                    table_.weights());
    }
  });
  return all;
}

}  // namespace pith
