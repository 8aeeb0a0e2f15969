import type { Language } from "../language";

export const livingNotices: Language["livingNotices"] = {
  ended: (day) => `閲覧期間は ${day} に終了しました。`,
  suspended: "お支払いに異議が出ている間、閲覧を停止しています。",
};
