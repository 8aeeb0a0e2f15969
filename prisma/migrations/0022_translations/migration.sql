-- compatible-from: 0021
-- Texts in languages other than the shop's own: {"zh": {"title": "…"}}.
ALTER TABLE "products" ADD COLUMN "translations" JSONB NOT NULL DEFAULT '{}';
ALTER TABLE "skus" ADD COLUMN "translations" JSONB NOT NULL DEFAULT '{}';
ALTER TABLE "categories" ADD COLUMN "translations" JSONB NOT NULL DEFAULT '{}';
ALTER TABLE "posts" ADD COLUMN "translations" JSONB NOT NULL DEFAULT '{}';
ALTER TABLE "banners" ADD COLUMN "translations" JSONB NOT NULL DEFAULT '{}';
