// SPDX-License-Identifier: GPL-3.0-or-later
mod sums {
    #[inline(never)]
    pub fn sum_of(n: u32) -> f64 {
        let mut s = 0.0;
        for i in 1..n + 1 {
            s += 1.0 / i as f64;
        }
        s
    }
}

#[inline(never)]
fn twice<T: Into<u32> + Copy>(n: T) -> f64 {
    sums::sum_of(n.into()) + sums::sum_of(n.into() + 1)
}

fn main() {
    let mut t = 0.0;
    for k in 0..200u32 {
        t += twice(3000 + k);
    }
    println!("{}", t);
}
