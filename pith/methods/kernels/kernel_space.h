// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "pith/base/context.h"

namespace pith {
inline namespace families {

/// A centred kernel of norm 1 (0 if it is constant), in the form that its space gives it.
struct KernelVector {
  std::vector<double> numbers;
  std::size_t rank = 0;  ///< number of factors, where there are factors
};

/// Kernels of rows as vectors. The inner product of two centred kernels is their HSIC but for a
/// factor; it is never negative.
class KernelSpace {
 public:
  KernelSpace() = default;
  KernelSpace(const KernelSpace&) = delete;
  KernelSpace& operator=(const KernelSpace&) = delete;
  virtual ~KernelSpace() = default;

  /// exp(-(x - x')^2 / 2).
  virtual KernelVector gaussian(std::span<const double> x) const = 0;
  /// 1 / n_c for two rows of class c, otherwise 0.
  virtual KernelVector classes(std::span<const std::uint32_t> codes) const = 0;
  virtual double inner(const KernelVector& a, const KernelVector& b) const = 0;
};

/// All pairs of rows; a row of weight 2 counts as two rows (no weights: all are 1). A kernel K is
/// kept as n x r factors with K = G G', because the Gaussian kernel of one variable has a small
/// rank r: its pivoted Cholesky factorisation is stopped when no element is off by more than 1e-13.
/// A kernel takes O(n r^2), and so does an inner product, |G_a' G_b|^2. All calls throw
/// Error(cancelled) once that was requested; the context must outlive the space.
std::unique_ptr<KernelSpace> space_of_all_pairs(std::size_t rows, std::span<const double> weights,
                                                const Context& context);

/// How the rows are cut into blocks.
struct RowBlocks {
  std::size_t rows = 0;
  std::size_t size = 0;          ///< of a block, at least 2 and at most rows
  std::size_t permutations = 1;  ///< how often the rows are cut, each time in another order
  std::uint64_t seed = 0;
};

/// Pairs of rows of the same block only. A kernel is centred and scaled to norm 1 within each
/// block; rows after the last full block are left out. Takes O(rows * size * permutations).
std::unique_ptr<KernelSpace> space_of_blocks(const RowBlocks& blocks);

}  // namespace families
}  // namespace pith
