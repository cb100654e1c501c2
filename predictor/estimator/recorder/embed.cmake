# Writes texts into a C++ file: cmake -D TO=x.cc -D HEADER=dps_estimate.h -D DRIVER=driver.c -P embed.cmake
file(READ ${HEADER} header)
file(READ ${DRIVER} driver)
file(WRITE ${TO} "// Made from dps_estimate.h and driver.c.
#include \"predictor/estimator/recorder/embedded.h\"

namespace dps::estimator {

std::string_view estimate_header() {
  return R\"dps_text(${header})dps_text\";
}

std::string_view estimate_driver() {
  return R\"dps_text(${driver})dps_text\";
}

}  // namespace dps::estimator
")
