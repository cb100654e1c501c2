#include "mpi_programs/library/fortran/pass_fortran.h"

#include <dlfcn.h>

#include "mpi_programs/library/call.h"
#include "mpi_programs/library/rank.h"

namespace dps::mpi_library {
namespace {

void missing_function() {}

}  // namespace

AnyFunction next_of_fortran(const char* name) {
  void* found = dlsym(RTLD_NEXT, name);
  if (found == nullptr) {
    found = find_in_private_libraries(name);
  }
  return found != nullptr ? reinterpret_cast<AnyFunction>(found) : &missing_function;
}

AnyFunction binding_for(const char* name, AnyFunction own) {
  return is_foreign_mpi() ? next_of_fortran(name) : own;
}

const void* fortran_site(const void* caller) {
  return is_recording ? site_of(caller) : caller;
}

}  // namespace dps::mpi_library
