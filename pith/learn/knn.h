// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <memory>

#include "pith/base/context.h"
#include "pith/learn/model.h"

namespace pith {

struct KnnOptions {
  std::size_t neighbours = 3;  ///< at least 1; all rows where there are fewer
};

/// Nearest neighbours by Euclidean distance, the first rows of equally far ones. The class with
/// most votes wins; with K neighbours and c classes that occur, the share of a class is taken to be
/// (votes + 1/c) / (K + 1).
std::unique_ptr<const Model> fit_knn(const Examples& examples, const KnnOptions& options,
                                     const Context& context = {});

}  // namespace pith
