// librabbitmq as Swift can call it. Each function below exists for the reason beside it.
#pragma once

// What OpenSSL includes of the C library stays the property of the module that has it for everybody.
#pragma clang module import SwiftGlibc

#if __has_include(<rabbitmq-c/amqp.h>)
#include <rabbitmq-c/amqp.h>
#include <rabbitmq-c/framing.h>
#include <rabbitmq-c/ssl_socket.h>
#include <rabbitmq-c/tcp_socket.h>
#else
// Until librabbitmq 0.11.
#include <amqp.h>
#include <amqp_framing.h>
#include <amqp_ssl_socket.h>
#include <amqp_tcp_socket.h>
#endif
#include <openssl/err.h>
#include <openssl/ssl.h>
#include <openssl/x509v3.h>
#include <poll.h>
#include <stdint.h>
#include <time.h>

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

// The identity is what RabbitMQ ignores, since the certificate tells it; it must not be empty, or 0.11 runs out of memory.
static inline amqp_rpc_reply_t livery_amqp_login_external(
    amqp_connection_state_t state, const char *vhost, int channel_max, int frame_max, int heartbeat,
    const amqp_table_t *client_properties) {
  return amqp_login_with_properties(
      state, vhost, channel_max, frame_max, heartbeat, client_properties, AMQP_SASL_METHOD_EXTERNAL, "livery");
}

// librabbitmq 0.11 frees what TLS knows of a failure before it tells of one, sends the address as the server's name,
// matches names by code of its own that knows no addresses, and looks at the certificate after the handshake only. So
// OpenSSL is told to do all that itself, and to note what it finds.
typedef struct {
  // The name to ask for; NULL for an address, which is none (RFC 6066, 3).
  const char *server_name;
  // X509_V_OK, or why the certificate of the peer was refused.
  long verify_error;
  // The last alert of the peer but close_notify, or -1.
  int alert;
  // When the certificate of the peer ends, as livery_certificate_end has it.
  int64_t peer_end;
  // What librabbitmq writes and reads with, once the handshake has begun.
  SSL *session;
} livery_tls_report;

// What stands for the end where there is no certificate, or none whose end is a time.
static const int64_t livery_no_end = INT64_MIN;

// When a certificate ends, in seconds since 1970; the check of the peer and the reader of files both ask.
static inline int64_t livery_certificate_end(const X509 *certificate) {
  struct tm end;
  if (!certificate || ASN1_TIME_to_tm(X509_get0_notAfter(certificate), &end) != 1) return livery_no_end;
  return timegm(&end);
}

static int livery_tls_verify(X509_STORE_CTX *certificates, void *report) {
  ((livery_tls_report *)report)->peer_end = livery_certificate_end(X509_STORE_CTX_get0_cert(certificates));
  int accepted = X509_verify_cert(certificates);
  ((livery_tls_report *)report)->verify_error = X509_STORE_CTX_get_error(certificates);
  return accepted;
}

static void livery_tls_note(const SSL *ssl, int where, int value) {
  livery_tls_report *report = SSL_CTX_get_app_data(SSL_get_SSL_CTX(ssl));
  if (where & SSL_CB_HANDSHAKE_START) {
    SSL_set_tlsext_host_name((SSL *)ssl, report->server_name);
    report->session = (SSL *)ssl;
  }
  if ((where & SSL_CB_READ_ALERT) == SSL_CB_READ_ALERT && (value & 0xff) != SSL_AD_CLOSE_NOTIFY)
    report->alert = value & 0xff;
}

// A key that is locked by a passphrase is refused; by default OpenSSL would ask the terminal for it.
static int livery_tls_no_passphrase(char *buffer, int size, int writing, void *data) { return -1; }

// Has the peer's certificate checked for a name or an address within the handshake. The report must outlive the context.
static inline int livery_tls_check_peer(void *context, const char *peer, int is_address, livery_tls_report *report) {
  X509_VERIFY_PARAM *parameters = SSL_CTX_get0_param(context);
  SSL_CTX_set_app_data((SSL_CTX *)context, report);
  SSL_CTX_set_info_callback(context, livery_tls_note);
  SSL_CTX_set_default_passwd_cb(context, livery_tls_no_passphrase);
  SSL_CTX_set_cert_verify_callback(context, livery_tls_verify, report);
  SSL_CTX_set_verify(context, SSL_VERIFY_PEER, NULL);
  // A name stands in the subject's alternative names, not in its common name (RFC 9525, 2).
  X509_VERIFY_PARAM_set_hostflags(
      parameters, X509_CHECK_FLAG_NEVER_CHECK_SUBJECT | X509_CHECK_FLAG_NO_PARTIAL_WILDCARDS);
  return is_address ? X509_VERIFY_PARAM_set1_ip_asc(parameters, peer) : X509_VERIFY_PARAM_set1_host(parameters, peer, 0);
}

// Writes what the session takes now, and returns how much that was; 0 when the connection is of no more use, and the
// event that poll(2) is to wait for, negative, when it takes nothing. What was not taken is to be offered again as it is.
static inline int livery_tls_write(livery_tls_report *report, const void *bytes, int count) {
  ERR_clear_error();
  int written = SSL_write(report->session, bytes, count);
  if (written > 0) return written;
  switch (SSL_get_error(report->session, written)) {
    case SSL_ERROR_WANT_READ: return -POLLIN;
    case SSL_ERROR_WANT_WRITE: return -POLLOUT;
    default: return 0;
  }
}

// Reads what has arrived, and returns how much that was; 0 when the peer has ended the session, -1 when nothing has
// arrived, and -2 when the connection is of no more use.
static inline int livery_tls_read(livery_tls_report *report, void *room, int count) {
  ERR_clear_error();
  int read = SSL_read(report->session, room, count);
  if (read > 0) return read;
  switch (SSL_get_error(report->session, read)) {
    case SSL_ERROR_WANT_READ:
    case SSL_ERROR_WANT_WRITE: return -1;
    case SSL_ERROR_ZERO_RETURN: return 0;
    default: return -2;
  }
}
