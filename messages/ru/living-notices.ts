import type { Language } from "../language";

export const livingNotices: Language["livingNotices"] = {
  ended: (day) => `Доступ закончился ${day}.`,
  suspended: "Доступ приостановлен, пока оспаривается оплата.",
};
