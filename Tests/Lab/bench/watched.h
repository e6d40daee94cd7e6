// Processes whose processor time and memory are read while a load runs.
#pragma once

#include <stdint.h>
#include <stdio.h>
#include <sys/types.h>
#include <time.h>

enum { MOST_GROUPS = 16, MOST_PROCESSES = 256 };

typedef struct {
  char name[32];
  int count;
  // A process whose children belong to the group, those too that it starts later; 0 for none.
  pid_t parent;
  pid_t pids[MOST_PROCESSES];
  clockid_t clocks[MOST_PROCESSES];
  int64_t before[MOST_PROCESSES];
  int64_t nanoseconds;
} watched_group;

typedef struct {
  int count;
  watched_group groups[MOST_GROUPS];
} watched_t;

// Adds a group, from NAME=PID,PID…, or NAME=PID+ for a process and its children: a database server and its sessions.
void watched_add(watched_t *watched, const char *text);

// Notes the processor time of all groups, and of this process, as that at the beginning.
void watched_begin(watched_t *watched);

// Notes what they have used since.
void watched_end(watched_t *watched);

// Writes the processor time since the beginning in nanoseconds, as members of an object.
void watched_write_time(const watched_t *watched, FILE *to);

// Writes the resident bytes of now, as members of an object.
void watched_write_memory(const watched_t *watched, FILE *to);
