#!/bin/sh
# Prints a token record for the credentials of a user.
set -eu

curl -sS --fail-with-body --max-time 30 "$AUTH_URL/api/credentials/access_token" \
  --data-urlencode "user_id=$USER_ID" \
  --data-urlencode "user_password=$USER_PASSWORD" \
  --data-urlencode "client_id=$CLIENT_ID" \
  --data-urlencode "client_secret=$CLIENT_SECRET"
