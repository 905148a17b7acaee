// SPDX-License-Identifier: Apache-2.0
#include "pith/select/request.h"

#include <algorithm>

#include "pith/base/assert.h"

namespace pith {

K K::all() {
  K k;
  k.is_all_ = true;
  return k;
}

K K::chosen_by(ChooseK choose) {
  K k;
  k.choose_ = std::move(choose);
  return k;
}

K K::method_or(ChooseK choose, std::size_t most) {
  K k = chosen_by(std::move(choose));
  k.most_ = most;
  k.yields_ = true;
  return k;
}

std::size_t K::number(std::size_t features, bool method_finds_k) const {
  PITH_ASSERT(!is_chosen(method_finds_k));
  if (has_number_) return number_;
  return is_all_ || method_finds_k ? std::min(features, most_) : default_number;
}

}  // namespace pith
