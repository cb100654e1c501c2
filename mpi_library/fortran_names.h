/// The spellings of the Fortran bindings. The first, mpi_x_, is defined; the others are its
/// aliases.
#pragma once

#define DPS_ALIAS(name, target) \
  extern "C" decltype(target) name __attribute__((alias(#target), visibility("default")));

#define DPS_FORTRAN_NAMES(lower, UPPER)      \
  DPS_ALIAS(mpi_##lower, mpi_##lower##_)     \
  DPS_ALIAS(mpi_##lower##__, mpi_##lower##_) \
  DPS_ALIAS(MPI_##UPPER, mpi_##lower##_)     \
  DPS_ALIAS(ompi_##lower##_f, mpi_##lower##_)

/// mpi_f08 calls this name of functions with LOGICAL arguments.
#define DPS_FORTRAN_PMPI_NAME(lower) DPS_ALIAS(pmpi_##lower##_, mpi_##lower##_)
