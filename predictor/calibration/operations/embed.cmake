# Writes texts into a C++ file: cmake -D TO=x.cc -D FORTRAN=driver.f90 -D C=driver.c -P embed.cmake
file(READ ${FORTRAN} fortran)
file(READ ${C} c)
file(WRITE ${TO} "// Made from driver.f90 and driver.c.
#include \"predictor/calibration/operations/drivers.h\"

namespace dps::calibration {

std::string_view fortran_driver() {
  return R\"dps_text(${fortran})dps_text\";
}

std::string_view c_driver() {
  return R\"dps_text(${c})dps_text\";
}

}  // namespace dps::calibration
")
