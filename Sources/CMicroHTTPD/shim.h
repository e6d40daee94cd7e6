// libmicrohttpd as Swift can call it. Each function below exists for the reason beside it.
#pragma once

#include <arpa/inet.h>
#include <errno.h>
#include <microhttpd.h>
#include <netinet/in.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <unistd.h>

// Socket addresses are cast to each other, which is shorter here. The address is numeric, of IPv4 or IPv6; "::" is
// every address of both. -1 means that nothing listens, and errno says why, which libmicrohttpd 1.0 does not tell.
static inline int livery_listen(const char *address, uint16_t port) {
  struct sockaddr_in v4 = {.sin_family = AF_INET, .sin_port = htons(port)};
  struct sockaddr_in6 v6 = {.sin6_family = AF_INET6, .sin6_port = htons(port)};
  const bool is_v4 = inet_pton(AF_INET, address, &v4.sin_addr) == 1;
  if (!is_v4 && inet_pton(AF_INET6, address, &v6.sin6_addr) != 1) {
    errno = EINVAL;
    return -1;
  }
  const int descriptor = socket(is_v4 ? AF_INET : AF_INET6, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
  if (descriptor < 0) return -1;
  const struct sockaddr *bound = is_v4 ? (const struct sockaddr *)&v4 : (const struct sockaddr *)&v6;
  const int yes = 1, only_v6 = !IN6_IS_ADDR_UNSPECIFIED(&v6.sin6_addr);
  if (setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes) == 0 &&
      (is_v4 || setsockopt(descriptor, IPPROTO_IPV6, IPV6_V6ONLY, &only_v6, sizeof only_v6) == 0) &&
      bind(descriptor, bound, is_v4 ? sizeof v4 : sizeof v6) == 0 && listen(descriptor, SOMAXCONN) == 0)
    return descriptor;
  const int code = errno;
  close(descriptor);
  errno = code;
  return -1;
}

// As above. The port of a listening socket, which stands at the same place in addresses of IPv4 and IPv6.
static inline uint16_t livery_port(int descriptor) {
  struct sockaddr_in6 address;
  socklen_t length = sizeof address;
  return getsockname(descriptor, (struct sockaddr *)&address, &length) == 0 ? ntohs(address.sin6_port) : 0;
}

// Paths and parameters stay as they came: libmicrohttpd would decode "%2F" and "%00" before a path is split.
static inline size_t livery_mhd_keep(void *context, struct MHD_Connection *connection, char *text) {
  (void)context, (void)connection;
  return strlen(text);
}

// MHD_start_daemon takes its options as variadic arguments, which Swift does not import. The caller polls.
static inline struct MHD_Daemon *livery_mhd_start(
    int listening, unsigned int connections, MHD_AccessHandlerCallback handler,
    MHD_RequestCompletedCallback complete, MHD_NotifyConnectionCallback notify, void *context) {
  return MHD_start_daemon(
      MHD_USE_EPOLL | MHD_ALLOW_SUSPEND_RESUME, 0, NULL, NULL, handler, context, MHD_OPTION_LISTEN_SOCKET, listening,
      MHD_OPTION_NOTIFY_COMPLETED, complete, context, MHD_OPTION_NOTIFY_CONNECTION, notify, context,
      MHD_OPTION_CONNECTION_LIMIT, connections, MHD_OPTION_UNESCAPE_CALLBACK, livery_mhd_keep, NULL, MHD_OPTION_END);
}

// Swift does not import the macros with casts. What a reader of content returns at the end, and to close.
static const ssize_t livery_mhd_ended = MHD_CONTENT_READER_END_OF_STREAM;
static const ssize_t livery_mhd_failed = MHD_CONTENT_READER_END_WITH_ERROR;

// As above, MHD_SIZE_UNKNOWN. A response of unknown length, in blocks of 16 KiB.
static inline struct MHD_Response *livery_mhd_stream(MHD_ContentReaderCallback reader, void *context) {
  return MHD_create_response_from_callback(MHD_SIZE_UNKNOWN, 16 << 10, reader, context, NULL);
}

// MHD_get_daemon_info is variadic too. The descriptor to be polled, -1 when the library does not know.
static inline int livery_mhd_descriptor(struct MHD_Daemon *daemon) {
  const union MHD_DaemonInfo *info = MHD_get_daemon_info(daemon, MHD_DAEMON_INFO_EPOLL_FD);
  return info == NULL ? -1 : info->epoll_fd;
}

// MHD_get_connection_info is variadic too. The descriptor of a connection, -1 when the library does not know.
static inline int livery_mhd_connection_descriptor(struct MHD_Connection *connection) {
  const union MHD_ConnectionInfo *info = MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CONNECTION_FD);
  return info == NULL ? -1 : info->connect_fd;
}

// As above. The address of a client: of IPv4 its 32 bits, of IPv6 the first 64, which are one network and often one
// machine; 0 when the library does not know.
static inline uint64_t livery_mhd_client(struct MHD_Connection *connection) {
  const union MHD_ConnectionInfo *info = MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CLIENT_ADDRESS);
  if (info == NULL || info->client_addr == NULL) return 0;
  if (info->client_addr->sa_family == AF_INET)
    return ntohl(((const struct sockaddr_in *)info->client_addr)->sin_addr.s_addr);
  if (info->client_addr->sa_family != AF_INET6) return 0;
  const struct in6_addr *address = &((const struct sockaddr_in6 *)info->client_addr)->sin6_addr;
  uint64_t client = 0;
  if (IN6_IS_ADDR_V4MAPPED(address))
    for (int i = 12; i < 16; i++) client = client << 8 | address->s6_addr[i];
  else
    memcpy(&client, address->s6_addr, sizeof client);
  return client;
}
