import type { Language } from "../language";

export const livingNotices: Language["livingNotices"] = {
  ended: (day) => `存取權已於 ${day} 結束。`,
  suspended: "付款爭議期間，存取暫停。",
};
