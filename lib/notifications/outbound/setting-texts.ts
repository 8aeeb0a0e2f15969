import { z } from "zod";
import { rule } from "../../core/refusals/refusal";
import { shapedAs } from "../../core/shaped-text";

/** The address of a service, without the slash at its end. */
export const urlText = z
  .string()
  .max(500)
  .check(...shapedAs(/^https?:\/\/[^\s/?#]+[^\s#]*$/, rule("web_address")))
  .transform((text) => text.replace(/\/+$/, ""));

/** Shortens the words of a service to one line. */
export const settingText = (value: unknown): string =>
  typeof value === "string" ? value.replace(/\s+/g, " ").trim().slice(0, 200) : "";
