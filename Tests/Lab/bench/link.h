// A connection to the broker with one channel, as floor.c and load.c use it. What goes wrong ends the process: a
// measurement that met an error is none.
#pragma once

#include <stdint.h>

// They moved in version 0.12 of librabbitmq; the former ones warn since then.
#if __has_include(<rabbitmq-c/amqp.h>)
#include <rabbitmq-c/amqp.h>
#include <rabbitmq-c/framing.h>
#include <rabbitmq-c/tcp_socket.h>
#else
#include <amqp.h>
#include <amqp_framing.h>
#include <amqp_tcp_socket.h>
#endif

enum { LINK_CHANNEL = 1, LINK_FRAME_MAX = 131072, LINK_HEARTBEAT_SECONDS = 10 };

typedef struct {
  amqp_connection_state_t state;
  int descriptor;
} link_t;

// What a frame was, as far as the bench has to know.
typedef enum { LINK_NOTHING, LINK_DELIVERY, LINK_HEADER, LINK_BODY, LINK_CONFIRM, LINK_OTHER } link_event;

// Ends the process with 2, the code of a measurement that could not be made.
_Noreturn void die(const char *format, ...) __attribute__((format(printf, 1, 2)));

// Connects, logs in and opens the channel.
link_t link_open(const char *url, const char *name);

// Ends the process unless the last synchronous method on the link went well.
void link_check(const link_t *link, const char *operation);

// Waits at most so long for a frame. A negative confirm, a return, a cancelled consumer and a close end the process.
link_event link_next(link_t *link, int64_t microseconds, amqp_frame_t *frame);

void link_close(link_t *link);

// The monotonic clock, in nanoseconds.
int64_t monotonic_nanoseconds(void);
