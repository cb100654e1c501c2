/// Collective operations in virtual time on a machine with a network: dps plays their messages, and
/// their data go through the arena. Each member brings its data; when its part of the operation has
/// ended, it takes those of the others that it needs.
#pragma once

#include <mpi.h>

namespace dps::mpi_library {

/// True if predictions play collective operations; else MPI carries them out (meet()).
bool plays_collectives();

// These have the arguments of the functions of MPI, which MPI accepts (rejected_calls.h).
// `request`: null for a call that waits; else that of MPI_Ibcast and the like.

// NOLINTBEGIN(readability-identifier-naming): each has the name of its function of MPI
int play_Barrier(MPI_Comm comm, MPI_Request* request);
int play_Bcast(void* buf, int count, MPI_Datatype type, int root, MPI_Comm comm,
               MPI_Request* request);
int play_Gather(const void* sent, int count, MPI_Datatype type, void* received, int room,
                MPI_Datatype its_type, int root, MPI_Comm comm, MPI_Request* request);
int play_Gatherv(const void* sent, int count, MPI_Datatype type, void* received, const int room[],
                 const int at[], MPI_Datatype its_type, int root, MPI_Comm comm,
                 MPI_Request* request);
int play_Scatter(const void* sent, int count, MPI_Datatype type, void* received, int room,
                 MPI_Datatype its_type, int root, MPI_Comm comm, MPI_Request* request);
int play_Scatterv(const void* sent, const int count[], const int at[], MPI_Datatype type,
                  void* received, int room, MPI_Datatype its_type, int root, MPI_Comm comm,
                  MPI_Request* request);
int play_Allgather(const void* sent, int count, MPI_Datatype type, void* received, int room,
                   MPI_Datatype its_type, MPI_Comm comm, MPI_Request* request);
int play_Allgatherv(const void* sent, int count, MPI_Datatype type, void* received,
                    const int room[], const int at[], MPI_Datatype its_type, MPI_Comm comm,
                    MPI_Request* request);
int play_Alltoall(const void* sent, int count, MPI_Datatype type, void* received, int room,
                  MPI_Datatype its_type, MPI_Comm comm, MPI_Request* request);
int play_Alltoallv(const void* sent, const int count[], const int at[], MPI_Datatype type,
                   void* received, const int room[], const int its_at[], MPI_Datatype its_type,
                   MPI_Comm comm, MPI_Request* request);
int play_Alltoallw(const void* sent, const int count[], const int at[], const MPI_Datatype types[],
                   void* received, const int room[], const int its_at[],
                   const MPI_Datatype its_types[], MPI_Comm comm, MPI_Request* request);
int play_Reduce(const void* sent, void* received, int count, MPI_Datatype type, MPI_Op op, int root,
                MPI_Comm comm, MPI_Request* request);
int play_Allreduce(const void* sent, void* received, int count, MPI_Datatype type, MPI_Op op,
                   MPI_Comm comm, MPI_Request* request);
int play_Reduce_scatter(const void* sent, void* received, const int counts[], MPI_Datatype type,
                        MPI_Op op, MPI_Comm comm, MPI_Request* request);
int play_Reduce_scatter_block(const void* sent, void* received, int count, MPI_Datatype type,
                              MPI_Op op, MPI_Comm comm, MPI_Request* request);
int play_Scan(const void* sent, void* received, int count, MPI_Datatype type, MPI_Op op,
              MPI_Comm comm, MPI_Request* request);
int play_Exscan(const void* sent, void* received, int count, MPI_Datatype type, MPI_Op op,
                MPI_Comm comm, MPI_Request* request);

// NOLINTEND(readability-identifier-naming)

}  // namespace dps::mpi_library
