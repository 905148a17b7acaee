// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <span>

#include "pith/select/passes/pass_prepare.h"

// Internal: the encoding of prepared features, and the facts that PassSource starts from.
namespace pith::select_internal {

struct EncodeInput {
  const PassTable& table;
  std::span<const ColumnSummary* const> kept;    ///< of the rows that are kept
  std::span<const std::optional<double>> fills;  ///< of missing numbers, where they are known
};

struct EncodeRequest {
  const Configured& configured;
  Missing missing = Missing::error;
};

/// Completes `out`, of which the kinds, the levels, the cuts and the rows are known, and makes the
/// runner read the encoded rows from now on.
void encode(Runner& runner, const EncodeInput& input, const EncodeRequest& request,
            PassPrepared& out, const Context& context);

/// The smallest and the largest number of a feature; truth values are 0 and 1.
struct NumberRange {
  double min = 0;
  double max = 0;
};
NumberRange range_of(const PassFeature& feature, const ColumnSummary& summary);

}  // namespace pith::select_internal
