#!/bin/sh
# Closes unpaid orders: loads 12,000 orders that are due within a minute, takes the payments for most
# of them meanwhile, closes the rest with two workers, and checks that exactly the unpaid orders were
# closed, and none early. README.md explains the options.
set -eu

here=$(CDPATH='' cd -- "$(dirname -- "$0")" && pwd -P)
duetime=${DUETIME:-$here/../../duetime}
java=java
[ -z "${JAVA_HOME:-}" ] || java=$JAVA_HOME/bin/java
store= kills= pause= short=
usage() {
  echo "usage: run.sh [--short] [--store URI] [--kill [SECONDS]]" >&2
  exit 2
}
while [ $# -gt 0 ]; do
  case $1 in
    --short) short=yes ;;
    --store) [ $# -gt 1 ] || usage; store=$2; shift ;;
    --kill) kills=yes; case ${2:-} in [0-9]*) pause=$2; shift ;; esac ;;
    *) usage ;;
  esac
  shift
done

work=$(mktemp -d)
load= shop= server1= server2= worker1= worker2= url1= url2=
clean() {
  for pid in $load $shop $worker1 $worker2 $server1 $server2; do kill "$pid" 2>/dev/null || true; done
  wait
  rm -rf "$work"
}
trap clean EXIT
trap 'exit 130' INT TERM

# The lease is longer than a server may be away: a lease that ends unsettled runs its job again.
orders=$here/orders.ndjson payments=$here/payments.txt lease=1m turns=5 cut_off=0
if [ -n "$short" ]; then
  orders=$work/orders.ndjson payments=$work/payments.txt lease=10s turns=1
  awk 'NR <= 600 && match($0, /"delay":"[0-9]+/) {
    printf "%s\"delay\":\"%d%s\n", substr($0, 1, RSTART - 1), substr($0, RSTART + 9, RLENGTH - 9) / 6,
      substr($0, RSTART + RLENGTH) }' "$here/orders.ndjson" >"$orders"
  awk 'NR == FNR { split($0, part, "\""); wanted[part[4]]; next }
    $2 in wanted { print int($1 / 6), $2 }' "$orders" "$here/payments.txt" >"$payments"
fi

launch_server() { # 1 or 2, address
  : >"$work/server$1.out"
  "$duetime" server --store "${store:-embedded:$work/data}" --http "$2" >>"$work/server$1.out" &
  eval "server$1=$!"
}

# A server that finds no Redis ends; a killed Redis may be back a little later.
start_server() { # 1 or 2, address
  tries=30
  launch_server "$1" "$2"
  while ! grep -q 'listens on' "$work/server$1.out"; do
    sleep 0.1
    if ! eval "kill -0 \$server$1" 2>/dev/null; then
      tries=$((tries - 1))
      [ -n "$store" ] && [ -n "$kills" ] && [ $tries -gt 0 ] || exit 1
      sleep 1
      launch_server "$1" "$2"
    fi
  done
  eval "url$1=$(sed -n 's/.*listens on \(http:[^,]*\),.*/\1/p' "$work/server$1.out")"
}

start_worker() { # 1 or 2
  eval "url=\${url$1:-\$url1}"
  "$duetime" work order-timeouts --server "$url" --quiet --consumer "worker-$1" --concurrency 2 \
    --lease "$lease" --exec 'echo "$DUETIME_ID $DUETIME_DUE_AT $(date +%s%3N)" >>"$CLOSED"' &
  eval "worker$1=$!"
}

kill_hard() { # name of the variable with its process
  eval "victim=\$$1"
  echo "killing $1 with -9 and starting it again"
  kill -9 "$victim" 2>/dev/null || true
  wait "$victim" 2>/dev/null || true
}

kill_and_start_again() { # server1, server2, worker1 or worker2
  kill_hard "$1"
  case $1 in
    server*) eval "address=\${url${1#server}#http://}"; start_server "${1#server}" "$address" ;;
    worker*) start_worker "${1#worker}" ;;
  esac
}

random() { # below which number
  echo $(($(od -An -N2 -tu2 /dev/urandom) % $1))
}

# Two commands at once may be run again when they were cut off: with their worker, or from a server
# that is away for longer than the short lease.
kill_any_of_four() {
  set -- server1 server2 worker1 worker2
  shift "$(random 4)"
  case $1$short in worker* | *yes) cut_off=$((cut_off + 2)) ;; esac
  kill_and_start_again "$1"
}

"$duetime" --version
start_server 1 127.0.0.1:0
[ -z "$store" ] || start_server 2 127.0.0.1:0
servers=$url1${url2:+,$url2}
CLOSED=$work/closed
export CLOSED
: >"$CLOSED"

start_worker 1
start_worker 2
echo "loading the orders"
"$duetime" load "$orders" --queue order-timeouts --server "$url1" &
load=$!
if [ -n "$kills" ] && [ -n "$store" ]; then
  sleep "$(random 3)"
  kill_any_of_four
fi
wait "$load"
load=
echo "taking payments and closing what is not paid"
"$java" "$here/Shop.java" pay "$servers" "$payments" "$work/answers" &
shop=$!

if [ -n "$kills" ] && [ -z "$store" ]; then
  sleep "${pause:-25}"
  kill_and_start_again server1
elif [ -n "$kills" ]; then
  # No process is killed after the payments, so all of them finish.
  while [ $turns -gt 0 ]; do
    turns=$((turns - 1))
    sleep "${pause:-8}"
    kill_any_of_four
  done
fi

wait "$shop"
shop=
kill "$worker1" "$worker2"
wait "$worker1" "$worker2" || true
worker1= worker2=
"$java" "$here/Shop.java" check "$servers" "$orders" "$work/answers" "$CLOSED" $cut_off
