/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "export/dot_exporter.h"
#include "export/exporter.h"

const struct exporter svg_exporter = {
	.name = "svg",
	.ending = ".svg",
	.help = "a picture of the call graph; dot(1) has to be installed",
	.compares = true,
	.picture = "svg",
	.write = dot_write,
};
