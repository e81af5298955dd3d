#!/bin/sh
# Prints each page of events as it comes, until its token ends. The file events.cursor keeps the place between runs.
set -eu

fail() { echo "$1" >&2; exit 1; }
# events QUERY SECONDS
events() {
  curl -sS --fail-with-body --max-time 60 "$API_URL/events?types=trade.*$1" -H "Authorization: Bearer $ACCESS_TOKEN" \
    -H "Prefer: wait=$2"
}
cursor_in() { printf '%s' "$1" | sed -n 's/.*"next_cursor":"\([^"]*\)".*/\1/p'; }

if [ ! -s events.cursor ]; then
  # Without a cursor: from now on.
  page=$(events '' 0) || fail "$page"
  cursor_in "$page" > events.cursor
fi
while true; do
  page=$(events "&after=$(cat events.cursor)" 30) || fail "$page"
  case $page in
    *'"event_list":[]'*) ;;
    *) printf '%s\n' "$page" ;;
  esac
  # The events have been processed, so now the place moves on.
  cursor_in "$page" > events.cursor.new
  mv events.cursor.new events.cursor
done
