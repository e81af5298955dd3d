#!/bin/sh
# Does ACTION to the slip TRADE_ID, as it is now, and prints what became of it.
set -eu

fail() { echo "$1" >&2; exit 1; }
# call PATH [BODY]
call() {
  path=$1
  shift
  curl -sS --fail-with-body --max-time 120 "$API_URL$path" -H "Authorization: Bearer $ACCESS_TOKEN" \
    -H 'Content-Type: application/json' -H 'Prefer: wait=30' ${1+-d "$1"}
}
field() { printf '%s' "$2" | sed -n 's/.*"'"$1"'":"\([^"]*\)".*/\1/p'; }

# 1. The slip, and the version on which the decision is based.
slip=$(call "/trades/$TRADE_ID") || fail "$slip"
version=$(field version "$slip")

# 2. The update. If it is sent again with this update_no, it is answered as before.
answer=$(call /trade/update/request "{\"slip_list\":[{\"update_no\":\"$UPDATE_NO\",\"trade_id\":\"$TRADE_ID\",
  \"version\":\"$version\",\"action\":\"$ACTION\"}]}") || fail "$answer"
batch=$(field batch_id "$answer")

flag=1
tries=0
while [ "$flag" = 1 ] || [ "$flag" = 2 ]; do
  tries=$((tries + 1))
  [ "$tries" -le 10 ] || fail "Update $batch does not finish"
  [ "$tries" = 1 ] || sleep 1
  answer=$(call /trade/update/check "{\"batch_id\":\"$batch\"}") || fail "$answer"
  flag=$(field batch_flg "$answer")
done
[ "$flag" = 3 ] || fail "The update has failed: $answer"
refused=$(field error_count "$answer")

# 3. The outcome.
answer=$(call /trade/update/get "{\"batch_id\":\"$batch\",\"seq_from\":\"1\",\"seq_to\":\"1\"}") || fail "$answer"
[ "$refused" = 0 ] || fail "$ACTION was refused: $answer"
echo "$TRADE_ID has the status $(field status_code "$answer")"
