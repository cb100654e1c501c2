/// The spellings of the Fortran bindings. The first, mpi_x_, is defined; the others are its
/// aliases.
#pragma once

// NOLINTBEGIN(bugprone-macro-parentheses): a declared name has none
#define DPS_ALIAS(name, target) \
  extern "C" decltype(target) name __attribute__((alias(#target), visibility("default")));
// NOLINTEND(bugprone-macro-parentheses)

#define DPS_FORTRAN_NAMES(lower, UPPER)      \
  DPS_ALIAS(mpi_##lower, mpi_##lower##_)     \
  DPS_ALIAS(mpi_##lower##__, mpi_##lower##_) \
  DPS_ALIAS(MPI_##UPPER, mpi_##lower##_)     \
  DPS_ALIAS(ompi_##lower##_f, mpi_##lower##_)

/// A binding that converts its arguments: `lower`_binding(), which is defined before, unless the
/// program has another MPI, whose own binding is called then.
#define DPS_FORTRAN_BINDING(lower, UPPER)                                                 \
  extern "C" void mpi_##lower##_(DPS_WORD_PARAMETERS) {                                   \
    using namespace dps::mpi_library; /* NOLINT(google-build-using-namespace) */          \
    static const auto binding = reinterpret_cast<WordFunction>(                           \
        binding_for("mpi_" #lower "_", reinterpret_cast<AnyFunction>(&lower##_binding))); \
    const FortranCaller caller(DPS_CALLER);                                               \
    binding(DPS_WORD_ARGUMENTS);                                                          \
  }                                                                                       \
  DPS_FORTRAN_NAMES(lower, UPPER)

/// Adds the name that mpi_f08 calls for functions with LOGICAL arguments.
#define DPS_FORTRAN_PMPI_NAME(lower) DPS_ALIAS(pmpi_##lower##_, mpi_##lower##_)
