-- compatible-from: 0042
-- CreateTable
CREATE TABLE "list_columns" (
    "staff_id" INTEGER NOT NULL,
    "path" TEXT NOT NULL,
    "hidden" TEXT[],
    "shown" TEXT[],

    CONSTRAINT "list_columns_pkey" PRIMARY KEY ("staff_id","path")
);

-- AddForeignKey
ALTER TABLE "list_columns" ADD CONSTRAINT "list_columns_staff_id_fkey" FOREIGN KEY ("staff_id") REFERENCES "staff"("id") ON DELETE CASCADE ON UPDATE CASCADE;
