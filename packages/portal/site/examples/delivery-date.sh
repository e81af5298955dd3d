#!/bin/sh
# Prints the earliest day on which a product can be delivered.
set -eu

curl -sS --fail-with-body --max-time 30 "$API_URL/delivery/shortest" \
  -H "Authorization: Bearer $ACCESS_TOKEN" -H 'Content-Type: application/json' \
  -d "{\"member_code_self\":\"$BUYER\",\"member_code_partner\":\"$SELLER\",\"details_list\":[{\"catalog_id\":\"$PRODUCT\"}]}"
