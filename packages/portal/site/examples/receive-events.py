"""Receives pushed events. Each is verified and kept once in events.ndjson, from where another program processes it."""
import base64
import hashlib
import hmac
import json
import os
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Lock

kept_file = "events.ndjson"
most_bytes = 65_536
tolerance_seconds = 300
# While a secret is being replaced there are two, with a blank between them.
secrets = [base64.b64decode(text.removeprefix("whsec_")) for text in os.environ["WEBHOOK_SECRET"].split()]
known = set()
keeping = Lock()


def is_genuine(headers, body):
    message_id, sent_at = headers.get("webhook-id", ""), headers.get("webhook-timestamp", "")
    if not sent_at.isdecimal() or abs(time.time() - int(sent_at)) > tolerance_seconds:
        return False
    signed = f"{message_id}.{sent_at}.".encode() + body
    expected = ["v1," + base64.b64encode(hmac.digest(secret, signed, hashlib.sha256)).decode() for secret in secrets]
    given = headers.get("webhook-signature", "").split(" ")
    return any(hmac.compare_digest(one.encode(), other.encode()) for one in expected for other in given)


def keep(event):
    """Keeps an event unless it is known, and returns only when it is on the disk."""
    with keeping:
        if event["id"] in known:
            return
        with open(kept_file, "a", encoding="utf-8") as file:
            file.write(json.dumps(event) + "\n")
            file.flush()
            os.fsync(file.fileno())
        known.add(event["id"])
    print(event["type"], event["data"].get("trade_id", ""), flush=True)


class Receiver(BaseHTTPRequestHandler):
    timeout = 30

    def do_POST(self):
        length = self.headers.get("content-length", "")
        if not length.isdecimal() or int(length) > most_bytes:
            return self.answer(413)
        body = self.rfile.read(int(length))
        # A message that was cut is as wrong as one that somebody has changed.
        if not is_genuine(self.headers, body):
            return self.answer(400)
        keep(json.loads(body))
        self.answer(204)

    def answer(self, status):
        self.send_response(status)
        self.end_headers()

    def log_message(self, *_):
        pass


if os.path.exists(kept_file):
    with open(kept_file, encoding="utf-8") as file:
        known.update(json.loads(line)["id"] for line in file)
server = ThreadingHTTPServer(("127.0.0.1", int(os.environ["PORT"])), Receiver)
print(f"Listening on port {server.server_port}", flush=True)
server.serve_forever()
