! Annotations of MPI programs in Fortran for dps: add this file to the program, and `use dps_mpi`.
! They need no library, and do nothing without dps.
module dps_mpi
  use, intrinsic :: iso_c_binding, only: c_int, c_double, c_char, c_null_char
  implicit none
  private
  public :: dps_compute, dps_phase

  ! MPI_PCONTROL of Fortran has only the level; this is the function of C.
  interface
    function pcontrol_steps(level, steps) bind(C, name='MPI_Pcontrol') result(code)
      import :: c_int, c_double
      integer(c_int), value :: level
      real(c_double), intent(in) :: steps
      integer(c_int) :: code
    end function
    function pcontrol_name(level, name) bind(C, name='MPI_Pcontrol') result(code)
      import :: c_int, c_char
      integer(c_int), value :: level
      character(kind=c_char), intent(in) :: name(*)
      integer(c_int) :: code
    end function
  end interface

contains

  !> The program computes so many steps here.
  subroutine dps_compute(steps)
    double precision, intent(in) :: steps
    integer(c_int) :: code
    code = pcontrol_steps(5101_c_int, real(steps, c_double))
  end subroutine

  !> A phase begins.
  subroutine dps_phase(name)
    character(len=*), intent(in) :: name
    integer(c_int) :: code
    code = pcontrol_name(5102_c_int, trim(name) // c_null_char)
  end subroutine
end module
