import type { SqlReader } from "../db/kysely";

export const lockBanner = (tx: SqlReader, id: number) =>
  tx.sql.selectFrom("banners").select("id").where("id", "=", id).forUpdate().execute();

export const lockPost = (tx: SqlReader, id: number) =>
  tx.sql.selectFrom("posts").select("id").where("id", "=", id).forNoKeyUpdate().execute();

export const lockPage = (tx: SqlReader, id: number) =>
  tx.sql.selectFrom("pages").select("id").where("id", "=", id).forNoKeyUpdate().execute();
