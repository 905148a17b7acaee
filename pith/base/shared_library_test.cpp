// SPDX-License-Identifier: Apache-2.0
#include "pith/base/shared_library.h"

#include <gtest/gtest.h>
#include <zlib.h>

#include "pith/base/error.h"

namespace pith {
namespace {

TEST(SharedLibrary, calls_a_function_of_a_library) {
  const SharedLibrary library("libz.so.1", "install zlib");
  EXPECT_STREQ(library.function<decltype(::zlibVersion)>("zlibVersion")(), zlibVersion());
}

TEST(SharedLibrary, may_lack_a_function) {
  const SharedLibrary library("libz.so.1", "install zlib");
  EXPECT_NE(library.find_function<decltype(::zlibVersion)>("zlibVersion"), nullptr);
  EXPECT_EQ(library.find_function<void()>("pith_has_none"), nullptr);
}

TEST(SharedLibrary, names_the_remedy_where_there_is_no_library) {
  try {
    const SharedLibrary library("libpith_has_none.so.1", "install the package 'none'");
    FAIL() << "there is one";
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::io);
    EXPECT_EQ(std::string(error.what()),
              "the library libpith_has_none.so.1 cannot be loaded (libpith_has_none.so.1: cannot "
              "open shared object file: No such file or directory); install the package 'none'");
  }
}

TEST(SharedLibrary, names_a_function_that_a_library_does_not_have) {
  const SharedLibrary library("libz.so.1", "install zlib");
  try {
    library.function<void()>("pith_has_none");
    FAIL() << "there is one";
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::io);
    EXPECT_EQ(std::string(error.what()),
              "the library libz.so.1 has no function pith_has_none; install zlib");
  }
}

}  // namespace
}  // namespace pith
