-- compatible-from: 0042
-- The bytes of new versions may lie in an S3-compatible store. Processes of older versions do not know it: set files.s3 when all are new.
CREATE TYPE "file_storage_name" AS ENUM ('folder', 'bucket');
ALTER TABLE "file_versions" ADD COLUMN "storage" "file_storage_name" NOT NULL DEFAULT 'folder';
