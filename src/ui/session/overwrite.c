/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/session/overwrite.h"

#include <stdio.h>
#include <string.h>

#include "base/error.h"
#include "ui/session/session.h"

static void cancel(struct session *s)
{
	session_say(s, "nothing was written");
}

static bool accept(struct session *s, const char *text, struct error *err)
{
	if (!strcmp(text, "y") || !strcmp(text, "Y"))
		return s->overwrite.write(s, s->overwrite.path, err);
	cancel(s);
	return true;
}

static const struct prompt_kind prompt = {
	.hint = "",
	.accept = accept,
	.cancel = cancel,
	.is_question = true,
};

bool overwrite_ask(struct session *s, const char *question, const char *path,
                   overwrite_write *write, struct error *err)
{
	if (strlen(path) >= sizeof s->overwrite.path)
		return fail(err, "the path is too long");
	snprintf(s->overwrite.path, sizeof s->overwrite.path, "%s", path);
	s->overwrite.write = write;
	prompt_open(&s->prompt, &prompt, question, "");
	return true;
}
