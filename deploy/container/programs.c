// One file with all programs of the fleet: by the name that it is called by, it is a worker, the console or the tool.
//
// The programs are nine tenths the same code, so that the image has it once, and a machine with several workers keeps
// its pages in memory once. Swift's package manager gives the `main` of each program the name of its module.

#include <stdio.h>
#include <string.h>

int list_options_worker_main(int count, char **arguments);
int request_ride_worker_main(int count, char **arguments);
int status_query_worker_main(int count, char **arguments);
int dispatch_worker_main(int count, char **arguments);
int livery_console_main(int count, char **arguments);
int livery_main(int count, char **arguments);

static const struct {
  const char *name;
  int (*main)(int count, char **arguments);
} programs[] = {
    {"list-options-worker", list_options_worker_main}, {"request-ride-worker", request_ride_worker_main},
    {"status-query-worker", status_query_worker_main}, {"dispatch-worker", dispatch_worker_main},
    {"livery-console", livery_console_main},           {"livery", livery_main},
};

// The exit code of a wrong command line, as the programs have it (EX_USAGE).
enum { wrong_usage = 64 };

int main(int count, char **arguments) {
  const char *path = count > 0 ? arguments[0] : "";
  const char *slash = strrchr(path, '/');
  const char *name = slash == NULL ? path : slash + 1;
  for (size_t index = 0; index < sizeof programs / sizeof programs[0]; index++) {
    if (strcmp(name, programs[index].name) == 0) return programs[index].main(count, arguments);
  }
  fprintf(stderr, "expected to be called livery, livery-console or by the name of a worker, got '%s'\n", name);
  return wrong_usage;
}
