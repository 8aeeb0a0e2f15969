import type { Language } from "../language";

export const livingNotices: Language["livingNotices"] = {
  ended: (day) => `閲覧期間は ${day} に終了しました。`,
  suspended: "お支払いに異議申し立てがあるため、閲覧を停止しています。",
};
