"""Keeps products.json equal to all products: all of them the first time, then only what has changed.

After a kill the same command goes on behind the last range that is on the disk.
"""
import json
import os
import sys
from urllib.error import HTTPError
from urllib.request import Request, urlopen

COPY, JOB, PART = "products.json", "products.job.json", "products.part"
RECORDS_PER_GET = 100


def call(path, body=None, prefer="wait=30"):
    """The text and the headers of an answer."""
    sent = {
        "Authorization": "Bearer " + os.environ["ACCESS_TOKEN"],
        "Content-Type": "application/json",
        "Prefer": prefer,
    }
    data = None if body is None else json.dumps(body).encode()
    try:
        with urlopen(Request(os.environ["API_URL"] + path, data, sent), timeout=120) as answer:
            return answer.read().decode(), answer.headers
    except HTTPError as error:
        text = error.read().decode()
        if "E000009" in text and os.path.exists(JOB):
            os.remove(JOB)  # The batch has expired. The next run requests another one; records of two are never mixed.
        sys.exit(f"{path} answers {error.code}: {text}")


def load(path, other):
    try:
        with open(path, encoding="utf-8") as file:
            return json.load(file)
    except FileNotFoundError:
        return other


def keep(path, value):
    """Replaces a file as a whole, so that a kill leaves the old one or the new one."""
    with open(path + ".new", "w", encoding="utf-8") as file:
        json.dump(value, file, ensure_ascii=False)
        file.flush()
        os.fsync(file.fileno())
    os.replace(path + ".new", path)


def key(product):
    """A removed key has item_id itself, a record has it in its first line."""
    lines = [*product.get("buy", []), *product.get("catalog", []), product]
    item_id = next(line["item_id"] for line in lines if line.get("item_id"))
    return "/".join([product["member_code"], product["member_code_partner"], item_id])


def begin(cursor):
    """Requests a batch, and waits until it has ended."""
    prefer = "wait=30" if cursor is None else f"wait=30, changes-since={cursor}"
    text, headers = call("/master/download/buy/request", {}, prefer)
    state, changes = json.loads(text), "changes-since" in headers.get("Preference-Applied", "")
    for _ in range(10):
        if state["batch_flg"] not in ("1", "2"):
            break
        text, headers = call("/master/download/buy/check", {"batch_id": state["batch_id"]})
        state = {**state, **json.loads(text)}
    if state["batch_flg"] not in ("0", "3"):
        sys.exit(f"The batch has no records: {state}")
    job = {"batch_id": state["batch_id"], "count": int(state["record_count"]), "changes": changes}
    return {**job, "cursor": headers["X-Change-Cursor"], "records": 0, "bytes": 0}


copy = load(COPY, {"cursor": None, "products": {}})
job = load(JOB, None)
if job is None:
    job = begin(copy["cursor"])
    keep(JOB, job)
else:
    print(f"Goes on after record {job['records']}")

with open(PART, "ab") as part:
    part.truncate(job["bytes"])  # What a kill has cut is written again.
    while job["records"] < job["count"]:
        last = min(job["records"] + RECORDS_PER_GET, job["count"])
        wanted = {"batch_id": job["batch_id"], "seq_from": str(job["records"] + 1), "seq_to": str(last)}
        products = json.loads(call("/master/download/buy/get", wanted)[0])["master"]
        part.writelines(json.dumps(product, ensure_ascii=False).encode() + b"\n" for product in products)
        part.flush()
        os.fsync(part.fileno())
        job = {**job, "records": last, "bytes": part.tell()}
        keep(JOB, job)

kept = copy["products"] if job["changes"] else {}
with open(PART, encoding="utf-8") as part:
    kept.update((key(product), product) for product in map(json.loads, part))
if job["changes"]:
    for line in call(f"/batches/{job['batch_id']}/removed")[0].splitlines():
        kept.pop(key(json.loads(line)), None)
# The cursor changes together with the data. If the program is killed after this, the same changes are made once more.
keep(COPY, {"cursor": job["cursor"], "products": kept})
os.remove(JOB)
os.remove(PART)
print(f"{job['count']} records came, {len(kept)} products are in {COPY}")
