// libcurl as Swift can call it. Each function below exists for the reason beside it.
#pragma once

#include <curl/curl.h>

// curl_easy_setopt and curl_easy_getinfo are variadic, which Swift does not import; so each type of value has a function.
static inline CURLcode livery_curl_set_text(CURL *handle, CURLoption option, const char *value) {
  return curl_easy_setopt(handle, option, value);
}
static inline CURLcode livery_curl_set_number(CURL *handle, CURLoption option, long value) {
  return curl_easy_setopt(handle, option, value);
}
static inline CURLcode livery_curl_set_headers(CURL *handle, struct curl_slist *headers) {
  return curl_easy_setopt(handle, CURLOPT_HTTPHEADER, headers);
}

// The body is not copied: it must outlive the request.
static inline CURLcode livery_curl_set_body(CURL *handle, const void *bytes, size_t count) {
  const CURLcode result = curl_easy_setopt(handle, CURLOPT_POSTFIELDSIZE_LARGE, (curl_off_t)count);
  return result == CURLE_OK ? curl_easy_setopt(handle, CURLOPT_POSTFIELDS, bytes) : result;
}

// What is received goes to `write`; `progress` is asked about once a second, and ends the request by another value than 0.
typedef size_t (*livery_curl_write)(char *bytes, size_t size, size_t count, void *context);
typedef int (*livery_curl_progress)(void *context, curl_off_t, curl_off_t, curl_off_t, curl_off_t);
static inline void livery_curl_set_callbacks(
    CURL *handle, livery_curl_write write, livery_curl_progress progress, void *context) {
  curl_easy_setopt(handle, CURLOPT_WRITEFUNCTION, write);
  curl_easy_setopt(handle, CURLOPT_WRITEDATA, context);
  curl_easy_setopt(handle, CURLOPT_XFERINFOFUNCTION, progress);
  curl_easy_setopt(handle, CURLOPT_XFERINFODATA, context);
  curl_easy_setopt(handle, CURLOPT_NOPROGRESS, 0L);
}

// The status of the last response, 0 when there was none.
static inline long livery_curl_status(CURL *handle) {
  long status = 0;
  curl_easy_getinfo(handle, CURLINFO_RESPONSE_CODE, &status);
  return status;
}

// The errno of the last connection that could not be opened, else 0.
static inline long livery_curl_connect_error(CURL *handle) {
  long number = 0;
  curl_easy_getinfo(handle, CURLINFO_OS_ERRNO, &number);
  return number;
}

// The seconds that the last response asked for by Retry-After, a number or a date; 0 when it asked for none.
static inline long long livery_curl_retry_after(CURL *handle) {
  curl_off_t seconds = 0;
  curl_easy_getinfo(handle, CURLINFO_RETRY_AFTER, &seconds);
  return seconds;
}

// CURL_GLOBAL_DEFAULT is a macro with a cast, which Swift does not import.
static inline CURLcode livery_curl_begin(void) { return curl_global_init(CURL_GLOBAL_DEFAULT); }
