! SPDX-License-Identifier: GPL-3.0-or-later
! Waves on a string and a membrane, and the levels of a matrix: waves LENGTH
! MIX.  Module procedures, internal procedures, array expressions, recursion.
module membranes
  implicit none
  integer, parameter :: n = 96
contains

  subroutine strike(u)
    real, intent(out) :: u(n, n)
    integer :: i, j
    do j = 1, n
      do i = 1, n
        u(i, j) = bump(i, j)
      end do
    end do
  contains
    real function bump(i, j)
      integer, intent(in) :: i, j
      bump = exp(-((i - n / 3)**2 + (j - n / 2)**2) / 40.0)
    end function bump
  end subroutine strike

  subroutine step(u, before)
    real, intent(inout) :: u(n, n), before(n, n)
    real :: next(n, n)
    next = 0
    next(2:n-1, 2:n-1) = 2 * u(2:n-1, 2:n-1) - before(2:n-1, 2:n-1) + &
      0.2 * (u(1:n-2, 2:n-1) + u(3:n, 2:n-1) + u(2:n-1, 1:n-2) + &
             u(2:n-1, 3:n) - 4 * u(2:n-1, 2:n-1))
    before = u
    u = next
  end subroutine step

  real function energy(u)
    real, intent(in) :: u(n, n)
    energy = sum(u * u)
  end function energy
end module membranes

module levels
  implicit none
contains

  ! Jacobi's method: turns a symmetric matrix until little is left aside.
  subroutine turn(a, m)
    integer, intent(in) :: m
    real, intent(inout) :: a(m, m)
    integer :: p, q
    do p = 1, m - 1
      do q = p + 1, m
        if (abs(a(p, q)) > 1e-6) call rotate(a, m, p, q)
      end do
    end do
  end subroutine turn

  subroutine rotate(a, m, p, q)
    integer, intent(in) :: m, p, q
    real, intent(inout) :: a(m, m)
    real :: theta, c, s, row(m)
    theta = 0.5 * atan2(2 * a(p, q), a(q, q) - a(p, p))
    c = cos(theta)
    s = sin(theta)
    row = c * a(p, :) - s * a(q, :)
    a(q, :) = s * a(p, :) + c * a(q, :)
    a(p, :) = row
    row = c * a(:, p) - s * a(:, q)
    a(:, q) = s * a(:, p) + c * a(:, q)
    a(:, p) = row
  end subroutine rotate

  recursive integer function steps(x) result(count)
    integer, intent(in) :: x
    if (x <= 1) then
      count = 0
    else if (mod(x, 2) == 0) then
      count = 1 + steps(x / 2)
    else
      count = 2 + steps((3 * x + 1) / 2)
    end if
  end function steps
end module levels

program waves
  use membranes
  use levels
  implicit none
  integer, parameter :: m = 24
  integer, parameter :: shares(3, 0:3) = &
    reshape([4, 4, 4, 12, 1, 2, 1, 12, 3, 2, 2, 12], [3, 4])
  real :: u(n, n), before(n, n), a(m, m), total
  integer :: length, mix, i, k, j, count
  character(len=20) :: word

  call get_command_argument(1, word)
  read (word, *) length
  call get_command_argument(2, word)
  read (word, *) mix
  mix = iand(mix, 3)
  call strike(u)
  before = u
  total = 0
  count = 0
  do i = 1, length
    do k = 1, 4 * shares(1, mix)
      call step(u, before)
      total = total + energy(u)
    end do
    do k = 1, shares(2, mix)
      a = reshape([(real(mod(j * 37 + k, 101)), j = 1, m * m)], [m, m])
      a = a + transpose(a)
      do j = 1, 4
        call turn(a, m)
      end do
      total = total + maxval(a)
    end do
    do k = 1, 300 * shares(3, mix)
      count = count + steps(k)
    end do
  end do
  print *, total, count
end program waves
