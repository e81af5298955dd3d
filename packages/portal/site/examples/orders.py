"""Sends the orders in ORDERS_FILE, and prints what became of each."""
import json
import os
import sys
import time
from urllib.error import HTTPError
from urllib.request import Request, urlopen


def call(step, body):
    headers = {
        "Authorization": "Bearer " + os.environ["ACCESS_TOKEN"],
        "Content-Type": "application/json",
        "Prefer": "wait=30",
    }
    request = Request(f"{os.environ['API_URL']}/order/upload/{step}", json.dumps(body).encode(), headers)
    try:
        with urlopen(request, timeout=120) as answer:
            return json.load(answer)
    except HTTPError as error:
        sys.exit(f"{step} answers {error.code}: {error.read().decode()}")


def wait_for_end(batch_id):
    for _ in range(10):
        state = call("check", {"batch_id": batch_id})
        if state["batch_flg"] not in ("1", "2"):
            return state
        time.sleep(1)
    sys.exit(f"Upload {batch_id} does not finish")


with open(os.environ["ORDERS_FILE"], encoding="utf-8") as file:
    batch_id = call("request", json.load(file))["batch_id"]
state = wait_for_end(batch_id)
if state["batch_flg"] != "3":
    sys.exit(f"The upload has failed: {state}")

results = call("get", {"batch_id": batch_id, "seq_from": "1", "seq_to": state["record_count"]})["result_list"]
for order in results:
    reasons = [f"{error['error_item']}: {error['error_detail']}" for error in order["error_list"]]
    outcome = f"taken as {order['check_number']}" if order["result"] == "0" else f"refused: {' '.join(reasons)}"
    print(order["upload_no"], outcome)
if state["error_count"] != "0":
    sys.exit(f"{state['error_count']} of {state['record_count']} orders were refused")
