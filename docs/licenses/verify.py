"""Checks Keyshelf license files without network. Needs the package `cryptography`."""
import base64, json, sys
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

def decode(text):
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))

def open_jws(token, kind, jwks):
    """The claims of a signed text, or None when it is not signed by one of the keys."""
    try:
        head, body, signature = token.split(".")
        header = json.loads(decode(head))
        key = next(k for k in jwks["keys"] if k["kid"] == header["kid"])
        if header["alg"] != "EdDSA" or header["typ"] != kind:
            return None
        Ed25519PublicKey.from_public_bytes(decode(key["x"])).verify(decode(signature), f"{head}.{body}".encode())
        return json.loads(decode(body))
    except (ValueError, KeyError, StopIteration, InvalidSignature):
        return None

def verify(token, jwks, revocations, fingerprint, now, skew=300):
    """ok, or why the license is not good on this device now."""
    claims = open_jws(token, "license+jwt", jwks)
    if claims is None:
        return "forged"
    if claims["fingerprint"] != fingerprint:
        return "other_device"
    revoked = open_jws(revocations, "license-revocations+jwt", jwks)
    if revoked is None or claims["sub"] in revoked["revoked"]:
        return "revoked"
    if now < claims["iat"] - skew:
        return "clock_set_back"
    return "ok" if now < claims["exp"] else "expired"

if __name__ == "__main__":
    vectors = json.load(open(sys.argv[1]))
    for case in vectors["cases"]:
        print(case["name"], verify(case["file"], vectors["jwks"], vectors["revocations"], case["fingerprint"], case["now"]))
