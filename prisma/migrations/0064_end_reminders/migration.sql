-- compatible-from: 0042
ALTER TABLE "licenses" ADD COLUMN "reminded_of" TIMESTAMPTZ(3);
ALTER TABLE "living_accesses" ADD COLUMN "reminded_of" TIMESTAMPTZ(3);

-- Only what ends and was not reminded of: an end that is moved is in it again.
CREATE INDEX "licenses_to_remind" ON "licenses" ("expires_at")
  WHERE "status" = 'active' AND "expires_at" IS NOT NULL AND "reminded_of" IS DISTINCT FROM "expires_at";
CREATE INDEX "living_accesses_to_remind" ON "living_accesses" ("ends_at")
  WHERE "revoked_at" IS NULL AND "ends_at" IS NOT NULL AND "reminded_of" IS DISTINCT FROM "ends_at";
