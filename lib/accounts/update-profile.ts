import type { UserActor } from "../acts/actor";
import type { Locale } from "../core/locale";
import { db } from "../db/client";
import type { CurrentUser } from "./schema";
import { toCurrentUser, userColumns } from "./view";

interface Profile {
  nickname?: string | undefined;
  avatar?: string | null | undefined;
  locale?: Locale | undefined;
}

/** A26: these members and no others. What is absent stays. */
export async function updateProfile(
  actor: UserActor,
  { nickname, avatar, locale }: Profile,
): Promise<CurrentUser> {
  const data = {
    ...(nickname === undefined ? {} : { nickname }),
    ...(avatar === undefined ? {} : { avatar }),
    ...(locale === undefined ? {} : { locale }),
  };
  const user = await db().user.update({ where: { id: actor.userId }, data, select: userColumns });
  return toCurrentUser(user);
}
