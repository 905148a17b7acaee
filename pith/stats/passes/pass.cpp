// SPDX-License-Identifier: Apache-2.0
#include "pith/stats/passes/pass.h"

#include <algorithm>
#include <iterator>

#include "pith/base/assert.h"
#include "pith/base/error.h"
#include "pith/stats/encoded/wire.h"
#include "pith/stats/passes/moments_pass.h"
#include "pith/stats/passes/range_counts.h"
#include "pith/stats/passes/scatter_pass.h"
#include "pith/stats/passes/summary.h"
#include "pith/stats/passes/tables_pass.h"
#include "pith/stats/passes/value_counts.h"

namespace pith {
inline namespace stats {
namespace {

struct PassKind {
  WireKind kind;
  std::unique_ptr<const Pass> (*parse)(WireReader& reader);
};

constexpr PassKind pass_kinds[] = {
    {WireKind::summary, SummaryPass::parse},
    {WireKind::value_counts, ValueCountsPass::parse},
    {WireKind::moments, MomentsPass::parse},
    {WireKind::ranges, RangeCountsPass::parse},
    {WireKind::class_tables, ClassTablesPass::parse},
    {WireKind::pair_tables, PairTablesPass::parse},
    {WireKind::scatter, ScatterPass::parse},
};

}  // namespace

// Which of the two is called follows from Pass::reads_encoded().
void PassState::update(const RowBlock& /*rows*/, const Context& /*context*/) {
  PITH_ASSERT(false);
}

void PassState::update(const EncodedRows& /*rows*/, const Context& /*context*/) {
  PITH_ASSERT(false);
}

std::unique_ptr<const Pass> parse_pass(std::string_view bytes) {
  const WireKind kind = wire_kind(bytes);
  const auto* const known =
      std::find_if(std::begin(pass_kinds), std::end(pass_kinds),
                   [&](const PassKind& candidate) { return candidate.kind == kind; });
  if (known == std::end(pass_kinds))
    throw Error(ErrorKind::bad_data, "a message between parts of a run does not describe a pass");
  WireReader reader(bytes, kind);
  std::unique_ptr<const Pass> pass = known->parse(reader);
  reader.end();
  return pass;
}

}  // namespace stats
}  // namespace pith
