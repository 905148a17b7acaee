// SPDX-License-Identifier: Apache-2.0
// Linked with the objects of the program, this makes a pith that uses only the kernels that an
// older processor can run: those of the instruction sets in PITH_TARGETS, a sum of Highway's bits.
#include <hwy/targets.h>

#include <cstdlib>
#include <string>

namespace {

bool restrict_targets() {
  const char* const wanted = std::getenv("PITH_TARGETS");
  // Dispatch asks for the instruction sets once, unless they are chosen already.
  if (wanted != nullptr)
    hwy::GetChosenTarget().Update(hwy::SupportedTargets() & std::stoll(wanted));
  return wanted != nullptr;
}

[[maybe_unused]] const bool is_restricted = restrict_targets();

}  // namespace
