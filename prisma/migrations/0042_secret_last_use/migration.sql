-- While a rotation leaves two secrets good, the operator sees which of them the agent signs with.
ALTER TABLE "site_signing_secrets" ADD COLUMN "last_used_at" TIMESTAMPTZ(3);
