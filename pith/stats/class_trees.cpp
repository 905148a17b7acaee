// SPDX-License-Identifier: Apache-2.0
#include "pith/stats/class_trees.h"

#include <algorithm>

#include "pith/base/assert.h"
#include "pith/geometry/space_tree.h"

namespace pith {
inline namespace stats {
namespace {

/// The coordinates of the given rows.
std::vector<double> at_rows(std::span<const double> axis, std::span<const std::uint32_t> rows) {
  std::vector<double> taken(rows.size());
  std::transform(rows.begin(), rows.end(), taken.begin(),
                 [&](std::uint32_t row) { return axis[row]; });
  return taken;
}

}  // namespace

ClassTrees::ClassTrees(const Column& target, TreeOf of, TieRule ties) : ties_(ties) {
  const std::size_t levels = target.levels();
  std::vector<std::uint32_t> classes(target.rows());
  for (std::size_t row = 0; row < classes.size(); ++row)
    classes[row] = target.code(row);
  const auto add_part = [&](auto group_of, std::size_t group_count) -> Part& {
    Part part{.group_count = group_count};
    for (std::uint32_t row = 0; row < classes.size(); ++row) {
      const std::uint32_t group = group_of(classes[row]);
      if (group >= group_count) continue;
      part.rows.push_back(row);
      part.groups.push_back(group);
    }
    std::vector<double> sizes(group_count);
    for (const std::uint32_t group : part.groups)
      sizes[group] += 1;
    const auto all = static_cast<double>(part.rows.size());
    part.about.rows = part.rows.size();
    part.about.expected = all;
    for (const double size : sizes)
      part.about.expected -= size * size / all;
    part.places = one_place(part.rows.size());
    parts_.push_back(std::move(part));
    return parts_.back();
  };
  if (of == TreeOf::all_classes) {
    add_part([](std::uint32_t code) { return code; }, levels);
    return;
  }
  for (std::uint32_t i = 0; i < levels; ++i) {
    for (std::uint32_t j = i + 1; j < levels; ++j) {
      Part& part =
          add_part([i, j](std::uint32_t code) { return code == i   ? 0U
                                                       : code == j ? 1U
                                                                   : 2U; }, 2);
      part.about.first = i;
      part.about.second = j;
    }
  }
}

void ClassTrees::add(std::span<const double> axis) {
  for (Part& part : parts_) {
    part.axes.push_back(at_rows(axis, part.rows));
    part.places = split_places(part.places, part.axes.back());
  }
}

std::vector<Crossings> ClassTrees::crossings(const Context& context) const {
  std::vector<Crossings> all;
  for (const Part& part : parts_) {
    const std::vector<std::span<const double>> axes(part.axes.begin(), part.axes.end());
    all.push_back(crossings(part, axes, part.places, context));
  }
  return all;
}

std::vector<Crossings> ClassTrees::crossings(std::span<const double> axis,
                                             const Context& context) const {
  std::vector<Crossings> all;
  for (const Part& part : parts_) {
    const std::vector<double> last = at_rows(axis, part.rows);
    std::vector<std::span<const double>> axes(part.axes.begin(), part.axes.end());
    axes.emplace_back(last);
    all.push_back(crossings(part, axes, split_places(part.places, last), context));
  }
  return all;
}

Crossings ClassTrees::crossings(const Part& part, std::span<const std::span<const double>> axes,
                                const Places& places, const Context& context) const {
  Crossings found = part.about;
  const bool is_counted = ties_ == TieRule::index || places.count == places.points();
  const Places numbered = ties_ == TieRule::index ? by_first_point(places) : places;
  const std::vector<TreeEdge> tree = space_tree(axes, numbered, context);
  // If no points coincide, the expected number is the count, which is cheaper.
  found.count = is_counted ? static_cast<double>(first_point_crossings(tree, numbered, part.groups))
                           : expected_crossings(tree, numbered, part.groups, part.group_count);
  return found;
}

}  // namespace stats
}  // namespace pith
