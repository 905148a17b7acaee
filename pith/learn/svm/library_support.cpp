// SPDX-License-Identifier: Apache-2.0
#include "pith/learn/svm/library_support.h"

#include <algorithm>
#include <cmath>
#include <csetjmp>
#include <cstdio>
#include <cstdlib>
#include <new>

#define PITH_FOR_SVM extern "C" __attribute__((visibility("hidden")))

namespace pith {
namespace {

/// Where a call on this thread continues when there is no memory.
thread_local std::jmp_buf* landing = nullptr;

/// A jump and not an exception: the libraries are compiled as if malloc() threw none, and an
/// exception would end the process. They own nothing but memory.
void* checked(void* memory) {
  if (memory != nullptr) return memory;
  if (landing == nullptr) throw std::bad_alloc();
  std::longjmp(*landing, 1);
}

}  // namespace

void with_checked_memory(const std::function<void()>& call) {
  struct Leave {
    ~Leave() { landing = nullptr; }
  };
  std::jmp_buf place;
  const Leave leave;
  if (setjmp(place) != 0) throw std::bad_alloc();
  landing = &place;
  call();
}

}  // namespace pith

// What the libraries call instead of the functions of the C library. Nothing may be null but for
// a size of 0.

PITH_FOR_SVM void* pith_svm_malloc(std::size_t size) {
  return pith::checked(std::malloc(std::max<std::size_t>(size, 1)));
}

PITH_FOR_SVM void* pith_svm_calloc(std::size_t count, std::size_t size) {
  return pith::checked(std::calloc(std::max<std::size_t>(count, 1), size));
}

PITH_FOR_SVM void* pith_svm_realloc(void* memory, std::size_t size) {
  return pith::checked(std::realloc(memory, std::max<std::size_t>(size, 1)));
}

PITH_FOR_SVM void* pith_svm_new(std::size_t size) {
  return ::operator new(size);
}

PITH_FOR_SVM void* pith_svm_new_array(std::size_t size) {
  return ::operator new[](size);
}

PITH_FOR_SVM std::FILE* pith_svm_stdout;
PITH_FOR_SVM std::FILE* pith_svm_stderr;
std::FILE* pith_svm_stdout = stdout;
std::FILE* pith_svm_stderr = stderr;

// What LIBLINEAR calls of BLAS, always with neighbouring elements. Sums are in order, as those of
// the reference BLAS.

PITH_FOR_SVM double pith_svm_ddot(const int* count, const double* x, const int*, const double* y,
                                  const int*) {
  double sum = 0;
  for (int i = 0; i < *count; ++i)
    sum += x[i] * y[i];
  return sum;
}

PITH_FOR_SVM int pith_svm_daxpy(const int* count, const double* factor, const double* x, const int*,
                                double* y, const int*) {
  for (int i = 0; i < *count && *factor != 0; ++i)
    y[i] += *factor * x[i];
  return 0;
}

PITH_FOR_SVM int pith_svm_dscal(const int* count, const double* factor, double* x, const int*) {
  for (int i = 0; i < *count; ++i)
    x[i] *= *factor;
  return 0;
}

PITH_FOR_SVM double pith_svm_dnrm2(const int* count, const double* x, const int*) {
  double sum = 0;
  for (int i = 0; i < *count; ++i)
    sum += x[i] * x[i];
  if (std::isnan(sum) || (sum > 1e-280 && sum < 1e280)) return std::sqrt(sum);
  // Squares that are too large or too small for a double.
  double largest = 0;
  for (int i = 0; i < *count; ++i)
    largest = std::max(largest, std::abs(x[i]));
  if (largest == 0 || std::isinf(largest)) return largest;
  sum = 0;
  for (int i = 0; i < *count; ++i)
    sum += (x[i] / largest) * (x[i] / largest);
  return largest * std::sqrt(sum);
}
