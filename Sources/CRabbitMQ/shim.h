// librabbitmq as Swift can call it. Each function below exists for the reason beside it.
#pragma once

#include <amqp.h>
#include <amqp_framing.h>
#include <amqp_ssl_socket.h>
#include <amqp_tcp_socket.h>
#include <stdint.h>

// amqp_login_with_properties takes its credentials as variadic arguments, which Swift does not import.
static inline amqp_rpc_reply_t livery_amqp_login_plain(
    amqp_connection_state_t state, const char *vhost, int channel_max, int frame_max, int heartbeat,
    const amqp_table_t *client_properties, const char *user, const char *password) {
  return amqp_login_with_properties(
      state, vhost, channel_max, frame_max, heartbeat, client_properties, AMQP_SASL_METHOD_PLAIN, user, password);
}

// The empty table and the empty byte string are extern constants of struct type; as values they need no pointer rules.
static inline amqp_table_t livery_amqp_empty_table(void) { return amqp_empty_table; }
static inline amqp_bytes_t livery_amqp_empty_bytes(void) { return amqp_empty_bytes; }
