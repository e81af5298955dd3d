"""Prints the earliest day on which a product can be delivered."""
import json
import os
import sys
from urllib.error import HTTPError
from urllib.request import Request, urlopen

body = {
    "member_code_self": os.environ["BUYER"],
    "member_code_partner": os.environ["SELLER"],
    "details_list": [{"catalog_id": os.environ["PRODUCT"]}],
}
headers = {"Authorization": "Bearer " + os.environ["ACCESS_TOKEN"], "Content-Type": "application/json"}
try:
    with urlopen(Request(os.environ["API_URL"] + "/delivery/shortest", json.dumps(body).encode(), headers), timeout=30) as answer:
        for product in json.load(answer)["details_list"]:
            problems = [problem["errorDetail"] for problem in product["detail_error_list"]]
            print(product["catalog_id"], *(problems or [product["shortest_delivery_date"]]))
except HTTPError as error:
    sys.exit(f"The call is refused: {error.read().decode()}")
