"""What the dashboard shows: rows of panels, each with its queries in Prometheus' language.

`S` is the choice of fleet and workers, `$queue` that of queues, `R` the range of a rate.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Query:
    """A query, and what its series are called."""

    expression: str
    legend: str = ""


@dataclass(frozen=True)
class Panel:
    """A drawing or, as `stat`, a number. `limits` are where a number turns yellow and red; falling if they fall."""

    title: str
    unit: str
    queries: tuple[Query, ...]
    kind: str = "timeseries"
    limits: tuple[float, float] | None = None
    note: str = ""


def panel(title: str, unit: str, *queries: tuple[str, str], note: str = "") -> Panel:
    """A drawing of some queries."""
    return Panel(title, unit, tuple(Query(expand(text), legend) for text, legend in queries), note=note)


def stat(title: str, unit: str, query: str, limits: tuple[float, float] | None, note: str) -> Panel:
    """A number."""
    return Panel(title, unit, (Query(expand(query)),), "stat", limits, note)


def expand(text: str) -> str:
    """Fills in the choice and the range."""
    return text.replace("{S}", '{job=~"$fleet",worker=~"$worker"}').replace("[R]", "[$__rate_interval]")


def quantile(share: float, metric: str, by: str) -> str:
    """A quantile of a histogram."""
    return f"histogram_quantile({share}, sum by (le{', ' + by if by else ''}) (rate({metric}_bucket{{S}}[R])))"


VERDICT = (
    stat("Requests a second", "reqps", "sum(rate(livery_requests_total{S}[R]))", None, "Messages that were handled."),
    stat("Error ratio", "percentunit",
         'max(livery:request_errors:ratio_rate5m{job=~"$fleet"}) or 0 * sum(livery_lanes{S})', (0.01, 0.05),
         "Of all messages, those refused for an error that is not the business's."),
    stat("Oldest request", "s", "max(livery_oldest_request_age_seconds{S})", (5, 30),
         "The age of the oldest request that a worker holds."),
    stat("Workers ready", "percentunit", '(sum(livery_ready{S}) or vector(0)) / count(up{job=~"$fleet",worker=~"$worker"})', (1, 0.5),
         "Of the workers that Prometheus knows."),
    stat("Firing alerts", "short", 'count(ALERTS{alertstate="firing",alertname=~"Livery.*"}) or vector(0)', (1, 3),
         "The runbook, Alerts.md, has a section for each."),
)

FLOW = (
    panel("Requests by type", "reqps", ("sum by (type) (rate(livery_requests_total{S}[R]))", "{{type}}")),
    panel("Answers by code", "reqps", ("sum by (code) (rate(livery_requests_total{S}[R]))", "{{code}}")),
    panel("Refusals by reason", "reqps", ("sum by (reason) (rate(livery_request_errors_total{S}[R]))", "{{reason}}")),
    panel("Age when taken", "s", (quantile(0.5, "livery_request_age_seconds", ""), "median"),
          (quantile(0.99, "livery_request_age_seconds", ""), "99 %"),
          note="From the producer's time until a worker takes the message: the wait in the queue."),
    panel("Time to handle", "s", (quantile(0.5, "messaging_process_duration_seconds", "messaging_destination_name"),
                                  "median {{messaging_destination_name}}"),
          (quantile(0.99, "messaging_process_duration_seconds", "messaging_destination_name"),
           "99 % {{messaging_destination_name}}")),
    panel("Requests in hand", "short", ("sum by (worker) (livery_requests_in_hand{S})", "{{worker}}"),
          ("max by (worker) (livery_oldest_request_age_seconds{S})", "oldest, s, {{worker}}")),
    panel("Messages of a batch", "short", (quantile(0.5, "livery_batch_messages", "worker"), "median {{worker}}")),
    panel("Redelivered and repeated", "reqps", ("sum(rate(livery_requests_redelivered_total{S}[R]))", "redelivered"),
          ("sum(rate(livery_requests_repeated_total{S}[R]))", "repeats answered from their outcomes"),
          ("sum(livery_quarantine_active{S})", "workers that handle one message at a time"),
          ("sum(rate(livery_quarantines_total{S}[R]))", "quarantines begun")),
)

SERVICE = (
    panel("Unfinished rides", "short", ('sum by (phase) (max by (job, phase) (livery_rides{job=~"$fleet"}))', "{{phase}}")),
    panel("Rides that wait", "short", ('max(livery_rides_waiting{job=~"$fleet"})', "for a vehicle"),
          ("max(livery_vehicles_on_duty{S})", "vehicles on duty")),
    panel("Longest wait and search", "s", ('max(livery_longest_wait_seconds{job=~"$fleet"})', "longest wait now"),
          (quantile(0.5, "livery_search_duration_seconds", ""), "searches, median"),
          (quantile(0.9, "livery_search_duration_seconds", ""), "searches, 90 %")),
    panel("Errors of estimates", "s",
          (quantile(0.5, "livery_estimate_error_seconds", "estimate, side"), "median {{estimate}}, {{side}}"),
          (quantile(0.9, "livery_estimate_error_seconds", "estimate, side"), "90 % {{estimate}}, {{side}}")),
    panel("Longest in a phase", "s", ('max by (phase) (livery_longest_phase_seconds{job=~"$fleet"})', "{{phase}}")),
    panel("Bookings", "reqps", ("sum by (product, code) (rate(livery_bookings_total{S}[R]))", "{{product}} {{code}}")),
    panel("Options listed", "reqps", ("sum by (product) (rate(livery_quotes_total{S}[R]))", "{{product}}")),
    panel("Charges under way", "short",
          ('sum by (kind, state) (max by (job, kind, state) (livery_charges{job=~"$fleet"}) > 0)', "{{kind}} {{state}}")),
    panel("Oldest charge", "s",
          ('max by (kind, state) (livery_oldest_charge_age_seconds{job=~"$fleet"} > 0)', "{{kind}} {{state}}")),
    panel("Notices about money", "short",
          ("sum by (notice) (increase(livery_money_notices_total{S}[1h]))", "{{notice}}"),
          note="In the last hour."),
    panel("Live updates", "short", ('max(livery_observers{job=~"$fleet"})', "subscriptions")),
)

STORE = (
    panel("Time of a batch by stage", "s",
          (quantile(0.99, "livery_batch_stage_duration_seconds", "stage"), "99 % {{stage}}"),
          (quantile(0.5, "livery_batch_stage_duration_seconds", "stage"), "median {{stage}}")),
    panel("Store answers", "short", ("min by (worker) (livery_store_available{S})", "{{worker}}"),
          ("sum by (code) (rate(livery_store_errors_total{S}[R]))", "errors a second: {{code}}")),
    panel("Age of snapshots", "s",
          ("max by (snapshot, worker) (livery_snapshot_age_seconds{S})", "{{snapshot}} {{worker}}")),
    panel("Housekeeping", "s",
          ("max by (worker) (time() - livery_housekeeping_last_success_timestamp_seconds{S})",
           "since a success: {{worker}}"),
          ("sum(increase(livery_housekeeping_failures_total{S}[1h]))", "failures in an hour")),
    panel("Rows deleted", "short",
          ("sum by (table) (increase(livery_housekeeping_deleted_rows_total{S}[1h]))", "{{table}}"),
          note="In the last hour."),
    panel("Stored dead letters", "short", ('max by (state) (livery_stored_dead_letters{job=~"$fleet"})', "{{state}}")),
    panel("Settings that differ", "short",
          ("max by (setting, worker) (livery_setting_differs{S})", "{{setting}} {{worker}}")),
    panel("Clock against the database", "s", ("max by (worker) (abs(livery_clock_difference_seconds{S}))", "{{worker}}")),
)

BROKER = (
    panel("Messages in queues", "short",
          ('max by (queue) (rabbitmq_detailed_queue_messages_ready{queue=~"$queue"})', "ready {{queue}}"),
          ('max by (queue) (rabbitmq_detailed_queue_messages_unacked{queue=~"$queue"})', "unacknowledged {{queue}}"),
          ('max by (queue) (rabbitmq_detailed_queue_messages{queue=~"$queue"})', "all {{queue}}")),
    panel("Consumers of queues", "short",
          ('max by (queue) (rabbitmq_detailed_queue_consumers{queue=~"$queue"})', "{{queue}}")),
    panel("Messages consumed and sent", "reqps",
          ("sum by (messaging_destination_name) (rate(messaging_client_consumed_messages_total{S}[R]))",
           "consumed {{messaging_destination_name}}"),
          ("sum by (messaging_destination_name) (rate(messaging_client_sent_messages_total{S}[R]))",
           "sent {{messaging_destination_name}}")),
    panel("Time to confirm", "s",
          (quantile(0.99, "messaging_client_operation_duration_seconds", "messaging_operation_name"),
                                   "99 % {{messaging_operation_name}}")),
    panel("Publications in trouble", "reqps",
          ("sum by (kind) (rate(livery_publications_refused_total{S}[R]))", "refused {{kind}}"),
          ("sum by (kind) (rate(livery_publications_returned_total{S}[R]))", "returned {{kind}}"),
          ("sum by (kind) (rate(livery_publications_dropped_total{S}[R]))", "dropped {{kind}}")),
    panel("Publications unconfirmed", "short", ("sum by (worker) (livery_publications_unconfirmed{S})", "{{worker}}")),
    panel("Dead letters by reason", "short",
          ("sum by (reason) (increase(livery_dead_letters_total{S}[10m]))", "{{reason}}"),
          ("sum(increase(rabbitmq_global_messages_dead_lettered_delivery_limit_total[10m]))", "given up by the broker"),
          ("sum by (sender) (increase(livery_dead_letters_dropped_total{S}[10m]))", "dropped, of {{sender}}"),
          note="In the last ten minutes."),
    panel("Connections", "short",
          ("sum by (cause) (increase(livery_reconnects_total{S}[10m]))", "lost in ten minutes: {{cause}}"),
          ("sum by (worker) (rate(livery_blocked_seconds_total{S}[R]))", "share of time blocked: {{worker}}"),
          ("max(rabbitmq_alarms_memory_used_watermark)", "memory alarm"),
          ("max(rabbitmq_alarms_free_disk_space_watermark)", "disk alarm")),
)

WORKERS = (
    panel("Ready", "short", ("min by (worker, instance) (livery_ready{S})", "{{worker}} {{instance}}"),
          ('min by (worker, instance) (up{job=~"$fleet",worker=~"$worker"})', "answers: {{worker}} {{instance}}")),
    panel("Lanes", "short", ("sum by (worker) (livery_lanes{S})", "{{worker}}"),
          ("sum by (worker) (livery_lanes_consuming{S})", "consuming {{worker}}")),
    panel("Processor time", "percentunit", ("sum by (worker) (rate(process_cpu_seconds_total{S}[R]))", "{{worker}}")),
    panel("Memory", "bytes", ("max by (worker) (process_resident_memory_bytes{S})", "{{worker}}"),
          ("max by (worker) (process_virtual_memory_bytes{S})", "virtual {{worker}}")),
    panel("Descriptors and threads", "short",
          ("max by (worker) (process_open_fds{S} / process_max_fds{S})", "share of descriptors {{worker}}"),
          ("max by (worker) (process_threads{S})", "threads {{worker}}")),
    panel("Time since the start", "s",
          ("min by (worker, instance) (time() - process_start_time_seconds{S})", "{{worker}} {{instance}}"),
          ("max by (worker) (livery_drain_seconds{S} > 0)", "stopping for {{worker}}")),
    panel("Versions", "short", ("count by (version, commit) (livery_build_info{S})", "{{version}} {{commit}}"),
          ("count by (service_name) (target_info{S})", "{{service_name}}")),
    panel("Certificates", "s",
          ("min by (certificate) (livery_certificate_expiry_timestamp_seconds{S} - time())", "{{certificate}}"),
          note="Only with amqps."),
    panel("Log lines and spans lost", "short",
          ("sum by (worker) (increase(livery_log_lines_dropped_total{S}[1h]))", "lines {{worker}}"),
          ("sum(increase(livery_trace_spans_dropped_total{S}[1h]))", "spans"),
          ("sum(rate(livery_trace_spans_exported_total{S}[R]))", "spans exported a second")),
    panel("Reports the fleet", "short",
          ("max by (worker, instance) (livery_fleet_reporter{S})", "{{worker}} {{instance}}")),
)

ROWS: tuple[tuple[str, tuple[Panel, ...]], ...] = (
    ("Verdict", VERDICT), ("Flow", FLOW), ("Service", SERVICE), ("Store", STORE), ("Broker", BROKER),
    ("Workers", WORKERS))
