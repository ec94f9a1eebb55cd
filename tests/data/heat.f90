! SPDX-License-Identifier: GPL-3.0-or-later
program heat
  implicit none
  real :: t(400), u(400)
  integer :: i
  t = 0.0
  t(1) = 100.0
  do i = 1, 60000
    call step(t, u)
    call step(u, t)
  end do
  print *, t(10)
contains
  subroutine step(a, b)
    real, intent(in) :: a(:)
    real, intent(out) :: b(:)
    integer :: k
    b(1) = a(1)
    b(size(a)) = a(size(a))
    do k = 2, size(a) - 1
      b(k) = a(k) + 0.25 * (a(k-1) - 2 * a(k) + a(k+1))
    end do
  end subroutine
end program
