-- compatible-from: 0042
-- Only accesses whose end is still to be passed on, and only mails that wait for their turn.
DROP INDEX "living_accesses_ends_at_idx";
CREATE INDEX "living_accesses_to_end" ON "living_accesses" ("ends_at") WHERE "ended_at" IS NULL AND "revoked_at" IS NULL;
CREATE INDEX "living_accesses_mail_at" ON "living_accesses" ("mail_at") WHERE "mail_at" IS NOT NULL;
