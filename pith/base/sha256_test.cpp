// SPDX-License-Identifier: Apache-2.0
#include "pith/base/sha256.h"

#include <gtest/gtest.h>

#include "pith/base/random.h"

namespace pith {
namespace {

std::string digest(std::string_view bytes, Sha256::Kernel kernel = Sha256::best()) {
  Sha256 hash(kernel);
  hash.update(bytes);
  return hash.finish();
}

TEST(Sha256, gives_the_published_digests) {
  for (const auto kernel : {Sha256::Kernel::portable, Sha256::best()}) {
    EXPECT_EQ(digest("", kernel),
              "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
    EXPECT_EQ(digest("abc", kernel),
              "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
    EXPECT_EQ(digest("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq", kernel),
              "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1");
    EXPECT_EQ(digest(std::string(1000000, 'a'), kernel),
              "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0");
  }
}

TEST(Sha256, native_and_portable_agree_for_any_chunks) {
  if (!Sha256::has_native()) GTEST_SKIP() << "this processor has no SHA instructions";
  const Random random(1, 0);
  std::string bytes;
  for (std::size_t i = 0; i < 300; ++i) {
    bytes += static_cast<char>(random.below(i, 256));
    Sha256 pieces(Sha256::Kernel::native);
    const std::size_t cut = random.below(1000 + i, bytes.size() + 1);
    pieces.update(std::string_view(bytes).substr(0, cut));
    pieces.update(std::string_view(bytes).substr(cut));
    EXPECT_EQ(pieces.finish(), digest(bytes, Sha256::Kernel::portable)) << bytes.size();
  }
}

}  // namespace
}  // namespace pith
