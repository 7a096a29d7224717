/*
 * stat_special.h - special functions and distributions made from them.
 *
 * Undefined arguments give NaN; accuracy is about 1e-13 relative in the tested range.
 */
#ifndef ROLLBOOK_ANALYSIS_STAT_STAT_SPECIAL_H
#define ROLLBOOK_ANALYSIS_STAT_STAT_SPECIAL_H

#include <stdint.h>

double stat_log_gamma(double x); /* x > 0 */
double stat_log_beta(double a, double b);
double stat_log_choose(double n, double k); /* real n >= k >= 0 */

/* I_x(a, b), a, b > 0, and its inverse in x. */
double stat_beta_cdf(double a, double b, double x);
double stat_beta_quantile(double a, double b, double p);

/* Q(a, x), a > 0, x >= 0. */
double stat_gamma_sf(double a, double x);
double stat_chi2_sf(double x, double df);

double stat_normal_cdf(double z);
double stat_normal_sf(double z);
double stat_normal_quantile(double p);

/* P(|T| >= |t|) for Student's t. */
double stat_student_two_sided(double t, double df);
double stat_student_quantile(double p, double df);

#endif
