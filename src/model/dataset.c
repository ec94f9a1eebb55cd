/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "model/dataset.h"

#include "model/profile.h"
#include "model/source.h"

const struct source_location *dataset_location(const struct dataset *data, const struct func *f) {
	const struct func_locations *locations = data->locations;

	return locations && locations->n == data->profile->nfuncs
	               ? &locations->list[profile_number(data->profile, f)]
	               : NULL;
}

const struct note *dataset_note(const struct dataset *data, size_t location) {
	const struct profile *p = data->profile;

	if (location < p->nnotes)
		return &p->notes[location];
	location -= p->nnotes;
	if (data->debug && location < data->debug->nnotes)
		return &data->debug->notes[location];
	location -= data->debug ? data->debug->nnotes : 0;
	if (location < data->nfile_notes)
		return &data->file_notes[location];
	location -= data->nfile_notes;
	return location < data->ncompare_notes ? &data->compare_notes[location] : NULL;
}

struct note_count dataset_count_notes(const struct dataset *data) {
	struct note_count count = { .n = 0 };
	const struct note *note;

	for (size_t i = 0; (note = dataset_note(data, i)); i++) {
		count.n += note->severity > NOTE_GPROF;
		if (note->severity == NOTE_FAULT && !count.nfaults++)
			count.fault = note;
	}
	return count;
}
