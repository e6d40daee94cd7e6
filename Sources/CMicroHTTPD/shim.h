// libmicrohttpd as Swift can call it. Each function below exists for the reason beside it.
#pragma once

#include <arpa/inet.h>
#include <microhttpd.h>
#include <netinet/in.h>
#include <stdbool.h>
#include <stdint.h>

// MHD_start_daemon takes its options as variadic arguments, which Swift does not import. One internal polling thread
// is enough for probes; connections that say nothing are dropped after five seconds, and the 65th is refused.
// NULL means that nothing listens, and errno says why.
static inline struct MHD_Daemon *livery_mhd_start(
    bool loopback_only, uint16_t port, MHD_AccessHandlerCallback handler, void *context) {
  struct sockaddr_in address = {
      .sin_family = AF_INET,
      .sin_port = htons(port),
      .sin_addr = {.s_addr = htonl(loopback_only ? INADDR_LOOPBACK : INADDR_ANY)}};
  return MHD_start_daemon(
      MHD_USE_AUTO_INTERNAL_THREAD, port, NULL, NULL, handler, context, MHD_OPTION_SOCK_ADDR,
      (const struct sockaddr *)&address, MHD_OPTION_CONNECTION_TIMEOUT, (unsigned int)5,
      MHD_OPTION_CONNECTION_LIMIT, (unsigned int)64, MHD_OPTION_END);
}

// MHD_get_daemon_info is variadic too. The port that the daemon really has, 0 when the library does not know.
static inline uint16_t livery_mhd_port(struct MHD_Daemon *daemon) {
  const union MHD_DaemonInfo *info = MHD_get_daemon_info(daemon, MHD_DAEMON_INFO_BIND_PORT);
  return info == NULL ? 0 : info->port;
}
