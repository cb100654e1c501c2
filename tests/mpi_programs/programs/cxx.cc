// The C++ bindings.
#include <mpi.h>
#include <stdio.h>

int main(int argc, char** argv) {
  MPI::Init(argc, argv);
  const int rank = MPI::COMM_WORLD.Get_rank();
  const int size = MPI::COMM_WORLD.Get_size();
  int got = -1, sum = 0;
  MPI::Status status;
  MPI::Request request = MPI::COMM_WORLD.Irecv(&got, 1, MPI::INT, MPI::ANY_SOURCE, 2);
  MPI::COMM_WORLD.Send(&rank, 1, MPI::INT, (rank + 1) % size, 2);
  request.Wait(status);
  MPI::COMM_WORLD.Allreduce(&rank, &sum, 1, MPI::INT, MPI::SUM);
  MPI::Intracomm half = MPI::COMM_WORLD.Split(rank % 2, 0);
  half.Barrier();
  half.Free();
  printf("rank %d sum %d got %d from %d\n", rank, sum, got, status.Get_source());
  MPI::Finalize();
  return 0;
}
