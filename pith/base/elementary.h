// SPDX-License-Identifier: Apache-2.0
#pragma once

/// Functions with the same bits on every processor and with every C library: of those of the C
/// library there are variants with and without fused instructions, which round differently. Errors
/// are below 4e-16, relative to the result.
namespace pith::portable {

/// As those of the standard, with infinities and NaN where these have them.
double exp(double x);
double log(double x);
double log1p(double x);
double expm1(double x);

/// x^y for x > 0; its error grows with |y log x|.
double power(double x, double y);

}  // namespace pith::portable
