// SPDX-License-Identifier: Apache-2.0
// The result that is applied to other rows, and explained.
#include <cmath>

#include "pith/report/result_request.h"
#include "pith/report/selection_parse.h"
#include "pith/select/apply.h"
#include "tests/fuzz/target.h"

namespace pith::fuzz {
namespace {

Columns small_table() {
  Mask second;
  second.set(1);
  const std::vector<std::uint32_t> codes{0, 1, 2, 1};
  return {.names = {"a", "b", "c", "class"},
          .columns = {Column::from_numbers({1, -2.5, 1e300, 0}),
                      Column::from_numbers({3, NAN, 5e-324, 0.1}, second),
                      Column::from_codes(codes, {"x", "y", "z"}),
                      Column::from_codes(codes, {"0", "1", "2"})},
          .source = "rows"};
}

}  // namespace

PITH_FUZZ_TARGET(selection) {
  static const Columns rows = small_table();
  FittedSelection selection;
  const Outcome parsed = outcome_of([&] {
    selection = parse_selection(bytes, "result");
    return Columns{};
  });
  (void)outcome_of([&] {
    (void)parse_request(bytes, "result");
    return Columns{};
  });
  if (parsed.is_error()) return;
  (void)fitted_kinds(selection);
  (void)outcome_of([&] {
    (void)needed_columns(selection, rows.names, "rows");
    return Columns{};
  });
  for (const bool makes_codes : {false, true}) {
    for (const auto unknown : {Unknown::error, Unknown::missing, Unknown::keep}) {
      (void)outcome_of([&] {
        return apply(selection, rows,
                     {.imputes = makes_codes, .makes_codes = makes_codes, .unknown = unknown});
      });
    }
  }
}

}  // namespace pith::fuzz
