#!/bin/sh
# Prints the token record of a service account.
set -eu

curl -sS --fail-with-body --max-time 30 "$AUTH_URL/idp/oauth2/access_token?realm=/api" \
  --data-urlencode 'grant_type=client_credentials' \
  --data-urlencode "client_id=$CLIENT_ID" \
  --data-urlencode "client_secret=$CLIENT_SECRET"
