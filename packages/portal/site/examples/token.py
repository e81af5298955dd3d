"""Prints a token record for the credentials of a user."""
import os
import sys
from urllib.error import HTTPError
from urllib.parse import urlencode
from urllib.request import urlopen

form = {
    "user_id": os.environ["USER_ID"],
    "user_password": os.environ["USER_PASSWORD"],
    "client_id": os.environ["CLIENT_ID"],
    "client_secret": os.environ["CLIENT_SECRET"],
}
try:
    url = os.environ["AUTH_URL"] + "/api/credentials/access_token"
    with urlopen(url, urlencode(form).encode(), timeout=30) as answer:
        print(answer.read().decode())
except HTTPError as error:
    sys.exit(f"The server refuses: {error.read().decode()}")
