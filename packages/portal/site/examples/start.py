"""Downloads master records to master.json."""
import json
import os
import sys
import time
from urllib.error import HTTPError
from urllib.parse import urlencode
from urllib.request import Request, urlopen


def send(url, body, headers=None):
    try:
        with urlopen(Request(url, body.encode(), headers or {}), timeout=120) as answer:
            return json.load(answer)
    except HTTPError as error:
        sys.exit(f"{url} answers {error.code}: {error.read().decode()}")


def call(step, body):
    headers = {"Authorization": f"Bearer {token}", "Content-Type": "application/json", "Prefer": "wait=30"}
    return send(f"{os.environ['API_URL']}/master/download/buy/{step}", json.dumps(body), headers)


# 1. A token.
token = send(
    os.environ["AUTH_URL"] + "/api/credentials/access_token",
    urlencode({
        "user_id": os.environ["USER_ID"],
        "user_password": os.environ["USER_PASSWORD"],
        "client_id": os.environ["CLIENT_ID"],
        "client_secret": os.environ["CLIENT_SECRET"],
    }),
)["access_token"]

# 2. Request a batch.
batch_id = call("request", {})["batch_id"]

# 3. Wait until it has finished: 1 is waiting, 2 is processing.
state = call("check", {"batch_id": batch_id})
for _ in range(10):
    if state["batch_flg"] not in ("1", "2"):
        break
    time.sleep(1)
    state = call("check", {"batch_id": batch_id})
if state["batch_flg"] != "3":
    sys.exit(f"Batch {batch_id} has no records: {state}")

# 4. Get its records.
master = call("get", {"batch_id": batch_id, "seq_from": "1", "seq_to": state["record_count"]})["master"]
with open("master.json", "w", encoding="utf-8") as file:
    json.dump(master, file, ensure_ascii=False)
print(f"{len(master)} records are in master.json")
