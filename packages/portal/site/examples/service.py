"""Prints the token record of a service account."""
import os
import sys
from urllib.error import HTTPError
from urllib.parse import urlencode
from urllib.request import urlopen

form = {
    "grant_type": "client_credentials",
    "client_id": os.environ["CLIENT_ID"],
    "client_secret": os.environ["CLIENT_SECRET"],
}
try:
    url = os.environ["AUTH_URL"] + "/idp/oauth2/access_token?realm=/api"
    with urlopen(url, urlencode(form).encode(), timeout=30) as answer:
        print(answer.read().decode())
except HTTPError as error:
    sys.exit(f"The server refuses: {error.read().decode()}")
