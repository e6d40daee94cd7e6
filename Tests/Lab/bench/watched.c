#include "watched.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "link.h"

// Its clock tells the time of all threads together, to the nanosecond. Of a server's processes one may have ended.
static void add_process(watched_group *group, pid_t pid, int64_t before) {
  if (group->count == MOST_PROCESSES) die("expected at most %d processes", MOST_PROCESSES);
  group->before[group->count] = before;
  if (clock_getcpuclockid(pid, &group->clocks[group->count]) == 0) group->pids[group->count++] = pid;
}

static bool has(const watched_group *group, pid_t pid) {
  for (int i = 0; i < group->count; i++)
    if (group->pids[i] == pid) return true;
  return false;
}

// Adds the children that are not known yet; all of what they have used counts.
static void add_children(watched_group *group) {
  if (group->parent == 0) return;
  char path[64];
  snprintf(path, sizeof path, "/proc/%d/task/%d/children", group->parent, group->parent);
  FILE *file = fopen(path, "r");
  if (file == NULL) return;
  for (pid_t pid; fscanf(file, "%d", &pid) == 1;)
    if (!has(group, pid)) add_process(group, pid, 0);
  fclose(file);
}

void watched_add(watched_t *watched, const char *text) {
  if (watched->count == MOST_GROUPS) die("expected at most %d groups of processes", MOST_GROUPS);
  watched_group *group = &watched->groups[watched->count++];
  const char *list = strchr(text, '=');
  if (list == NULL || list - text >= (long)sizeof group->name) die("expected NAME=PID,PID…, got '%s'", text);
  memcpy(group->name, text, list - text);
  for (char *end; *list != '\0'; list = end) {
    pid_t pid = strtol(list + 1, &end, 10);
    add_process(group, pid, 0);
    if (*end == '+') {
      group->parent = pid;
      end++;
    }
  }
  if (group->count == 0) die("expected processes that run, got '%s'", text);
}

// The time that a process has used; what it was before, of one that has ended: it counts for nothing.
static int64_t used(clockid_t clock, int64_t before) {
  struct timespec time;
  return clock_gettime(clock, &time) == 0 ? (int64_t)time.tv_sec * 1000000000 + time.tv_nsec : before;
}

void watched_begin(watched_t *watched) {
  for (int i = 0; i < watched->count; i++) {
    watched_group *group = &watched->groups[i];
    add_children(group);
    for (int k = 0; k < group->count; k++) group->before[k] = used(group->clocks[k], 0);
  }
}

void watched_end(watched_t *watched) {
  for (int i = 0; i < watched->count; i++) {
    watched_group *group = &watched->groups[i];
    group->nanoseconds = 0;
    add_children(group);
    for (int k = 0; k < group->count; k++)
      group->nanoseconds += used(group->clocks[k], group->before[k]) - group->before[k];
  }
}

void watched_write_time(const watched_t *watched, FILE *to) {
  for (int i = 0; i < watched->count; i++)
    fprintf(to, "%s\"%s\": %ld", i > 0 ? ", " : "", watched->groups[i].name, (long)watched->groups[i].nanoseconds);
}

// The second field of statm is the resident pages (proc(5)).
static long resident_bytes(pid_t pid) {
  char path[64];
  long pages = 0;
  snprintf(path, sizeof path, "/proc/%d/statm", pid);
  FILE *file = fopen(path, "r");
  if (file == NULL) return 0;
  if (fscanf(file, "%*d %ld", &pages) != 1) pages = 0;
  fclose(file);
  return pages * sysconf(_SC_PAGESIZE);
}

void watched_write_memory(const watched_t *watched, FILE *to) {
  for (int i = 0; i < watched->count; i++) {
    const watched_group *group = &watched->groups[i];
    long sum = 0;
    for (int k = 0; k < group->count; k++) sum += resident_bytes(group->pids[k]);
    fprintf(to, "%s\"%s\": %ld", i > 0 ? ", " : "", group->name, sum);
  }
}
