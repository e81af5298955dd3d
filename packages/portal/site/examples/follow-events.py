"""Prints each event as it happens. The file events.cursor keeps the place between runs."""
import json
import os
import sys
from urllib.error import HTTPError
from urllib.parse import urlencode
from urllib.request import Request, urlopen

cursor_file = "events.cursor"
token = None


def sign_in():
    form = {name: os.environ[name.upper()] for name in ("client_id", "client_secret", "user_id", "user_password")}
    url = os.environ["AUTH_URL"] + "/api/credentials/access_token"
    try:
        with urlopen(url, urlencode(form).encode(), timeout=60) as answer:
            return json.load(answer)["access_token"]
    except HTTPError as error:
        sys.exit(f"The sign-in answers {error.code}: {error.read().decode()}")


def read_events(after):
    global token
    # Without a cursor: from now on. With one, the answer waits for an event.
    query = {"types": "trade.*"} if after is None else {"types": "trade.*", "after": after}
    seconds = 0 if after is None else 30
    for _ in range(2):
        token = token or sign_in()
        headers = {"Authorization": "Bearer " + token, "Prefer": f"wait={seconds}"}
        try:
            with urlopen(Request(f"{os.environ['API_URL']}/events?{urlencode(query)}", headers=headers), timeout=60) as answer:
                return json.load(answer)
        except HTTPError as error:
            # A token lasts for some minutes, then the next one is needed.
            if error.code != 401:
                sys.exit(f"/events answers {error.code}: {error.read().decode()}")
            token = None
    sys.exit("/events accepts no token")


def read_cursor():
    try:
        with open(cursor_file, encoding="utf-8") as file:
            return file.read()
    except FileNotFoundError:
        return None


def save_cursor(cursor):
    with open(cursor_file + ".new", "w", encoding="utf-8") as file:
        file.write(cursor)
    os.replace(cursor_file + ".new", cursor_file)


cursor = read_cursor()
while True:
    page = read_events(cursor)
    for event in page["event_list"]:
        print(event["type"], event["data"].get("trade_id", ""), event["data"].get("version", ""), flush=True)
    # The events have been processed, so now the place moves on.
    cursor = page["next_cursor"]
    save_cursor(cursor)
