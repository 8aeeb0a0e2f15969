-- compatible-from: 0024
-- What a product is found by: its title, tags, summary, category and options, in every language, in lower case. The
-- database keeps it.
ALTER TABLE "products" ADD COLUMN "search_text" TEXT NOT NULL DEFAULT '';

CREATE FUNCTION texts_of_translations(translations jsonb, names text[]) RETURNS text LANGUAGE sql IMMUTABLE AS $$
  SELECT string_agg(text.value, ' ') FROM jsonb_each(translations) language, jsonb_each_text(language.value) text
  WHERE text.key = ANY (names)
$$;

CREATE FUNCTION write_product_search_text() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.search_text := lower(concat_ws(' ', NEW.title, array_to_string(NEW.tags, ' '), NEW.summary,
    texts_of_translations(NEW.translations, '{title,tags,summary}'),
    (SELECT concat_ws(' ', name, texts_of_translations(translations, '{name}')) FROM categories WHERE id = NEW.category_id),
    (SELECT string_agg(concat_ws(' ', name, code, texts_of_translations(translations, '{name}')), ' ' ORDER BY sort_order, id)
      FROM skus WHERE product_id = NEW.id AND is_active)));
  RETURN NEW;
END $$;
CREATE TRIGGER products_search_text BEFORE INSERT OR UPDATE OF title, tags, summary, translations, category_id, search_text ON products
  FOR EACH ROW EXECUTE FUNCTION write_product_search_text();

-- Any value will do: the trigger above writes the real one. Once a statement, however many options it writes.
CREATE FUNCTION rewrite_search_text_of_skus() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE products SET search_text = '' WHERE id IN (SELECT product_id FROM changed);
  RETURN NULL;
END $$;
CREATE FUNCTION rewrite_search_text_of_changed_skus() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE products SET search_text = '' WHERE id IN (
    SELECT after.product_id FROM after JOIN before ON before.id = after.id
    WHERE (before.name, before.code, before.is_active, before.translations)
      IS DISTINCT FROM (after.name, after.code, after.is_active, after.translations));
  RETURN NULL;
END $$;
CREATE TRIGGER skus_search_text_inserted AFTER INSERT ON skus REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION rewrite_search_text_of_skus();
CREATE TRIGGER skus_search_text_deleted AFTER DELETE ON skus REFERENCING OLD TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION rewrite_search_text_of_skus();
CREATE TRIGGER skus_search_text_changed AFTER UPDATE ON skus REFERENCING OLD TABLE AS before NEW TABLE AS after
  FOR EACH STATEMENT EXECUTE FUNCTION rewrite_search_text_of_changed_skus();

CREATE FUNCTION rewrite_search_text_of_category() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE products SET search_text = '' WHERE category_id = NEW.id;
  RETURN NULL;
END $$;
CREATE TRIGGER categories_search_text AFTER UPDATE OF name, translations ON categories
  FOR EACH ROW WHEN ((OLD.name, OLD.translations) IS DISTINCT FROM (NEW.name, NEW.translations)) EXECUTE FUNCTION rewrite_search_text_of_category();

UPDATE products SET search_text = '';

DO $$
BEGIN
  CREATE EXTENSION IF NOT EXISTS pg_trgm;
  DROP INDEX IF EXISTS products_search;
  CREATE INDEX products_search ON products USING gin (search_text gin_trgm_ops);
EXCEPTION WHEN insufficient_privilege OR feature_not_supported OR undefined_file OR undefined_object THEN
  RAISE NOTICE 'pg_trgm is not available: product search will scan, and knows no misspelt words';
END $$;
