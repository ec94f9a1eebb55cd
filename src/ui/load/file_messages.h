/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the status line says about files that were read. */
#ifndef GPTUI_FILE_MESSAGES_H
#define GPTUI_FILE_MESSAGES_H

struct loaded_files;
struct session;

/* Names the key for inlined functions where they are much of a row that can be
 * seen. */
void say_inlined(struct session *session);

/* Says what became of the base. */
void say_base(const struct loaded_files *o, struct session *session);

/* Says so if files repeat others. */
void say_repeated(struct session *session);

/* Says what came from boards. */
void say_fetched(const struct loaded_files *o, const struct loaded_files *old,
                 struct session *session);

/* Says what a look at files that are watched added; why it added nothing, once
 * for each reason. */
void say_added(const struct loaded_files *o, struct session *session);
void say_look(const struct loaded_files *o, struct session *session);

#endif
