! The same calls as bindings.c: with mpif.h if MPIF is defined, with mpi_f08 if F08 is, else with the
! module mpi. The argument is the name of a file.
program bindings
#ifdef F08
#define HANDLE(kind) type(MPI_/**/kind)
#define STATUS_1 1
  use mpi_f08
#else
#define HANDLE(kind) integer
#define STATUS_1 :,1
#ifndef MPIF
  use mpi
#endif
#endif
  use, intrinsic :: iso_c_binding, only: c_ptr
  implicit none
#ifdef MPIF
  include 'mpif.h'
#endif
  integer, parameter :: n = 4
  integer :: rank, size, next, before, e, i, done, indices(2), total = 0
  integer :: one(n) = 1, two(64) = 0
  logical :: flag
  character(len=200) :: path
  call MPI_Init(e)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, e)
  call MPI_Comm_size(MPI_COMM_WORLD, size, e)
  next = mod(rank + 1, size)
  before = mod(rank + size - 1, size)
  call messages()
  call requests()
  call collectives()
  call communicators()
  call windows()
  call files()
  call others()
  print '(A,I0,A,I0)', 'rank ', rank, ' total ', total
  call MPI_Finalize(e)

contains

  subroutine messages()
    HANDLE(Request) :: request
    HANDLE(Message) :: message
#ifdef F08
    type(MPI_Status) :: status
#else
    integer :: status(MPI_STATUS_SIZE)
#endif
    integer, save :: room(1000)
    call MPI_Irecv(two, n, MPI_INTEGER, MPI_ANY_SOURCE, 1, MPI_COMM_WORLD, request, e)
    call MPI_Ssend(one, n, MPI_INTEGER, next, 1, MPI_COMM_WORLD, e)
    call MPI_Wait(request, status, e)
    call MPI_Get_count(status, MPI_INTEGER, done, e)
    total = total + done
    call MPI_Irecv(two, n, MPI_INTEGER, before, 2, MPI_COMM_WORLD, request, e)
    call MPI_Barrier(MPI_COMM_WORLD, e)
    call MPI_Rsend(one, n, MPI_INTEGER, next, 2, MPI_COMM_WORLD, e)
    call MPI_Wait(request, MPI_STATUS_IGNORE, e)
    call MPI_Buffer_attach(room, 4000, e)
    call MPI_Bsend(one, n, MPI_INTEGER, next, 3, MPI_COMM_WORLD, e)
    call MPI_Probe(before, 3, MPI_COMM_WORLD, status, e)
    call MPI_Recv(two, n, MPI_INTEGER, before, 3, MPI_COMM_WORLD, MPI_STATUS_IGNORE, e)
    call MPI_Sendrecv_replace(two, n, MPI_INTEGER, next, 4, before, 4, MPI_COMM_WORLD, status, e)
    call MPI_Isend(one, n, MPI_INTEGER, next, 5, MPI_COMM_WORLD, request, e)
    call MPI_Mprobe(before, MPI_ANY_TAG, MPI_COMM_WORLD, message, status, e)
    call MPI_Wait(request, MPI_STATUS_IGNORE, e)
    call MPI_Imrecv(two, n, MPI_INTEGER, message, request, e)
    call MPI_Wait(request, status, e)
    call MPI_Irecv(two, n, MPI_INTEGER, MPI_PROC_NULL, 6, MPI_COMM_WORLD, request, e)
    call MPI_Wait(request, status, e)
    call MPI_Irecv(two, n, MPI_INTEGER, before, 99, MPI_COMM_WORLD, request, e)
    call MPI_Cancel(request, e)
    call MPI_Wait(request, status, e)
    call MPI_Test_cancelled(status, flag, e)
    if (flag) total = total + 1
  end subroutine

  subroutine requests()
    HANDLE(Request) :: pair(2)
#ifdef F08
    type(MPI_Status) :: statuses(2)
#else
    integer :: statuses(MPI_STATUS_SIZE, 2)
#endif
    call MPI_Recv_init(two, n, MPI_INTEGER, before, 7, MPI_COMM_WORLD, pair(1), e)
    call MPI_Ssend_init(one, n, MPI_INTEGER, next, 7, MPI_COMM_WORLD, pair(2), e)
    call MPI_Start(pair(1), e)
    call MPI_Start(pair(2), e)
    call MPI_Waitall(2, pair, statuses, e)
    call MPI_Startall(2, pair, e)
    call MPI_Waitany(2, pair, done, statuses(STATUS_1), e)
    total = total + done
    call MPI_Waitany(2, pair, done, statuses(STATUS_1), e)
    total = total + done
    call MPI_Request_free(pair(1), e)
    call MPI_Request_free(pair(2), e)
    do i = 1, 4
      call MPI_Irecv(two, n, MPI_INTEGER, before, 8, MPI_COMM_WORLD, pair(1), e)
      call MPI_Issend(one, n, MPI_INTEGER, next, 8, MPI_COMM_WORLD, pair(2), e)
      select case (i)
      case (1)
        flag = .false.
        do while (.not. flag)
          call MPI_Testall(2, pair, flag, statuses, e)
        end do
      case (2)
        total = total + some(pair) + some(pair)
      case (3)
        flag = .false.
        do while (.not. flag)
          call MPI_Request_get_status(pair(1), flag, statuses(STATUS_1), e)
        end do
        call MPI_Waitsome(1, pair, done, indices, statuses, e)
        total = total + indices(1)
        call MPI_Wait(pair(2), MPI_STATUS_IGNORE, e)
      case (4)
        flag = .false.
        do while (.not. flag)
          call MPI_Test(pair(1), flag, MPI_STATUS_IGNORE, e)
        end do
        call MPI_Waitsome(2, pair, done, indices, MPI_STATUSES_IGNORE, e)
        total = total + indices(1)
      end select
    end do
  end subroutine

  !> Polls until a request is complete.
  function some(pair) result(position)
    HANDLE(Request) :: pair(2)
    integer :: position
    flag = .false.
    do while (.not. flag)
      call MPI_Testany(2, pair, position, flag, MPI_STATUS_IGNORE, e)
    end do
  end function

  subroutine collectives()
    HANDLE(Request) :: request
    HANDLE(Datatype) :: types(8)
    integer :: counts(8), places(8), j
    counts = 1
    types = MPI_INTEGER
    places = [(4 * (j - 1), j = 1, 8)]
    call MPI_Bcast(one, n, MPI_INTEGER, 0, MPI_COMM_WORLD, e)
    call MPI_Gather(one, 1, MPI_INTEGER, two, 1, MPI_INTEGER, 0, MPI_COMM_WORLD, e)
    call MPI_Scatter(two, 1, MPI_INTEGER, one, 1, MPI_INTEGER, 0, MPI_COMM_WORLD, e)
    call MPI_Allgather(one, 1, MPI_INTEGER, two, 1, MPI_INTEGER, MPI_COMM_WORLD, e)
    call MPI_Allgather(MPI_IN_PLACE, 0, MPI_INTEGER, two, 1, MPI_INTEGER, MPI_COMM_WORLD, e)
    call MPI_Alltoall(two, 1, MPI_INTEGER, two(33), 1, MPI_INTEGER, MPI_COMM_WORLD, e)
    call MPI_Alltoallw(two, counts, places, types, two(33), counts, places, types, MPI_COMM_WORLD, e)
    call MPI_Reduce(one, two, n, MPI_INTEGER, MPI_SUM, 0, MPI_COMM_WORLD, e)
    call MPI_Allreduce(MPI_IN_PLACE, one, 1, MPI_INTEGER, MPI_MAX, MPI_COMM_WORLD, e)
    call MPI_Reduce_scatter(two, two(33), counts, MPI_INTEGER, MPI_SUM, MPI_COMM_WORLD, e)
    call MPI_Scan(one, two, 1, MPI_INTEGER, MPI_SUM, MPI_COMM_WORLD, e)
    total = total + two(1)
    call MPI_Exscan(one, two, 1, MPI_INTEGER, MPI_SUM, MPI_COMM_WORLD, e)
    call MPI_Ibarrier(MPI_COMM_WORLD, request, e)
    call MPI_Wait(request, MPI_STATUS_IGNORE, e)
    call MPI_Iallreduce(one, two, n, MPI_INTEGER, MPI_SUM, MPI_COMM_WORLD, request, e)
    call MPI_Wait(request, MPI_STATUS_IGNORE, e)
    total = total + two(n)
  end subroutine

  subroutine communicators()
    HANDLE(Comm) :: copy, half, ring, between, both
    HANDLE(Group) :: group, sub
    HANDLE(Request) :: request
    integer :: left, right
    call MPI_Comm_dup(MPI_COMM_WORLD, copy, e)
    call MPI_Comm_free(copy, e)
    call MPI_Comm_idup(MPI_COMM_WORLD, copy, request, e)
    call MPI_Wait(request, MPI_STATUS_IGNORE, e)
    call MPI_Barrier(copy, e)
    call MPI_Comm_free(copy, e)
    call MPI_Comm_group(MPI_COMM_WORLD, group, e)
    call MPI_Group_incl(group, 1, [0], sub, e)
    call MPI_Comm_create(MPI_COMM_WORLD, sub, copy, e)
    if (rank == 0) call MPI_Comm_free(copy, e)
    call MPI_Group_free(sub, e)
    call MPI_Group_free(group, e)
    call MPI_Cart_create(MPI_COMM_WORLD, 1, [size], [.true.], .false., ring, e)
    call MPI_Cart_shift(ring, 0, 1, left, right, e)
    total = total + left + right
    call MPI_Neighbor_allgather(one, 1, MPI_INTEGER, two, 1, MPI_INTEGER, ring, e)
    call MPI_Comm_free(ring, e)
    call MPI_Comm_split(MPI_COMM_WORLD, min(rank, 1), 0, half, e)
    call MPI_Intercomm_create(half, 0, MPI_COMM_WORLD, 1 - min(rank, 1), 11, between, e)
    call MPI_Intercomm_merge(between, rank > 0, both, e)
    call MPI_Bcast(one, 1, MPI_INTEGER, 0, both, e)
    call MPI_Comm_disconnect(between, e)
    call MPI_Comm_free(both, e)
    call MPI_Comm_free(half, e)
  end subroutine

  subroutine windows()
    HANDLE(Win) :: window
    integer(MPI_ADDRESS_KIND) :: bytes, place
#ifdef MPIF
    integer(MPI_ADDRESS_KIND) :: address
#else
    type(c_ptr) :: address
#endif
    bytes = 4 * 64
    place = 2
    call MPI_Win_create(two, bytes, 4, MPI_INFO_NULL, MPI_COMM_WORLD, window, e)
    call MPI_Win_fence(0, window, e)
    call MPI_Put(one, 1, MPI_INTEGER, next, place, 1, MPI_INTEGER, window, e)
    call MPI_Win_fence(0, window, e)
    call MPI_Get(one, 1, MPI_INTEGER, next, place, 1, MPI_INTEGER, window, e)
    call MPI_Win_fence(0, window, e)
    call MPI_Win_lock(MPI_LOCK_SHARED, next, 0, window, e)
    call MPI_Accumulate(one, 1, MPI_INTEGER, next, place, 1, MPI_INTEGER, MPI_SUM, window, e)
    call MPI_Win_unlock(next, window, e)
    call MPI_Barrier(MPI_COMM_WORLD, e)
    call MPI_Win_free(window, e)
    total = total + two(3)
    call MPI_Win_allocate(bytes, 4, MPI_INFO_NULL, MPI_COMM_WORLD, address, window, e)
    call MPI_Win_free(window, e)
  end subroutine

  subroutine files()
    HANDLE(File) :: file
    integer(MPI_OFFSET_KIND) :: place
    call get_command_argument(1, path)
    place = 4 * rank
    call MPI_File_open(MPI_COMM_WORLD, trim(path), MPI_MODE_CREATE + MPI_MODE_RDWR, MPI_INFO_NULL, file, e)
    call MPI_File_write_at(file, place, one, 1, MPI_INTEGER, MPI_STATUS_IGNORE, e)
    call MPI_File_sync(file, e)
    call MPI_Barrier(MPI_COMM_WORLD, e)
    place = 4 * next
    call MPI_File_read_at_all(file, place, two, 1, MPI_INTEGER, MPI_STATUS_IGNORE, e)
    total = total + two(1)
    call MPI_File_close(file, e)
  end subroutine

  subroutine others()
    HANDLE(Datatype) :: type
    HANDLE(Info) :: info
    integer :: place
    character(len=64) :: packed
    call MPI_Type_vector(2, 1, 2, MPI_INTEGER, type, e)
    call MPI_Type_commit(type, e)
    call MPI_Type_size(type, place, e)
    total = total + place
    call MPI_Type_free(type, e)
    call MPI_Info_create(info, e)
    call MPI_Info_set(info, 'key', 'value', e)
    call MPI_Info_get_nkeys(info, done, e)
    total = total + done
    call MPI_Info_free(info, e)
    place = 0
    call MPI_Pack(one, 1, MPI_INTEGER, packed, 64, place, MPI_COMM_WORLD, e)
    total = total + place
    call MPI_Initialized(flag, e)
    if (flag) total = total + 1
  end subroutine
end program
