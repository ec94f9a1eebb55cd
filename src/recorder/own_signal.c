/* SPDX-License-Identifier: GPL-3.0-or-later */
#undef _XOPEN_SOURCE /* the next one has more */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <pthread.h>
#include <stdbool.h>
#include <string.h>
#include <sys/signalfd.h>

#include "recorder/parts.h"

void find_next(void *pointer, const char *name) {
	void *const found = dlsym(RTLD_NEXT, name);

	memcpy(pointer, &found, sizeof found);
}

static void (*sample)(void *context); /* NULL: there is no recorder */
static const void *of_timers;
static uintptr_t unwinder_low, unwinder_high; /* code of libunwind */
static struct sigaction programs;             /* what the program wants to do with the signal */
static _Thread_local bool is_sampling __attribute__((tls_model("initial-exec")));

int own_signal(void) {
	return SIGRTMAX - 3;
}

static void handle(int number, siginfo_t *info, void *context) {
	int cancels;

	if (info->si_code == SI_TIMER && info->si_value.sival_ptr == of_timers) {
		/* Opening files would end a thread that is to be, where it holds locks. */
		pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &cancels);
		is_sampling = true;
		sample(context);
		is_sampling = false;
		pthread_setcancelstate(cancels, NULL);
	} else if (programs.sa_flags & SA_SIGINFO) {
		programs.sa_sigaction(number, info, context);
	} else if (programs.sa_handler != SIG_DFL && programs.sa_handler != SIG_IGN) {
		programs.sa_handler(number);
	}
}

/* ---- What a program calls ---- */

int sigaction(int number, const struct sigaction *action, struct sigaction *before) {
	if (sample && number == own_signal()) {
		const struct sigaction was = programs;

		if (action)
			programs = *action;
		if (before)
			*before = was;
		return 0;
	}
	return NEXT(sigaction)(number, action, before);
}

sighandler_t signal(int number, sighandler_t handler) {
	struct sigaction before, action = { .sa_handler = handler };

	if (sample && number == own_signal())
		return sigaction(number, &action, &before) ? SIG_ERR : before.sa_handler;
	return NEXT(signal)(number, handler);
}

/* The set without the signal; set may be NULL. */
static const sigset_t *without(const sigset_t *set, sigset_t *copy) {
	if (!set || !sample)
		return set;
	*copy = *set;
	sigdelset(copy, own_signal());
	return copy;
}

/* libunwind holds a lock while it blocks all signals, and the handler would wait for it. */
static int mask(int (*next)(int, const sigset_t *, sigset_t *), int how, const sigset_t *set,
                sigset_t *before, const void *caller) {
	const uintptr_t at = (uintptr_t)caller;
	sigset_t copy;

	if (how != SIG_UNBLOCK && (at < unwinder_low || at >= unwinder_high))
		set = without(set, &copy);
	return next(how, set, before);
}

int sigprocmask(int how, const sigset_t *set, sigset_t *before) {
	/* libunwind calls this often, and all signals are blocked. */
	if (is_sampling)
		return before ? sigfillset(before) : 0;
	return mask(NEXT(sigprocmask), how, set, before, __builtin_return_address(0));
}

int pthread_sigmask(int how, const sigset_t *set, sigset_t *before) {
	return mask(NEXT(pthread_sigmask), how, set, before, __builtin_return_address(0));
}

int sigwait(const sigset_t *set, int *number) {
	sigset_t copy;

	return NEXT(sigwait)(without(set, &copy), number);
}

int sigtimedwait(const sigset_t *set, siginfo_t *info, const struct timespec *longest) {
	sigset_t copy;

	return NEXT(sigtimedwait)(without(set, &copy), info, longest);
}

int sigwaitinfo(const sigset_t *set, siginfo_t *info) {
	return sigtimedwait(set, info, NULL);
}

int signalfd(int fd, const sigset_t *set, int flags) {
	sigset_t copy;

	return NEXT(signalfd)(fd, without(set, &copy), flags);
}

/* On the program's stack for handlers, if it has one: its others may be as small as Go's. */
static void set_handler(int on_stack) {
	struct sigaction action = { .sa_flags = SA_RESTART | SA_SIGINFO | on_stack };

	action.sa_sigaction = handle;
	sigfillset(&action.sa_mask);
	NEXT(sigaction)(own_signal(), &action, NULL);
}

/* Unwinding takes more than the least that is allowed, but not more than is usual. */
int sigaltstack(const stack_t *stack, stack_t *before) {
	if (sample && stack && !(stack->ss_flags & SS_DISABLE) && stack->ss_size < (size_t)SIGSTKSZ)
		set_handler(0);
	return NEXT(sigaltstack)(stack, before);
}

void own_signal_begin(void (*handler)(void *context), const void *value, uintptr_t low,
                      uintptr_t high) {
	set_handler(SA_ONSTACK);
	of_timers = value;
	unwinder_low = low;
	unwinder_high = high;
	sample = handler;
}
