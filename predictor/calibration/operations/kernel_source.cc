#include "predictor/calibration/operations/kernel_source.h"

#include <fmt/format.h>

#include "predictor/calibration/operations/drivers.h"

namespace dps::calibration {
namespace {

constexpr std::string_view kFortranVariables =
    R"(  double precision :: da, db, dc, dr, dq, du, dw, dp, dy
  complex :: ca, cb, cc, cr, cq, cu, cw, cp, cy
  real :: ra, rb, rc, rr, rq, ru, rw, rp, ry
  integer :: ia, ib, ic, ir, iq, iw, iy, ik
  logical :: la, lb, lc, lr
  character :: ha, hr
)";

constexpr std::string_view kFortranGlobal =
    R"(  common /dpsglb/ da, db, dc, dr, dq, du, dw, dp, dy, ca, cb, cc, cr, cq, cu, cw, cp, cy, &
    ra, rb, rc, rr, rq, ru, rw, rp, ry, ia, ib, ic, ir, iq, iw, iy, ik, la, lb, lc, lr
)";

constexpr std::string_view kFortranOperands =
    R"(  integer :: j1, j2, j3, j4, j5, j6, j7, n1, n2, n3, n4, n5, n6, n7, jj, m1, m101
  double precision :: x1(3), x2(3,3), x3(3,3,3), x4(3,3,3,3), x5(3,3,3,3,3), x6(3,3,3,3,3,3), x7(3,3,3,3,3,3,3)
  common /dpsarr/ x1, x2, x3, x4, x5, x6, x7
  double precision :: dv(64, 7), sink
  integer :: iv(64, 6), jv(64, 7), nv(64, 7), m(2)
  common /dpsops/ dv, iv, jv, nv, m
  common /dpssnk/ sink
  integer(8), intent(in) :: passes
  integer(8) :: pass
  integer :: i
  dr = 0; dq = 0; rr = 0; rq = 0; cr = 0; cq = 0; ir = 0; iq = 0; lr = .false.; hr = ' '
  m1 = m(1); m101 = m(2)
  do pass = 1, passes
  do i = 1, 64
  da = dv(i, 1); db = dv(i, 2); dc = dv(i, 3); du = dv(i, 4); dw = dv(i, 5); dp = dv(i, 6); dy = dv(i, 7)
  ra = real(da); rb = real(db); rc = real(dc); ru = real(du); rw = real(dw); rp = real(dp); ry = real(dy)
  ca = cmplx(ra, rb); cb = cmplx(rb, rc); cc = cmplx(rc, ra); cu = cmplx(ru, ru); cw = cmplx(rw, rw)
  cp = cmplx(rp, rp); cy = cmplx(ry, ru)
  ia = iv(i, 1); ib = iv(i, 2); ic = iv(i, 3); iw = iv(i, 4); iy = iv(i, 5); ik = iv(i, 6)
  la = ib > 5; lb = ic > 5; lc = iy > 5; ha = 'a'
  j1 = jv(i, 1); j2 = jv(i, 2); j3 = jv(i, 3); j4 = jv(i, 4); j5 = jv(i, 5); j6 = jv(i, 6); j7 = jv(i, 7)
  n1 = nv(i, 1); n2 = nv(i, 2); n3 = nv(i, 3); n4 = nv(i, 4); n5 = nv(i, 5); n6 = nv(i, 6); n7 = nv(i, 7)
)";

constexpr std::string_view kFortranEnd = R"(  end do
  end do
  sink = sink + dr + dq + rr + rq + real(cr) + real(cq) + ir + iq + ichar(hr)
  if (lr) sink = sink + 1
end subroutine
)";

constexpr std::string_view kCHead = R"(#include <complex.h>
#include <math.h>
#include <stdlib.h>
struct dps_operands {
  double d[7][64];
  int i[6][64];
  int j[7][64];
  int n[7][64];
  int m[2];
};
extern struct dps_operands dps_operands;
extern double dps_sink;
void dps_empty(void);
void dps_eight(double, double, double, double, double, double, double, double);
double x1[3], x2[3][3], x3[3][3][3], x4[3][3][3][3], x5[3][3][3][3][3], x6[3][3][3][3][3][3],
    x7[3][3][3][3][3][3][3];
)";

constexpr std::string_view kCVariables = R"(double da, db, dc, dr, dq, du, dw, dp, dy;
float complex ca, cb, cc, cr, cq, cu, cw, cp, cy;
float ra, rb, rc, rr, rq, ru, rw, rp, ry;
int ia, ib, ic, ir, iq, iw, iy, ik;
int la, lb, lc, lr;
char ha, hr;
)";

constexpr std::string_view kCOperands = R"(const struct dps_operands* o = &dps_operands;
int j1, j2, j3, j4, j5, j6, j7, n1, n2, n3, n4, n5, n6, n7, jj = 0, m1 = o->m[0], m101 = o->m[1];
dr = dq = 0; rr = rq = 0; cr = cq = 0; ir = iq = lr = 0; hr = ' ';
for (long pass = 0; pass < passes; ++pass) {
for (int i = 0; i < 64; ++i) {
da = o->d[0][i]; db = o->d[1][i]; dc = o->d[2][i]; du = o->d[3][i]; dw = o->d[4][i]; dp = o->d[5][i]; dy = o->d[6][i];
ra = da; rb = db; rc = dc; ru = du; rw = dw; rp = dp; ry = dy;
ca = CMPLXF(ra, rb); cb = CMPLXF(rb, rc); cc = CMPLXF(rc, ra); cu = CMPLXF(ru, ru); cw = CMPLXF(rw, rw);
cp = CMPLXF(rp, rp); cy = CMPLXF(ry, ru);
ia = o->i[0][i]; ib = o->i[1][i]; ic = o->i[2][i]; iw = o->i[3][i]; iy = o->i[4][i]; ik = o->i[5][i];
la = ib > 5; lb = ic > 5; lc = iy > 5; ha = 'a';
j1 = o->j[0][i]; j2 = o->j[1][i]; j3 = o->j[2][i]; j4 = o->j[3][i]; j5 = o->j[4][i]; j6 = o->j[5][i]; j7 = o->j[6][i];
n1 = o->n[0][i]; n2 = o->n[1][i]; n3 = o->n[2][i]; n4 = o->n[3][i]; n5 = o->n[4][i]; n6 = o->n[5][i]; n7 = o->n[6][i];
)";

constexpr std::string_view kCEnd = R"(}
}
dps_sink += dr + dq + rr + rq + crealf(cr) + crealf(cq) + ir + iq + lr + hr + jj;
}
)";

std::string fortran_routine(const Kernel& kernel, std::string_view name,
                            const std::vector<std::string>& statements) {
  std::string text =
      fmt::format("subroutine {}(passes)\n  implicit none\n{}{}{}", name, kFortranVariables,
                  kernel.is_global ? kFortranGlobal : "", kFortranOperands);
  for (const std::string& statement : statements) {
    text += statement + "\n";
  }
  return text.append(kFortranEnd);
}

std::string c_routine(const Kernel& kernel, std::string_view name,
                      const std::vector<std::string>& statements) {
  std::string text = fmt::format("void {}(long passes) {{\n{}{}", name,
                                 kernel.is_global ? "" : kCVariables, kCOperands);
  for (const std::string& statement : statements) {
    text += statement + ";\n";
  }
  return text.append(kCEnd);
}

}  // namespace

std::string kernel_source(const Kernel& kernel, KernelLanguage language) {
  if (language == KernelLanguage::kFortran) {
    return fortran_routine(kernel, "dps_first", kernel.first) +
           fortran_routine(kernel, "dps_second", kernel.second);
  }
  return std::string(kCHead) + std::string(kernel.is_global ? kCVariables : "") +
         c_routine(kernel, "dps_first", kernel.first) +
         c_routine(kernel, "dps_second", kernel.second);
}

std::string_view driver_source(KernelLanguage language) {
  return language == KernelLanguage::kFortran ? fortran_driver() : c_driver();
}

std::string_view source_suffix(KernelLanguage language) {
  return language == KernelLanguage::kFortran ? "f90" : "c";
}

}  // namespace dps::calibration
