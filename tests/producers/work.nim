# SPDX-License-Identifier: GPL-3.0-or-later
proc sumOf(n: int): float {.noinline.} =
  for i in 1 .. n:
    result = result + 1.0 / float(i)

proc twice(n: int): float {.noinline.} =
  sumOf(n) + sumOf(n + 1)

var t = 0.0
for k in 0 ..< 200:
  t = t + twice(3000 + k)
echo t
