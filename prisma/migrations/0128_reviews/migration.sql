-- compatible-from: 0071
-- CreateEnum
CREATE TYPE "review_status" AS ENUM ('waiting', 'shown', 'hidden', 'withdrawn', 'deleted');

-- CreateTable
CREATE TABLE "reviews" (
    "id" SERIAL NOT NULL,
    "order_id" INTEGER NOT NULL,
    "product_id" INTEGER NOT NULL,
    "stars" SMALLINT NOT NULL,
    "text" TEXT NOT NULL DEFAULT '',
    "author" TEXT,
    "status" "review_status" NOT NULL,
    "hidden_reason" TEXT,
    "answer" TEXT,
    "answered_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "written_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "reviews_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "product_ratings" (
    "product_id" INTEGER NOT NULL,
    "count" INTEGER NOT NULL DEFAULT 0,
    "star_sum" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "product_ratings_pkey" PRIMARY KEY ("product_id")
);

-- CreateIndex
CREATE INDEX "reviews_product_id_status_id_idx" ON "reviews"("product_id", "status", "id" DESC);

-- CreateIndex
CREATE INDEX "reviews_product_id_id_idx" ON "reviews"("product_id", "id" DESC);

-- CreateIndex
CREATE INDEX "reviews_status_id_idx" ON "reviews"("status", "id" DESC);

-- CreateIndex
CREATE UNIQUE INDEX "reviews_order_id_product_id_key" ON "reviews"("order_id", "product_id");

-- AddForeignKey
ALTER TABLE "reviews" ADD CONSTRAINT "reviews_order_id_fkey" FOREIGN KEY ("order_id") REFERENCES "orders"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "reviews" ADD CONSTRAINT "reviews_product_id_fkey" FOREIGN KEY ("product_id") REFERENCES "products"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "product_ratings" ADD CONSTRAINT "product_ratings_product_id_fkey" FOREIGN KEY ("product_id") REFERENCES "products"("id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE "reviews"
  ADD CONSTRAINT "reviews_stars_check" CHECK ("stars" BETWEEN 1 AND 5),
  ADD CONSTRAINT "reviews_hidden_check" CHECK ("status" <> 'hidden' OR "hidden_reason" IS NOT NULL),
  ADD CONSTRAINT "reviews_answer_check" CHECK (("answer" IS NULL) = ("answered_at" IS NULL));

ALTER TABLE "product_ratings"
  ADD CONSTRAINT "product_ratings_check" CHECK ("count" >= 0 AND "star_sum" BETWEEN "count" AND 5 * "count");

-- In the writer's transaction, whoever writes: the row of the sums is there before the first review is shown, so that
-- a statement which shows many only updates.
CREATE FUNCTION count_rating() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  was integer := CASE WHEN TG_OP <> 'INSERT' AND OLD.status = 'shown' THEN OLD.stars ELSE 0 END;
  becomes integer := CASE WHEN TG_OP <> 'DELETE' AND NEW.status = 'shown' THEN NEW.stars ELSE 0 END;
BEGIN
  IF TG_OP = 'INSERT' THEN
    INSERT INTO product_ratings (product_id) VALUES (NEW.product_id) ON CONFLICT (product_id) DO NOTHING;
  END IF;
  IF was <> becomes THEN
    UPDATE product_ratings SET count = count + sign(becomes)::int - sign(was)::int, star_sum = star_sum + becomes - was
    WHERE product_id = CASE WHEN TG_OP = 'DELETE' THEN OLD.product_id ELSE NEW.product_id END;
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER reviews_counted AFTER INSERT OR DELETE OR UPDATE OF status, stars ON reviews
  FOR EACH ROW EXECUTE FUNCTION count_rating();
