-- compatible-from: 0042
-- Keys that a job imports: the text in parts, how far it has come, and which lines became no key.
-- CreateEnum
CREATE TYPE "key_import_status" AS ENUM ('uploading', 'checking', 'checked', 'importing', 'done', 'failed', 'canceled');

-- CreateTable
CREATE TABLE "key_imports" (
    "id" SERIAL NOT NULL,
    "sku_id" INTEGER,
    "name" TEXT NOT NULL DEFAULT '',
    "note" TEXT NOT NULL DEFAULT '',
    "format" JSONB NOT NULL,
    "leave_out_elsewhere" BOOLEAN NOT NULL DEFAULT false,
    "status" "key_import_status" NOT NULL DEFAULT 'uploading',
    "piece_count" INTEGER NOT NULL DEFAULT 0,
    "pieces_done" INTEGER NOT NULL DEFAULT 0,
    "records_done" INTEGER NOT NULL DEFAULT 0,
    "counts" JSONB NOT NULL DEFAULT '{}',
    "elsewhere" JSONB NOT NULL DEFAULT '{}',
    "batches" JSONB NOT NULL DEFAULT '{}',
    "problem" JSONB,
    "created_by_id" INTEGER,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "changed_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "key_imports_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "key_import_pieces" (
    "import_id" INTEGER NOT NULL,
    "number" INTEGER NOT NULL,
    "text_sealed" BYTEA NOT NULL,

    CONSTRAINT "key_import_pieces_pkey" PRIMARY KEY ("import_id","number")
);

-- CreateTable
CREATE TABLE "key_import_lines" (
    "import_id" INTEGER NOT NULL,
    "line" INTEGER NOT NULL,
    "reason" TEXT NOT NULL,

    CONSTRAINT "key_import_lines_pkey" PRIMARY KEY ("import_id","line")
);

-- CreateIndex
CREATE INDEX "key_imports_sku_id_id_idx" ON "key_imports"("sku_id", "id" DESC);

-- CreateIndex
CREATE INDEX "key_imports_changed_at_idx" ON "key_imports"("changed_at");

-- AddForeignKey
ALTER TABLE "key_imports" ADD CONSTRAINT "key_imports_sku_id_fkey" FOREIGN KEY ("sku_id") REFERENCES "skus"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "key_import_pieces" ADD CONSTRAINT "key_import_pieces_import_id_fkey" FOREIGN KEY ("import_id") REFERENCES "key_imports"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "key_import_lines" ADD CONSTRAINT "key_import_lines_import_id_fkey" FOREIGN KEY ("import_id") REFERENCES "key_imports"("id") ON DELETE CASCADE ON UPDATE CASCADE;
