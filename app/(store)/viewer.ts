import { cache } from "react";

export type Viewer = { email: string; nickname: string; balance: string | null };

export const getViewer = cache(async (): Promise<Viewer | null> => null);
