-- compatible-from: 0042
-- While a pairing code is claimed its secret proves the main site's ping, and nothing else of the connection changes.
ALTER TABLE "connections" ADD COLUMN     "pairing_secret_sealed" BYTEA;
