#!/bin/sh
# Prints a token record for the CODE of the callback.
set -eu

curl -sS --fail-with-body --max-time 30 "$AUTH_URL/idp/oauth2/access_token?realm=/api" \
  --data-urlencode 'grant_type=authorization_code' \
  --data-urlencode "code=$CODE" \
  --data-urlencode "code_verifier=$CODE_VERIFIER" \
  --data-urlencode "redirect_uri=$REDIRECT_URI" \
  --data-urlencode "client_id=$CLIENT_ID" \
  --data-urlencode "client_secret=$CLIENT_SECRET"
