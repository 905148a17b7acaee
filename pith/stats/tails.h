// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace pith {
inline namespace stats {

// Tail probabilities and quantiles, with relative errors below 1e-12 for degrees up to 1e6.

/// P(|T| >= |t|) for Student's t with `degrees` > 0 degrees of freedom: I_x(degrees/2, 1/2) at
/// x = degrees / (degrees + t^2), the regularised incomplete beta function.
double student_p(double t, double degrees);

/// The t with P(T <= t) = p, for p from 0 to 1; infinite at the ends.
double student_quantile(double p, double degrees);

/// P(X >= x) for chi-square with `degrees` > 0 degrees of freedom: Q(degrees/2, x/2), the
/// regularised incomplete gamma function. 1 for x <= 0.
double chi_square_p(double x, double degrees);

/// P(|Z| >= |z|) for a standard normal.
double normal_p(double z);

/// The z with P(Z <= z) = p, for p from 0 to 1; infinite at the ends.
double normal_quantile(double p);

}  // namespace stats
}  // namespace pith
