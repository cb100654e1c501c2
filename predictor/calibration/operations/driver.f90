! The main program of `dps calibrate --operations`: draws operands, and times two routines.
program dps_driver
  use iso_c_binding
  implicit none
  type, bind(c) :: timespec
    integer(c_long) :: seconds, nanoseconds
  end type
  interface
    integer(c_int) function clock_gettime(clock, time) bind(c)
      import :: c_int, timespec
      integer(c_int), value :: clock
      type(timespec), intent(out) :: time
    end function
    integer(c_int) function clock_getres(clock, time) bind(c)
      import :: c_int, timespec
      integer(c_int), value :: clock
      type(timespec), intent(out) :: time
    end function
  end interface
  integer(c_int), parameter :: thread_cpu_time = 3
  integer, parameter :: samples = 64
  double precision :: dv(64, 7)
  integer :: iv(64, 6), jv(64, 7), nv(64, 7), m(2)
  common /dpsops/ dv, iv, jv, nv, m
  external :: dps_first, dps_second
  integer :: rounds, milliseconds, depends, round
  integer(8) :: passes(2)
  double precision :: goal, first, second
  type(timespec) :: tick
  rounds = argument(1)
  milliseconds = argument(2)
  depends = argument(3)
  call draw()
  if (clock_getres(thread_cpu_time, tick) /= 0) stop 1
  goal = max(milliseconds * 1d-3, 100 * tick%nanoseconds * 1d-9)
  passes(1) = enough(dps_first)
  passes(2) = enough(dps_second)
  do round = 1, rounds
    first = timed(dps_first, passes(1))
    second = timed(dps_second, passes(2))
    print '(es24.16, 1x, es24.16)', first / passes(1) / samples, second / passes(2) / samples
  end do
contains
  integer function argument(number)
    integer, intent(in) :: number
    character(32) :: text
    call get_command_argument(number, text)
    read (text, *) argument
  end function

  subroutine draw()
    double precision :: u(64, 7), v(64, 7)
    call random_seed()
    call random_number(dv)
    call random_number(u)
    iv = int(8 * u(:, 1:6)) + 2
    iv(:, 1) = int(1000 * u(:, 1)) + 1
    iv(:, 4) = int(2000 * u(:, 4)) - 1000
    iv(:, 6) = int(2 * u(:, 6)) + 2
    jv = int(3 * u) + 1
    call random_number(v)
    nv = int(4 * v) + 1
    if (depends == 1) then
      dv(:, 1:3) = 0.999d0 + 0.002d0 * dv(:, 1:3)
    else
      dv(:, 1:3) = 0.5d0 + dv(:, 1:3)
    end if
    dv(:, 4) = 0.05d0 + 0.9d0 * dv(:, 4)
    dv(:, 5) = 20 * dv(:, 5) - 10
    dv(:, 6) = 0.1d0 + 100 * dv(:, 6)
    dv(:, 7) = 0.5d0 + 2.5d0 * dv(:, 7)
    m = [1, 101]
  end subroutine

  double precision function now()
    type(timespec) :: time
    if (clock_gettime(thread_cpu_time, time) /= 0) stop 1
    now = time%seconds + time%nanoseconds * 1d-9
  end function

  double precision function timed(routine, count)
    external :: routine
    integer(8), intent(in) :: count
    double precision :: before
    before = now()
    call routine(count)
    timed = now() - before
  end function

  ! The number of passes that take `goal`: twice as many until their time tells it, then a tenth
  ! more than it tells.
  integer(8) function enough(routine)
    external :: routine
    double precision :: time, more
    enough = 1
    do
      time = timed(routine, enough)
      if (time >= goal) exit
      more = 2
      if (time > goal / 16) more = 1.1d0 * goal / time
      enough = int(more * enough, 8) + 1
    end do
  end function
end program

subroutine dps_empty()
end subroutine

subroutine dps_eight(a, b, c, d, e, f, g, h)
  double precision :: a, b, c, d, e, f, g, h
end subroutine
