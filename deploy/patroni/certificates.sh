#!/bin/sh
# Makes an authority of the cluster's own and a certificate for each host, for PostgreSQL, Patroni and etcd:
#   sh certificates.sh FOLDER db1 db2 db3
# FOLDER/ca.crt goes to every host and every shop, FOLDER/<host>/host.crt and host.key to that host. Keep ca.key elsewhere.
set -eu
umask 077
folder=$1
shift
mkdir -p "$folder"
cd "$folder"
curve="-newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -noenc"
if [ ! -f ca.crt ]; then
  # shellcheck disable=SC2086
  openssl req -x509 $curve -keyout ca.key -out ca.crt -days 3650 -subj "/CN=Keyshelf cluster" \
    -addext "keyUsage=critical,keyCertSign,cRLSign" 2>/dev/null
fi
for host in "$@"; do
  mkdir -p "$host"
  case $host in
    *[!0-9.]*) name="DNS:$host" ;;
    *) name="IP:$host" ;;
  esac
  printf '%s\n' "subjectAltName=$name" "basicConstraints=CA:FALSE" "keyUsage=digitalSignature" \
    "extendedKeyUsage=serverAuth,clientAuth" >"$host/extensions"
  # shellcheck disable=SC2086
  openssl req -new $curve -keyout "$host/host.key" -out "$host/request" -subj "/CN=$host" 2>/dev/null
  openssl x509 -req -in "$host/request" -CA ca.crt -CAkey ca.key -CAcreateserial -days 3650 \
    -extfile "$host/extensions" -out "$host/host.crt" 2>/dev/null
  rm "$host/request" "$host/extensions"
  cp ca.crt "$host/ca.crt"
  chmod 644 "$host/ca.crt" "$host/host.crt"
done
chmod 644 ca.crt
