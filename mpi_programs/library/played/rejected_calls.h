/// Collective calls that MPI rejects at the calling rank alone, without waiting for the other
/// members: a prediction must not let them take part.
#pragma once

#include <mpi.h>

namespace dps::mpi_library {

// These have the arguments of the functions of MPI, and return true if MPI returns an error for
// them, as a null communicator, a root out of range, a negative count, an invalid type or
// operation, or one buffer for both directions. The caller then calls MPI, which reports the error.
// True only if the checks of Open MPI 4.1 fail, so that this call of MPI never waits.

// NOLINTBEGIN(readability-identifier-naming): each has the name of its function of MPI
bool rejects_Barrier(MPI_Comm comm);
bool rejects_Bcast(const void* buf, int count, MPI_Datatype type, int root, MPI_Comm comm);
bool rejects_Gather(const void* sent, int count, MPI_Datatype type, const void* received, int room,
                    MPI_Datatype its_type, int root, MPI_Comm comm);
bool rejects_Gatherv(const void* sent, int count, MPI_Datatype type, const void* received,
                     const int room[], const int at[], MPI_Datatype its_type, int root,
                     MPI_Comm comm);
bool rejects_Scatter(const void* sent, int count, MPI_Datatype type, const void* received, int room,
                     MPI_Datatype its_type, int root, MPI_Comm comm);
bool rejects_Scatterv(const void* sent, const int count[], const int at[], MPI_Datatype type,
                      const void* received, int room, MPI_Datatype its_type, int root,
                      MPI_Comm comm);
bool rejects_Allgather(const void* sent, int count, MPI_Datatype type, const void* received,
                       int room, MPI_Datatype its_type, MPI_Comm comm);
bool rejects_Allgatherv(const void* sent, int count, MPI_Datatype type, const void* received,
                        const int room[], const int at[], MPI_Datatype its_type, MPI_Comm comm);
bool rejects_Alltoall(const void* sent, int count, MPI_Datatype type, const void* received,
                      int room, MPI_Datatype its_type, MPI_Comm comm);
bool rejects_Alltoallv(const void* sent, const int count[], const int at[], MPI_Datatype type,
                       const void* received, const int room[], const int its_at[],
                       MPI_Datatype its_type, MPI_Comm comm);
bool rejects_Alltoallw(const void* sent, const int count[], const int at[],
                       const MPI_Datatype types[], const void* received, const int room[],
                       const int its_at[], const MPI_Datatype its_types[], MPI_Comm comm);
bool rejects_Reduce(const void* sent, const void* received, int count, MPI_Datatype type, MPI_Op op,
                    int root, MPI_Comm comm);
bool rejects_Allreduce(const void* sent, const void* received, int count, MPI_Datatype type,
                       MPI_Op op, MPI_Comm comm);
bool rejects_Reduce_scatter(const void* sent, const void* received, const int counts[],
                            MPI_Datatype type, MPI_Op op, MPI_Comm comm);
bool rejects_Reduce_scatter_block(const void* sent, const void* received, int count,
                                  MPI_Datatype type, MPI_Op op, MPI_Comm comm);
bool rejects_Scan(const void* sent, const void* received, int count, MPI_Datatype type, MPI_Op op,
                  MPI_Comm comm);
bool rejects_Exscan(const void* sent, const void* received, int count, MPI_Datatype type, MPI_Op op,
                    MPI_Comm comm);
// NOLINTEND(readability-identifier-naming)

}  // namespace dps::mpi_library
