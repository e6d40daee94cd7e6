#define _GNU_SOURCE
#include "CSpawn.h"

#include <signal.h>
#include <spawn.h>

int livery_spawn(pid_t *identifier, const char *path, char *const arguments[], char *const environment[],
                 const char *folder, const int streams[3]) {
  posix_spawn_file_actions_t actions;
  posix_spawnattr_t attributes;
  sigset_t none;
  posix_spawn_file_actions_init(&actions);
  posix_spawnattr_init(&attributes);
  sigemptyset(&none);
  posix_spawnattr_setsigmask(&attributes, &none);
  int fault = posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGMASK);
  for (int stream = 0; stream < 3 && fault == 0; stream++)
    if (streams[stream] >= 0) fault = posix_spawn_file_actions_adddup2(&actions, streams[stream], stream);
  if (fault == 0) fault = posix_spawn_file_actions_addclosefrom_np(&actions, 3);
  if (fault == 0 && folder) fault = posix_spawn_file_actions_addchdir_np(&actions, folder);
  if (fault == 0) fault = posix_spawn(identifier, path, &actions, &attributes, arguments, environment);
  posix_spawn_file_actions_destroy(&actions);
  posix_spawnattr_destroy(&attributes);
  return fault;
}
