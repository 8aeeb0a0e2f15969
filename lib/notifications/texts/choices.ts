export const mailParts = ["subject", "heading", "lead", "closing"] as const;
