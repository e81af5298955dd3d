"""Shows the code of this device, waits until its user has allowed it in a browser, and prints the token record."""
import json
import os
import sys
import time
from urllib.error import HTTPError
from urllib.parse import urlencode
from urllib.request import urlopen


def post(path, fields):
    client = {"client_id": os.environ["CLIENT_ID"], "client_secret": os.environ["CLIENT_SECRET"]}
    url = f"{os.environ['AUTH_URL']}/idp/oauth2/{path}?realm=/api"
    try:
        with urlopen(url, urlencode({**fields, **client}).encode(), timeout=30) as answer:
            return json.load(answer)
    except HTTPError as error:
        return json.load(error)


device = post("device_authorization", {})
if "device_code" not in device:
    sys.exit(f"The server refuses: {device}")
print(f"Open {device['verification_uri']} and enter {device['user_code']}", file=sys.stderr, flush=True)

seconds = device["interval"]
while True:
    time.sleep(seconds)
    tokens = post("access_token", {
        "grant_type": "urn:ietf:params:oauth:grant-type:device_code",
        "device_code": device["device_code"],
    })
    if tokens.get("error") == "slow_down":
        seconds += 5
    elif tokens.get("error") != "authorization_pending":
        break
if "access_token" not in tokens:
    sys.exit(f"The server refuses: {tokens}")
print(json.dumps(tokens))
