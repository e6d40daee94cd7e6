#include "ledger.h"

#include <stdlib.h>
#include <string.h>

#include "link.h"

ledger_t ledger_make(uint64_t first, uint64_t total, uint64_t warm) {
  ledger_t ledger = {.first = first, .total = total, .warm = warm};
  ledger.sent_at = calloc(total, sizeof *ledger.sent_at);
  ledger.latencies = calloc(total, sizeof *ledger.latencies);
  if (ledger.sent_at == NULL || ledger.latencies == NULL) die("expected memory for %lu requests", (unsigned long)total);
  return ledger;
}

bool ledger_answer(ledger_t *ledger, uint64_t number, int64_t now) {
  uint64_t index = number - ledger->first;
  if (number < ledger->first || index >= ledger->total || ledger->sent_at[index] <= 0) return false;
  if (ledger->begin > 0 && ledger->sent_at[index] >= ledger->begin)
    ledger->latencies[ledger->latency_count++] = now - ledger->sent_at[index];
  ledger->sent_at[index] = -1;
  if (ledger->answered++ == 0) ledger->first_answer = now;
  return true;
}

void ledger_count_code(ledger_t *ledger, const char *body, size_t length) {
  static const char start[] = "{\"code\":\"";
  const size_t skipped = sizeof start - 1;
  const char *code = "unreadable";
  size_t code_length = strlen(code);
  if (length > skipped && memcmp(body, start, skipped) == 0) {
    const char *end = memchr(body + skipped, '"', length - skipped);
    code = body + skipped;
    code_length = end == NULL ? 0 : (size_t)(end - code);
  }
  if (code_length >= LONGEST_CODE) code_length = LONGEST_CODE - 1;
  for (int i = 0; i < MOST_CODES; i++) {
    code_count *known = &ledger->codes[i];
    if (known->count == 0) memcpy(known->code, code, code_length);
    if (strncmp(known->code, code, code_length) == 0 && known->code[code_length] == '\0') {
      known->count++;
      return;
    }
  }
  die("expected at most %d different codes", MOST_CODES);
}

static int by_size(const void *left, const void *right) {
  int64_t a = *(const int64_t *)left, b = *(const int64_t *)right;
  return (a > b) - (a < b);
}

// The least latency that so many of a thousand do not exceed, in microseconds.
static double at_least(const ledger_t *ledger, uint64_t thousandths) {
  if (ledger->latency_count == 0) return 0;
  uint64_t rank = (ledger->latency_count * thousandths + 999) / 1000;
  return ledger->latencies[rank == 0 ? 0 : rank - 1] / 1e3;
}

void ledger_write(ledger_t *ledger, FILE *to) {
  qsort(ledger->latencies, ledger->latency_count, sizeof *ledger->latencies, by_size);
  uint64_t counted = ledger->counted_at_end - ledger->counted_at_begin;
  fprintf(to, "\"sent\": %lu, \"answered\": %lu, \"counted\": %lu, \"seconds\": %.6f", (unsigned long)ledger->sent,
          (unsigned long)ledger->answered, (unsigned long)counted, (ledger->end - ledger->begin) / 1e9);
  fprintf(to, ", \"answer_bytes\": %lu, \"events\": %lu, \"first_answer\": %.9f", (unsigned long)ledger->answer_bytes,
          (unsigned long)ledger->events, ledger->first_answer / 1e9);
  fprintf(to, ", \"latencies\": {\"count\": %lu, \"median\": %.3f, \"p99\": %.3f, \"maximum\": %.3f}",
          (unsigned long)ledger->latency_count, at_least(ledger, 500), at_least(ledger, 990), at_least(ledger, 1000));
  fprintf(to, ", \"codes\": {");
  for (int i = 0; i < MOST_CODES && ledger->codes[i].count > 0; i++)
    fprintf(to, "%s\"%s\": %lu", i > 0 ? ", " : "", ledger->codes[i].code, (unsigned long)ledger->codes[i].count);
  fprintf(to, "}");
}
