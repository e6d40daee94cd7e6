#pragma once

#include <sys/types.h>

/// Starts a process with no descriptors but the standard streams and no signal blocked; returns 0 or
/// an errno.
///
/// A stream below zero is that of this process; without a folder the process works in that of this one.
int livery_spawn(pid_t *identifier, const char *path, char *const arguments[], char *const environment[],
                 const char *folder, const int streams[3]);

