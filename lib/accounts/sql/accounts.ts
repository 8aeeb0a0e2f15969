import { type Expression, type ExpressionBuilder, type NotNull, type SqlBool, sql } from "kysely";
import { now } from "../../core/clock";
import type { Cents } from "../../core/money";
import type { Tables } from "../../db/generated/tables";
import type { SqlReader } from "../../db/kysely";

/** Counts an attempt at a code. @returns undefined when there is no open code, or it had all its attempts. */
export const countCodeAttempt = (
  reader: SqlReader,
  { email, purpose }: { email: string; purpose: Tables["email_codes"]["purpose"] },
  maxAttempts: number,
) =>
  reader.sql
    .updateTable("email_codes")
    .set((code) => ({ attempts: code("attempts", "+", 1) }))
    .where("email", "=", email)
    .where("purpose", "=", purpose)
    .where("used_at", "is", null)
    .where("attempts", "<", maxAttempts)
    .where("expires_at", ">", now())
    .returning(["id", "code_hash as codeHash"])
    .executeTakeFirst();

/** Counts an attempt at a log-in's second factor. @returns undefined when the challenge is over. */
export const countChallengeAttempt = (reader: SqlReader, tokenHash: Uint8Array, maxAttempts: number) =>
  reader.sql
    .updateTable("login_challenges")
    .set((challenge) => ({ attempts: challenge("attempts", "+", 1) }))
    .where("token_hash", "=", tokenHash)
    .where("user_id", "is not", null)
    .where("used_at", "is", null)
    .where("attempts", "<", maxAttempts)
    .where("expires_at", ">", now())
    .returning(["user_id as userId", "via"])
    .$narrowType<{ userId: NotNull }>()
    .executeTakeFirst();

/** Spends a captcha. @returns undefined when it is unknown, spent or too old. */
export const spendCaptchaRow = (reader: SqlReader, captchaId: string) =>
  reader.sql
    .updateTable("captchas")
    .set({ used_at: now() })
    .where("id", "=", captchaId)
    .where("used_at", "is", null)
    .where("expires_at", ">", now())
    .returning(["scene", "answer_hash as answerHash"])
    .executeTakeFirst();

/** Reads a password's hash and locks its row against changes. Rows that refer to it can still be inserted. */
export const lockPasswordOfUser = (tx: SqlReader, userId: number) =>
  tx.sql
    .selectFrom("users")
    .select("password_hash as hash")
    .where("id", "=", userId)
    .forNoKeyUpdate()
    .executeTakeFirst();

export const lockPasswordOfStaff = (tx: SqlReader, staffId: number) =>
  tx.sql
    .selectFrom("staff")
    .select("password_hash as hash")
    .where("id", "=", staffId)
    .forNoKeyUpdate()
    .executeTakeFirst();

/** All staff, in id order: two owners who change each other take turns. */
export const lockStaff = (tx: SqlReader) =>
  tx.sql.selectFrom("staff").select(["id", "role", "status"]).orderBy("id").forUpdate().execute();

/** Locks the row, so that transactions that count and then insert rows of this person run one after the other. */
export const lockStaffRow = (tx: SqlReader, staffId: number) =>
  tx.sql.selectFrom("staff").select("id").where("id", "=", staffId).forNoKeyUpdate().execute();

/** A refresh token, whose row stays locked, with its session, which is over when it was last seen before `idleSince`. */
export const lockRefreshToken = (tx: SqlReader, tokenHash: Uint8Array, idleSince: Date) =>
  tx.sql
    .selectFrom("refresh_tokens as token")
    .innerJoin("sessions as session", "session.id", "token.session_id")
    .innerJoin("users as user", "user.id", "session.user_id")
    .select((row) => [
      "session.id as sessionId",
      "session.user_id as userId",
      "user.email",
      "session.expires_at as expiresAt",
      "token.rotated_at as rotatedAt",
      row
        .and([
          row("session.revoked_at", "is", null),
          row("session.expires_at", ">", now()),
          row("session.last_seen_at", ">", idleSince),
          row("user.status", "=", "active"),
        ])
        .$castTo<boolean>()
        .as("isLive"),
    ])
    .where("token.token_hash", "=", tokenHash)
    .forUpdate("token")
    .executeTakeFirst();

type LevelExpression = ExpressionBuilder<Tables & { level: Tables["member_levels"] }, "level">;

const isReached = (
  level: LevelExpression,
  threshold: "level.recharge_threshold_cents" | "level.spend_threshold_cents",
  cents: Expression<Cents>,
): Expression<SqlBool> => level.and([level(threshold, ">", 0n), level(threshold, "<=", cents)]);

/** Adds to what a user recharged and spent, and raises the level to the highest that is reached; it never falls. */
export const addMemberProgress = (
  tx: SqlReader,
  { userId, rechargedCents, spentCents }: { userId: number; rechargedCents: Cents; spentCents: Cents },
) =>
  tx.sql
    .updateTable("users")
    .set((user) => {
      const recharged = user("users.recharged_cents", "+", rechargedCents);
      const spent = user("users.spent_cents", "+", spentCents);
      const defaultLevel = user
        .selectFrom("member_levels as default_level")
        .select("default_level.id")
        .where("default_level.is_default", "=", true)
        .$asScalar();
      const highest = user
        .selectFrom("member_levels as level")
        .leftJoin("member_levels as held_level", (join) =>
          join.on((row) =>
            row("held_level.id", "=", row.fn.coalesce(row.ref("users.member_level_id"), defaultLevel)),
          ),
        )
        .select("level.id")
        .where((row) => {
          const level: LevelExpression = row;
          return row.or([
            isReached(level, "level.recharge_threshold_cents", recharged),
            isReached(level, "level.spend_threshold_cents", spent),
          ]);
        })
        .where((row) =>
          row.or([
            row("held_level.id", "is", null),
            row(
              row.refTuple("level.sort_order", "level.id"),
              ">",
              row.refTuple("held_level.sort_order", "held_level.id") as never,
            ),
          ]),
        )
        .orderBy("level.sort_order", "desc")
        .orderBy("level.id", "desc")
        .limit(1)
        .$asScalar();
      return {
        recharged_cents: recharged,
        spent_cents: spent,
        member_level_id: user
          .case()
          .when("users.is_level_fixed", "=", true)
          .then(user.ref("users.member_level_id"))
          .else(user.fn.coalesce(highest, user.ref("users.member_level_id")))
          .end(),
      };
    })
    .where("users.id", "=", userId)
    .execute();

export const subtractSpending = (tx: SqlReader, userId: number, cents: Cents) =>
  tx.sql
    .updateTable("users")
    .set((user) => ({ spent_cents: sql<Cents>`greatest(0, ${user("spent_cents", "-", cents)})` }))
    .where("id", "=", userId)
    .execute();

/** Owners who can log in, in id order. */
export const lockActiveOwners = (tx: SqlReader) =>
  tx.sql
    .selectFrom("staff")
    .select("id")
    .where("role", "=", "owner")
    .where("status", "=", "active")
    .orderBy("id")
    .forUpdate()
    .execute();

export const lockLoginProvider = (tx: SqlReader, id: number) =>
  tx.sql.selectFrom("login_providers").select("id").where("id", "=", id).forUpdate().execute();
