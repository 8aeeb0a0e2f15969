import { sql, type UpdateQueryBuilder } from "kysely";
import { type SourceOf, sourcesIn } from "../../core/shapes/moves";
import type { Tables } from "../../db/generated/tables";
import { isAnyOf } from "../../db/sql-pieces";
import { type SecretStatus, secretMoves } from "../state";

/**
 * The only place that changes a key's status: the part of an UPDATE, alone or within a larger statement, that moves the keys
 * which it chooses along the table of lib/stock/state.ts. `from` narrows the states that lead to `to`.
 */
export const becoming =
  <To extends SecretStatus>(to: To, from?: readonly SourceOf<typeof secretMoves, To>[]) =>
  <R>(secrets: UpdateQueryBuilder<Tables, "secrets", "secrets", R>) =>
    secrets
      .set({ status: sql.lit(to) })
      .where(isAnyOf("secrets.status", from ?? sourcesIn<SecretStatus>(secretMoves, to)));
