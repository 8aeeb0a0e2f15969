import { readFile } from "node:fs/promises";
import path from "node:path";
import { isAppError } from "../../core/errors";
import { getSettings } from "../../settings/queries";
import { getMedia } from "../queries";

/** A picture of the shop's own, uploaded or of the sample goods; a picture elsewhere is not fetched. */
export async function readOwnPicture(address: string | null): Promise<Uint8Array | null> {
  const id = /^\/media\/([\w-]+)$/.exec(address ?? "")?.[1];
  if (id) {
    try {
      return (await getMedia(id)).bytes;
    } catch (error) {
      if (isAppError(error, "not_found")) return null;
      throw error;
    }
  }
  const sample = /^\/sample\/((?:[a-z]+\/)?[a-z0-9-]+\.(?:svg|png|jpg|webp))$/.exec(address ?? "")?.[1];
  return sample ? readFile(path.resolve("public/sample", sample)).catch(() => null) : null;
}

/** The operator's logo, else the plain key. */
export async function readMark(): Promise<Uint8Array> {
  const { logo } = await getSettings();
  return (await readOwnPicture(logo)) ?? readFile(path.resolve("public/icon.svg"));
}

/** The picture of tabs and home screens, which an operator may choose apart from the logo. */
export async function readIcon(): Promise<Uint8Array> {
  const { look } = await getSettings();
  return (await readOwnPicture(look.favicon)) ?? readMark();
}
