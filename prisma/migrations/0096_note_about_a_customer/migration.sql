-- compatible-from: 0042
-- AlterTable
ALTER TABLE "users" ADD COLUMN     "note" TEXT NOT NULL DEFAULT '';
