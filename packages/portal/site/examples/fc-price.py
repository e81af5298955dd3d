"""Prints what a franchise store pays for a product."""
import json
import os
import sys
from urllib.error import HTTPError
from urllib.request import Request, urlopen

item = {
    "member_code_store": os.environ["STORE"],
    "catalog_id": os.environ["PRODUCT"],
    "price": "1250",
    "order_send_date": "2026-11-24",
    "delivery_date": "2026-11-26",
}
headers = {"Authorization": "Bearer " + os.environ["ACCESS_TOKEN"], "Content-Type": "application/json"}
try:
    with urlopen(Request(os.environ["API_URL"] + "/fc/price", json.dumps({"item": [item]}).encode(), headers), timeout=30) as answer:
        for product in json.load(answer)["item"]:
            problems = [problem["error_detail"] for problem in product["detail_err_list"]]
            print(product["catalog_id"], *(problems or [product["fc_price"]]))
except HTTPError as error:
    sys.exit(f"The call is refused: {error.read().decode()}")
