#!/bin/sh
# Prints what a franchise store pays for a product.
set -eu

curl -sS --fail-with-body --max-time 30 "$API_URL/fc/price" \
  -H "Authorization: Bearer $ACCESS_TOKEN" -H 'Content-Type: application/json' \
  -d "{\"item\":[{\"member_code_store\":\"$STORE\",\"catalog_id\":\"$PRODUCT\",\"price\":\"1250\",
    \"order_send_date\":\"2026-11-24\",\"delivery_date\":\"2026-11-26\"}]}"
