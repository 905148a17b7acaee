// SPDX-License-Identifier: Apache-2.0
#include "pith/data/formats/parquet/sink.h"

#include <fmt/format.h>

namespace pith::parquet {

void reject_encoding(Encoding encoding) {
  if (encoding == Encoding::other)
    throw Fault("has an encoding that cannot be read; write the file again with another one",
                Fault::Kind::unsupported);
  damaged("an encoding that its type does not have");
}

HybridReader dictionary_indices(const PageValues& page) {
  if (page.present() == 0) return {{}, 0, 0};
  Cursor in(page.bytes);
  const unsigned width = in.byte();
  return {in.rest(), width, page.present()};
}

}  // namespace pith::parquet
