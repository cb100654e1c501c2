// The Fortran bindings that pass their arguments on as they are, to the next definition of the same
// name: callbacks and attributes of Fortran are not those of C. This file does not include mpi.h.
#include <dlfcn.h>

#include "mpi_programs/library/fortran/fortran_names.h"
#include "mpi_programs/library/fortran/pass_fortran.h"

using dps::mpi_library::Word;

#define DPS_MPI_TYPED(name, lower, upper, of)
#define DPS_MPI_PASSED(name, lower, upper, of)                                                    \
  extern "C" Word mpi_##lower##_(DPS_WORD_PARAMETERS) {                                           \
    using namespace dps::mpi_library; /* NOLINT(google-build-using-namespace) */                  \
    static const AnyFunction next = next_of_fortran("mpi_" #lower "_");                           \
    return pass < CallClass::of == CallClass::kLocal || CallClass::of == CallClass::kClock,       \
           true > (k##name, next, fortran_site(__builtin_return_address(0)), DPS_WORD_ARGUMENTS); \
  }                                                                                               \
  DPS_FORTRAN_NAMES(lower, upper)
#include "mpi_programs/library/mpi_functions.def"

// The module mpi calls these names if the address is to be a TYPE(C_PTR).
DPS_MPI_PASSED(Alloc_mem, alloc_mem_cptr, ALLOC_MEM_CPTR, kLocal)
DPS_MPI_PASSED(Win_allocate, win_allocate_cptr, WIN_ALLOCATE_CPTR, kOneSided)
DPS_MPI_PASSED(Win_allocate_shared, win_allocate_shared_cptr, WIN_ALLOCATE_SHARED_CPTR, kOneSided)
DPS_MPI_PASSED(Win_shared_query, win_shared_query_cptr, WIN_SHARED_QUERY_CPTR, kOneSided)

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
