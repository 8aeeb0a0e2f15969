// Checks Keyshelf license files without network, with Go's own library.
package main

import (
	"crypto/ed25519"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"os"
	"slices"
	"strings"
)

type Key struct{ Kid, X string }
type Claims struct {
	Sub, Fingerprint string
	Iat, Exp         int64
	Revoked          []string
}

func decode(text string) []byte {
	bytes, err := base64.RawURLEncoding.DecodeString(text)
	if err != nil {
		return nil
	}
	return bytes
}

// Open gives the claims of a signed text, or nil when it is not signed by one of the keys.
func Open(token, kind string, keys []Key) *Claims {
	parts := strings.Split(token, ".")
	var header struct{ Alg, Kid, Typ string }
	if len(parts) != 3 || json.Unmarshal(decode(parts[0]), &header) != nil || header.Alg != "EdDSA" || header.Typ != kind {
		return nil
	}
	for _, key := range keys {
		x := decode(key.X)
		if key.Kid == header.Kid && len(x) == ed25519.PublicKeySize && ed25519.Verify(x, []byte(parts[0]+"."+parts[1]), decode(parts[2])) {
			var claims Claims
			if json.Unmarshal(decode(parts[1]), &claims) == nil {
				return &claims
			}
		}
	}
	return nil
}

// Verify says ok, or why the license is not good on this device now.
func Verify(token string, keys []Key, revocations, fingerprint string, now int64) string {
	claims := Open(token, "license+jwt", keys)
	if claims == nil {
		return "forged"
	}
	if claims.Fingerprint != fingerprint {
		return "other_device"
	}
	list := Open(revocations, "license-revocations+jwt", keys)
	if list == nil || slices.Contains(list.Revoked, claims.Sub) {
		return "revoked"
	}
	if now < claims.Iat-300 {
		return "clock_set_back"
	}
	if now >= claims.Exp {
		return "expired"
	}
	return "ok"
}

func main() {
	text, _ := os.ReadFile(os.Args[1])
	var vectors struct {
		Jwks        struct{ Keys []Key }
		Revocations string
		Cases       []struct {
			Name, File, Fingerprint string
			Now                     int64
		}
	}
	if err := json.Unmarshal(text, &vectors); err != nil {
		panic(err)
	}
	for _, c := range vectors.Cases {
		fmt.Println(c.Name, Verify(c.File, vectors.Jwks.Keys, vectors.Revocations, c.Fingerprint, c.Now))
	}
}
