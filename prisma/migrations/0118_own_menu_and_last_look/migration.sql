-- compatible-from: 0042
-- AlterTable
ALTER TABLE "staff" ADD COLUMN     "looked_at" TIMESTAMPTZ(3),
ADD COLUMN     "menu_pins" TEXT[] DEFAULT ARRAY[]::TEXT[];
