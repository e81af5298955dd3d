"""Takes the slips that this system has not taken yet into slips.json, then acknowledges them."""
import json
import os
import sys
import time
from urllib.error import HTTPError
from urllib.request import Request, urlopen


def call(path, body):
    headers = {
        "Authorization": "Bearer " + os.environ["ACCESS_TOKEN"],
        "Content-Type": "application/json",
        "Prefer": "wait=30, delivery=acknowledged",
    }
    request = Request(f"{os.environ['API_URL']}/{path}", json.dumps(body).encode(), headers)
    try:
        with urlopen(request, timeout=120) as answer:
            return json.load(answer)
    except HTTPError as error:
        sys.exit(f"{path} answers {error.code}: {error.read().decode()}")


def wait_for_end(batch_id):
    for _ in range(10):
        state = call("trade/download/check", {"batch_id": batch_id})
        if state["batch_flg"] not in ("1", "2"):
            return state
        time.sleep(1)
    sys.exit(f"Batch {batch_id} does not finish")


batch_id = call("trade/download/request", {
    "target_date_set": "0",
    "target_date_from": "2020-01-01",
    "target_date_to": "2039-12-31",
    "not_downloaded_flg": "1",
})["batch_id"]
state = wait_for_end(batch_id)
if state["batch_flg"] == "0":
    print("Nothing new")
    sys.exit()
if state["batch_flg"] != "3":
    sys.exit(f"The batch has no records: {state}")

part = {"seq_from": "1", "seq_to": state["record_count"]}
trade = call("trade/download/get", {"batch_id": batch_id, **part})["trade"]
with open("slips.json", "w", encoding="utf-8") as file:
    json.dump(trade, file, ensure_ascii=False)
# The slips are safe here now, so they may count as taken.
call(f"batches/{batch_id}/delivered", part)
print(f"{len(trade)} slips are in slips.json")
