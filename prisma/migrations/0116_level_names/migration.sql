-- compatible-from: 0042
-- AlterTable
ALTER TABLE "member_levels" ADD COLUMN     "translations" JSONB NOT NULL DEFAULT '{}';
