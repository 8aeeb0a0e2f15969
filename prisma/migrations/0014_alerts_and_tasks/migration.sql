-- AlterTable
ALTER TABLE "alerts" ADD COLUMN     "data" JSONB NOT NULL DEFAULT '{}';

-- CreateTable
CREATE TABLE "task_marks" (
    "key" TEXT NOT NULL,
    "owner_id" INTEGER,
    "snoozed_until" TIMESTAMPTZ(3),
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "task_marks_pkey" PRIMARY KEY ("key")
);

-- CreateIndex
CREATE INDEX "task_marks_updated_at_idx" ON "task_marks"("updated_at");

-- AddForeignKey
ALTER TABLE "task_marks" ADD CONSTRAINT "task_marks_owner_id_fkey" FOREIGN KEY ("owner_id") REFERENCES "staff"("id") ON DELETE CASCADE ON UPDATE CASCADE;
