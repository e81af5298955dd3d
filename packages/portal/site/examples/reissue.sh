#!/bin/sh
# Prints the token record that follows REFRESH_TOKEN.
set -eu

curl -sS --fail-with-body --max-time 30 "$AUTH_URL/idp/oauth2/access_token?realm=/api" \
  --data-urlencode 'grant_type=refresh_token' \
  --data-urlencode "refresh_token=$REFRESH_TOKEN" \
  --data-urlencode "client_id=$CLIENT_ID" \
  --data-urlencode "client_secret=$CLIENT_SECRET"
