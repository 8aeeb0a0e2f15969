import { sql } from "kysely";
import { db } from "../../../db/client";

/**
 * One query, as for an agent's own key: the test key, its site, and the clock that all processes share. For an unknown key it is some
 * other one, so that this costs what a wrong signature costs (N18).
 */
export const findTestKey = (key: string) =>
  db()
    .sql.selectFrom("site_test_keys as test")
    .innerJoin("sites as site", "site.id", "test.site_id")
    .select([
      "site.id",
      "site.status",
      "site.ip_allow_list",
      "site.rate_per_minute",
      "test.api_key",
      "test.secret_sealed",
    ])
    .select((row) => [
      row("test.api_key", "=", key).as("is_known"),
      sql<bigint>`floor(extract(epoch FROM clock_timestamp()))::bigint`.as("database_seconds"),
    ])
    .where("test.api_key", "=", (row) =>
      row.fn.coalesce(
        row.selectFrom("site_test_keys").select("api_key").where("api_key", "=", key),
        row.selectFrom("site_test_keys").select((every) => every.fn.min("api_key").as("first")),
      ),
    )
    .executeTakeFirst();
