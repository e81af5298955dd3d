#!/bin/sh
# Takes the slips that this system has not taken yet into slips.json, then acknowledges them.
set -eu

fail() { echo "$1" >&2; exit 1; }
# call PATH BODY
call() {
  curl -sS --compressed --fail-with-body --max-time 120 "$API_URL/$1" -H "Authorization: Bearer $ACCESS_TOKEN" \
    -H 'Content-Type: application/json' -H 'Prefer: wait=30, delivery=acknowledged' -d "$2"
}
field() { printf '%s' "$2" | sed -n 's/.*"'"$1"'":"\([^"]*\)".*/\1/p'; }

answer=$(call trade/download/request '{
  "target_date_set": "0", "target_date_from": "2020-01-01", "target_date_to": "2039-12-31",
  "not_downloaded_flg": "1"}') || fail "$answer"
batch=$(field batch_id "$answer")

flag=1
tries=0
while [ "$flag" = 1 ] || [ "$flag" = 2 ]; do
  tries=$((tries + 1))
  [ "$tries" -le 10 ] || fail "Batch $batch does not finish"
  [ "$tries" = 1 ] || sleep 1
  answer=$(call trade/download/check "{\"batch_id\":\"$batch\"}") || fail "$answer"
  flag=$(field batch_flg "$answer")
done
if [ "$flag" = 0 ]; then
  echo 'Nothing new'
  exit 0
fi
[ "$flag" = 3 ] || fail "The batch has no records: $answer"
count=$(field record_count "$answer")

range="\"seq_from\":\"1\",\"seq_to\":\"$count\""
answer=$(call trade/download/get "{\"batch_id\":\"$batch\",$range}") || fail "$answer"
printf '%s\n' "$answer" > slips.json
# The slips are safe here now, so they may count as taken.
answer=$(call "batches/$batch/delivered" "{$range}") || fail "$answer"
echo "$count slips are in slips.json"
