"""A delivery server with the standard library: SECRET=whsec_... PORT=8080 python3 server.py"""
import base64, hashlib, hmac, json, os, secrets, time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

KEY = base64.b64decode(os.environ.get("SECRET", "").removeprefix("whsec_"))
made = {}  # What was made for each request: keep it in your database, so that a repeat gets the same.
ACCOUNTS = 100  # How many there are, without those that were handed over.

def is_signed(request_id, timestamp, body, signatures):
    if not timestamp.isdigit() or abs(time.time() - int(timestamp)) > 300:
        return False
    digest = hmac.new(KEY, f"{request_id}.{timestamp}.".encode() + body, hashlib.sha256).digest()
    expected = "v1," + base64.b64encode(digest).decode()
    return any(hmac.compare_digest(one, expected) for one in signatures.split(" "))

class Handler(BaseHTTPRequestHandler):
    def do_POST(self):
        body = self.rfile.read(int(self.headers.get("content-length", 0)))
        read = lambda name: self.headers.get(f"webhook-{name}", "")
        request_id = read("id")
        if not is_signed(request_id, read("timestamp"), body, read("signature")):
            self.send_response(401)
            self.end_headers()
            return
        asked = json.loads(body)
        data = asked["data"]
        if asked["type"] == "stock.asked":
            self.say({"stock": ACCOUNTS - len(made)})
            return
        password = made.setdefault(request_id, secrets.token_urlsafe(9))
        if data["quantity"] > 10:
            answer = {"request_id": request_id, "refused": "At most 10 accounts at once"}
        else:
            user = f"{data['order_no']}-{data['item']}".lower()
            answer = {"request_id": request_id, "fields": {"User": user, "Password": password}}
        self.say(answer)

    def say(self, answer):
        text = json.dumps(answer).encode()
        self.send_response(200)
        self.send_header("content-type", "application/json")
        self.send_header("content-length", str(len(text)))
        self.end_headers()
        self.wfile.write(text)

ThreadingHTTPServer(("127.0.0.1", int(os.environ.get("PORT", "8080"))), Handler).serve_forever()
