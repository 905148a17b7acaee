// SPDX-License-Identifier: Apache-2.0
#include "pith/learn/svm/library_support.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <new>
#include <vector>

// As the libraries call them, see cmake/svm_libraries.cmake.
extern "C" {
void* pith_svm_malloc(std::size_t size);
void* pith_svm_calloc(std::size_t count, std::size_t size);
void* pith_svm_realloc(void* memory, std::size_t size);
double pith_svm_ddot(const int* count, const double* x, const int* x_step, const double* y,
                     const int* y_step);
int pith_svm_daxpy(const int* count, const double* factor, const double* x, const int* x_step,
                   double* y, const int* y_step);
int pith_svm_dscal(const int* count, const double* factor, double* x, const int* step);
double pith_svm_dnrm2(const int* count, const double* x, const int* step);
}

namespace pith {
namespace {

constexpr std::size_t too_much = std::numeric_limits<std::size_t>::max() / 4;

TEST(SvmLibrarySupport, turns_a_failed_allocation_into_an_exception) {
  bool goes_on = false;
  const auto throws = [&](auto allocate) {
    EXPECT_THROW(with_checked_memory([&] {
                   allocate();
                   goes_on = true;
                 }),
                 std::bad_alloc);
    EXPECT_FALSE(goes_on);
  };
  throws([] { pith_svm_malloc(too_much); });
  throws([] { pith_svm_calloc(too_much, 1); });
  throws([] { pith_svm_realloc(nullptr, too_much); });
  EXPECT_THROW(pith_svm_malloc(too_much), std::bad_alloc);  // outside of a call
}

TEST(SvmLibrarySupport, passes_on_what_a_call_throws) {
  EXPECT_THROW(with_checked_memory([] { throw 1; }), int);
  with_checked_memory([] { std::free(pith_svm_malloc(0)); });
}

TEST(SvmLibrarySupport, has_the_functions_of_blas_that_are_called) {
  const int count = 3;
  const int step = 1;
  const std::vector<double> x = {1, 2, 3};
  std::vector<double> y = {4, 5, 6};
  EXPECT_EQ(pith_svm_ddot(&count, x.data(), &step, y.data(), &step), 32);
  const double two = 2;
  pith_svm_daxpy(&count, &two, x.data(), &step, y.data(), &step);
  EXPECT_EQ(y, (std::vector<double>{6, 9, 12}));
  pith_svm_dscal(&count, &two, y.data(), &step);
  EXPECT_EQ(y, (std::vector<double>{12, 18, 24}));
  EXPECT_EQ(pith_svm_dnrm2(&count, x.data(), &step), std::sqrt(14.0));
}

TEST(SvmLibrarySupport, measures_lengths_whose_squares_are_no_doubles) {
  const int count = 2;
  const int step = 1;
  for (const double unit : {1e200, 1e-200, 0.0}) {
    const std::vector<double> x = {3 * unit, -4 * unit};
    EXPECT_DOUBLE_EQ(pith_svm_dnrm2(&count, x.data(), &step), 5 * unit);
  }
}

}  // namespace
}  // namespace pith
