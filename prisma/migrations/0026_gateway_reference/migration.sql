-- AlterTable
ALTER TABLE "payments" ADD COLUMN     "gateway_reference" TEXT;
