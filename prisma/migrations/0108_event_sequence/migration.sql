-- compatible-from: 0042
-- AlterTable
ALTER TABLE "callbacks" ADD COLUMN     "sequence" BIGINT;

-- AlterTable
ALTER TABLE "purchases" ADD COLUMN     "last_sequence" BIGINT;
