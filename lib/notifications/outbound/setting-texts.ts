import { z } from "zod";

/** The address of a service, without the slash at its end. */
export const urlText = z
  .string()
  .max(500, "must have at most 500 characters")
  .regex(/^https?:\/\/[^\s/?#]+[^\s#]*$/, "must be an address that begins with https://")
  .transform((text) => text.replace(/\/+$/, ""));

/** What a service said, as one short line. */
export const settingText = (value: unknown): string =>
  typeof value === "string" ? value.replace(/\s+/g, " ").trim().slice(0, 200) : "";
