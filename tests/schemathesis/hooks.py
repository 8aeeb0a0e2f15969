"""Signs the calls of a paired site, and judges what Schemathesis's own checks cannot know of this shop."""

import datetime
import hashlib
import hmac
import json
import os
import pathlib
import re
import time
import uuid

import requests
import schemathesis
from hypothesis import strategies as st

HERE = pathlib.Path(__file__).parent
ACCEPTED = json.loads((HERE / "false-alarms.json").read_text())
ROLE = os.environ["KEYSHELF_ROLE"]


def in_english(request):
    """The sentences of false-alarms.json are English, whatever language an earlier call has chosen."""
    request.headers["Accept-Language"] = "en"
    request.headers["Cookie"] = "; ".join(filter(None, ["locale=en", request.headers.get("Cookie")]))
    return request


class SiteSignature(requests.auth.AuthBase):
    """The four headers of docs/interconnect.md, over exactly the bytes that are sent."""

    def __call__(self, request):
        side = "CONNECTION" if "/interconnect/callback" in request.url else "SITE"
        key, secret = os.environ[f"KEYSHELF_{side}_KEY"], os.environ[f"KEYSHELF_{side}_SECRET"]
        body = request.body or b""
        body = body.encode() if isinstance(body, str) else body
        timestamp, nonce = str(int(time.time())), str(uuid.uuid4())
        text = key + timestamp + nonce + hashlib.sha256(body).hexdigest()
        request.headers.update(
            {
                "X-Site-Key": key,
                "X-Site-Timestamp": timestamp,
                "X-Site-Nonce": nonce,
                "X-Site-Signature": hmac.new(secret.encode(), text.encode(), hashlib.sha256).hexdigest(),
            }
        )
        return in_english(request)


class Headers(requests.auth.AuthBase):
    def __call__(self, request):
        request.headers.update(json.loads(os.environ["KEYSHELF_HEADERS"]))
        return in_english(request)


# Formats of the description: a trimmed text without control characters, an address that every mail program
# can write, an instant that the shop can hold.
INSIDE = st.characters(exclude_categories=("Cc", "Cs"))
ENDS = st.characters(exclude_categories=("Cc", "Cs", "Zs", "Zl", "Zp"), exclude_characters="\ufeff")
schemathesis.openapi.format(
    "plain-text",
    st.one_of(
        st.just(""),
        st.text(ENDS, min_size=1),
        st.builds(lambda first, text, last: first + text + last, ENDS, st.text(INSIDE), ENDS),
    ),
)
schemathesis.openapi.format(
    "email",
    st.from_regex(
        r"\A[A-Za-z0-9!#$%&'*+/=?^_`{|}~.-]{1,64}@([A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?\.)+[A-Za-z]{2,63}\Z"
    ),
)
schemathesis.openapi.format(
    "date-time",
    st.datetimes(
        min_value=datetime.datetime(1971, 1, 1), max_value=datetime.datetime(9989, 12, 31)
    ).map(lambda at: at.isoformat() + "Z"),
)


schemathesis.auth.set_from_requests(SiteSignature() if ROLE == "agent" else Headers())


@schemathesis.serializer("image/png", "image/jpeg", "image/webp", "image/gif", "image/avif")
def picture(ctx, value):
    return value if isinstance(value, bytes) else str(value).encode()


def accepted(operation, message):
    for entry in ACCEPTED:
        if re.search(entry["operation"], operation) and re.search(entry["msg"], message):
            return True
    return False


@schemathesis.check
def valid_request_is_not_malformed(ctx, response, case):
    """A request that the description allows is never refused as malformed."""
    mode = getattr(getattr(case.meta, "generation", None), "mode", None)
    if mode is None or mode.value != "positive" or response.status_code not in (400, 413, 415):
        return
    if not response.headers.get("content-type", [""])[0].startswith("application/json"):
        return  # A gateway reads text: every message that is not its own is refused with `fail`.
    message = response.json()["msg"]
    if not accepted(case.operation.label, message):
        raise AssertionError(f"refused as malformed, though the description allows it: {message}")


@schemathesis.hook
def after_call(context, case, response):
    """Writes down what was called; the folder is the run's own."""
    with open("called.txt", "a") as called:
        called.write(case.operation.label + "\n")
