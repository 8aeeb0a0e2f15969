-- compatible-from: 0042
-- CreateEnum
CREATE TYPE "stock_display" AS ENUM ('exact', 'range', 'words');

-- AlterTable
ALTER TABLE "products" ADD COLUMN     "stock_display" "stock_display" NOT NULL DEFAULT 'exact';
