// SPDX-License-Identifier: Apache-2.0
#include "pith/learn/svm/cancel_on_print.h"

namespace pith {
namespace {

thread_local const Context* current = nullptr;

}  // namespace

CancelOnPrint::CancelOnPrint(const Context& context) {
  current = &context;
}

CancelOnPrint::~CancelOnPrint() {
  current = nullptr;
}

void CancelOnPrint::on_print(const char* /*text*/) {
  if (current != nullptr) current->check_cancelled();
}

}  // namespace pith
