#include "mpi_library/pass_fortran.h"

#include <dlfcn.h>

#include "mpi_library/call.h"

namespace dps::mpi_library {
namespace {

void missing_function() {}

}  // namespace

AnyFunction next_of_fortran(const char* name) {
  void* found = dlsym(RTLD_NEXT, name);
  return found != nullptr ? reinterpret_cast<AnyFunction>(found) : &missing_function;
}

const void* fortran_site(const void* caller) {
  return is_recording ? site_of(caller) : caller;
}

}  // namespace dps::mpi_library
