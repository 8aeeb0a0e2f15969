-- compatible-from: 0138
ALTER TABLE "list_columns" ADD COLUMN     "widths" JSONB NOT NULL DEFAULT '{}';
