#!/bin/sh
# /etc/patroni/create-database.sh: Patroni runs it once, on the new cluster (post_init), with the address of a superuser
# behind the file that holds the shop's password. The shop's role has no rights beyond its own database.
set -eu
password=$(cat "$1")
psql --no-psqlrc --quiet --set ON_ERROR_STOP=1 --set password="$password" "$2" <<'SQL'
CREATE ROLE keyshelf LOGIN NOSUPERUSER NOCREATEDB NOCREATEROLE PASSWORD :'password';
CREATE DATABASE keyshelf OWNER keyshelf;
REVOKE CONNECT ON DATABASE keyshelf FROM PUBLIC;
SQL
