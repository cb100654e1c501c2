! The library that opens_mpi.c opens, in Fortran, whose library is then not in the global name space
! either.
subroutine run_mpi() bind(C, name='run_mpi')
  use mpi
  implicit none
  integer :: rank, size, sum, got, e
  call MPI_Init(e)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, e)
  call MPI_Comm_size(MPI_COMM_WORLD, size, e)
  sum = rank + 1
  call MPI_Allreduce(MPI_IN_PLACE, sum, 1, MPI_INTEGER, MPI_SUM, MPI_COMM_WORLD, e)
  call MPI_Sendrecv(rank, 1, MPI_INTEGER, mod(rank + 1, size), 5, got, 1, MPI_INTEGER, &
                    MPI_ANY_SOURCE, 5, MPI_COMM_WORLD, MPI_STATUS_IGNORE, e)
  print '(A,I0,A,I0,A,I0)', 'rank ', rank, ' sum ', sum, ' got ', got
  call MPI_Finalize(e)
end subroutine
