! The same calls as calls.c, with mpi_f08 if F08 is defined, else with the module mpi.
program calls
#ifdef F08
  use mpi_f08
#else
  use mpi
#endif
  implicit none
  integer :: rank, size, sum, got, bytes, next, before, i, e, source
  logical :: flag
#ifdef F08
  type(MPI_Request) :: request, pair(2), persistent(2)
  type(MPI_Status) :: status
  type(MPI_Message) :: message
  type(MPI_Comm) :: half
#else
  integer :: request, pair(2), persistent(2), status(MPI_STATUS_SIZE), message, half
#endif
  sum = 0
  got = 0
  call MPI_Init(e)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, e)
  call MPI_Comm_size(MPI_COMM_WORLD, size, e)
  next = mod(rank + 1, size)
  before = mod(rank + size - 1, size)
  do i = 1, 10
    call MPI_Allreduce(rank, sum, 1, MPI_INTEGER, MPI_SUM, MPI_COMM_WORLD, e)
    call MPI_Allreduce(MPI_IN_PLACE, sum, 1, MPI_INTEGER, MPI_SUM, MPI_COMM_WORLD, e)
    call MPI_Irecv(got, 1, MPI_INTEGER, MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, request, e)
    call MPI_Send(rank, 1, MPI_INTEGER, next, 5, MPI_COMM_WORLD, e)
    call MPI_Wait(request, status, e)
    call MPI_Sendrecv(rank, 1, MPI_INTEGER, next, 6, got, 1, MPI_INTEGER, before, 6, MPI_COMM_WORLD, &
                      MPI_STATUS_IGNORE, e)
    call MPI_Irecv(got, 1, MPI_INTEGER, before, 7, MPI_COMM_WORLD, pair(1), e)
    call MPI_Isend(rank, 1, MPI_INTEGER, next, 7, MPI_COMM_WORLD, pair(2), e)
    call MPI_Waitall(2, pair, MPI_STATUSES_IGNORE, e)
  end do
  call MPI_Recv_init(got, 1, MPI_INTEGER, before, 8, MPI_COMM_WORLD, persistent(1), e)
  call MPI_Send_init(rank, 1, MPI_INTEGER, next, 8, MPI_COMM_WORLD, persistent(2), e)
  do i = 1, 3
    call MPI_Startall(2, persistent, e)
    call MPI_Waitall(2, persistent, MPI_STATUSES_IGNORE, e)
  end do
  call MPI_Request_free(persistent(1), e)
  call MPI_Request_free(persistent(2), e)
  call MPI_Isend(rank, 1, MPI_INTEGER, next, 9, MPI_COMM_WORLD, request, e)
  call MPI_Mprobe(MPI_ANY_SOURCE, 9, MPI_COMM_WORLD, message, status, e)
  call MPI_Mrecv(got, 1, MPI_INTEGER, message, MPI_STATUS_IGNORE, e)
  call MPI_Wait(request, MPI_STATUS_IGNORE, e)
  call MPI_Comm_split(MPI_COMM_WORLD, mod(rank, 2), 0, half, e)
  call MPI_Barrier(half, e)
  call MPI_Bcast(sum, 1, MPI_INTEGER, 0, half, e)
  call MPI_Comm_free(half, e)
  call MPI_Type_size(MPI_INTEGER, bytes, e)
  call MPI_Initialized(flag, e)
#ifdef F08
  source = status%MPI_SOURCE
#else
  source = status(MPI_SOURCE)
#endif
  print '(A,I0,A,I0,A,I0,A,I0,A,I0)', 'rank ', rank, ' sum ', sum, ' got ', got, ' from ', source, &
    ' bytes ', bytes
  call MPI_Finalize(e)
end program
