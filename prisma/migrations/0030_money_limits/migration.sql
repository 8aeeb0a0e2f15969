-- CreateEnum
CREATE TYPE "money_request_status" AS ENUM ('pending', 'done', 'rejected', 'withdrawn', 'expired');

-- AlterTable
ALTER TABLE "own_roles" ADD COLUMN     "act_limit_cents" BIGINT,
ADD COLUMN     "day_limit_cents" BIGINT;

-- CreateTable
CREATE TABLE "staff_money_days" (
    "staff_id" INTEGER NOT NULL,
    "day" TEXT NOT NULL,
    "used_cents" BIGINT NOT NULL,

    CONSTRAINT "staff_money_days_pkey" PRIMARY KEY ("staff_id","day")
);

-- CreateTable
CREATE TABLE "money_requests" (
    "id" SERIAL NOT NULL,
    "key" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "body" JSONB NOT NULL,
    "amount_cents" BIGINT NOT NULL,
    "currency" TEXT NOT NULL,
    "reference" TEXT NOT NULL,
    "status" "money_request_status" NOT NULL DEFAULT 'pending',
    "requested_by_id" INTEGER NOT NULL,
    "decided_by_id" INTEGER,
    "decision_note" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "decided_at" TIMESTAMPTZ(3),

    CONSTRAINT "money_requests_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "staff_money_days_day_idx" ON "staff_money_days"("day");

-- CreateIndex
CREATE INDEX "money_requests_status_created_at_idx" ON "money_requests"("status", "created_at" DESC);

-- CreateIndex
CREATE INDEX "money_requests_requested_by_id_idx" ON "money_requests"("requested_by_id");

-- CreateIndex
CREATE INDEX "money_requests_decided_by_id_idx" ON "money_requests"("decided_by_id");

-- AddForeignKey
ALTER TABLE "staff_money_days" ADD CONSTRAINT "staff_money_days_staff_id_fkey" FOREIGN KEY ("staff_id") REFERENCES "staff"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "money_requests" ADD CONSTRAINT "money_requests_requested_by_id_fkey" FOREIGN KEY ("requested_by_id") REFERENCES "staff"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "money_requests" ADD CONSTRAINT "money_requests_decided_by_id_fkey" FOREIGN KEY ("decided_by_id") REFERENCES "staff"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- One open request for one act.
CREATE UNIQUE INDEX "money_requests_pending_key" ON "money_requests" ("key") WHERE "status" = 'pending';

ALTER TABLE "money_requests"
  ADD CONSTRAINT "money_requests_amount_check" CHECK ("amount_cents" > 0),
  -- Nobody approves what they asked for.
  ADD CONSTRAINT "money_requests_second_person_check" CHECK ("status" <> 'done' OR "decided_by_id" <> "requested_by_id"),
  ADD CONSTRAINT "money_requests_decided_check" CHECK (("status" = 'pending') = ("decided_at" IS NULL));
ALTER TABLE "own_roles"
  ADD CONSTRAINT "own_roles_limits_check" CHECK ("act_limit_cents" >= 0 AND "day_limit_cents" >= 0);
ALTER TABLE "staff_money_days" ADD CONSTRAINT "staff_money_days_used_check" CHECK ("used_cents" >= 0);
