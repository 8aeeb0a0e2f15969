-- AlterTable
ALTER TABLE "skus" ADD COLUMN     "wholesale" JSONB NOT NULL DEFAULT '[]';
