import type { AdminActor } from "../../../acts/actor";
import { db } from "../../../db/client";
import type { MenuPinsBody } from "./schema";

/** Pages that a person put at the top of the menu; none: the usual ones. */
export async function readMenuPins({ staffId }: AdminActor): Promise<string[]> {
  const staff = await db().staff.findUnique({ where: { id: staffId }, select: { menuPins: true } });
  return staff?.menuPins ?? [];
}

export async function saveMenuPins(
  { staffId }: AdminActor,
  { pins }: MenuPinsBody,
): Promise<{ pins: string[] }> {
  const { menuPins } = await db().staff.update({
    where: { id: staffId },
    data: { menuPins: pins },
    select: { menuPins: true },
  });
  return { pins: menuPins };
}
