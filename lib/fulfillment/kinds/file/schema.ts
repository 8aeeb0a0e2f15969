import { z } from "zod";
import { refusal, rule } from "../../../core/refusals/refusal";
import { toldMembersOrNull } from "../../../core/refusals/told-shape";
import { id, idText, maybe, plainText, timeOut } from "../../../core/wire";
import { maxFileBytes, pieceBytesOf } from "./bounds";
import { fileVersionStatuses } from "./state";

export { maxFileBytes, pieceBytesOf };

export const maxPieceBytes = pieceBytesOf(maxFileBytes);

/** The newest version of a file, as its buyer sees it. */
export const deliveredFile = z.object({
  title: z.string(),
  version: z.string(),
  notes: z.string(),
  name: z.string(),
  bytes: z.int(),
  sha256: z.string(),
  /** Bound to this order; null when the downloads are used up or the time is over. */
  url: z.string().nullable(),
  downloads_left: z.int(),
  expires_at: timeOut,
});
export type DeliveredFile = z.infer<typeof deliveredFile>;

export const newVersionBody = z.object({
  /** Absent for a file that is new. */
  file_id: maybe(id),
  title: plainText(120, 1),
  version: plainText(40, 1),
  notes: plainText(4000).optional(),
  name: plainText(255, 1),
  bytes: z
    .int()
    .min(1, rule(refusal("at_least", { min: 1 })))
    .max(maxFileBytes, rule(refusal("at_most", { max: maxFileBytes }))),
});
export type NewVersionBody = z.output<typeof newVersionBody>;

/** A file for one delivery: its title and the name under which the buyer saves it. */
export const ownFileBody = newVersionBody.pick({ title: true, name: true, bytes: true });
export type OwnFileBody = z.output<typeof ownFileBody>;

/** `upload_url` is a tus upload that exists: the pieces are sent there with PATCH. */
export const newVersion = z.object({ id: z.int(), upload_url: z.string() });

export const adminFileVersion = z.object({
  id: z.int(),
  version: z.string(),
  notes: z.string(),
  name: z.string(),
  bytes: z.int(),
  sha256: z.string().nullable(),
  status: z.enum(fileVersionStatuses),
  ...toldMembersOrNull("problem"),
  /** Set while the upload is not complete: it goes on there. */
  upload_url: z.string().nullable(),
  created_at: timeOut,
  /** When its buyers were told of it by mail. */
  mailed_at: timeOut.nullable(),
});

export const mailedVersion = z.object({
  /** How many mails will leave. */
  mails: z.int(),
});

export const adminFile = z.object({
  id: z.int(),
  title: z.string(),
  versions: z.array(adminFileVersion),
});
export type AdminFile = z.infer<typeof adminFile>;
export const adminFileList = z.object({ files: z.array(adminFile) });
export const versionParams = z.object({ version_id: idText });
export const uploadParams = z.object({ key: z.string().max(64) });
export const downloadParams = z.object({ token: z.string().max(120) });
