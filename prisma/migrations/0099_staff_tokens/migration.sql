-- compatible-from: 0042
-- CreateTable
CREATE TABLE "staff_tokens" (
    "id" SERIAL NOT NULL,
    "staff_id" INTEGER NOT NULL,
    "name" TEXT NOT NULL,
    "token_hash" BYTEA NOT NULL,
    "permissions" TEXT[],
    "ip_allow_list" TEXT[],
    "is_proved" BOOLEAN NOT NULL,
    "day_limit_cents" BIGINT,
    "money_day" TEXT NOT NULL DEFAULT '',
    "used_cents" BIGINT NOT NULL DEFAULT 0,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "last_used_at" TIMESTAMPTZ(3),
    "last_used_ip" TEXT,
    "revoked_at" TIMESTAMPTZ(3),

    CONSTRAINT "staff_tokens_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "staff_tokens_token_hash_key" ON "staff_tokens"("token_hash");

-- CreateIndex
CREATE INDEX "staff_tokens_staff_id_idx" ON "staff_tokens"("staff_id");

-- CreateIndex
CREATE INDEX "staff_tokens_expires_at_idx" ON "staff_tokens"("expires_at");

-- AddForeignKey
ALTER TABLE "staff_tokens" ADD CONSTRAINT "staff_tokens_staff_id_fkey" FOREIGN KEY ("staff_id") REFERENCES "staff"("id") ON DELETE CASCADE ON UPDATE CASCADE;
-- Two live tokens of one name could not be told apart in the audit log.
CREATE UNIQUE INDEX "staff_tokens_live_name" ON "staff_tokens" (lower("name")) WHERE "revoked_at" IS NULL;
-- A token that may change the staff could make its bearer the owner.
ALTER TABLE "staff_tokens" ADD CONSTRAINT "staff_tokens_no_staff" CHECK (NOT ('staff:write' = ANY ("permissions")));
ALTER TABLE "staff_tokens" ADD CONSTRAINT "staff_tokens_money_check" CHECK ("used_cents" >= 0 AND "day_limit_cents" >= 0);
