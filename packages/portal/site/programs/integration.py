"""A whole integration with the platform: downloads, orders and events. It needs Python 3.9 and requests.

python3 integration.py download master FILE     records as NDJSON; the same command goes on after an interruption
python3 integration.py download trade FILE      slips that were not taken yet; they are acknowledged at the end
python3 integration.py orders FILE              sends {"order_list": [...]}, and prints the outcome of each order
python3 integration.py events FILE              prints events; FILE keeps the place between runs
"""
from __future__ import annotations

import contextlib
import hashlib
import json
import os
import random
import sys
import time
import uuid
import zlib
from dataclasses import dataclass
from email.utils import parsedate_to_datetime
from typing import IO, Any, Callable, Dict, Iterator, List, Mapping, Optional, Tuple, TypeVar
from urllib.parse import quote, urlencode

import requests

if sys.platform == "win32":
    import msvcrt

    def lock(file: IO[str]) -> None:
        msvcrt.locking(file.fileno(), msvcrt.LK_LOCK, 1)
else:
    import fcntl

    def lock(file: IO[str]) -> None:
        fcntl.flock(file, fcntl.LOCK_EX)


Json = Dict[str, Any]
T = TypeVar("T")

ATTEMPTS = 8
LONGEST_PAUSE_SECONDS = 10.0
LONGEST_RETRY_AFTER_SECONDS = 120.0
CONNECT_AND_READ_SECONDS = (5, 60)
LONGEST_BATCH_SECONDS = 3_600
RECORDS_PER_GET = 1_000
BATCH_UNKNOWN, RANGE_INVALID = "E000009", "E000011"
SLIPS: Json = {
    "target_date_set": "0",
    "target_date_from": "2020-01-01",
    "target_date_to": "2039-12-31",
    "not_downloaded_flg": "1",
}
# Each download: its path, the name of its list, and its request.
DOWNLOADS: Dict[str, Tuple[str, str, Json]] = {
    "master": ("/master/download/buy", "master", {}),
    "trade": ("/trade/download", "trade", SLIPS),
}


class PlatformError(Exception):
    """A refusal, or a failure that repeats have not helped."""

    def __init__(self, message: str, code: str = "", detail: str = "") -> None:
        super().__init__(message)
        self.code = code
        self.detail = detail


class Incomplete(Exception):
    """The answer was cut or changed on its way, so the call is repeated."""


@dataclass(frozen=True)
class Answer:
    status: int
    headers: Mapping[str, str]
    body: bytes

    def json(self) -> Json:
        try:
            value = json.loads(self.body)
        except ValueError as error:
            raise Incomplete("The answer is no whole JSON") from error
        if not isinstance(value, dict):
            raise Incomplete("The answer is no JSON object")
        return value


def retry_after(headers: Mapping[str, str]) -> Optional[float]:
    """Seconds to wait. A date is compared with the date of the same answer, because the clocks may differ."""
    text = headers.get("Retry-After")
    if text is None:
        return None
    if text.isdecimal():
        return float(text)
    there = headers.get("Date")
    if there is None:
        return None
    return max(0.0, (parsedate_to_datetime(text) - parsedate_to_datetime(there)).total_seconds())


class Line:
    """Sends calls, and repeats those that may succeed later: with growing pauses, or as long as the server says."""

    def __init__(self) -> None:
        self._session = requests.Session()

    def send(
        self, method: str, url: str, headers: Mapping[str, str], body: Optional[bytes], read: Callable[[Answer], T]
    ) -> T:
        reason = ""
        for attempt in range(1, ATTEMPTS + 1):
            pause: Optional[float] = None
            try:
                sent = self._session.request(
                    method, url, headers=headers, data=body, timeout=CONNECT_AND_READ_SECONDS, allow_redirects=False
                )
                answer = Answer(sent.status_code, sent.headers, sent.content)
                if answer.status != 429 and answer.status < 500:
                    return read(answer)
                reason, pause = f"HTTP {answer.status}", retry_after(answer.headers)
            except (requests.RequestException, Incomplete) as error:
                reason = str(error)
            if pause is not None and pause > LONGEST_RETRY_AFTER_SECONDS:
                raise PlatformError(f"{url} asks to come back in {pause:.0f} s")
            if attempt < ATTEMPTS:
                growing = min(LONGEST_PAUSE_SECONDS, 0.25 * 2 ** (attempt - 1)) * random.uniform(0.5, 1)
                time.sleep(growing if pause is None else pause)
        raise PlatformError(f"{url} cannot be reached: {reason}")


class Tokens:
    """Tokens in a file that parallel processes share. A lock lets only one of them renew the tokens."""

    def __init__(self, line: Line, environment: Mapping[str, str]) -> None:
        self._line = line
        self._auth_url = environment["AUTH_URL"]
        self._client = {"client_id": environment["CLIENT_ID"], "client_secret": environment["CLIENT_SECRET"]}
        self._user = {"user_id": environment["USER_ID"], "user_password": environment["USER_PASSWORD"]}
        caller = "\0".join([self._auth_url, environment["CLIENT_ID"], environment["USER_ID"]])
        name = hashlib.sha256(caller.encode()).hexdigest()[:16]
        self._path = environment.get("TOKEN_FILE") or f".tokens-{name}.json"

    def access_token(self, refused: Optional[str] = None) -> str:
        """A token that is valid for some time. `refused` is a token that the platform no longer takes."""
        with self._locked():
            kept = self._load()
            if kept["access_token"] in ("", refused) or time.time() >= kept["renew_at"]:
                kept = self._renew(kept["refresh_token"])
                self._save(kept)
            return str(kept["access_token"])

    @contextlib.contextmanager
    def _locked(self) -> Iterator[None]:
        # The system frees the lock when its process ends, however it ends.
        with open(self._path + ".lock", "a", encoding="utf-8") as file:
            lock(file)
            yield

    def _load(self) -> Json:
        try:
            with open(self._path, encoding="utf-8") as file:
                kept: Json = json.load(file)
                return kept
        except (FileNotFoundError, ValueError):
            return {"access_token": "", "refresh_token": "", "renew_at": 0}

    def _save(self, kept: Json) -> None:
        new = self._path + ".new"
        with open(os.open(new, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w", encoding="utf-8") as file:
            json.dump(kept, file)
            file.flush()
            os.fsync(file.fileno())
        os.replace(new, self._path)

    def _renew(self, refresh_token: str) -> Json:
        if refresh_token != "":
            # If the answer is lost, the same call within 120 seconds brings the same pair.
            form = {"grant_type": "refresh_token", "refresh_token": refresh_token}
            record = self._post("/idp/oauth2/access_token?realm=/api", form)
            if record is not None:
                return record
        record = self._post("/api/credentials/access_token", self._user)
        if record is None:
            raise PlatformError("The sign-in is refused: check the user, the password and the client")
        return record

    def _post(self, path: str, form: Mapping[str, str]) -> Optional[Json]:
        def read(answer: Answer) -> Optional[Json]:
            if answer.status != 200:
                return None
            record = answer.json()
            seconds = float(record["exires_in"])
            renew_at = time.time() + max(seconds - 30, seconds * 2 / 3)
            return {name: record[name] for name in ("access_token", "refresh_token")} | {"renew_at": renew_at}

        headers = {"Content-Type": "application/x-www-form-urlencoded"}
        body = urlencode({**form, **self._client})
        return self._line.send("POST", self._auth_url + path, headers, body.encode(), read)


class Platform:
    def __init__(self, environment: Mapping[str, str]) -> None:
        self._line = Line()
        self._tokens = Tokens(self._line, environment)
        self._api_url = environment["API_URL"]

    def call(
        self,
        path: str,
        body: Optional[Json] = None,
        headers: Optional[Mapping[str, str]] = None,
        read: Callable[[Answer], Json] = Answer.json,
    ) -> Json:
        """Makes a call. Its answer is read whole before anything is done with it."""
        data = None if body is None else json.dumps(body).encode()
        refused: Optional[str] = None
        for _ in range(3):
            token = self._tokens.access_token(refused)
            own = {"Authorization": "Bearer " + token, "Content-Type": "application/json", **(headers or {})}

            def checked(answer: Answer) -> Optional[Json]:
                if answer.status == 401:
                    return None
                if answer.status == 200:
                    return read(answer)
                raise self._refusal(path, answer)

            method = "GET" if data is None else "POST"
            found = self._line.send(method, self._api_url + path, own, data, checked)
            if found is not None:
                return found
            refused = token
        raise PlatformError(f"{path} accepts no token")

    @staticmethod
    def _refusal(path: str, answer: Answer) -> PlatformError:
        said = answer.json()
        errors = said.get("error_list") or [{}]
        texts = [f"{each.get('error_item')}: {each.get('error_detail')} ({each.get('error_code')})" for each in errors]
        message = f"{path} answers {answer.status}: {'; '.join(texts)} [request_id {said.get('request_id')}]"
        return PlatformError(message, errors[0].get("error_code", ""), errors[0].get("error_detail", ""))

    def request_batch(self, path: str, body: Json) -> str:
        # A repeated request with the same key makes no second batch.
        key = {"Idempotency-Key": str(uuid.uuid4()), "Prefer": "wait=30"}
        return str(self.call(path + "/request", body, key)["batch_id"])

    def end_of_batch(self, path: str, batch_id: str) -> Json:
        """The state of a batch that has ended: batch_flg 0 and 3 to 5."""
        deadline = time.monotonic() + LONGEST_BATCH_SECONDS
        while time.monotonic() < deadline:
            began = time.monotonic()
            state = self.call(path + "/check", {"batch_id": batch_id}, {"Prefer": "wait=30"})
            if state["batch_flg"] not in ("1", "2"):
                return state
            time.sleep(max(0.0, 1 - (time.monotonic() - began)))
        raise PlatformError(f"Batch {batch_id} does not end: the same command waits for it again")

    def records(self, path: str, name: str, batch_id: str, first: int, count: int) -> Iterator[List[Json]]:
        """The records of a batch from `first` to `count`, in pieces. Each piece is checked before it is given out."""
        width = RECORDS_PER_GET
        while first <= count:
            last = min(first + width - 1, count)
            body = {"batch_id": batch_id, "seq_from": str(first), "seq_to": str(last)}

            def checked(answer: Answer) -> Json:
                found = answer.json()
                begin = answer.body.index(f'"{name}":['.encode()) + len(name) + 4
                crc = f"{zlib.crc32(answer.body[begin:answer.body.rindex(b']')]):08x}"
                if answer.headers.get("X-Range-Crc32", crc).lower() != crc:
                    raise Incomplete("The records have another checksum")
                if len(found[name]) != last - first + 1:
                    raise Incomplete("Records are missing")
                return found

            try:
                found = self.call(path + "/get", body, {"Prefer": "delivery=acknowledged"}, checked)
            except PlatformError as error:
                if error.code != RANGE_INVALID or width == 1:
                    raise
                # The installation limits the number of records of one get, and says the limit.
                limits = [int(word) for word in error.detail.replace(",", "").split() if word.isdecimal()]
                width = min([limit for limit in limits if 0 < limit < width] or [width // 2])
                continue
            yield found[name]
            first = last + 1


def keep(path: str, value: Json) -> None:
    """Replaces a small file as a whole."""
    with open(path + ".new", "w", encoding="utf-8") as file:
        json.dump(value, file)
        file.flush()
        os.fsync(file.fileno())
    os.replace(path + ".new", path)


def download(platform: Platform, kind: str, target: str) -> None:
    """Downloads to a file, which appears when it is complete. What was safe before an interruption is not fetched again."""
    path, name, request = DOWNLOADS[kind]
    part, state_file = target + ".part", target + ".part.json"
    for attempt in range(3):
        state: Json = {"kind": kind, "batch_id": "", "records": 0, "bytes": 0}
        with contextlib.suppress(FileNotFoundError, ValueError):
            with open(state_file, encoding="utf-8") as file:
                kept = json.load(file)
                state = kept if kept["kind"] == kind and os.path.exists(part) else state
        try:
            if state["batch_id"] == "":
                state["batch_id"] = platform.request_batch(path, request)
                keep(state_file, state)
            ended = platform.end_of_batch(path, state["batch_id"])
            if ended["batch_flg"] == "4":
                raise PlatformError(f"Batch {state['batch_id']} was aborted")
            if ended["batch_flg"] == "5":
                raise PlatformError(f"Batch {state['batch_id']} failed: {ended['error_list']}", "failed")
            count = int(ended["record_count"]) if ended["batch_flg"] == "3" else 0
            with open(part, "ab") as out:
                # What was written after the last safe place is written again.
                out.truncate(state["bytes"])
                for records in platform.records(path, name, state["batch_id"], state["records"] + 1, count):
                    out.writelines(json.dumps(record, ensure_ascii=False).encode() + b"\n" for record in records)
                    out.flush()
                    os.fsync(out.fileno())
                    state = {**state, "records": state["records"] + len(records), "bytes": out.tell()}
                    keep(state_file, state)
            break
        except PlatformError as error:
            # A batch that has ended or failed is requested again. Records of two batches are never mixed.
            if error.code in (BATCH_UNKNOWN, "failed"):
                os.remove(state_file)
            if error.code not in (BATCH_UNKNOWN, "failed") or attempt == 2:
                raise
    os.replace(part, target)
    if kind == "trade" and count > 0:
        # The slips are safe here now, so they may count as taken.
        delivered = {"seq_from": "1", "seq_to": str(count)}
        platform.call(f"/batches/{state['batch_id']}/delivered", delivered)
    os.remove(state_file)
    print(f"{count} records are in {target}", file=sys.stderr)


def send_orders(platform: Platform, orders_file: str) -> None:
    """Sends orders. The same file may be sent again: each order is known by its upload_no."""
    path = "/order/upload"
    with open(orders_file, encoding="utf-8") as file:
        batch_id = platform.request_batch(path, json.load(file))
    state = platform.end_of_batch(path, batch_id)
    if state["batch_flg"] != "3":
        raise PlatformError(f"The upload ended with {state['batch_flg']}: {state['error_list']}. Send the file again.")
    for results in platform.records(path, "result_list", batch_id, 1, int(state["record_count"])):
        for order in results:
            reasons = [f"{each['error_item']}: {each['error_detail']}" for each in order["error_list"]]
            taken = order["result"] == "0"
            print(order["upload_no"], f"taken as {order['check_number']}" if taken else f"refused: {'; '.join(reasons)}")
    if state["error_count"] != "0":
        raise PlatformError(f"{state['error_count']} of {state['record_count']} orders were refused")


def follow_events(platform: Platform, cursor_file: str) -> None:
    """Prints each event once it is there. After a kill, the last events may come again, with the same id."""
    cursor = ""
    with contextlib.suppress(FileNotFoundError):
        with open(cursor_file, encoding="utf-8") as file:
            cursor = json.load(file)["cursor"]
    while True:
        # Without a cursor: from now on. With one, the answer waits for an event.
        path, wait = ("/events", 0) if cursor == "" else (f"/events?after={quote(cursor)}", 30)
        page = platform.call(path, headers={"Prefer": f"wait={wait}"})
        for event in page["event_list"]:
            print(event["type"], json.dumps(event["data"], ensure_ascii=False), flush=True)
        cursor = page["next_cursor"]
        keep(cursor_file, {"cursor": cursor})


def main(arguments: List[str]) -> None:
    if arguments[:1] == ["download"] and len(arguments) == 3 and arguments[1] in DOWNLOADS:
        download(Platform(os.environ), arguments[1], arguments[2])
    elif arguments[:1] == ["orders"] and len(arguments) == 2:
        send_orders(Platform(os.environ), arguments[1])
    elif arguments[:1] == ["events"] and len(arguments) == 2:
        follow_events(Platform(os.environ), arguments[1])
    else:
        sys.exit(__doc__)


if __name__ == "__main__":
    try:
        main(sys.argv[1:])
    except PlatformError as failure:
        sys.exit(str(failure))
    except KeyboardInterrupt:
        sys.exit(130)
