// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>

namespace pith {

/// Calls a function of LIBLINEAR or LIBSVM, which do not check whether they got memory. Throws
/// std::bad_alloc once they do not, and what they had allocated then leaks.
///
/// This holds where cmake/svm_libraries.cmake could make the libraries a part of pith, so that they
/// call the functions of library_support.cpp instead of malloc() and of BLAS. No BLAS is loaded
/// then, and no result depends on which one a machine has.
void with_checked_memory(const std::function<void()>& call);

}  // namespace pith
