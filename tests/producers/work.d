// SPDX-License-Identifier: GPL-3.0-or-later
module work;
import core.stdc.stdio;

struct Sums
{
    static double sumOf(int n)
    {
        double s = 0;
        foreach (i; 1 .. n + 1)
            s += 1.0 / i;
        return s;
    }
}

double twice(T)(T n)
{
    return Sums.sumOf(n) + Sums.sumOf(n + 1);
}

void main()
{
    double t = 0;
    foreach (k; 0 .. 200)
        t += twice(3000 + k);
    printf("%f\n", t);
}
