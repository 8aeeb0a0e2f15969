import type { SqlReader } from "../../db/kysely";

export const lockPage = (tx: SqlReader, id: number) =>
  tx.sql.selectFrom("pages").select("id").where("id", "=", id).forNoKeyUpdate().execute();
