/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "export/dot_exporter.h"
#include "export/exporter.h"

const struct exporter png_exporter = {
	.name = "png",
	.ending = ".png",
	.help = "the same picture in pixels",
	.compares = true,
	.picture = "png",
	.is_binary = true,
	.write = dot_write,
};
