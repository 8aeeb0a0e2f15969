-- compatible-from: 0042
-- In which S3-compatible store a file lies: another bucket in the configuration is for new files.
ALTER TABLE "file_versions" ADD COLUMN "store" TEXT;

-- What a main site delivers is all that such an option delivers.
UPDATE "skus" SET "fulfillers" = '{}' WHERE "source" = 'upstream' AND "fulfillers" <> '{}';

-- Buyers search numbers by any part of them. Only what may be chosen stands here.
DO $$
BEGIN
  CREATE EXTENSION IF NOT EXISTS pg_trgm;
  CREATE INDEX "secrets_label_search" ON "secrets" USING gin (lower("public_label") gin_trgm_ops)
    WHERE "status" = 'available' AND "public_label" IS NOT NULL;
EXCEPTION WHEN insufficient_privilege OR feature_not_supported OR undefined_file OR undefined_object THEN
  RAISE NOTICE 'pg_trgm is not available: the search of numbers will scan those of its option';
END $$;
