import type { Language } from "../language";

export const livingNotices: Language["livingNotices"] = {
  ended: (day) => `The access ended on ${day}.`,
  suspended: "The access is suspended while the payment is disputed.",
};
