// libmicrohttpd as Swift can call it. Each function below exists for the reason beside it.
#pragma once

#include <arpa/inet.h>
#include <errno.h>
#include <microhttpd.h>
#include <netinet/in.h>
#include <stdbool.h>
#include <stdint.h>

// MHD_start_daemon takes its options as variadic arguments, which Swift does not import. One internal polling thread
// is enough for probes; connections that say nothing are dropped after five seconds, and the 65th is refused. The
// address is numeric, of IPv4 or IPv6; "::" is every address of both.
// NULL means that nothing listens, and errno says why.
static inline struct MHD_Daemon *livery_mhd_start(
    const char *address, uint16_t port, MHD_AccessHandlerCallback handler, void *context) {
  struct sockaddr_in v4 = {.sin_family = AF_INET, .sin_port = htons(port)};
  struct sockaddr_in6 v6 = {.sin6_family = AF_INET6, .sin6_port = htons(port)};
  const bool is_v4 = inet_pton(AF_INET, address, &v4.sin_addr) == 1;
  if (!is_v4 && inet_pton(AF_INET6, address, &v6.sin6_addr) != 1) {
    errno = EINVAL;
    return NULL;
  }
  const unsigned int family = is_v4 ? 0 : IN6_IS_ADDR_UNSPECIFIED(&v6.sin6_addr) ? MHD_USE_DUAL_STACK : MHD_USE_IPv6;
  return MHD_start_daemon(
      MHD_USE_AUTO_INTERNAL_THREAD | family, port, NULL, NULL, handler, context, MHD_OPTION_SOCK_ADDR,
      is_v4 ? (const struct sockaddr *)&v4 : (const struct sockaddr *)&v6, MHD_OPTION_CONNECTION_TIMEOUT,
      (unsigned int)5, MHD_OPTION_CONNECTION_LIMIT, (unsigned int)64, MHD_OPTION_END);
}

// MHD_get_daemon_info is variadic too. The port that the daemon really has, 0 when the library does not know.
static inline uint16_t livery_mhd_port(struct MHD_Daemon *daemon) {
  const union MHD_DaemonInfo *info = MHD_get_daemon_info(daemon, MHD_DAEMON_INFO_BIND_PORT);
  return info == NULL ? 0 : info->port;
}
