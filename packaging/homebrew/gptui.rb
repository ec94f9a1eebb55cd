# SPDX-License-Identifier: GPL-3.0-or-later
class Gptui < Formula
  desc "Terminal browser for gprof profiles"
  homepage "@HOME@"
  url "@SOURCE@"
  sha256 "@SHA256@"
  license "GPL-3.0-or-later"

  depends_on "make" => :build
  depends_on "pkgconf" => :build
  depends_on "binutils"
  depends_on "curl"
  depends_on "libarchive"
  depends_on "ncurses"
  depends_on "pcre2"

  def install
    system "./configure", "--with-bfd=#{Formula["binutils"].opt_prefix}",
                          *std_configure_args
    system "gmake"
    system "gmake", "install"
  end

  test do
    assert_match version.to_s, shell_output("#{bin}/gptui --version")
    assert_match "no such file", shell_output("#{bin}/gptui none 2>&1", 1).downcase
  end
end
