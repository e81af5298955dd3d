#!/bin/sh
# Shows the code of this device, waits until its user has allowed it in a browser, and prints the token record.
set -eu

# post PATH NAME=VALUE…: prints the answer, also that of a refusal
post() {
  path=$1
  shift
  curl -sS --max-time 30 "$AUTH_URL/idp/oauth2/$path?realm=/api" "$@" \
    --data-urlencode "client_id=$CLIENT_ID" --data-urlencode "client_secret=$CLIENT_SECRET"
}
field() { printf '%s' "$2" | sed -n 's/.*"'"$1"'":"\{0,1\}\([^",}]*\).*/\1/p'; }

device=$(post device_authorization)
code=$(field device_code "$device")
interval=$(field interval "$device")
[ -n "$code" ] || { echo "The server refuses: $device" >&2; exit 1; }
echo "Open $(field verification_uri "$device") and enter $(field user_code "$device")" >&2

error=authorization_pending
while [ "$error" = authorization_pending ]; do
  sleep "$interval"
  answer=$(post access_token --data-urlencode "device_code=$code" \
    --data-urlencode 'grant_type=urn:ietf:params:oauth:grant-type:device_code')
  error=$(field error "$answer")
  if [ "$error" = slow_down ]; then
    interval=$((interval + 5))
    error=authorization_pending
  fi
done
[ -n "$(field access_token "$answer")" ] || { echo "The server refuses: $answer" >&2; exit 1; }
printf '%s\n' "$answer"
