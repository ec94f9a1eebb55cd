! SPDX-License-Identifier: GPL-3.0-or-later
module sums
contains
   function sum_of(n) result(s)
      integer, intent(in) :: n
      real(8) :: s
      integer :: i
      s = 0
      do i = 1, n
         s = s + 1d0 / i
      end do
   end function
   function twice(n) result(s)
      integer, intent(in) :: n
      real(8) :: s
      s = sum_of(n) + sum_of(n + 1)
   end function
end module

program work
   use sums
   real(8) :: t
   integer :: k
   t = 0
   !$omp parallel do reduction(+:t)
   do k = 1, 200
      t = t + twice(3000 + k)
   end do
   print *, t
end program
