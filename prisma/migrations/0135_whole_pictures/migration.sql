-- compatible-from: 0071
-- Pictures of a product that are shown whole, and since when an uploaded picture is named nowhere.
ALTER TABLE "products" ADD COLUMN "whole_images" TEXT[] DEFAULT ARRAY[]::TEXT[];
ALTER TABLE "media" ADD COLUMN "unused_since" TIMESTAMPTZ(3);
