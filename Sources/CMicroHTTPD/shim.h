// libmicrohttpd as Swift can call it. Each function below exists for the reason beside it.
#pragma once

#include <microhttpd.h>
#include <stdint.h>

// MHD_start_daemon takes its options as variadic arguments, which Swift does not import.
// One internal polling thread is enough for probes; connections that say nothing are dropped after five seconds.
static inline struct MHD_Daemon *livery_mhd_start(
    uint16_t port, MHD_AccessHandlerCallback handler, void *context) {
  return MHD_start_daemon(
      MHD_USE_INTERNAL_POLLING_THREAD | MHD_USE_ITC, port, NULL, NULL, handler, context,
      MHD_OPTION_CONNECTION_TIMEOUT, (unsigned int)5, MHD_OPTION_CONNECTION_LIMIT, (unsigned int)64, MHD_OPTION_END);
}
