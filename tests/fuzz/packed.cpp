// SPDX-License-Identifier: Apache-2.0
// Compressed files: any bytes read twice give the same, and what was packed is unpacked.
#include <optional>

#include "pith/base/error.h"
#include "pith/data/files/packing.h"
#include "pith/data/input.h"
#include "tests/fuzz/target.h"

namespace pith::fuzz {
namespace {

constexpr std::size_t enough = std::size_t{1} << 18U;

/// The first bytes of the input, read in pieces of this size; none: the data are damaged.
std::optional<std::string> content_of(Input& input, std::size_t piece) {
  std::string content;
  try {
    for (std::size_t got = piece; got == piece && content.size() < enough;) {
      const std::size_t before = content.size();
      content.resize(before + piece);
      got = input.read({content.data() + before, piece});
      require(got <= piece, "more was read than there is room for");
      content.resize(before + got);
      require(input.position() <= input.size(), "read past the end");
    }
  } catch (const Error& error) {
    return std::nullopt;
  }
  return content;
}

std::string packed(std::string_view text, std::size_t cut, std::string_view extension) {
  std::string out;
  const Packer pack = packer_for(extension, [&](std::string_view piece) { out += piece; });
  pack(text.substr(0, cut), false);
  pack(text.substr(cut), true);
  return out;
}

}  // namespace

PITH_FUZZ_TARGET(packed) {
  Bytes from(bytes);
  const std::size_t piece = std::size_t{1} << from.below(13);  // so that all read equally much
  if (from.flag()) {
    const std::size_t cut = from.below(from.rest().size() + 1);
    const std::string_view extension = from.flag() ? ".gz" : ".zst";
    const std::string_view text = from.rest();
    // Two members, one after the other, are one file.
    const std::string once = packed(text, cut % (text.size() + 1), extension);
    Input input = Input::open(memory_file(once + once));
    require(input.is_compressed(), "not seen as compressed", extension);
    require(content_of(input, piece) == std::string(text) + std::string(text),
            "not what was packed", extension);
    return;
  }
  Input input = Input::open(memory_file(from.rest()));
  const std::optional<std::string> first = content_of(input, piece);
  input.rewind();
  require(first == content_of(input, 4096), "the second reading differs from the first");
}

}  // namespace pith::fuzz
