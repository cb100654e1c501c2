#include "predictor/calibration/operations/intrinsics.h"

#include <algorithm>

namespace dps::calibration {
namespace {

constexpr std::array<Intrinsic, 69> kIntrinsics{{
    {"absc", 'r', {"abs(cw)", ""}, {"cabsf(cw)", ""}},
    {"absd", 'd', {"abs(dw)", ""}, {"fabs(dw)", ""}},
    {"absi", 'i', {"abs(iw)", ""}, {"abs(iw)", ""}},
    {"absr", 'r', {"abs(rw)", ""}, {"fabsf(rw)", ""}},
    {"aimage", 'r', {"aimag(cw)", ""}, {"cimagf(cw)", ""}},
    {"aintd", 'd', {"aint(dw)", ""}, {"trunc(dw)", ""}},
    {"aintr", 'r', {"aint(rw)", ""}, {"truncf(rw)", ""}},
    {"anintd", 'd', {"anint(dw)", ""}, {"round(dw)", ""}},
    {"anintr", 'r', {"anint(rw)", ""}, {"roundf(rw)", ""}},
    {"asind", 'd', {"asin(du)", ""}, {"asin(du)", ""}},
    {"asinr", 'r', {"asin(ru)", ""}, {"asinf(ru)", ""}},
    {"atand", 'd', {"atan(dw)", ""}, {"atan(dw)", ""}},
    {"atanr", 'r', {"atan(rw)", ""}, {"atanf(rw)", ""}},
    {"chari", 'h', {"char(ik)", ""}, {"(char)ik", ""}},
    {"cmplx2d", 'c', {"cmplx(da, db)", ""}, {"CMPLXF((float)da, (float)db)", ""}},
    {"cmplx2i", 'c', {"cmplx(ia, ib)", ""}, {"CMPLXF((float)ia, (float)ib)", ""}},
    {"cmplx2r", 'c', {"cmplx(ra, rb)", ""}, {"CMPLXF(ra, rb)", ""}},
    {"cmplxc", 'c', {"cmplx(ca)", ""}, {"(float complex)ca", ""}},
    {"cmplxd", 'c', {"cmplx(da)", ""}, {"(float complex)da", ""}},
    {"cmplxi", 'c', {"cmplx(ia)", ""}, {"(float complex)ia", ""}},
    {"cmplxr", 'c', {"cmplx(ra)", ""}, {"(float complex)ra", ""}},
    {"conjgc", 'c', {"conjg(ca)", ""}, {"conjf(ca)", ""}},
    {"dblec", 'd', {"dble(ca)", ""}, {"(double)crealf(ca)", ""}},
    {"dbled", 'd', {"dble(da)", ""}, {"(double)da", ""}},
    {"dblei", 'd', {"dble(ia)", ""}, {"(double)ia", ""}},
    {"dbler", 'd', {"dble(ra)", ""}, {"(double)ra", ""}},
    {"dimd", 'd', {"dim(da, db)", ""}, {"fdim(da, db)", ""}},
    {"dimi", 'i', {"dim(ia, ib)", ""}, {"ia > ib ? ia - ib : 0", ""}},
    {"dimr", 'r', {"dim(ra, rb)", ""}, {"fdimf(ra, rb)", ""}},
    {"dprodr", 'd', {"dprod(ra, rb)", ""}, {"(double)ra * (double)rb", ""}},
    {"expc", 'c', {"exp(cu)", ""}, {"cexpf(cu)", ""}},
    {"expd", 'd', {"exp(dw)", ""}, {"exp(dw)", ""}},
    {"expr", 'r', {"exp(rw)", ""}, {"expf(rw)", ""}},
    {"intc", 'i', {"int(cw)", ""}, {"(int)crealf(cw)", ""}},
    {"intd", 'i', {"int(dw)", ""}, {"(int)dw", ""}},
    {"inti", 'i', {"int(iw)", ""}, {"(int)iw", ""}},
    {"intr", 'i', {"int(rw)", ""}, {"(int)rw", ""}},
    {"log10d", 'd', {"log10(dp)", ""}, {"log10(dp)", ""}},
    {"log10r", 'r', {"log10(rp)", ""}, {"log10f(rp)", ""}},
    {"logc", 'c', {"log(cp)", ""}, {"clogf(cp)", ""}},
    {"logd", 'd', {"log(dp)", ""}, {"log(dp)", ""}},
    {"logr", 'r', {"log(rp)", ""}, {"logf(rp)", ""}},
    {"maxd", 'd', {"max(da, db)", "min(da, db)"}, {"da > db ? da : db", "da < db ? da : db"}},
    {"maxi", 'i', {"max(ia, ib)", "min(ia, ib)"}, {"ia > ib ? ia : ib", "ia < ib ? ia : ib"}},
    {"maxr", 'r', {"max(ra, rb)", "min(ra, rb)"}, {"ra > rb ? ra : rb", "ra < rb ? ra : rb"}},
    {"modd", 'd', {"mod(dp, db)", ""}, {"fmod(dp, db)", ""}},
    {"modi", 'i', {"mod(ia, ib)", ""}, {"ia % ib", ""}},
    {"modr", 'r', {"mod(rp, rb)", ""}, {"fmodf(rp, rb)", ""}},
    {"nintd", 'i', {"nint(dw)", ""}, {"(int)lround(dw)", ""}},
    {"nintr", 'i', {"nint(rw)", ""}, {"(int)lroundf(rw)", ""}},
    {"realc", 'r', {"real(ca)", ""}, {"crealf(ca)", ""}},
    {"reald", 'r', {"real(da)", ""}, {"(float)da", ""}},
    {"reali", 'r', {"real(ia)", ""}, {"(float)ia", ""}},
    {"realr", 'r', {"real(ra)", ""}, {"(float)ra", ""}},
    {"signd", 'd', {"sign(da, dw)", ""}, {"copysign(da, dw)", ""}},
    {"signi", 'i', {"sign(ia, iw)", ""}, {"iw >= 0 ? abs(ia) : -abs(ia)", ""}},
    {"signr", 'r', {"sign(ra, rw)", ""}, {"copysignf(ra, rw)", ""}},
    {"sinc", 'c', {"sin(cu)", "cos(cu)"}, {"csinf(cu)", "ccosf(cu)"}},
    {"sind", 'd', {"sin(dw)", "cos(dw)"}, {"sin(dw)", "cos(dw)"}},
    {"sinhd", 'd', {"sinh(dw)", ""}, {"sinh(dw)", ""}},
    {"sinhr", 'r', {"sinh(rw)", ""}, {"sinhf(rw)", ""}},
    {"sinr", 'r', {"sin(rw)", "cos(rw)"}, {"sinf(rw)", "cosf(rw)"}},
    {"sqrtc", 'c', {"sqrt(cp)", ""}, {"csqrtf(cp)", ""}},
    {"sqrtd", 'd', {"sqrt(dp)", ""}, {"sqrt(dp)", ""}},
    {"sqrtr", 'r', {"sqrt(rp)", ""}, {"sqrtf(rp)", ""}},
    {"tand", 'd', {"tan(dw)", ""}, {"tan(dw)", ""}},
    {"tanhd", 'd', {"tanh(dw)", ""}, {"tanh(dw)", ""}},
    {"tanhr", 'r', {"tanh(rw)", ""}, {"tanhf(rw)", ""}},
    {"tanr", 'r', {"tan(rw)", ""}, {"tanf(rw)", ""}},
}};

}  // namespace

const Intrinsic* find_intrinsic(std::string_view operation) {
  const auto found = std::ranges::find(kIntrinsics, operation, &Intrinsic::operation);
  return found == kIntrinsics.end() ? nullptr : &*found;
}

}  // namespace dps::calibration
