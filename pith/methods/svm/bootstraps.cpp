// SPDX-License-Identifier: Apache-2.0
#include "pith/methods/svm/bootstraps.h"

#include <algorithm>

#include "pith/base/random.h"

namespace pith {
inline namespace families {
namespace {

bool has_every_class(const Table& table, const std::vector<std::size_t>& rows) {
  std::vector<char> is_seen(table.classes());
  for (const std::size_t row : rows)
    is_seen[table.target().code(row)] = 1;
  return std::find(is_seen.begin(), is_seen.end(), 0) == is_seen.end();
}

}  // namespace

Bootstrap bootstrap(const Table& table, std::uint64_t seed, std::uint64_t index) {
  const std::size_t count = table.rows();
  const Random random(seed, index);
  Bootstrap drawn;
  drawn.rows.resize(count);
  for (; drawn.redrawn <= max_redraws; ++drawn.redrawn) {
    for (std::size_t i = 0; i < count; ++i)
      drawn.rows[i] = random.below(drawn.redrawn * count + i, count);
    if (has_every_class(table, drawn.rows)) break;
  }
  if (drawn.redrawn > max_redraws) {
    drawn.is_by_class = true;
    std::vector<std::vector<std::size_t>> classes(table.classes());
    for (std::size_t row = 0; row < count; ++row)
      classes[table.target().code(row)].push_back(row);
    for (std::size_t i = 0; i < count; ++i) {
      const std::vector<std::size_t>& own = classes[table.target().code(i)];
      drawn.rows[i] = own[random.below(drawn.redrawn * count + i, own.size())];
    }
  }
  std::sort(drawn.rows.begin(), drawn.rows.end());
  return drawn;
}

}  // namespace families
}  // namespace pith
