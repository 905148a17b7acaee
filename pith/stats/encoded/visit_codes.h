// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "pith/base/error.h"
#include "pith/stats/encoded/encoded_rows.h"

namespace pith {
inline namespace stats {

/// Calls visit(codes) with the codes of a feature in their width.
template <class Visit>
void visit_codes(const EncodedRows& rows, std::size_t feature, Visit visit) {
  switch (rows.width(feature)) {
    case 1:
      return visit(rows.bytes(feature));
    case 2:
      return visit(rows.shorts(feature));
    default:
      return visit(rows.longs(feature));
  }
}

/// Throws Error(bad_data) unless the rows have these numbers of codes and classes, so that codes
/// can be used as positions.
inline void check_codes(const EncodedRows& rows, std::span<const std::uint32_t> codes,
                        std::size_t classes) {
  bool is_expected = rows.features() == codes.size() && rows.classes() == classes;
  for (std::size_t i = 0; is_expected && i < codes.size(); ++i)
    is_expected = rows.width(i) != 8 && rows.codes(i) == codes[i];
  if (!is_expected)
    throw Error(ErrorKind::bad_data, "the encoded rows are not those that the pass expects");
}

}  // namespace stats
}  // namespace pith
