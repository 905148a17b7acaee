// SPDX-License-Identifier: Apache-2.0
#include "pith/select/catalog.h"

int main() {
  return pith::catalog().empty() ? 1 : 0;
}
