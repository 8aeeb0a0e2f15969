import { z } from "zod";
import { plainText, seenIn, timeOut } from "../../../core/wire";

/** A text that staff send again and again. */
export const savedReplyBody = z.object({
  title: plainText(80, 1),
  content: z.string().min(1).max(20_000),
});
export type SavedReplyBody = z.output<typeof savedReplyBody>;
export const savedReplyPatch = savedReplyBody.partial().extend({ seen: seenIn });
export type SavedReplyPatch = z.output<typeof savedReplyPatch>;

const savedReply = z.object({ id: z.int(), title: z.string(), content: z.string(), updated_at: timeOut });
export type SavedReply = z.infer<typeof savedReply>;
export const savedReplyList = z.object({ replies: z.array(savedReply) });
