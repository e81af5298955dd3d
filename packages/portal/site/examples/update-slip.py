"""Does ACTION to the slip TRADE_ID, as it is now, and prints what became of it."""
import json
import os
import sys
import time
from urllib.error import HTTPError
from urllib.request import Request, urlopen

trade_id, action = os.environ["TRADE_ID"], os.environ["ACTION"]


def call(path, body=None):
    headers = {
        "Authorization": "Bearer " + os.environ["ACCESS_TOKEN"],
        "Content-Type": "application/json",
        "Prefer": "wait=30",
    }
    data = None if body is None else json.dumps(body).encode()
    try:
        with urlopen(Request(os.environ["API_URL"] + path, data, headers), timeout=120) as answer:
            return json.load(answer)
    except HTTPError as error:
        sys.exit(f"{path} answers {error.code}: {error.read().decode()}")


def wait_for_end(batch_id):
    for _ in range(10):
        state = call("/trade/update/check", {"batch_id": batch_id})
        if state["batch_flg"] not in ("1", "2"):
            return state
        time.sleep(1)
    sys.exit(f"Update {batch_id} does not finish")


# 1. The slip, and the version on which the decision is based.
slip = call(f"/trades/{trade_id}")["trade"]
if action not in slip["actions"]:
    sys.exit(f"{action} is not possible now; possible are: {', '.join(slip['actions'])}")

# 2. The update. If it is sent again with this update_no, it is answered as before.
update = {
    "update_no": os.environ["UPDATE_NO"],
    "trade_id": trade_id,
    "version": slip["version"],
    "action": action,
}
batch_id = call("/trade/update/request", {"slip_list": [update]})["batch_id"]
state = wait_for_end(batch_id)
if state["batch_flg"] != "3":
    sys.exit(f"The update has failed: {state}")

# 3. The outcome.
answer = call("/trade/update/get", {"batch_id": batch_id, "seq_from": "1", "seq_to": "1"})
outcome = answer["result_list"][0]
if outcome["result"] != "0":
    sys.exit(f"{action} was refused: {outcome['error_list']}")
print(f"{trade_id} has the status {outcome['status_code']}")
