#!/bin/sh
# Closes the orders that nobody pays for: loads 12,000 orders due within a minute, takes the payments
# for most of them meanwhile, closes the rest with two workers, and checks that exactly the unpaid
# ones were closed, once, and none early. With --kill the server is killed with -9 in the middle and
# started again; the check is the same.
set -eu

here=$(CDPATH='' cd -- "$(dirname -- "$0")" && pwd -P)
duetime=${DUETIME:-$here/../../duetime}
java=java
[ -z "${JAVA_HOME:-}" ] || java=$JAVA_HOME/bin/java
kill_after=
case ${1:-} in
  --kill) kill_after=${2:-25} ;;
  "") ;;
  *) echo "usage: run.sh [--kill [SECONDS]]" >&2; exit 2 ;;
esac

work=$(mktemp -d)
server= worker1= worker2=
clean() {
  for pid in $worker1 $worker2 $server; do kill "$pid" 2>/dev/null || true; done
  wait
  rm -rf "$work"
}
trap clean EXIT
trap 'exit 130' INT TERM

start_server() { # address
  : >"$work/server.out"
  "$duetime" server --store "embedded:$work/data" --http "$1" >>"$work/server.out" &
  server=$!
  while ! grep -q 'listens on' "$work/server.out"; do
    kill -0 "$server" || exit 1
    sleep 0.1
  done
}

# The lease is longer than the server may be away: a lease that ends unsettled runs its job again.
work_on() { # name
  "$duetime" work order-timeouts --quiet --consumer "$1" --concurrency 2 --lease 1m \
    --exec 'echo "$DUETIME_ID $DUETIME_DUE_AT $(date +%s%3N)" >>"$CLOSED"' &
}

"$duetime" --version
start_server 127.0.0.1:0
DUETIME_SERVER=$(sed -n 's/.*listens on \(http:[^,]*\),.*/\1/p' "$work/server.out")
CLOSED=$work/closed
export DUETIME_SERVER CLOSED
: >"$CLOSED"

echo "loading the orders"
"$duetime" load "$here/orders.ndjson" --queue order-timeouts
work_on worker-1
worker1=$!
work_on worker-2
worker2=$!
echo "taking payments and closing what is not paid, for about a minute"
"$java" "$here/Shop.java" pay "$DUETIME_SERVER" "$here/payments.txt" "$work/answers" &
shop=$!

if [ -n "$kill_after" ]; then
  sleep "$kill_after"
  echo "killing the server with -9 and starting it again"
  kill -9 "$server"
  wait "$server" 2>/dev/null || true
  start_server "${DUETIME_SERVER#http://}"
fi

wait "$shop"
kill "$worker1" "$worker2"
wait "$worker1" "$worker2" || true
worker1= worker2=
"$java" "$here/Shop.java" check "$DUETIME_SERVER" "$here/orders.ndjson" "$work/answers" "$CLOSED"
