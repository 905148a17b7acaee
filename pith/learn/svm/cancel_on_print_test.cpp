// SPDX-License-Identifier: Apache-2.0
#include "pith/learn/svm/cancel_on_print.h"

#include <gtest/gtest.h>

#include <stop_token>
#include <thread>

#include "pith/base/error.h"

namespace pith {
namespace {

TEST(CancelOnPrint, throws_once_cancelled_and_only_while_it_exists) {
  std::stop_source source;
  const Context context{.stop = source.get_token()};
  {
    const CancelOnPrint cancel(context);
    CancelOnPrint::on_print(".");
    source.request_stop();
    EXPECT_THROW(CancelOnPrint::on_print("."), Error);
    std::thread([] { EXPECT_NO_THROW(CancelOnPrint::on_print(".")); }).join();
  }
  EXPECT_NO_THROW(CancelOnPrint::on_print("."));
}

}  // namespace
}  // namespace pith
