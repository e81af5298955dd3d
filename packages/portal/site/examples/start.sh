#!/bin/sh
# Downloads master records to master.json.
set -eu

fail() { echo "$1" >&2; exit 1; }
post() { curl -sS --compressed --fail-with-body --max-time 120 "$@"; }
# The value of a field in an answer: field NAME ANSWER
field() { printf '%s' "$2" | sed -n 's/.*"'"$1"'":"\([^"]*\)".*/\1/p'; }

# 1. A token.
answer=$(post "$AUTH_URL/api/credentials/access_token" \
  --data-urlencode "user_id=$USER_ID" --data-urlencode "user_password=$USER_PASSWORD" \
  --data-urlencode "client_id=$CLIENT_ID" --data-urlencode "client_secret=$CLIENT_SECRET") || fail "$answer"
token=$(field access_token "$answer")

call() {
  post "$API_URL/master/download/buy/$1" -H "Authorization: Bearer $token" \
    -H 'Content-Type: application/json' -H 'Prefer: wait=30' -d "$2"
}

# 2. Request a batch.
answer=$(call request '{}') || fail "$answer"
batch=$(field batch_id "$answer")

# 3. Wait until it has finished: 1 is waiting, 2 is processing.
flag=1
tries=0
while [ "$flag" = 1 ] || [ "$flag" = 2 ]; do
  tries=$((tries + 1))
  [ "$tries" -le 10 ] || fail "Batch $batch does not finish"
  [ "$tries" = 1 ] || sleep 1
  answer=$(call check "{\"batch_id\":\"$batch\"}") || fail "$answer"
  flag=$(field batch_flg "$answer")
done
[ "$flag" = 3 ] || fail "The batch has no records: $answer"
count=$(field record_count "$answer")

# 4. Get its records.
answer=$(call get "{\"batch_id\":\"$batch\",\"seq_from\":\"1\",\"seq_to\":\"$count\"}") || fail "$answer"
printf '%s\n' "$answer" > master.json
echo "$count records are in master.json"
