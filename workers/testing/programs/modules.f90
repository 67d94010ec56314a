! Modules, procedures inside procedures, a recursive function, an operator of our own.
module tides
  implicit none
  type :: level
    real(8) :: height
  end type
  interface operator(.meets.)
    module procedure add_levels
  end interface
contains
  function add_levels(left, right) result(both)
    type(level), intent(in) :: left, right
    type(level) :: both
    both%height = damp(left%height + right%height)
  contains
    real(8) function damp(value)
      real(8), intent(in) :: value
      integer :: step
      damp = value
      do step = 1, 400
        damp = damp * 0.9990d0 + 0.0001d0 * step
      end do
    end function
  end function

  recursive integer function ripples(depth) result(count)
    integer, intent(in) :: depth
    if (depth <= 1) then
      count = 1
    else
      count = ripples(depth - 1) + ripples(depth - 2)
    end if
  end function
end module

module coast
  use tides
  implicit none
contains
  subroutine walk(steps, total)
    integer, intent(in) :: steps
    real(8), intent(inout) :: total
    type(level) :: here
    integer :: step
    here = level(total)
    do step = 1, steps
      here = here .meets. level(real(step, 8))
    end do
    total = here%height + measure()
  contains
    real(8) function measure()
      measure = real(ripples(16), 8)
    end function
  end subroutine
end module

program shore
  use coast
  implicit none
  real(8) :: total
  integer :: day
  total = 0
  do day = 1, 120
    call walk(900, total)
  end do
  if (total < 0) stop 1
end program
