// SPDX-License-Identifier: Apache-2.0
#include "pith/learn/listening.h"

namespace pith {
namespace {

thread_local const Context* listener = nullptr;

}  // namespace

CancelOnPrint::CancelOnPrint(const Context& context) {
  listener = &context;
}

CancelOnPrint::~CancelOnPrint() {
  listener = nullptr;
}

void CancelOnPrint::on_print(const char* /*text*/) {
  if (listener != nullptr) listener->check_cancelled();
}

}  // namespace pith
