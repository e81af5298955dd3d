#!/bin/sh
# Sends the orders in ORDERS_FILE, and prints what became of each.
set -eu

fail() { echo "$1" >&2; exit 1; }
# call STEP BODY: a body that begins with @ is a file
call() {
  curl -sS --fail-with-body --max-time 120 "$API_URL/order/upload/$1" -H "Authorization: Bearer $ACCESS_TOKEN" \
    -H 'Content-Type: application/json' -H 'Prefer: wait=30' --data-binary "$2"
}
field() { printf '%s' "$2" | sed -n 's/.*"'"$1"'":"\([^"]*\)".*/\1/p'; }

answer=$(call request "@$ORDERS_FILE") || fail "$answer"
batch=$(field batch_id "$answer")

flag=1
tries=0
while [ "$flag" = 1 ] || [ "$flag" = 2 ]; do
  tries=$((tries + 1))
  [ "$tries" -le 10 ] || fail "Upload $batch does not finish"
  [ "$tries" = 1 ] || sleep 1
  answer=$(call check "{\"batch_id\":\"$batch\"}") || fail "$answer"
  flag=$(field batch_flg "$answer")
done
[ "$flag" = 3 ] || fail "The upload has failed: $answer"
count=$(field record_count "$answer")
refused=$(field error_count "$answer")

call get "{\"batch_id\":\"$batch\",\"seq_from\":\"1\",\"seq_to\":\"$count\"}"
[ "$refused" = 0 ] || fail "$refused of $count orders were refused"
