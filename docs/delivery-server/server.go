// A delivery server with Go's own packages: SECRET=whsec_... PORT=8080 go run server.go
package main

import (
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"os"
	"strconv"
	"strings"
	"sync"
	"time"
)

var key, _ = base64.StdEncoding.DecodeString(strings.TrimPrefix(os.Getenv("SECRET"), "whsec_"))

// What was made for each request: keep it in your database, so that a repeat gets the same.
var made sync.Map

// How many there are, without those that were handed over.
const accounts = 100

func isSigned(id, timestamp string, body []byte, signatures string) bool {
	at, err := strconv.ParseInt(timestamp, 10, 64)
	if age := time.Now().Unix() - at; err != nil || age > 300 || age < -300 {
		return false
	}
	mac := hmac.New(sha256.New, key)
	mac.Write(append([]byte(id+"."+timestamp+"."), body...))
	expected := "v1," + base64.StdEncoding.EncodeToString(mac.Sum(nil))
	for _, one := range strings.Split(signatures, " ") {
		if hmac.Equal([]byte(one), []byte(expected)) {
			return true
		}
	}
	return false
}

func answer(w http.ResponseWriter, r *http.Request) {
	body, _ := io.ReadAll(r.Body)
	id := r.Header.Get("webhook-id")
	if !isSigned(id, r.Header.Get("webhook-timestamp"), body, r.Header.Get("webhook-signature")) {
		w.WriteHeader(401)
		return
	}
	var asked struct {
		Type string
		Data struct {
			OrderNo  string `json:"order_no"`
			Item     int
			Quantity int
		}
	}
	json.Unmarshal(body, &asked)
	w.Header().Set("content-type", "application/json")
	if asked.Type == "stock.asked" {
		left := accounts
		made.Range(func(_, _ any) bool { left--; return true })
		json.NewEncoder(w).Encode(map[string]any{"stock": left})
		return
	}
	random := make([]byte, 9)
	rand.Read(random)
	password, _ := made.LoadOrStore(id, base64.RawURLEncoding.EncodeToString(random))
	said := map[string]any{"request_id": id, "refused": "At most 10 accounts at once"}
	if asked.Data.Quantity <= 10 {
		user := strings.ToLower(fmt.Sprintf("%s-%d", asked.Data.OrderNo, asked.Data.Item))
		said = map[string]any{"request_id": id, "fields": map[string]any{"User": user, "Password": password}}
	}
	json.NewEncoder(w).Encode(said)
}

func main() {
	panic(http.ListenAndServe("127.0.0.1:"+os.Getenv("PORT"), http.HandlerFunc(answer)))
}
