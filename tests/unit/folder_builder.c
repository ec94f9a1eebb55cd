/* SPDX-License-Identifier: GPL-3.0-or-later */
#define _GNU_SOURCE /* O_TMPFILE, setgroups */
#include "folder_builder.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <grp.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sched.h>
#include <sys/mount.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "assertions.h"

void folder_begin(struct test_folder *f) {
	snprintf(f->path, sizeof f->path, "/tmp/test-folder-XXXXXX");
	assert_non_null(mkdtemp(f->path));
	assert_int_equal(chmod(f->path, 0777), 0);
	snprintf(f->file, sizeof f->file, "%s/out", f->path);
}

void folder_end(struct test_folder *f) {
	DIR *dir;
	struct dirent *entry;

	chmod(f->path, 0700);
	dir = opendir(f->path);
	assert_non_null(dir);
	while ((entry = readdir(dir)))
		unlinkat(dirfd(dir), entry->d_name, 0);
	closedir(dir);
	assert_int_equal(rmdir(f->path), 0);
}

size_t folder_names(const struct test_folder *f) {
	DIR *dir = opendir(f->path);
	size_t n = 0;

	assert_non_null(dir);
	while (readdir(dir))
		n++;
	closedir(dir);
	return n - 2;
}

void folder_put(const char *path, const char *content, mode_t mode) {
	FILE *file = fopen(path, "w");

	assert_non_null(file);
	fputs(content, file);
	fclose(file);
	assert_int_equal(chmod(path, mode), 0);
}

bool folder_has(const char *path, const char *content) {
	const size_t size = strlen(content);
	char *text = test_malloc(size + 2);
	FILE *file = fopen(path, "r");
	bool is_same = file && fread(text, 1, size + 1, file) == size &&
	               !memcmp(text, content, size);

	if (file)
		fclose(file);
	test_free(text);
	return is_same;
}

void folder_assert(const char *path, const char *content, mode_t mode) {
	struct stat status;

	assert_true(folder_has(path, content));
	assert_int_equal(stat(path, &status), 0);
	assert_int_equal(status.st_mode & 07777, mode);
}

static bool waited_for(pid_t child) {
	int status;

	assert_int_equal(waitpid(child, &status, 0), child);
	return WIFEXITED(status) && !WEXITSTATUS(status);
}

bool folder_as_user(folder_deed *deed, const struct test_folder *folder) {
	pid_t child = fork();

	assert_compared(child, >=, 0);
	if (child)
		return waited_for(child);
	if (!geteuid() && (setgroups(0, NULL) || setgid(ANOTHER) || setuid(ANOTHER)))
		_exit(2);
	_exit(!deed(folder));
}

bool folder_in_child(folder_deed *deed, const struct test_folder *folder) {
	pid_t child = fork();

	assert_compared(child, >=, 0);
	if (!child)
		_exit(!deed(folder));
	return waited_for(child);
}

bool folder_small_disk(const struct test_folder *folder) {
	return !geteuid() && !unshare(CLONE_NEWNS) &&
	       !mount("none", "/", NULL, MS_REC | MS_PRIVATE, NULL) &&
	       !mount("none", folder->path, "tmpfs", 0, "size=16k,nr_inodes=4");
}

bool folder_killed(folder_deed *deed, const struct test_folder *folder, int n) {
	pid_t child = fork();
	int status;

	assert_compared(child, >=, 0);
	if (!child) {
		ptrace(PTRACE_TRACEME, 0, NULL, NULL);
		raise(SIGSTOP);
		_exit(!deed(folder));
	}
	assert_int_equal(waitpid(child, &status, 0), child);
	while (WIFSTOPPED(status) && n--) {
		ptrace(PTRACE_SYSCALL, child, NULL, NULL);
		assert_int_equal(waitpid(child, &status, 0), child);
	}
	if (WIFSTOPPED(status)) {
		kill(child, SIGKILL);
		assert_false(waited_for(child));
		return true;
	}
	assert_true(WIFEXITED(status) && !WEXITSTATUS(status));
	return false;
}

bool folder_can_kill(void) {
	pid_t child = fork();

	if (!child)
		_exit(ptrace(PTRACE_TRACEME, 0, NULL, NULL) != 0);
	return waited_for(child);
}

bool folder_forbid_unnamed(void) {
	const size_t how = offsetof(struct seccomp_data, args[2]);
	struct sock_filter rules[] = {
		BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
		BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_openat, 0, 3),
		BPF_STMT(BPF_LD | BPF_W | BPF_ABS, (unsigned)how),
		BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, O_TMPFILE & ~O_DIRECTORY, 0, 1),
		BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EOPNOTSUPP),
		BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
	};
	struct sock_fprog program = { sizeof rules / sizeof *rules, rules };

	return !prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) &&
	       !prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) &&
	       openat(AT_FDCWD, "/tmp", O_TMPFILE | O_RDWR, 0600) < 0;
}
