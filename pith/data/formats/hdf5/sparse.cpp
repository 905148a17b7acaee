// SPDX-License-Identifier: Apache-2.0
#include "pith/data/formats/hdf5/sparse.h"

#include <algorithm>
#include <string>
#include <vector>

#include "pith/base/error.h"
#include "pith/data/dense.h"

namespace pith {
namespace {

constexpr std::size_t block_values = std::size_t{1} << 16U;

[[noreturn]] void fail(const Hdf5Node& node, const char* what) {
  throw Error(ErrorKind::bad_data,
              node.source() + ": the sparse matrix is damaged: " + what + "; write it again");
}

/// How many values a part of a sparse matrix has.
std::uint64_t length_of(const Hdf5Node& node, bool may_be_truths) {
  if (!node.is_dataset()) fail(node, "this is not a dataset");
  node.check_readable();
  const Hdf5Type::Kind kind = node.type().kind;
  const std::vector<std::uint64_t> extents = node.extents();
  if (extents.size() != 1 ||
      (kind != Hdf5Type::Kind::number && !(may_be_truths && kind == Hdf5Type::Kind::boolean)))
    fail(node, "these are not numbers in one dimension");
  return extents[0];
}

}  // namespace

void read_sparse(const Hdf5Sparse& matrix, const Context& context,
                 const std::function<void(const Hdf5SparseBlock&)>& place) {
  const std::uint64_t count =
      std::min(length_of(matrix.values, true), length_of(matrix.indices, false));
  if (length_of(matrix.starts, false) != matrix.majors + 1)
    fail(matrix.starts, "there must be one start for each row or column, and an end");
  const Reservation held =
      reserve_table(checked_product(matrix.majors + 1 + 4 * block_values, sizeof(std::uint64_t)),
                    matrix.starts.source() + ": reading the sparse matrix", context);
  std::vector<std::uint64_t> starts(static_cast<std::size_t>(matrix.majors + 1));
  // Read with a sign, a negative number is beyond every limit; without, it would become 0.
  matrix.starts.read(NumberType::int64, 0, starts.size(), starts.data());
  if (starts.front() != 0 || !std::is_sorted(starts.begin(), starts.end()) || starts.back() > count)
    fail(matrix.starts, "the starts are not in order, or beyond the values");
  const NumberType type = matrix.values.type().number;
  std::vector<std::uint64_t> majors(block_values);
  std::vector<std::uint64_t> minors(block_values);
  std::vector<std::byte> values(block_values * size_of(type));
  std::size_t major = 0;
  for (std::uint64_t first = 0; first < starts.back(); first += block_values) {
    context.check_cancelled();
    const auto size =
        static_cast<std::size_t>(std::min<std::uint64_t>(block_values, starts.back() - first));
    matrix.indices.read(NumberType::int64, first, size, minors.data());
    matrix.values.read(type, first, size, values.data());
    for (std::size_t i = 0; i < size; ++i) {
      while (first + i >= starts[major + 1])
        ++major;
      majors[i] = major;
      if (minors[i] >= matrix.minors) fail(matrix.indices, "a position is outside the matrix");
    }
    place({.majors = std::span(majors).first(size),
           .minors = std::span(minors).first(size),
           .values = values.data()});
  }
}

}  // namespace pith
