// The Fortran bindings that pass their arguments on as they are, to the next definition of the same
// name: callbacks and attributes of Fortran are not those of C. This file does not include mpi.h.
#include <dlfcn.h>

#include "mpi_library/fortran_names.h"
#include "mpi_library/pass_fortran.h"

using dps::mpi_library::Word;

#define DPS_MPI_TYPED(name, lower, upper, of)
#define DPS_MPI_PASSED(name, lower, upper, of)                                                     \
  extern "C" Word mpi_##lower##_(DPS_WORD_PARAMETERS) {                                            \
    using namespace dps::mpi_library; /* NOLINT(google-build-using-namespace) */                   \
    static const AnyFunction next = next_of_fortran("mpi_" #lower "_");                            \
    return pass < Class::of == Class::kLocal ||                                                    \
           Class::of == Class::kClock > (k##name, next, fortran_site(__builtin_return_address(0)), \
                                         DPS_WORD_ARGUMENTS);                                      \
  }                                                                                                \
  DPS_FORTRAN_NAMES(lower, upper)
#include "mpi_library/mpi_functions.def"

DPS_FORTRAN_PMPI_NAME(cart_get)
DPS_FORTRAN_PMPI_NAME(cart_map)
DPS_FORTRAN_PMPI_NAME(comm_get_attr)
DPS_FORTRAN_PMPI_NAME(comm_test_inter)
DPS_FORTRAN_PMPI_NAME(dist_graph_neighbors_count)
DPS_FORTRAN_PMPI_NAME(file_get_atomicity)
DPS_FORTRAN_PMPI_NAME(file_set_atomicity)
DPS_FORTRAN_PMPI_NAME(finalized)
DPS_FORTRAN_PMPI_NAME(info_get)
DPS_FORTRAN_PMPI_NAME(info_get_valuelen)
DPS_FORTRAN_PMPI_NAME(initialized)
DPS_FORTRAN_PMPI_NAME(is_thread_main)
DPS_FORTRAN_PMPI_NAME(op_commutative)
DPS_FORTRAN_PMPI_NAME(op_create)
DPS_FORTRAN_PMPI_NAME(status_set_cancelled)
DPS_FORTRAN_PMPI_NAME(test_cancelled)
DPS_FORTRAN_PMPI_NAME(type_get_attr)
DPS_FORTRAN_PMPI_NAME(win_get_attr)
DPS_FORTRAN_PMPI_NAME(win_test)
