#!/bin/bash
# What deploy/demo, deploy/test and deploy/bench share; it is sourced, not run.
#
# A fleet is what one of them starts, and lives in one folder, `$fleet`:
#   broker/          a private RabbitMQ node, by Tests/Lab/broker
#   database/        a private PostgreSQL server, by Tests/Lab/database, where one is wanted
#   livery.db        the store
#   log/NAME.log     what each process wrote
#   processes        what was started: name, pid, and the start time, since pids are used again
#   environment      the settings of the processes, to be sourced
#   ports            the probe port of each worker
set -euo pipefail

repository=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
readonly repository
# FLEET_BINARIES names another folder of binaries, such as those built for debugging.
readonly binaries=${FLEET_BINARIES:-$repository/.build/release}
readonly workers=(list-options-worker request-ride-worker status-query-worker dispatch-worker)
# What is shipped.
readonly programs=(livery "${workers[@]}" livery-console)
# Where the console finds its pages in this tree.
readonly site=$repository/Sources/Console/Site
# Waits end at their condition; who takes longer hangs, for a slow machine beside other work needs less.
readonly ready_seconds=600 stop_seconds=120

# The settings of the caller are for another fleet; the seeds of simulated worlds are for the tests.
for name in "${!LIVERY_@}" "${!OTEL_@}"; do [[ $name == LIVERY_TEST_SEED* ]] || unset "$name"; done

me=$(realpath --relative-to="$repository" "$0")
readonly me
fleet=

die() { echo "$me: $*" >&2; exit 1; }

# Colours for a terminal, and for nothing else.
if [[ -t 1 && -z ${NO_COLOR:-} ]]; then bold=$'\e[1m' plain=$'\e[0m'; else bold='' plain=''; fi
heading() { printf '\n%s%s%s\n' "$bold" "$*" "$plain"; }

# Runs a check whose failure does not end the script: run_check NAME FUNCTION ARGUMENT…
# It is to be a command of its own: within a condition, bash would not let the check end at its first error.
# What a failed check printed last is kept for the end of the script.
failed_checks=()
last_lines=()
run_check() {
  local name=$1 output status
  shift
  output=$(mktemp)
  set +e
  (set -e; "$@") 2>&1 | tee "$output"
  status=${PIPESTATUS[0]}
  set -e
  if [[ $status -ne 0 ]]; then
    failed_checks+=("$name")
    last_lines+=("$(tail -n 40 "$output")")
    echo "$me: failed: $name (exit code $status)" >&2
    show_logs
  fi
  rm -f "$output"
}

# Ends the script when checks have failed, and names them, each with what it printed last.
end_with_failures() {
  local index
  [[ ${#failed_checks[@]} -gt 0 ]] || return 0
  for index in "${!failed_checks[@]}"; do
    printf '\n- %s:\n%s\n' "${failed_checks[index]}" "${last_lines[index]}" >&2
  done
  printf -- '- %s\n' "${failed_checks[@]}" >&2
  die "${#failed_checks[@]} failed, as listed"
}

# Waits for a process of the fleet, whose exit code is then `ended`: await NAME
await() { ended=0 && wait "$(pid_of "$1")" || ended=$?; }

# Builds everything, or what the options name: build OPTION…
build() {
  prepare_build
  run_build "$@"
}

# Builds the programs that are shipped, and nothing that only tests need: build_programs OPTION…
build_programs() {
  local program
  prepare_build
  # SwiftPM takes one product a call. The tool is the first of them and has nearly all modules.
  for program in "${programs[@]}"; do run_build --product "$program" "$@"; done
}

prepare_build() {
  command -v swift >/dev/null || die "expected Swift in PATH; see https://www.swift.org/install/linux/"
  # SwiftPM keeps its plan, and with it the commit that was stamped, until the manifest is newer.
  touch "$repository/Package.swift"
}

# Runs a build with its output in a file, which is shown when it fails; on a terminal the output is shown as it comes.
run_build() {
  local log
  if [[ -t 1 ]]; then
    swift build --package-path "$repository" "$@" || die "the build failed"
    return
  fi
  log=$(mktemp)
  if ! swift build --package-path "$repository" "$@" >"$log" 2>&1; then
    tail -n 60 "$log" >&2
    rm -f "$log"
    die "the build failed"
  fi
  tail -n 1 "$log"
  rm -f "$log"
}

# How many tests passed by the log of a run of `swift test`; nothing when not all did. To swift it is no failure when no
# test matches a filter.
passed_tests() { sed -nE 's/.*Test run with ([0-9]+) tests?.* passed after.*/\1/p' "$1" | tail -n 1; }

# The time at which a process started, in ticks since the machine did; nothing when it has ended.
start_time() {
  local line
  line=$(sed 's/.*) //' "/proc/$1/stat" 2>/dev/null) || return 0
  # The state is the first field after the name, the start time the twentieth (proc(5)).
  [[ $line == Z* ]] || cut -d ' ' -f 20 <<<"$line"
}

runs() { [[ -n $2 && $(start_time "$1") == "$2" ]]; }

# Starts a process of the fleet: start_process NAME COMMAND…
start_process() {
  local name=$1 pid
  shift
  # A session of its own: an interrupt from the terminal is for the script, which ends its processes in order.
  setsid "$@" </dev/null >>"$fleet/log/$name.log" 2>&1 &
  pid=$!
  echo "$name $pid $(start_time "$pid")" >>"$fleet/processes"
}

# The pid of a process of the fleet, by its name.
pid_of() { sed -n "s/^$1 \([0-9]*\) .*/\1/p" "$fleet/processes"; }

# A free port, below those that outgoing connections take and beside those of Tests/Lab/broker.
choose_port() {
  local attempt port
  for ((attempt = 0; attempt < 50; attempt++)); do
    port=$((13000 + RANDOM % 7000))
    (exec 3<>"/dev/tcp/127.0.0.1/$port") 2>/dev/null || { echo "$port"; return; }
  done
  die "expected a free port from 13000 to 19999, found none"
}

# Makes the folder of a fleet: make_fleet_folder NAME
make_fleet_folder() {
  fleet=$(mktemp -d "${TMPDIR:-/tmp}/livery-$1.XXXXXX")
  mkdir -m 700 "$fleet/log"
  : >"$fleet/processes"
}

# Makes the folder and its broker, and exports the settings: start_broker NAME
start_broker() {
  make_fleet_folder "$1"
  "$repository/Tests/Lab/broker" start "$fleet/broker" >"$fleet/log/broker-start.log" 2>&1 \
    || die "the broker did not start"
  (
    umask 077
    # %q, since a folder may have a blank in its name.
    {
      printf 'export LIVERY_AMQP_URL=%q\n' "$(sed -n 's/^url=//p' "$fleet/broker/broker.env")"
      printf 'export LIVERY_STORE=%q\n' "sqlite:$fleet/livery.db"
      # Simulated vehicles move faster than real ones, so the limit of their speed is raised.
      sed 's/"payment": {/"positions": { "metresPerSecond": 5000 },\n        &/' \
        "$repository/deploy/catalogues/chicago.json" >"$fleet/catalogue.json"
      printf 'export LIVERY_CATALOGUE=%q\n' "$fleet/catalogue.json"
      printf 'export LIVERY_QUOTE_KEYS=%q\n' "k1:$(head -c 32 /dev/urandom | base64 -w 0)"
    } >"$fleet/environment"
  )
  # shellcheck source=/dev/null
  source "$fleet/environment"
}

# Starts a database server beside the broker, empty, and as fast as it can be: start_database
start_database() {
  # Its account has to reach its folder, but to list nothing.
  chmod 711 "$fleet"
  "$repository/Tests/Lab/database" start "$fleet/database" --unsafe >"$fleet/log/database-start.log" 2>&1 \
    || die "the database server did not start"
}

# Starts a database server that keeps the rides of the fleet, in place of SQLite: keep_rides_in_postgres
keep_rides_in_postgres() {
  start_database
  printf 'export LIVERY_STORE=%q\n' "$(sed -n 's/^url=//p' "$fleet/database/database.env")" >>"$fleet/environment"
  # shellcheck source=/dev/null
  source "$fleet/environment"
}

# Declares the topology and makes the database.
set_up() {
  "$binaries/livery" topology apply >>"$fleet/log/set-up.log" 2>&1 || die "livery topology apply failed"
  "$binaries/livery" migrate >>"$fleet/log/set-up.log" 2>&1 || die "livery migrate failed"
}

# Starts one worker of each kind and waits until each says that it is ready.
start_workers() {
  local name port
  : >"$fleet/ports"
  for name in "${workers[@]}"; do
    port=$(choose_port)
    echo "$name $port" >>"$fleet/ports"
    LIVERY_PROBE_PORT=$port start_process "$name" "$binaries/$name"
  done
  while read -r name port; do wait_until_ready "$name" "$port"; done <"$fleet/ports"
}

wait_until_ready() {
  local name=$1 port=$2 pid started deadline=$((SECONDS + ready_seconds))
  read -r pid started < <(sed -n "s/^$name //p" "$fleet/processes")
  until curl --noproxy '*' --silent --fail --max-time 2 --output /dev/null "http://127.0.0.1:$port/readyz"; do
    runs "$pid" "$started" || die "$name has ended"
    ((SECONDS < deadline)) || die "$name was not ready within $ready_seconds s"
    sleep 0.05
  done
}

# Waits until rides are on offer: vehicles have reported their positions, and the workers have read them.
wait_for_vehicles() {
  local deadline=$((SECONDS + ready_seconds))
  until "$binaries/livery" send "$repository/deploy/examples/list.jsonl" >"$fleet/log/offer.log" 2>&1; do
    ((SECONDS < deadline)) || die "no ride was on offer within $ready_seconds s"
    sleep 0.2
  done
  # Each worker looks once a second.
  sleep 1.2
}

# Ends the processes of the fleet, the last one first, then the broker, and removes the folder.
stop_fleet() {
  [[ -n $fleet && -d $fleet ]] || return 0
  local pid started server deadline=$((SECONDS + stop_seconds))
  while read -r _ pid started; do
    if runs "$pid" "$started"; then kill -TERM "$pid" 2>/dev/null || true; fi
  done < <(tac "$fleet/processes")
  while read -r _ pid started; do
    while runs "$pid" "$started" && ((SECONDS < deadline)); do sleep 0.05; done
    if runs "$pid" "$started"; then kill -KILL "$pid" 2>/dev/null || true; fi
  done <"$fleet/processes"
  if [[ -f $fleet/broker/broker.env ]]; then "$repository/Tests/Lab/broker" stop "$fleet/broker" || true; fi
  # Also those that a test has left which was ended itself; what they have is of no use any more.
  for server in "$fleet"/database "$fleet"/tmp/livery-database-*; do
    if [[ -d $server/data ]]; then "$repository/Tests/Lab/database" kill "$server" || true; fi
  done
  rm -rf "$fleet"
}

# Prints the last lines of the logs of all processes, to show why something failed.
show_logs() {
  [[ -n $fleet && -d $fleet ]] || return 0
  local file
  for file in "$fleet"/log/*.log; do
    [[ -s $file ]] || continue
    printf -- '--- the last lines of %s\n' "${file#"$fleet"/}" >&2
    tail -n 12 "$file" >&2
  done
}

# Ends everything however the script ends; the logs are shown when it failed, not when it was interrupted.
finish() {
  local status=$?
  trap - EXIT
  trap '' INT TERM HUP
  case $status in 0 | 129 | 130 | 143) ;; *) show_logs ;; esac
  stop_fleet
  exit "$status"
}
clean_up_at_exit() {
  trap finish EXIT
  trap 'exit 129' HUP
  trap 'exit 130' INT
  trap 'exit 143' TERM
}
