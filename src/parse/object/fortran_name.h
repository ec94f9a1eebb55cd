/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Names that gfortran gives to procedures of modules, as gdb shows them:
 *
 *	__grid_mod_MOD_sweep         grid_mod::sweep
 *	__grid_mod_SMOD_sweep        the same, private, but known to submodules
 *	__grid_mod.sub_MOD_sweep     grid_mod::sub::sweep, of a submodule
 *	__grid_mod_MOD_sweep.part.0  grid_mod::sweep [clone .part.0]
 *
 * Modules are in lower case, so the first "_MOD_" parts the name; two
 * underscores at the beginning are not for programs in C.  Procedures within
 * others, "inner.0", do not say in which, and look like those of C.
 *
 * Source: how gfortran 12 names them. */
#ifndef GPTUI_FORTRAN_NAME_H
#define GPTUI_FORTRAN_NAME_H

#include "parse/object/demangle_bound.h"

/* Calls back with pieces of the readable name; 0 if it is none of these. */
demangle_library fortran_demangle_callback;

#endif
