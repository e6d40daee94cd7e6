// A fixed amount of integer work, so that reports tell how fast and how quiet a machine was.
//
// Use: calibrate MILLIONS     prints the seconds of the clock and of the processor, as JSON
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

static double seconds_of(clockid_t clock) {
  struct timespec time;
  clock_gettime(clock, &time);
  return time.tv_sec + time.tv_nsec / 1e9;
}

int main(int argc, char **argv) {
  if (argc != 2 || atol(argv[1]) < 1) return 2;
  uint64_t turns = strtoull(argv[1], NULL, 10) * 1000000, state = 88172645463325252;
  double wall = seconds_of(CLOCK_MONOTONIC), used = seconds_of(CLOCK_PROCESS_CPUTIME_ID);
  for (uint64_t i = 0; i < turns; i++) {
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
  }
  wall = seconds_of(CLOCK_MONOTONIC) - wall;
  used = seconds_of(CLOCK_PROCESS_CPUTIME_ID) - used;
  // The result is used, so that the work is not left out.
  printf("{\"wall\": %.4f, \"cpu\": %.4f, \"state\": %lu}\n", wall, used, (unsigned long)state);
  return 0;
}
