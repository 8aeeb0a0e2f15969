import type { Language } from "../language";

export const livingNotices: Language["livingNotices"] = {
  ended: (day) => `访问已于 ${day} 结束。`,
  suspended: "付款争议期间，访问暂停。",
};
