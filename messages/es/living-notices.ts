import type { Language } from "../language";

export const livingNotices: Language["livingNotices"] = {
  ended: (day) => `El acceso terminó el ${day}.`,
  suspended: "El acceso está suspendido mientras el pago esté en disputa.",
};
