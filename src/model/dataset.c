/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "model/dataset.h"

#include "model/debug_info.h"
#include "model/places.h"
#include "model/profile.h"

const struct place *dataset_place(const struct dataset *data,
                                  const struct func *f)
{
	const struct places *places = data->places;

	return places && places->n == data->profile->nfuncs
	               ? &places->list[profile_number(data->profile, f)]
	               : NULL;
}

const struct note *dataset_note(const struct dataset *data, size_t place)
{
	const struct profile *p = data->profile;

	if (place < p->nnotes)
		return &p->notes[place];
	place -= p->nnotes;
	return data->debug && place < data->debug->nnotes
	               ? &data->debug->notes[place]
	               : NULL;
}
