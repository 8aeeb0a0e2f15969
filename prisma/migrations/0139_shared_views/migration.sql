-- compatible-from: 0138
-- A former version shows each its own views alone.
ALTER TABLE "saved_views" ADD COLUMN     "is_shared" BOOLEAN NOT NULL DEFAULT false;

-- CreateIndex
CREATE INDEX "saved_views_path_idx" ON "saved_views"("path");
